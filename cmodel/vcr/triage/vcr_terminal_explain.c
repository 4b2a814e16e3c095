/* SPDX-License-Identifier: Apache-2.0
 *
 * What differs in a terminal, and the mechanisms that it is explained by. See vcr_triage.h.
 */
#include "vcr_triage.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "vcr_explain_internal.h"
#include "vcr_terminal_look.h"

/* Mechanisms with something to say. */
enum { INJECTION = 1, GATE = 2, TERMINAL = 4, WATCH = 8 };

/* One edge, on both sides. */
struct terminal_explain {
    struct explain_edge edge; /* its registers are before, model and rtl below */
    const struct vcr_terminal_parameters *parameters;
    struct vcr_parameters alike; /* a router with such ports */
    const struct vcr_pins *in;
    const struct vcr_terminal_control *control;
    struct vcr_terminal_regs before, model, rtl;
    struct vcr_terminal_wires w; /* of the model, in that cycle */
    unsigned mechanisms, ports;  /* that there is something to say about */
};

/* Registers ------------------------------------------------------------------------------------------------------- */

static int is_hexadecimal(const struct reg_info *r)
{
    static const char *const numbers[] = {"share_l", "share_k", "count", "waited", "sat_timeout"};

    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        if (strcmp(r->name, numbers[i]) == 0)
            return 0;
    return r->lanes.width > 8 || strcmp(r->name, "used") == 0;
}

static void name_lane(const void *context, const struct reg_info *r, int lane, char text[EXPLAIN_LANE])
{
    const struct terminal_explain *e = context;
    int port = vcr_explain_port(&e->alike, &r->lanes, lane);

    *text = 0;
    if (r->lanes.dimension == VCR_OF_LANE)
        snprintf(text, EXPLAIN_LANE, "port %d channel %d", port, lane % e->parameters->vcs);
    else if (port >= 0)
        snprintf(text, EXPLAIN_LANE, "port %d", port);
}

/* Registers of a block that changed or differ: of a port, or with -1 of the terminal as a whole. Conclude from those
 * that differ. */
static void print_registers(const struct terminal_explain *e, const char *block, int port, int section, const char *why)
{
    char wrong[EXPLAIN_WRONG] = "";

    for (int i = 0; i < VCR_TERMINAL_REG_COUNT; i++) {
        const struct reg_info *r = &e->edge.kind->registers[i];
        for (int lane = 0; lane < r->lanes.each && strcmp(r->block, block) == 0; lane++)
            if (vcr_explain_port(&e->alike, &r->lanes, lane) == port) {
                explain_row(&e->edge, i, lane, EXPLAIN_WHOLE);
                explain_wrong(&e->edge, i, lane, EXPLAIN_WHOLE, wrong);
            }
    }
    if (!*wrong)
        return;
    if (port < 0)
        explain_conclude(&e->edge, "section %d, %s: %s", section, why, wrong);
    else
        explain_conclude(&e->edge, "section %d, port %d, %s: %s", section, port, why, wrong);
}

/* Injection ------------------------------------------------------------------------------------------------------- */

static const char *put_words(const struct terminal_explain *e)
{
    return e->w.put          ? "a packet is put in"
           : e->control->put ? "put without room: a packet is lost"
                             : "nothing is put in";
}

static void print_ring(const struct terminal_explain *e)
{
    const struct vcr_inject *j = &e->before.inject;
    char why[EXPLAIN_SAID - EXPLAIN_WRONG - 64];

    fprintf(e->edge.out, "  put %u, room %u: %s, slot write %u\n", e->control->put, j->room, put_words(e), j->write);
    fprintf(e->edge.out,
            "  rule: a packet passes if one is behind the gate or put in, queued < %u, and the gate is open: "
            "buffered %u, queued %u, open %u: %s\n",
            e->parameters->queue, j->buffered, j->queued, e->w.open, e->w.pass ? "one passes" : "none");
    snprintf(why, sizeof why, "%s, %s passes", put_words(e), e->w.pass ? "one" : "none");
    if (e->w.start_port == VCR_NO_PORT)
        fprintf(e->edge.out, "  rule: no packet begins\n");
    else
        fprintf(
            e->edge.out,
            "  rule: the packet in slot read, %u, begins by port %u channel %u: the lowest with alloc_credits, %u, and one\n",
            j->read, e->w.start_port, e->w.start_vc, e->before.terminal.alloc_credits);
    fprintf(e->edge.out, "  rule: room' = less than %u behind the gate, and slot write' is free\n",
            e->parameters->buffer);
    print_registers(e, "inject", -1, 15, why);
}

