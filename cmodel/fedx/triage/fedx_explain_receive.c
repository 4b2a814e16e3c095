/* SPDX-License-Identifier: Apache-2.0
 *
 * Port receive and route lookup, explained: docs/spec/fedx.md sections 5 and 10.
 */
#include <inttypes.h>
#include <string.h>

#include "fedx_explain_internal.h"

/* The row and column of the table of section 5 that applies. */
static const char *rule_of(const struct fedx_port_receive *r, unsigned p, int valid)
{
    unsigned port = 1u << p, count = r->count[p];

    if (r->body & port)
        return !valid ? "body, valid 0: abort' = 1, to drain with valid_low_seen' = 1"
               : count == FEDX_PACKET_BYTES - 1
                   ? "body, count 159, valid 1: packet check good: acc' = ~acc, else abort' = 1; to drain "
                     "with valid_low_seen' = 0"
                   : "body, valid 1: crc step, data' = byte, write' = 1, count + 1";
    if (r->header & port)
        return !valid ? "header, valid 0: to drain with valid_low_seen' = 1"
               : count == FEDX_BYTE_CHECK
                   ? "header, count 9: bad' = bad or byte differs from check; dup_bit' = (header bit differs "
                     "from acc); decide' = 1"
               : count == 2 ? "header, count 2: byte into the head word, check and crc step, count + 1, lookup' = 1"
                            : "header, count 1 to 8: byte into the head word, check and crc step, count + 1";
    if (r->decide & port)
        return valid
                   ? "decide, valid 1: admitted: buf' = admit_buf, to body and byte 10 is taken; not admitted: to "
                     "refusing"
                   : "decide, valid 0: admitted: buf' = admit_buf, abort' = 1; to drain with valid_low_seen' = 1 in any case";
    if (r->refusing & port)
        return valid ? "refusing, valid 1: stay" : "refusing, valid 0: to drain with valid_low_seen' = 1";
    if (r->drain & port)
        return valid                         ? "drain, valid 1: valid_low_seen' = 0"
               : !(r->valid_low_seen & port) ? "drain, valid 0, valid_low_seen 0: valid_low_seen' = 1"
                                             : "drain, valid 0, valid_low_seen 1: to idle, unless hold is not 0";
    return valid ? "idle, valid 1: a frame starts: header' = 1, count' = 1, bad' = (byte is not 0xfd)"
                 : "idle, valid 0: nothing";
}

/* The packet check over all 160 bytes, when the last one comes. */
static void print_check(const struct fedx_explain *e, unsigned p)
{
    const struct fedx_port_receive *r = &fedx_explain_before(e)->port_receive;
    uint8_t byte = e->in->in.data[p];

    if ((r->body >> p & 1u) && r->count[p] == FEDX_PACKET_BYTES - 1)
        fprintf(e->edge.out, "  packet check over all bytes: 0x%08" PRIx32 ", good is 0x%08" PRIx32 "\n",
                fedx_header_crc(r->crc[p], byte, r->count[p]), (uint32_t)FEDX_CRC_RESIDUE);
    if ((r->header >> p & 1u) && r->count[p] == FEDX_BYTE_CHECK)
        fprintf(e->edge.out, "  header check 0x%02x, byte 0x%02x; header bit %u, acc %u\n", r->check[p], byte,
                fedx_head_flags(r->head[p]) >> 7, r->acc >> p & 1u);
}

/* What follows from another verdict on the header is not repeated. */
static int is_of_verdict(const struct fedx_explain *e, unsigned p)
{
    unsigned other = e->model.port_receive.refusing ^ e->rtl.port_receive.refusing;

    return (fedx_explain_before(e)->port_receive.decide & other) >> p & 1u &&
           (e->model.admission.reason[p] != e->rtl.admission.reason[p] ||
            !fedx_explain_shown(e, "admission", "reason"));
}

static void print_port(const struct fedx_explain *e, unsigned p)
{
    const struct fedx_switch_regs *s = fedx_explain_before(e);
    int valid = (int)(e->w.rx_valid >> p & 1u);
    char wrong[EXPLAIN_WRONG];

    explain_title(&e->edge, "Port receive", 5, "port ", fedx_port_name((int)p));
    fprintf(e->edge.out, "  on the wire: valid %d%s, byte 0x%02x; count %u, hold %u\n", valid,
            s->port_transmit.sending >> p & 1u ? " (this end is sending: its input is ignored)" : "", e->in->in.data[p],
            s->port_receive.count[p], s->config.hold);
    fprintf(e->edge.out, "  rule: %s\n", rule_of(&s->port_receive, p, valid));
    fprintf(e->edge.out, "  rule: refuse' = all ones while hold is not 0, else refusing and valid: %d\n",
            s->config.hold != 0 || (s->port_receive.refusing >> p & (unsigned)valid));
    fprintf(e->edge.out,
            "  rule: routed' = routed or lookup, until decide ends or drain begins; lookup, decide, write and "
            "abort last one cycle\n");
    print_check(e, p);
    fedx_explain_registers(e, "port_receive", (int)p);
    if (*fedx_explain_wrong(e, "port_receive", (int)p, wrong) && !is_of_verdict(e, p))
        explain_conclude(&e->edge, "section 5, port %s: %s\n    by the rule of %s", fedx_port_name((int)p), wrong,
                         rule_of(&s->port_receive, p, valid));
}

