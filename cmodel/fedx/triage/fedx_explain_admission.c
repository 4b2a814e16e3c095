/* SPDX-License-Identifier: Apache-2.0
 *
 * Admission, the throttle time-out and the watch, explained: docs/spec/fedx.md section 9.
 * The headers are tried by fedx_admission_try, so verdicts and values are those that
 * the model decides by.
 */
#include <inttypes.h>
#include <string.h>

#include "fedx_explain_internal.h"

enum { DECISION_SHOWS = 2 /* cycles after which a verdict shows in pins, at the latest */ };

static const char *const test_names[] = {
#define FEDX_REJECT(name, number, key, words, source) [number] = #number " " #name,
#include "fedx/fedx_reject_reasons.def"
#undef FEDX_REJECT
};

/* n(i) + 1 against B - i, for each i up to the class. */
static void print_classes(const struct fedx_explain *e, const struct fedx_trial *t)
{
    unsigned buffers = e->before->buffers;

    if (!fedx_explain_before(e)->config.class_rule)
        fprintf(e->edge.out, "class_rule is off");
    else if (t->choice.level >= buffers)
        fprintf(e->edge.out, "class %u must be at most B - 1 = %u", t->choice.level, buffers - 1);
    else if (t->choice.level == 0)
        fprintf(e->edge.out, "class 0 needs a free buffer only");
    else {
        fprintf(e->edge.out, "n(i) + 1 <= B - i for i = 1 to %u:", t->choice.level);
        FEDX_FOR_EACH_CLASS(i, 1, t->choice.level)
        {
            unsigned after = t->tally.at_least[i] + 1u;
            fprintf(e->edge.out, " n(%u) + 1 = %u %s %u%s", i, after, after <= buffers - i ? "<=" : ">", buffers - i,
                    i < t->choice.level ? "," : "");
        }
    }
}

static void print_limits(const struct fedx_explain *e, const struct fedx_trial *t)
{
    const struct fedx_config *c = &fedx_explain_before(e)->config;
    unsigned held = t->tally.at_least[0], transit = t->tally.at_least[1];

    if (t->port != FEDX_PE_PORT) {
        fprintf(e->edge.out, "holds for the PE port only");
        return;
    }
    fprintf(e->edge.out,
            "here = %u, limit_dest %u; held - here = %u, limit_trans %u; held = %u, limit_total %u: reached %d (0 is "
            "off); ",
            held - transit, c->limit_dest, transit, c->limit_trans, held, c->limit_total, t->over);
    fprintf(e->edge.out, "lifted if the injection is overdue (%d) or the watched packet of the PE is (%d)",
            fedx_admission_overdue(&fedx_explain_before(e)->admission, c),
            t->watch_overdue && fedx_explain_before(e)->admission.watch_port == FEDX_PE_PORT);
}

static void print_similar(const struct fedx_explain *e, const struct fedx_trial *t)
{
    const struct fedx_switch_regs *s = fedx_explain_before(e);
    uint64_t head = s->port_receive.head[t->port];
    fedx_buffer_word similar = 0;
    char text[FEDX_EXPLAIN_LIST];

    if (!fedx_admission_similar(s->config.backpressure)) {
        fprintf(e->edge.out, "backpressure mode %u: no packet is similar", s->config.backpressure);
        return;
    }
    FEDX_FOR_EACH_BUFFER(i, s->buffer_pool.waiting)
    if (fedx_admission_holds_back(&s->config, s->buffer_pool.head[i], s->buffer_pool.level[i], head, t->choice.level))
        similar |= fedx_buffer_bit((unsigned)i);
    fprintf(e->edge.out, "backpressure mode %u compares the %s%s: of waiting buffers ", s->config.backpressure,
            s->config.backpressure == FEDX_BACKPRESSURE_MESSAGE ? "source and message" : "destination",
            s->config.backpressure_class ? ", and of no higher class" : "");
    fprintf(e->edge.out, "%s, ", fedx_explain_buffers(s->buffer_pool.waiting, text));
    fprintf(e->edge.out, "similar: %s", fedx_explain_buffers(similar, text));
    if (!similar && (t->fails >> FEDX_REJECT_BACKPRESSURE & 1u))
        fprintf(e->edge.out,
                ", but one that was admitted before in this cycle, or the watched packet while room is kept for it");
}

