/* SPDX-License-Identifier: Apache-2.0
 *
 * Configuration, explained: docs/spec/fedx.md section 12; the settings in force, the
 * accesses that led to them, and what counts towards a limit.
 */
#include <inttypes.h>

#include "fedx_explain_internal.h"

enum { ACCESSES = 6 /* told, at most */ };

static const char *address_name(unsigned address, char text[32])
{
    static const char *const names[] = {"MODE", "LIMITS", "THROTTLE", "RANDOM"};

    if (address <= FEDX_CFG_RANDOM)
        snprintf(text, 32, "%s", names[address]);
    else if (address >= FEDX_CFG_STATUS && address < FEDX_CFG_STATUS + FEDX_PORTS)
        snprintf(text, 32, "STATUS of port %s", fedx_port_name((int)address - FEDX_CFG_STATUS));
    else if (address >= FEDX_CFG_TABLE && address < FEDX_CFG_TABLE + FEDX_TABLE_SIZE)
        snprintf(text, 32, "TABLE[%u]", address - FEDX_CFG_TABLE);
    else
        snprintf(text, 32, "nothing");
    return text;
}

void fedx_explain_config(const struct fedx_explain *e)
{
    const struct fedx_switch_regs *s = fedx_explain_before(e);
    const struct fedx_control *in = &e->in->control;
    char name[32], wrong[EXPLAIN_WRONG];

    explain_title(&e->edge, "Configuration", 12, "", "");
    fprintf(e->edge.out,
            "  on the pins: rst %u, cfg_we %u, cfg_addr 0x%04x, cfg_wdata 0x%08" PRIx32
            ", side 0x%02x: sampled into write, addr, wdata, side\n",
            in->rst, in->cfg_we, in->cfg_addr, in->cfg_wdata, in->side);
    fprintf(e->edge.out, "  rule: write %u: wdata 0x%08" PRIx32 " goes to 0x%04x, %s%s\n", s->config.write,
            s->config.wdata, s->config.addr, address_name(s->config.addr, name),
            s->config.write ? "" : ", if write were 1: no setting may change");
    fprintf(e->edge.out, "  rule: rdata' = value at that address before the edge: 0x%08" PRIx32 "\n",
            fedx_config_read(&s->config, &s->port_transmit, s->admission.random));
    fprintf(
        e->edge.out,
        "  rule: MODE 1:0 backpressure, 2 class_rule, 3 random_select, 6:4 latency, 7 deroute_hops, 8 "
        "backpressure_class;\n"
        "        LIMITS 7:0 limit_dest, 15:8 limit_trans, 23:16 eject_priority, 31:24 limit_total; THROTTLE 15:0; RANDOM 15:0; hold' = hold - 1, to 0\n");
    if (in->rst)
        fprintf(e->edge.out, "  rule: rst = 1: all but write, addr, wdata and side take their reset values\n");
    fedx_explain_registers(e, "config", -1);
    for (int p = 0; p < FEDX_PORTS; p++) {
        fedx_explain_registers(e, "config", p);
        if (*fedx_explain_wrong(e, "config", p, wrong))
            explain_conclude(&e->edge, "section 12, port %s: %s", fedx_port_name(p), wrong);
    }
    if (*fedx_explain_wrong(e, "config", -1, wrong))
        explain_conclude(&e->edge, "section 12, %s 0x%04x, %s: %s",
                         in->rst           ? "in reset;"
                         : s->config.write ? "write to"
                                           : "read of",
                         s->config.addr, name, wrong);
}

/* Accesses -------------------------------------------------------------------------------------------------------- */

static int is_entry(unsigned address)
{
    return address >= FEDX_CFG_TABLE && address < FEDX_CFG_TABLE + FEDX_TABLE_SIZE;
}

/* A write, or a read of another address than the cycle before. */
static int is_access(const struct vectors *v, size_t i)
{
    const struct fedx_control *c = vectors_control(v, i), *before = i > 0 ? vectors_control(v, i - 1) : c;

    return c->cfg_we || c->cfg_addr != before->cfg_addr;
}

static void print_access(const struct fedx_explain *e, size_t i)
{
    const struct fedx_control *c = vectors_control(e->vectors, i);
    char name[32];

    fprintf(e->edge.out, "  cycle %8zu  %s 0x%04x, %s", i, c->cfg_we ? "write" : "read ", c->cfg_addr,
            address_name(c->cfg_addr, name));
    if (c->cfg_we)
        fprintf(e->edge.out, ": 0x%08" PRIx32, c->cfg_wdata);
    fprintf(e->edge.out, "%s\n", c->rst ? ", under reset" : "");
}

/* The last write to each setting: what the settings in force came from. */
static void print_writes(const struct fedx_explain *e)
{
    for (unsigned address = FEDX_CFG_MODE; address <= FEDX_CFG_RANDOM; address++)
        for (size_t i = e->vectors->count; i-- > 0;) {
            const struct fedx_control *c = vectors_control(e->vectors, i);
            if (c->cfg_we && c->cfg_addr == address) {
                print_access(e, i);
                break;
            }
        }
}

