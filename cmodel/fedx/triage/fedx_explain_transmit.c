/* SPDX-License-Identifier: Apache-2.0
 *
 * Port transmit, ownership and arbitration, explained: docs/spec/fedx.md sections 6, 7 and
 * 11. Each rule is written with the values of its terms; what comes of it is the
 * model's wire.
 */
#include <inttypes.h>
#include <string.h>

#include "fedx_explain_internal.h"

/* Bit p of a mask, for a rule with values. */
static unsigned bit(unsigned mask, unsigned p)
{
    return mask >> p & 1u;
}

/* When backpressure no longer counts the packet. */
static void conclude_window(const struct fedx_explain *e, unsigned p)
{
    const struct fedx_switch_regs *s = fedx_explain_before(e);
    unsigned b = s->port_transmit.buf[p];

    if ((e->model.buffer_pool.waiting ^ e->rtl.buffer_pool.waiting) >> b & 1u)
        explain_conclude(&e->edge,
                         "section 6, port %s sends byte %u of buffer %u, and the window for a refusal closes with "
                         "byte 11 + R = %u: passed %u",
                         fedx_port_name((int)p), s->port_transmit.count[p], b,
                         11 + fedx_port_transmit_round_trip(&s->config), bit(e->w.passed, p));
}

static void print_sending(const struct fedx_explain *e, unsigned p)
{
    const struct fedx_switch_regs *s = fedx_explain_before(e);
    unsigned count = s->port_transmit.count[p], round_trip = fedx_port_transmit_round_trip(&s->config);

    fprintf(e->edge.out, "  sending byte %u of buffer %u\n", count, s->port_transmit.buf[p]);
    fprintf(e->edge.out, "  rule: last = count %u is 159: %u\n", count, bit(e->w.last, p));
    fprintf(e->edge.out, "  rule: passed = count %u is 11 + R = %u: %u\n", count, 11 + round_trip, bit(e->w.passed, p));
    fprintf(e->edge.out, "  rule: abort = the packet in its buffer is found broken in this cycle: %u\n",
            bit(e->w.abort, p));
    fprintf(e->edge.out,
            "  rule: stopped = not last and not abort and (rx_refuse %u or neither own_now %u nor own_last %u): %u\n",
            bit(e->in->in.refuse, p), bit(e->w.own_now, p), bit(s->ownership.own_last, p), bit(e->w.stopped, p));
    conclude_window(e, p);
}

static void print_await(const struct fedx_explain *e, unsigned p)
{
    const struct fedx_port_transmit *t = &fedx_explain_before(e)->port_transmit;
    unsigned count = t->count[p], round_trip = fedx_port_transmit_round_trip(&fedx_explain_before(e)->config);

    fprintf(e->edge.out, "  awaiting the acceptance of buffer %u, cycle %u after its last byte\n", t->buf[p], count);
    fprintf(e->edge.out,
            "  rule: accepted = count %u >= R = %u, differs_last %u, not refuse_last %u, differs %u, not rx_refuse %u: "
            "%u\n",
            count, round_trip, bit(t->acc_last ^ t->bit, p), bit(t->refuse_last, p), bit(e->in->in.acc ^ t->bit, p),
            bit(e->in->in.refuse, p), bit(e->w.accepted, p));
    fprintf(e->edge.out, "  rule: expired = count %u is %u and not accepted: %u\n", count, FEDX_ACK_TIMEOUT,
            bit(e->w.expired, p));
    fprintf(e->edge.out, "  rule: bit' = ~bit if accepted, bit if expired: %u\n", bit(t->bit ^ e->w.accepted, p));
}

static void print_idle(const struct fedx_explain *e, unsigned p)
{
    const struct fedx_port_transmit *t = &fedx_explain_before(e)->port_transmit;

    if (bit(t->gap, p))
        fprintf(e->edge.out,
                "  in the gap after a frame ended early, cycle %u after its last byte\n"
                "  rule: settled = count >= R = %u: %u\n",
                t->count[p], fedx_port_transmit_round_trip(&fedx_explain_before(e)->config), bit(e->w.settled, p));
    else
        fprintf(e->edge.out,
                "  idle\n  rule: bit is taken over (bit' = ~bit, out_of_step + 1) if there is no start and differs %u "
                "and differs_last %u\n",
                bit(e->in->in.acc ^ t->bit, p), bit(t->acc_last ^ t->bit, p));
}