/* The values that a test compares. */
static void print_values(const struct fedx_explain *e, const struct fedx_trial *t, unsigned test)
{
    const struct fedx_switch_regs *s = fedx_explain_before(e);
    unsigned p = t->port;

    switch (test) {
    case FEDX_REJECT_BAD_HEADER: fprintf(e->edge.out, "bad %u", s->port_receive.bad >> p & 1u); break;
    case FEDX_REJECT_DUP_BIT: fprintf(e->edge.out, "dup_bit %u", s->port_receive.dup_bit >> p & 1u); break;
    case FEDX_REJECT_NO_ROUTE:
        fprintf(e->edge.out, "entry valid %u, allowed 0x%02x", s->route.entry[p] >> 31, t->choice.allowed);
        break;
    case FEDX_REJECT_NO_BUFFER:
        fprintf(e->edge.out, "%u of %u buffers free%s", t->free, e->before->buffers,
                t->reserved ? ", one of them kept for the watched packet" : "");
        break;
    case FEDX_REJECT_CLASS: print_classes(e, t); break;
    case FEDX_REJECT_BACKPRESSURE: print_similar(e, t); break;
    default: print_limits(e, t); break;
    }
}

/* Whether the header of a port was admitted, by the registers after the edge. */
static int admitted(const struct fedx_explain *e, const struct fedx_switch_regs *after, unsigned p)
{
    if (fedx_explain_shown(e, "admission", "reason"))
        return after->admission.reason[p] == FEDX_REJECT_NONE;
    return (after->port_receive.body | after->port_receive.abort) >> p & 1u;
}

/* What became of a header on a side: into which buffer, or refused why. */
static void print_verdict(const struct fedx_explain *e, const char *side, const struct fedx_switch_regs *after,
                          unsigned p, int reason_known)
{
    const struct fedx_port_receive *r = &after->port_receive;
    int in = admitted(e, after, p);

    fprintf(e->edge.out, "    %s: %s", side, in ? "ADMITTED" : "REFUSED");
    if (in)
        fprintf(e->edge.out, " to buffer %u", r->buf[p]);
    if (reason_known)
        fprintf(e->edge.out, ", reason %u %s", after->admission.reason[p],
                fedx_reject_name(after->admission.reason[p]));
    fprintf(e->edge.out, "\n");
}

static int disagree(const struct fedx_explain *e, const struct fedx_trial *t)
{
    int model = admitted(e, &e->model, t->port);

    return model != admitted(e, &e->rtl, t->port) ||
           e->model.admission.reason[t->port] != e->rtl.admission.reason[t->port] ||
           (model && e->model.port_receive.buf[t->port] != e->rtl.port_receive.buf[t->port]);
}

/* What follows when the two sides disagree about a header. */
static void conclude(const struct fedx_explain *e, const struct fedx_trial *t)
{
    const char *name = fedx_port_name((int)t->port);
    int model = admitted(e, &e->model, t->port), rtl = admitted(e, &e->rtl, t->port);
    unsigned reason = e->rtl.admission.reason[t->port] & 7u;
    int shown = fedx_explain_shown(e, "admission", "reason");

    if (rtl && !model)
        explain_conclude(&e->edge, "section 9: the switch admits the header of port %s, which fails test %s", name,
                         test_names[t->reason]);
    else if (model && !rtl && shown)
        explain_conclude(&e->edge, "section 9: the switch refuses the header of port %s by test %s, which it passes",
                         name, test_names[reason]);
    else if (model && !rtl)
        explain_conclude(&e->edge, "section 9: the switch refuses the header of port %s, which passes all tests", name);
    else if (!model && shown && reason != t->reason)
        explain_conclude(&e->edge,
                         "section 9: the first test that the header of port %s fails is %s, the switch says %s", name,
                         test_names[t->reason], reason ? test_names[reason] : "none");
    else if (model && e->model.port_receive.buf[t->port] != e->rtl.port_receive.buf[t->port])
        explain_conclude(&e->edge, "section 9: the header of port %s gets buffer %u, not the lowest free one, %u", name,
                         e->rtl.port_receive.buf[t->port], e->model.port_receive.buf[t->port]);
}

/* Both sides say the same, and nothing else depends on how. */
static int is_plain(const struct fedx_explain *e, const struct fedx_trial *t)
{
    return !disagree(e, t) &&
           (!e->admission || (!t->watched && t->reason == FEDX_REJECT_NONE && t->port != FEDX_PE_PORT));
}

static void print_tests(const struct fedx_explain *e, const struct fedx_trial *t)
{
    for (unsigned test = FEDX_REJECT_BAD_HEADER; test <= FEDX_REJECT_THROTTLED; test++) {
        fprintf(e->edge.out, "    test %-14s %s: ", test_names[test], t->fails >> test & 1u ? "FAILS " : "passes");
        print_values(e, t, test);
        fprintf(e->edge.out, "\n");
        if (test == t->reason)
            return;
    }
}