static void print_accesses(const struct fedx_explain *e)
{
    const struct vectors *v = e->vectors;
    const struct fedx_vector *cycle = fedx_vectors_cycles(v);
    size_t last[ACCESSES], found = 0, table = 0, table_last = 0;
    char name[32];

    fprintf(e->edge.out, "\nConfiguration accesses (a write with its pins up in cycle t acts at the end of t + 1)\n"
                         "the last write to each setting\n");
    print_writes(e);
    for (size_t i = v->count; i-- > 0;)
        if (cycle[i].control.cfg_we && is_entry(cycle[i].control.cfg_addr))
            table_last = table++ ? table_last : i;
        else if (found < ACCESSES && is_access(v, i))
            last[found++] = i;
    fprintf(e->edge.out, "the last %zu of all but those of the table\n", found);
    while (found-- > 0)
        print_access(e, last[found]);
    fprintf(e->edge.out, "%zu writes of the table", table);
    if (table)
        fprintf(e->edge.out, ", the last with its pins up in cycle %zu: %s", table_last,
                address_name(cycle[table_last].control.cfg_addr, name));
    fprintf(e->edge.out, "\n");
}

void fedx_explain_settings(const struct fedx_explain *e)
{
    static const char *const modes[] = {"none", "message", "destination", "reserved: none"};
    const struct fedx_config *c = &fedx_explain_before(e)->config;
    unsigned timeout = c->throttle_timeout;

    fprintf(e->edge.out, "\nSettings in force in that cycle (section 12)\n");
    fprintf(e->edge.out, "  MODE      backpressure %u (%s), class_rule %u, random_select %u, latency L = %u\n",
            c->backpressure, modes[c->backpressure & 3], c->class_rule, c->random_select, c->latency);
    fprintf(e->edge.out, "  LIMITS    limit_dest %u, limit_trans %u, limit_total %u, eject_priority %u (0 is off)\n",
            c->limit_dest, c->limit_trans, c->limit_total, c->eject_priority);
    fprintf(e->edge.out, "  THROTTLE  throttle_timeout T = %u cycles; a watch lasts up to 128 T = %u cycles\n", timeout,
            timeout << FEDX_WATCH_SHIFT);
    fprintf(e->edge.out, "  RANDOM    0x%04x\n", fedx_explain_before(e)->admission.random);
    fprintf(e->edge.out,
            "  others    B = %u buffers; side 0x%02x; R = 2 + 2L = %u cycles to a response; refusal window until byte "
            "11 + R = %u;\n"
            "            acceptance time-out %d cycles; hold after reset %d cycles, %u left\n",
            e->before->buffers, c->side, fedx_port_transmit_round_trip(c), 11 + fedx_port_transmit_round_trip(c),
            FEDX_ACK_TIMEOUT, FEDX_HOLD_CYCLES, c->hold);
    print_accesses(e);
}

/* Counters -------------------------------------------------------------------------------------------------------- */

static void print_pool(const struct fedx_explain *e)
{
    const struct fedx_switch_regs *s = fedx_explain_before(e);
    struct fedx_tally tally = fedx_tally_count(&s->buffer_pool);
    unsigned held = tally.at_least[0], transit = tally.at_least[1];

    fprintf(e->edge.out,
            "  buffers   %u of %u used, %d waiting; here (class 0) %u against limit_dest %u, held - here %u against "
            "limit_trans %u,\n",
            held, e->before->buffers, fedx_buffer_count(s->buffer_pool.waiting), held - transit, s->config.limit_dest,
            transit, s->config.limit_trans);
    fprintf(e->edge.out, "            held %u against limit_total %u, here against eject_priority %u\n", held,
            s->config.limit_total, s->config.eject_priority);
}

static void print_ports(const struct fedx_explain *e)
{
    const struct fedx_port_transmit *t = &fedx_explain_before(e)->port_transmit;
    const struct fedx_config *c = &fedx_explain_before(e)->config;

    FEDX_FOR_EACH_PORT(p, t->await)
    fprintf(e->edge.out, "  port %-4s awaits an acceptance, cycle %u of %d\n", fedx_port_name((int)p), t->count[p],
            FEDX_ACK_TIMEOUT);
    FEDX_FOR_EACH_PORT(q, t->gap)
    fprintf(e->edge.out, "  port %-4s in the gap after a frame ended early, cycle %u of %u\n", fedx_port_name((int)q),
            t->count[q], fedx_port_transmit_round_trip(c));
    for (int p = 0; p < FEDX_PORTS; p++)
        if (t->out_of_step[p])
            fprintf(e->edge.out, "  port %-4s out_of_step %u of 255\n", fedx_port_name(p), t->out_of_step[p]);
}

void fedx_explain_counters(const struct fedx_explain *e)
{
    const struct fedx_switch_regs *s = fedx_explain_before(e);
    const struct fedx_admission *a = &s->admission;
    uint32_t timeout = s->config.throttle_timeout;
    char text[FEDX_EXPLAIN_LIST];

    fprintf(e->edge.out, "\nCounts against their limits in that cycle\n");
    print_pool(e);
    fprintf(e->edge.out, "  throttle  throttled %u, throttle_count %u of %" PRIu32 ": injection overdue %d\n",
            a->throttled, a->throttle_count, timeout, fedx_admission_overdue(a, &s->config));
    fprintf(e->edge.out, "  watch     watched %u", a->watched);
    if (a->watched)
        fprintf(e->edge.out, ": port %s, class %u, %s; watch_away %u of %" PRIu32, fedx_port_name(a->watch_port),
                a->watch_level, fedx_explain_packet(a->watch_head, text), a->watch_away, timeout);
    fprintf(e->edge.out,
            "; watch_age %" PRIu32 " of %" PRIu32 " (overdue from %" PRIu32 "); had their turn: ", a->watch_age,
            timeout << FEDX_WATCH_SHIFT, timeout);
    fprintf(e->edge.out, "%s\n", fedx_explain_ports(a->watch_done, text));
    print_ports(e);
}