/* Whether a frame may start, and does. */
static void print_start(const struct fedx_explain *e, unsigned p)
{
    const struct fedx_switch_regs *s = fedx_explain_before(e);
    const struct fedx_port_transmit *t = &s->port_transmit;

    fprintf(e->edge.out,
            "  rule: available = hold %u is 0, own_last %u, and (idle or settled with differs_last %u = 0, idle with "
            "refuse_last %u = 0; or\n"
            "        accepted as far as registers print_decisions): %u\n",
            s->config.hold, bit(s->ownership.own_last, p), bit(t->acc_last ^ t->bit, p), bit(t->refuse_last, p),
            bit(e->w.available, p));
    fprintf(e->edge.out,
            "  rule: start = grant %u and own_now %u and not rx_refuse %u and (accepted %u or (not await %u and not "
            "differs %u)) and\n"
            "        not (ended %u and rx_req %u and not keep %u): %u\n",
            bit(e->w.grant, p), bit(e->w.own_now, p), bit(e->in->in.refuse, p), bit(e->w.accepted, p), bit(t->await, p),
            bit(e->in->in.acc ^ t->bit, p), bit(e->w.ended, p), bit(e->in->in.req, p), bit(e->w.keep, p),
            bit(e->w.start, p));
}

/* Where the next byte of a frame comes from. */
static void print_byte(const struct fedx_explain *e, unsigned p)
{
    const struct fedx_switch_regs *s = fedx_explain_before(e);
    unsigned b = s->port_transmit.buf[p], number = s->port_transmit.count[p] + 1u;
    unsigned flags = fedx_head_byte(s->buffer_pool.head[b], FEDX_BYTE_FLAGS);

    fprintf(e->edge.out, "  rule: the next byte is number %u: ", number);
    if (number == FEDX_BYTE_FLAGS)
        fprintf(e->edge.out,
                "flags 0x%02x of the head word: bit 7 becomes bit = %u; deroutes %u, one less if not 0 and port %s is "
                "not in best 0x%02x or deroute_hops %u\n",
                flags, bit(s->port_transmit.bit, p), (flags & FEDX_FLAG_DEROUTES) >> FEDX_DEROUTES_SHIFT,
                fedx_port_name((int)p), s->buffer_pool.best[b], s->config.deroute_hops);
    else if (number == FEDX_BYTE_CHECK)
        fprintf(e->edge.out, "the check register, 0x%02x\n", s->port_transmit.check[p]);
    else if (number < FEDX_BYTE_CHECK)
        fprintf(e->edge.out, "0x%02x of the head word of buffer %u\n", fedx_head_byte(s->buffer_pool.head[b], number),
                b);
    else
        fprintf(e->edge.out, "read_data of buffer %u, 0x%02x\n", b, s->buffer_pool.read_data[b]);
}

static const char *state_of(const struct fedx_port_transmit *t, unsigned p)
{
    return bit(t->sending, p) ? "sending" : bit(t->await, p) ? "await" : bit(t->gap, p) ? "gap" : "idle";
}

/* Which events the model sees in the cycle. */
static const char *events_of(const struct fedx_explain *e, unsigned p, char text[FEDX_EXPLAIN_LIST])
{
    snprintf(text, FEDX_EXPLAIN_LIST, "%s%s%s%s%s%s%s", bit(e->w.last, p) ? "last " : "",
             bit(e->w.abort, p) ? "abort " : "", bit(e->w.stopped, p) ? "stopped " : "",
             bit(e->w.accepted, p) ? "accepted " : "", bit(e->w.expired, p) ? "expired " : "",
             bit(e->w.settled, p) ? "settled " : "", bit(e->w.start, p) ? "start " : "");
    if (*text)
        text[strlen(text) - 1] = 0;
    return *text ? text : "none";
}