static void print_trial(const struct fedx_explain *e, const struct fedx_trial *t)
{
    uint64_t head = fedx_explain_before(e)->port_receive.head[t->port];
    char packet[FEDX_EXPLAIN_LIST];

    fprintf(e->edge.out, "  port %s: %s, class %u%s\n", fedx_port_name((int)t->port), fedx_explain_packet(head, packet),
            t->choice.level,
            t->watched    ? "; it is the watched packet: no room is kept from it"
            : t->reserved ? "; judged as if the watched packet were admitted already"
                          : "");
    if (is_plain(e, t)) {
        print_verdict(e, "both  ", &e->model, t->port, 1);
        return;
    }
    print_tests(e, t);
    print_verdict(e, "model ", &e->model, t->port, 1);
    print_verdict(e, "switch", &e->rtl, t->port, fedx_explain_shown(e, "admission", "reason"));
    conclude(e, t);
}

void fedx_explain_decision(const struct fedx_explain *e)
{
    const struct fedx_switch_regs *s = fedx_switch_state(e->decision);
    struct fedx_explain then = *e;
    struct fedx_trial trials[FEDX_PORTS];
    unsigned wrong = e->model.port_receive.refuse ^ e->rtl.port_receive.refuse, count;
    char text[FEDX_EXPLAIN_LIST];

    if (e->decided + DECISION_SHOWS < e->edge.cycle || e->decided > e->edge.cycle ||
        fedx_explain_shown(e, "admission", "reason"))
        return;
    then.before = e->decision;
    count = fedx_admission_try(s, then.before->buffers, trials);
    explain_title(&then.edge, "Admission", 9, "headers that decided just before, ports ",
                  fedx_explain_ports(s->port_receive.decide, text));
    fprintf(e->edge.out,
            "  in cycle %" PRIu64 ", of which pins show the verdict only now; the switch does not show its own\n",
            e->decided);
    for (unsigned i = 0; i < count; i++) {
        unsigned p = trials[i].port;
        fprintf(e->edge.out, "  port %s: %s, class %u\n", fedx_port_name((int)p),
                fedx_explain_packet(s->port_receive.head[p], text), trials[i].choice.level);
        print_tests(&then, &trials[i]);
        fprintf(e->edge.out, "    model : %s\n", fedx_reject_name(trials[i].reason));
        if (wrong >> p & 1u)
            explain_conclude(&e->edge,
                             "section 9: of the header of port %s, decided in cycle %" PRIu64
                             ", the model says: %s; the switch %s",
                             fedx_port_name((int)p), e->decided, fedx_reject_name(trials[i].reason),
                             e->rtl.port_receive.refuse >> p & 1u ? "refuses it" : "does not refuse it");
    }
}

/* The watch ------------------------------------------------------------------------------------------------------- */

/* The row of the table of section 9 that the model took. */
static const char *watch_row(const struct fedx_explain *e)
{
    const struct fedx_admission *before = &fedx_explain_before(e)->admission, *after = &e->model.admission;

    if (!fedx_explain_before(e)->port_receive.decide)
        return "no header decides: counters only count";
    if (before->watched && !after->watched)
        return fedx_admission_watch_spent(before, &fedx_explain_before(e)->config)
                   ? "first row, the watch is spent: watched' = 0, watch_age' = 0"
                   : "first row, its packet is admitted: watched' = 0, watch_age' = 0";
    if (before->watched && e->w.watch)
        return "second row, its packet decides and finds no room: watch_head', watch_level' from it, watch_away' = 0";
    if (!before->watched && e->w.watch)
        return "third row, a watch begins with the first header without room whose port is not in watch_done (any, if "
               "watch_age >= T)";
    return "none of the three rows applies: counters only count";
}