static void print_port(const struct terminal_explain *e, unsigned p)
{
    const struct vcr_inject *j = &e->before.inject;
    const char *link = e->w.rise >> p & 1u   ? "the link rises"
                       : e->w.fall >> p & 1u ? "the link falls"
                       : j->linked >> p & 1u ? "linked"
                                             : "not linked";
    const char *flit = e->w.last >> p & 1u    ? "a tail is sent"
                       : e->w.going >> p & 1u ? "a flit is sent"
                                              : "no flit is sent";
    char why[96];

    fprintf(e->edge.out, "  port %u: rx_up %u, in the cycle before %u: %s; ", p, e->in->up >> p & 1u,
            j->up_last >> p & 1u, link);
    if (j->sending >> p & 1u)
        fprintf(e->edge.out, "sending slot %u in channel %u, %u of %u flits sent; %s\n", j->slot[p], j->vc[p],
                j->sent[p], e->parameters->length, flit);
    else
        fprintf(e->edge.out, "sending nothing; %s\n", flit);
    for (unsigned v = 0; v < e->parameters->vcs; v++) {
        unsigned lane = p * e->parameters->vcs + v;
        fprintf(e->edge.out, "    channel %u: credits %u of %u, rx_credit %u: now %u\n", v, j->credits[lane],
                e->parameters->depth, e->in->credit[p] >> v & 1u, e->w.credits_now[lane]);
    }
    snprintf(why, sizeof why, "%s, %s", link, flit);
    print_registers(e, "inject", (int)p, 15, why);
}

static void print_injection(const struct terminal_explain *e)
{
    explain_title(&e->edge, "Injection", 15, "", "");
    print_ring(e);
    VCR_FOR_EACH(p, e->ports)
    print_port(e, p);
}

/* SAT gate and SAT watch ------------------------------------------------------------------------------------------ */

static void print_gate(const struct terminal_explain *e)
{
    const struct vcr_sat_gate *g = &e->before.sat_gate;
    const struct vcr_terminal *t = &e->before.terminal;
    unsigned starved = g->count < t->share_l && e->before.inject.buffered != 0,
             leaves = t->sat_mode && g->held && !starved;
    char why[160];

    explain_title(&e->edge, "SAT gate", 16, "", "");
    fprintf(e->edge.out, "  sat_mode %u, first %u, l %u, k %u; quiet %u; a token is %son the wire of port 0\n",
            t->sat_mode, t->sat_first, t->share_l, t->share_k, t->quiet, e->in->sat & 1u ? "" : "not ");
    fprintf(
        e->edge.out,
        "  rule: open %u; starved %u: count %u < l, and %u packets behind the gate; leaves %u: held %u and not starved; "
        "begin %u: started %u, link of port 0 %u\n",
        e->w.open, starved, g->count, e->before.inject.buffered, leaves, g->held, e->w.begin, g->started,
        e->before.inject.linked & 1u);
    snprintf(why, sizeof why, "%s, %s passes, %s", t->sat_mode ? "SAT on" : "SAT off",
             e->w.pass ? "a packet" : "no packet",
             leaves       ? "the token leaves"
             : g->held    ? "the token stays"
             : e->w.begin ? "the first token is made"
                          : "no token is here");
    for (int p = -1; p < e->parameters->ports; p++)
        print_registers(e, "sat_gate", p, 16, why);
}

static void print_watch(const struct terminal_explain *e)
{
    const struct vcr_sat_watch *k = &e->before.sat_watch;
    const struct vcr_terminal *t = &e->before.terminal;
    unsigned comes = t->sat_mode && !t->quiet && (e->in->sat & 1u);
    unsigned away = t->sat_mode && !t->quiet && t->sat_timeout && !comes && !e->before.sat_gate.held;

    explain_title(&e->edge, "SAT watch", 18, "", "");
    fprintf(e->edge.out,
            "  rule: comes %u; away %u; waited %" PRIu32 " and one of sat_timeout %" PRIu32
            ": late %u; timeouts %u, at most 255; "
            "held %u\n",
            comes, away, k->waited, t->sat_timeout, away && k->waited + 1u >= t->sat_timeout, k->timeouts,
            e->before.sat_gate.held);
    print_registers(e, "sat_watch", -1, 18,
                    comes  ? "a token comes"
                    : away ? "the token is away"
                           : "the watch does not count");
}

/* Terminal -------------------------------------------------------------------------------------------------------- */

const char *vcr_terminal_explain_address(const struct router_kind *kind, unsigned address, char text[TRIAGE_ADDRESS])
{
    static const char *const names[] = {"MODE", "SHARE", "STATUS", "WATCH"};

    (void)kind;
    snprintf(text, TRIAGE_ADDRESS, "%s", address < sizeof names / sizeof *names ? names[address] : "nothing");
    return text;
}