/* The lowest port at which the same rule gives the same difference. */
static unsigned like(const struct fedx_explain *e, unsigned p)
{
    const struct fedx_port_receive *r = &fedx_explain_before(e)->port_receive;
    char mine[EXPLAIN_WRONG], other[EXPLAIN_WRONG];

    fedx_explain_wrong(e, "port_receive", (int)p, mine);
    FEDX_FOR_EACH_PORT(q, e->receive)
    if (rule_of(r, q, (int)(e->w.rx_valid >> q & 1u)) == rule_of(r, p, (int)(e->w.rx_valid >> p & 1u)) &&
        strcmp(fedx_explain_wrong(e, "port_receive", (int)q, other), mine) == 0)
        return q;
    return p;
}

void fedx_explain_receive(const struct fedx_explain *e)
{
    unsigned same = 0;
    char text[FEDX_EXPLAIN_LIST];

    FEDX_FOR_EACH_PORT(p, e->receive)
    if (like(e, p) == p)
        print_port(e, p);
    else
        same |= 1u << p;
    if (same)
        fprintf(e->edge.out, "\nPort receive (section 5): ports %s: the same rule and the same difference as above\n",
                fedx_explain_ports(same, text));
}

/* Route lookup ---------------------------------------------------------------------------------------------------- */

static void print_table(const struct fedx_explain *e, unsigned destination)
{
    char when[64] = "never written since the vectors begin";

    if (destination >= FEDX_TABLE_SIZE) {
        fprintf(e->edge.out, "  rule: destination %u is outside the table of 256: entry' = 0\n", destination);
        return;
    }
    if (e->table[destination].written)
        snprintf(when, sizeof when, "written at the end of cycle %" PRIu64, e->table[destination].cycle);
    fprintf(e->edge.out, "  rule: lookup = 1: entry' = table[%u], which the model has as 0x%08" PRIx32 " (%s)\n",
            destination, e->before->table[destination], when);
    fprintf(e->edge.out, "        a write that acts in the same cycle is not seen\n");
}

static void print_entry(const struct fedx_explain *e, const char *side, uint32_t entry, unsigned flags, int draw)
{
    struct fedx_route_fields f = fedx_route_unpack(entry);
    struct fedx_route_choice c = fedx_route_decode(entry, flags, fedx_explain_before(e)->config.deroute_hops);
    char best[FEDX_EXPLAIN_LIST], other[FEDX_EXPLAIN_LIST];

    fprintf(e->edge.out,
            "  %s: entry 0x%08" PRIx32 ": valid %u, distance %d, best %s, deterministic %s, preferred %s, other %s\n",
            side, entry, entry >> 31, f.distance, fedx_explain_ports((unsigned)f.best, best),
            f.deterministic < FEDX_PORTS ? fedx_port_name(f.deterministic) : "none",
            f.preferred < FEDX_PORTS ? fedx_port_name(f.preferred) : "none",
            fedx_explain_ports((unsigned)f.other, other));
    fprintf(e->edge.out, "    decoded: valid %u, level %u, allowed 0x%02x (%s), ", c.valid, c.level, c.allowed,
            fedx_explain_ports(c.allowed, best));
    fprintf(e->edge.out, "best 0x%02x, preferred 0x%02x%s%s\n", c.best, c.preferred,
            draw ? "; the draw is 1, so preferred becomes the next of best, and the highest other, port " : "",
            draw ? fedx_explain_ports(c.second, other) : "");
}

void fedx_explain_route(const struct fedx_explain *e, unsigned p)
{
    const struct fedx_switch_regs *s = fedx_explain_before(e);
    uint64_t head = s->port_receive.head[p];
    unsigned flags = fedx_head_flags(head), looked = s->port_receive.lookup >> p & 1u;
    char packet[FEDX_EXPLAIN_LIST], wrong[EXPLAIN_WRONG];

    explain_title(&e->edge, "Routing", 10, "header of port ", fedx_port_name((int)p));
    fprintf(e->edge.out, "  %s, flags 0x%02x: adaptive %u, deroutes %u\n", fedx_explain_packet(head, packet), flags,
            flags & FEDX_FLAG_ADAPTIVE, (flags & FEDX_FLAG_DEROUTES) >> FEDX_DEROUTES_SHIFT);
    if (looked)
        print_table(e, fedx_head_destination(head));
    fprintf(
        e->edge.out,
        "  rule: allowed = best (and other, with deroutes left) of an adaptive packet, else the deterministic port;\n"
        "        level = 0 at distance 0, else distance + %d x deroutes, at most 255\n",
        s->config.deroute_hops ? 1 : 2);
    print_entry(e, "model", e->model.route.entry[p], flags, (int)(e->w.admit_draw >> p & 1u));
    if (e->model.route.entry[p] != e->rtl.route.entry[p])
        print_entry(e, "switch", e->rtl.route.entry[p], flags, 0);
    fedx_explain_registers(e, "route", (int)p);
    if (*fedx_explain_wrong(e, "route", (int)p, wrong))
        explain_conclude(&e->edge, "section 10, port %s: %s", fedx_port_name((int)p), wrong);
}