static void print_watch(const struct fedx_explain *e, const struct fedx_trial *trials, unsigned count)
{
    const struct fedx_switch_regs *s = fedx_explain_before(e);
    const struct fedx_admission *a = &s->admission;
    uint32_t timeout = s->config.throttle_timeout;
    char text[FEDX_EXPLAIN_LIST];

    fprintf(e->edge.out, "  the watch: watched %u", a->watched);
    if (a->watched)
        fprintf(e->edge.out, ", port %s, class %u, %s", fedx_port_name(a->watch_port), a->watch_level,
                fedx_explain_packet(a->watch_head, text));
    fprintf(e->edge.out, "; ports that had their turn: %s\n", fedx_explain_ports(a->watch_done, text));
    fprintf(e->edge.out,
            "    spent = watch_away %u >= T = %" PRIu32 " or watch_age %" PRIu32 " >= 128 T = %" PRIu32 ": %d\n",
            a->watch_away, timeout, a->watch_age, timeout << FEDX_WATCH_SHIFT,
            fedx_admission_watch_spent(a, &s->config));
    fprintf(e->edge.out, "    overdue = watched, watch_age >= T, not spent: %d\n",
            a->watched && a->watch_age >= timeout && !fedx_admission_watch_spent(a, &s->config));
    if (count && trials[0].watch_overdue)
        fprintf(e->edge.out, "    overdue, %s\n",
                trials[0].reserved  ? "and room is kept for it (a buffer is free, and it would pass tests 5 and 6 now)"
                : trials[0].watched ? "and the first header is its own"
                                    : "but no room is kept: no buffer is free, or it would fail test 5 or 6 now");
    for (unsigned i = 0; i < count && !a->watched; i++)
        if (trials[i].reason >= FEDX_REJECT_NO_BUFFER)
            fprintf(e->edge.out,
                    "    port %s found no room: in watch_done %u, watch_age >= T %d: a watch may begin if the first is "
                    "0 or the second 1\n",
                    fedx_port_name((int)trials[i].port), a->watch_done >> trials[i].port & 1u, a->watch_age >= timeout);
    fprintf(e->edge.out, "    model: %s\n", watch_row(e));
}

/* Everything else that the edge does ------------------------------------------------------------------------------ */

static void print_throttle(const struct fedx_explain *e)
{
    const struct fedx_switch_regs *s = fedx_explain_before(e);

    fprintf(e->edge.out,
            "  rule: throttled' = throttled, or an injection is held back: verdict THROTTLED %u, or keep %u while the "
            "PE's rx_req %u;\n"
            "        an admission from the PE (%u) clears throttled and throttle_count; the count goes up to "
            "throttle_timeout %u\n",
            e->w.throttle_set, e->w.keep >> FEDX_PE_PORT & 1u, e->in->in.req >> FEDX_PE_PORT & 1u,
            e->w.admit >> FEDX_PE_PORT & 1u, s->config.throttle_timeout);
}

static void print_random(const struct fedx_explain *e)
{
    const struct fedx_switch_regs *s = fedx_explain_before(e);
    char ports[FEDX_EXPLAIN_LIST];

    fprintf(e->edge.out,
            "  rule: each admitted packet draws bit 0 of random 0x%04x and steps it once, in order of service: 0x%04x "
            "after this cycle,\n",
            s->admission.random, e->w.random_next);
    fprintf(e->edge.out, "        draws of 1 that count (random_select %u): %s; a write to RANDOM beats it\n",
            s->config.random_select, fedx_explain_ports(e->w.admit_draw, ports));
    if (s->port_receive.decide)
        fprintf(e->edge.out, "  rule: first steps by one, 6 to 0, in every cycle with a decision: %u becomes %u\n",
                s->admission.first, e->model.admission.first);
}

void fedx_explain_admission(const struct fedx_explain *e)
{
    const struct fedx_switch_regs *s = fedx_explain_before(e);
    struct fedx_trial trials[FEDX_PORTS];
    unsigned count = fedx_admission_try(s, e->before->buffers, trials);
    struct fedx_tally tally = fedx_tally_count(&s->buffer_pool);
    char text[FEDX_EXPLAIN_LIST], wrong[EXPLAIN_WRONG];

    explain_title(&e->edge, "Admission", 9, "headers that decide: ", fedx_explain_ports(s->port_receive.decide, text));
    fprintf(e->edge.out, "  before: used buffers %s; n(0..%u) =", fedx_explain_buffers(s->buffer_pool.used, text),
            e->before->buffers - 1);
    for (unsigned i = 0; i < e->before->buffers; i++)
        fprintf(e->edge.out, " %u", tally.at_least[i]);
    fprintf(e->edge.out, "\n");
    if (count)
        fprintf(e->edge.out, "  served from first = %u upwards and around; each sees those admitted before it\n",
                s->admission.first);
    for (unsigned i = 0; i < count; i++)
        print_trial(e, &trials[i]);
    if (!e->admission)
        return;
    print_throttle(e);
    print_watch(e, trials, count);
    print_random(e);
    fedx_explain_registers(e, "admission", -1);
    if (*fedx_explain_wrong(e, "admission", -1, wrong))
        explain_conclude(&e->edge, "section 9: %s", wrong);
    for (int p = 0; p < FEDX_PORTS; p++) {
        fedx_explain_registers(e, "admission", p);
        if (*fedx_explain_wrong(e, "admission", p, wrong) && !(s->port_receive.decide >> p & 1u))
            explain_conclude(&e->edge, "section 9, port %s: %s", fedx_port_name(p), wrong);
    }
}