/* The first term of start that is 0. */
static const char *hindrance(const struct fedx_explain *e, unsigned p)
{
    const struct fedx_port_transmit *t = &fedx_explain_before(e)->port_transmit;

    return !bit(e->w.grant, p)        ? "grant is 0"
           : !bit(e->w.own_now, p)    ? "own_now is 0"
           : bit(e->in->in.refuse, p) ? "rx_refuse is 1"
           : !bit(e->w.accepted, p) && bit(t->await | (e->in->in.acc ^ t->bit), p)
               ? "it awaits an acceptance, or differs"
               : "an attempt ended, the other end asks, and the turn is not kept";
}

static void conclude_transmit(const struct fedx_explain *e, unsigned p)
{
    const struct fedx_port_transmit *model = &e->model.port_transmit, *rtl = &e->rtl.port_transmit;
    unsigned starts = fedx_explain_starts(e, &e->rtl);
    char events[FEDX_EXPLAIN_LIST], wrong[EXPLAIN_WRONG];

    if (bit(starts & ~e->w.start, p))
        explain_conclude(&e->edge, "section 6: the switch starts a frame at port %s, though %s", fedx_port_name((int)p),
                         hindrance(e, p));
    else if (bit(~starts & e->w.start, p))
        explain_conclude(
            &e->edge,
            "section 6: the switch does not start the frame of buffer %u at port %s, though all terms of start hold",
            e->w.grant_buf[p], fedx_port_name((int)p));
    else if (bit(starts, p) && model->buf[p] != rtl->buf[p])
        explain_conclude(&e->edge, "section 11: port %s is granted buffer %u, the switch starts buffer %u",
                         fedx_port_name((int)p), model->buf[p], rtl->buf[p]);
    else if (strcmp(state_of(model, p), state_of(rtl, p)) != 0)
        explain_conclude(&e->edge, "section 6: port %s goes to %s (events: %s), the switch to %s",
                         fedx_port_name((int)p), state_of(model, p), events_of(e, p, events), state_of(rtl, p));
    else
        explain_conclude(&e->edge, "section 6: port %s (events: %s): %s", fedx_port_name((int)p),
                         events_of(e, p, events), fedx_explain_wrong(e, "port_transmit", (int)p, wrong));
}

void fedx_explain_transmit(const struct fedx_explain *e, unsigned p)
{
    const struct fedx_switch_regs *s = fedx_explain_before(e);
    const struct fedx_port_transmit *t = &s->port_transmit;
    const struct fedx_pins *in = &e->in->in;

    explain_title(&e->edge, "Port transmit", 6, "port ", fedx_port_name((int)p));
    fprintf(e->edge.out,
            "  the other end: acc %u, refuse %u, turn %u, req %u; R = 2 + 2L = %u; differs = acc ^ bit %u\n",
            bit(in->acc, p), bit(in->refuse, p), bit(in->turn, p), bit(in->req, p),
            fedx_port_transmit_round_trip(&s->config), bit(t->bit, p));
    if (bit(t->sending, p))
        print_sending(e, p);
    else if (bit(t->await, p))
        print_await(e, p);
    else
        print_idle(e, p);
    if (!fedx_explain_differs(e, "port_transmit", (int)p))
        return;
    if (!bit(t->sending, p) || bit(e->w.ended, p))
        print_start(e, p);
    else if (!bit(e->w.last, p))
        print_byte(e, p);
    fprintf(e->edge.out,
            "  rule: stopped or abort: to gap; last: to await; accepted, expired or settled: to idle; start: "
            "byte 0 (0xfd)\n");
    fedx_explain_registers(e, "port_transmit", (int)p);
    conclude_transmit(e, p);
}

/* Ownership ------------------------------------------------------------------------------------------------------- */