static void print_terminal(const struct terminal_explain *e)
{
    const struct vcr_terminal *t = &e->before.terminal;
    char name[TRIAGE_ADDRESS], why[96];

    explain_title(&e->edge, "Terminal", 17, "", "");
    fprintf(e->edge.out,
            "  on the pins: rst %u, cfg_we %u, cfg_addr 0x%04x, cfg_wdata 0x%08" PRIx32
            ": sampled into write, addr, wdata\n",
            e->control->rst, e->control->cfg_we, e->control->cfg_addr, e->control->cfg_wdata);
    fprintf(e->edge.out, "  rule: write %u: wdata 0x%08" PRIx32 " goes to 0x%04x, %s%s\n", t->write, t->wdata, t->addr,
            vcr_terminal_explain_address(e->edge.kind, t->addr, name),
            t->write ? "" : ", if write were 1: no setting may change");
    fprintf(
        e->edge.out,
        "  rule: rdata' = value at that address before the edge; quiet' = quiet - 1, to 0: quiet %u; up' = not quiet\n",
        t->quiet);
    fprintf(e->edge.out,
            "  rule: credit' = 0 while quiet; with sink, %u, the channel of the flit that comes; without: take\n",
            t->sink);
    snprintf(why, sizeof why, "%s 0x%04x, %s", t->write ? "write to" : "read of", t->addr, name);
    print_registers(e, "terminal", -1, 17, why);
    VCR_FOR_EACH(p, e->ports)
    {
        snprintf(why, sizeof why, "rx_valid %u, rx_vc %u, take 0x%x, sink %u", e->in->valid >> p & 1u, e->in->vc[p],
                 e->control->take[p], t->sink);
        print_registers(e, "terminal", (int)p, 17, why);
    }
}

static void print_settings(const void *explain)
{
    const struct terminal_explain *e = explain;
    const struct vcr_terminal *t = &e->before.terminal;

    fprintf(
        e->edge.out,
        "\nSettings in force in that cycle (section 17)\n  MODE   sat_mode %u, sat_first %u, sink %u, alloc_credits %u\n"
        "  SHARE  share_l %u, share_k %u\n  WATCH  sat_timeout %" PRIu32 "\n",
        t->sat_mode, t->sat_first, t->sink, t->alloc_credits, t->share_l, t->share_k, t->sat_timeout);
}

/* What differs, and the replay up to the edge --------------------------------------------------------------------- */

static void mark(void *context, const struct reg_info *r, int lane)
{
    static const char *const blocks[] = {"inject", "sat_gate", "terminal", "sat_watch"};
    struct terminal_explain *e = context;
    int port = vcr_explain_port(&e->alike, &r->lanes, lane);

    for (unsigned i = 0; i < sizeof blocks / sizeof *blocks; i++)
        if (strcmp(r->block, blocks[i]) == 0)
            e->mechanisms |= 1u << i;
    if (port >= 0)
        e->ports |= 1u << port;
}

static void see_cycle(void *context, const struct replay_cycle *c)
{
    struct terminal_explain *e = context;

    if (c->in && c->number == e->edge.cycle) {
        e->before = *vcr_terminal_state(c->model);
    } else if (!c->in) {
        e->model = *vcr_terminal_state(c->model);
        explain_take(&e->edge, c->ops, c->rtl);
        e->w = vcr_terminal_look(e->parameters, &e->before, e->in, e->control);
    }
}

static void *create(const struct vectors *v)
{
    const struct vcr_terminal_parameters *parameters = v->kind->parameters;
    struct terminal_explain *e = calloc(1, sizeof *e);

    if (!e)
        return NULL;
    *e = (struct terminal_explain){.parameters = parameters, .alike = vcr_terminal_alike(parameters)};
    e->in = vectors_in(v, v->count - 1);
    e->control = vectors_control(v, v->count - 1);
    e->edge = (struct explain_edge){
        .kind = v->kind, .before = &e->before, .model = &e->model, .rtl = &e->rtl, .cycle = v->count - 1};
    return e;
}

/* All of it ------------------------------------------------------------------------------------------------------- */

static void print_decisions(const void *explain)
{
    const struct terminal_explain *e = explain;

    if (e->control->rst)
        explain_conclude(
            &e->edge, "section 17: rst = 1, so every named register takes its reset value, and what differs did not");
    if (e->mechanisms & INJECTION)
        print_injection(e);
    if (e->mechanisms & GATE)
        print_gate(e);
    if (e->mechanisms & TERMINAL)
        print_terminal(e);
    if (e->mechanisms & WATCH)
        print_watch(e);
}

const struct explain_ops vcr_terminal_explain = {create, free, {.cycle = see_cycle}, is_hexadecimal, name_lane,
                                                 mark,   NULL, print_decisions,      print_settings};