static void print_keep(const struct fedx_explain *e)
{
    const struct fedx_switch_regs *s = fedx_explain_before(e);
    unsigned here = 0;

    FEDX_FOR_EACH_BUFFER(b, s->buffer_pool.used)
    here += s->buffer_pool.level[b] == 0;
    fprintf(e->edge.out,
            "  rule: keep (ejection priority) = eject_priority %u is not 0, injection not overdue (overdue %d), an "
            "ejection accepted %u,\n"
            "        another packet wants the PE port %u, and %u used buffers of level 0 >= eject_priority: %u\n",
            s->config.eject_priority, fedx_admission_overdue(&s->admission, &s->config),
            bit(e->w.accepted, FEDX_PE_PORT), bit(e->w.want, FEDX_PE_PORT), here, bit(e->w.keep, FEDX_PE_PORT));
}

static void print_req(const struct fedx_explain *e, unsigned p)
{
    const struct fedx_switch_regs *s = fedx_explain_before(e);
    fedx_buffer_word wanting = 0;
    unsigned headers = 0;
    char buffers[FEDX_EXPLAIN_LIST], ports[FEDX_EXPLAIN_LIST];

    FEDX_FOR_EACH_BUFFER(b, e->w.ready)
    if (bit(fedx_route_open(s->buffer_pool.allowed[b], s->buffer_pool.best[b], e->w.occupied), p))
        wanting |= fedx_buffer_bit((unsigned)b);
    FEDX_FOR_EACH_PORT(q, s->port_receive.routed)
    headers |= bit(fedx_route_open(e->w.choice[q].allowed, e->w.choice[q].best, e->w.occupied), p) << q;
    fprintf(e->edge.out, "  rule: by ports off the shortest paths only while all on them are occupied (0x%02x)\n",
            e->w.occupied);
    fprintf(e->edge.out, "  rule: req' = want %u (queued buffers, not being aborted, that may leave here: %s) or\n",
            bit(e->w.want, p), fedx_explain_buffers(wanting, buffers));
    fprintf(e->edge.out, "        header_want %u (ports whose arriving header is routed here: %s)\n",
            bit(e->w.header_want, p), fedx_explain_ports(headers, ports));
}

static void conclude_ownership(const struct fedx_explain *e, unsigned p)
{
    const struct fedx_ownership *before = &fedx_explain_before(e)->ownership, *model = &e->model.ownership,
                                *rtl = &e->rtl.ownership;
    char wrong[EXPLAIN_WRONG];

    if (bit(model->turn ^ rtl->turn, p))
        explain_conclude(&e->edge, "section 7: port %s: flip is %u, the switch %s the turn", fedx_port_name((int)p),
                         bit(e->w.flip, p), bit(rtl->turn ^ before->turn, p) ? "gives away" : "keeps");
    else if (*fedx_explain_wrong(e, "ownership", (int)p, wrong))
        explain_conclude(&e->edge, "section 7: port %s, own_now %u, flip %u, want %u, header_want %u: %s",
                         fedx_port_name((int)p), bit(e->w.own_now, p), bit(e->w.flip, p), bit(e->w.want, p),
                         bit(e->w.header_want, p), wrong);
}

void fedx_explain_ownership(const struct fedx_explain *e, unsigned p)
{
    const struct fedx_switch_regs *s = fedx_explain_before(e);
    const struct fedx_pins *in = &e->in->in;

    explain_title(&e->edge, "Ownership", 7, "port ", fedx_port_name((int)p));
    fprintf(
        e->edge.out,
        "  rule: own_now = (rx_turn %u ^ turn %u ^ side %u) is 0: %u; the switch acts as owner if own_last %u, too\n",
        bit(in->turn, p), bit(s->ownership.turn, p), bit(s->config.side, p), bit(e->w.own_now, p),
        bit(s->ownership.own_last, p));
    fprintf(e->edge.out,
            "  rule: flip = hold %u is 0, own_now %u, own_last %u, rx_req %u, not start %u, and ((ended %u and not "
            "keep %u) or\n"
            "        (not sending %u, not await %u, req %u = 0)): %u; turn' = turn ^ flip, own_last' = own_now and not "
            "flip\n",
            s->config.hold, bit(e->w.own_now, p), bit(s->ownership.own_last, p), bit(in->req, p), bit(e->w.start, p),
            bit(e->w.ended, p), bit(e->w.keep, p), bit(s->port_transmit.sending, p), bit(s->port_transmit.await, p),
            bit(s->ownership.req, p), bit(e->w.flip, p));
    if (p == FEDX_PE_PORT && bit(e->w.ended, p))
        print_keep(e);
    print_req(e, p);
    fedx_explain_registers(e, "ownership", (int)p);
    conclude_ownership(e, p);
}

/* Arbitration ----------------------------------------------------------------------------------------------------- */

/* The ready buffers that may leave by a port, in age order. */
static void print_candidates(const struct fedx_explain *e, unsigned p)
{
    const struct fedx_buffer_pool *b = &fedx_explain_before(e)->buffer_pool;
    fedx_buffer_word left = e->w.ready, first;

    fprintf(e->edge.out, "  port %s: queued buffers to which it is open, oldest first:", fedx_port_name((int)p));
    while ((first = fedx_arbitration_oldest(b, left, e->w.occupied, 1u << p)) != 0) {
        fprintf(e->edge.out, " %u", fedx_lowest_buffer(first));
        left &= ~first;
    }
    if (bit(e->w.grant, p))
        fprintf(e->edge.out, "; granted %u\n", e->w.grant_buf[p]);
    else
        fprintf(e->edge.out, "; nothing granted: what it picks goes by another port\n");
}

static void print_starts(const struct fedx_explain *e, const char *side, const struct fedx_switch_regs *after)
{
    fprintf(e->edge.out, "  %s starts:", side);
    FEDX_FOR_EACH_PORT(p, fedx_explain_starts(e, after))
    fprintf(e->edge.out, " buffer %u at port %s;", after->port_transmit.buf[p], fedx_port_name((int)p));
    fprintf(e->edge.out, fedx_explain_starts(e, after) ? "\n" : " nothing\n");
}

/* The port by which a buffer starts after the edge, or -1. */
static int port_of(const struct fedx_explain *e, const struct fedx_switch_regs *after, unsigned buffer)
{
    FEDX_FOR_EACH_PORT(p, fedx_explain_starts(e, after))
    if (after->port_transmit.buf[p] == buffer)
        return (int)p;
    return -1;
}

static void conclude_arbitration(const struct fedx_explain *e)
{
    for (unsigned b = 0; b < e->before->buffers; b++) {
        int model = port_of(e, &e->model, b), rtl = port_of(e, &e->rtl, b);
        if (model >= 0 && rtl >= 0 && model != rtl)
            explain_conclude(&e->edge, "section 11: buffer %u goes by port %s, the switch sends it by port %s", b,
                             fedx_port_name(model), fedx_port_name(rtl));
    }
}

void fedx_explain_arbitration(const struct fedx_explain *e)
{
    const struct fedx_buffer_pool *b = &fedx_explain_before(e)->buffer_pool;
    char ports[FEDX_EXPLAIN_LIST], best[FEDX_EXPLAIN_LIST], allowed[FEDX_EXPLAIN_LIST];
    fedx_buffer_word told = 0;

    explain_title(&e->edge, "Arbitration", 11, "", "");
    fprintf(
        e->edge.out,
        "  rule: each port of available and want (%s) picks the oldest queued buffer to which it is open; a buffer "
        "picked by several\n"
        "        takes one of best if there is any, of those its preferred one, else the lowest; the others pick again a "
        "cycle later\n",
        fedx_explain_ports(e->w.available & e->w.want, ports));
    FEDX_FOR_EACH_PORT(p, e->w.available & e->w.want)
    {
        print_candidates(e, p);
        told |= fedx_arbitration_oldest(b, e->w.ready, e->w.occupied, 1u << p);
    }
    FEDX_FOR_EACH_BUFFER(i, told)
    fprintf(e->edge.out, "  buffer %u: allowed %s; best %s; preferred %s\n", (unsigned)i,
            fedx_explain_ports(b->allowed[i], allowed), fedx_explain_ports(b->best[i], best),
            fedx_explain_ports(b->preferred[i], ports));
    print_starts(e, "model ", &e->model);
    print_starts(e, "switch", &e->rtl);
    conclude_arbitration(e);
}
