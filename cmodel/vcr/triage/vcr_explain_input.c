/* SPDX-License-Identifier: Apache-2.0
 *
 * Route, input and selection, explained: docs/spec/vcr.md sections 5 to 7.
 */
#include <inttypes.h>

#include "vcr_explain_internal.h"

/* Route ----------------------------------------------------------------------------------------------------------- */

static void print_route(const struct vcr_explain *e, unsigned p, uint64_t head)
{
    static const char *const by[] = {"table", "mesh", "torus", "tree"};
    const struct vcr_regs *r = vcr_explain_before(e);
    const unsigned class = vcr_flit_class(head);
    const uint64_t aimed = vcr_flit_aimed(e->parameters, head);
    const uint32_t entry =
        r->config.routing == VCR_ROUTE_TABLE ? r->route.entry[p] : vcr_route_logic(&r->config, p, aimed);
    const uint32_t route = e->w.arrive_route[p];
    char text[VCR_EXPLAIN_LIST];

    fprintf(e->edge.out, "  it is the head of %s, class %u\n", vcr_explain_packet(head, text), class);
    if (aimed != head)
        fprintf(e->edge.out, "  rule: it goes to the router of terminal %u first (section 20)\n",
                vcr_flit_destination(aimed));
    fprintf(e->edge.out,
            "  rule: routing %u (%s): entry 0x%08" PRIx32 "; drawn with prefer %u, paired %u, random bits 0x%02x\n",
            r->config.routing, by[r->config.routing & 3u], entry, r->config.prefer[class], r->config.paired,
            vcr_route_bits(&r->route, (5 * p + 29) & 63u));
    if (vcr_route_best(route) == 0)
        fprintf(e->edge.out, "  route: no port is best, so it will be dropped\n");
    else
        fprintf(e->edge.out, "  route: best ports %s; preferred %u; escape by port %u, class %u\n",
                vcr_explain_set(vcr_route_best(route), text), vcr_route_preferred(route), vcr_route_escape(route),
                vcr_route_class(route));
}

/* Whether what comes on a port is taken, and why not. */
static const char *fate(const struct vcr_explain *e, unsigned p)
{
    if (e->w.accept[p])
        return "accepted";
    if (e->w.fall >> p & 1u)
        return "lost: the link falls in this cycle";
    return e->w.arrive_vc[p] < e->parameters->vcs ? "lost, error FULL: the channel is full"
                                                  : "lost, error VC: there is no such channel";
}

void vcr_explain_arrival(const struct vcr_explain *e, unsigned p)
{
    char number[8], wrong[EXPLAIN_WRONG];

    snprintf(number, sizeof number, "%u", p);
    explain_title(&e->edge, "Route", 5, "port ", number);
    if (e->w.arrive >> p & 1u) {
        fprintf(e->edge.out, "  a flit comes%s: channel %u, head %u, tail %u, 0x%016" PRIx64 ": %s (section 6)\n",
                e->parameters->route_stage ? " out of the stage" : "", e->w.arrive_vc[p], e->w.arrive_head >> p & 1u,
                e->w.arrive_tail >> p & 1u, e->w.arrive_flit[p * e->parameters->words], fate(e, p));
        if (e->w.arrive_head >> p & 1u)
            print_route(e, p, e->w.arrive_flit[p * e->parameters->words]);
    } else {
        fprintf(e->edge.out, "  nothing comes%s\n",
                vcr_explain_before(e)->config.quiet ? ": the router is quiet (section 12)" : "");
    }
    if (e->parameters->route_stage)
        fprintf(e->edge.out,
                "  rule: the stage takes what is on the wire: valid %u, head %u, tail %u, channel %u, 0x%016" PRIx64
                "\n",
                e->in->valid >> p & 1u, e->in->head >> p & 1u, e->in->tail >> p & 1u, e->in->vc[p],
                e->in->flit[p * e->parameters->words]);
    vcr_explain_registers(e, "route", (int)p, VCR_EXPLAIN_NONE);
    if (*vcr_explain_wrong(e, "route", (int)p, VCR_EXPLAIN_NONE, wrong))
        explain_conclude(&e->edge, "section 5, port %u, the stage: %s", p, wrong);
    vcr_explain_registers(e, "input", (int)p, VCR_EXPLAIN_NONE);
    if (*vcr_explain_wrong(e, "input", (int)p, VCR_EXPLAIN_NONE, wrong))
        explain_conclude(&e->edge, "section 6, port %u: %s", p, wrong);
}

void vcr_explain_random(const struct vcr_explain *e)
{
    char wrong[EXPLAIN_WRONG];

    explain_title(&e->edge, "Route", 5, "random", "");
    fprintf(
        e->edge.out,
        "  rule: x ^= x << 13; x ^= x >> 7; x ^= x << 17, in every cycle; a write to RANDOM sets a half (section 12)\n");
    vcr_explain_registers(e, "route", VCR_EXPLAIN_NONE, VCR_EXPLAIN_NONE);
    explain_conclude(&e->edge, "section 5: %s",
                     vcr_explain_wrong(e, "route", VCR_EXPLAIN_NONE, VCR_EXPLAIN_NONE, wrong));
}

/* Input ----------------------------------------------------------------------------------------------------------- */

/* Which of the rules of section 6 the front of a channel is in. */
static const char *rule_of(const struct vcr_explain *e, unsigned p, unsigned bit)
{
    const struct vcr_wires *w = &e->w;

    if (w->fall >> p & 1u)
        return "its link falls: what it holds is lost, and a packet under way gets a tail";
    if (w->synth[p] & bit)
        return w->grant[p] & bit ? "a tail that never came is made up, and granted"
                                 : "a tail that never came is made up, and waits";
    if (w->dropping[p] & bit)
        return w->front_head[p] & bit ? "its head has no route, and is dropped" : "a flit without a head is dropped";
    if (w->grant[p] & bit)
        return w->request[p] & bit      ? "its head is granted"
               : w->front_tail[p] & bit ? "a tail is granted"
                                        : "a flit is granted";
    if (w->request[p] & bit)
        return "its head waits";
    if (w->going[p] & bit)
        return "its packet is under way, and waits";
    return w->accept[p] & bit ? "a flit is accepted" : "nothing is in it that could leave";
}

/* What the channel holds and has at its front. */
static void print_front(const struct vcr_explain *e, unsigned p, unsigned v)
{
    const struct vcr_input *i = &vcr_explain_before(e)->input;
    const unsigned lane = p * e->parameters->vcs + v, bit = 1u << v;
    const uint64_t *flit = &e->w.front_flit[lane * e->parameters->words];
    char text[VCR_EXPLAIN_LIST];

    fprintf(e->edge.out, "  it holds %u of %u flits%s\n", i->fill[lane], e->parameters->depth,
            e->w.accept[p] & bit ? ", and accepts the one that comes" : "");
    if (i->active[p] & bit)
        fprintf(e->edge.out, "  active: its packet has channel %u of port %u%s\n", i->out_vc[lane], i->out_port[lane],
                i->closing[p] & bit ? "; closing" : "");
    if ((e->w.request[p] | e->w.dropping[p]) & e->w.front_head[p] & bit)
        fprintf(e->edge.out, "  front: the head of %s, age %u\n", vcr_explain_packet(*flit, text), i->age[lane]);
    else if ((e->w.going[p] | e->w.dropping[p]) & bit)
        fprintf(e->edge.out, "  front: a %s, 0x%016" PRIx64 "\n", e->w.front_tail[p] & bit ? "tail" : "flit", *flit);
}

/* What the wires say of it. */
static void print_wires(const struct vcr_explain *e, unsigned p, unsigned v)
{
    const unsigned lane = p * e->parameters->vcs + v;
    const struct vcr_wires *w = &e->w;
    char text[VCR_EXPLAIN_LIST];

    fprintf(e->edge.out, "  wires: request %u, going %u, synth %u, dropping %u, front_head %u, front_tail %u\n",
            w->request[p] >> v & 1u, w->going[p] >> v & 1u, w->synth[p] >> v & 1u, w->dropping[p] >> v & 1u,
            w->front_head[p] >> v & 1u, w->front_tail[p] >> v & 1u);
    if (!(w->want[p] >> v & 1u))
        fprintf(e->edge.out, "  it asks for nothing (section 7)\n");
    else
        fprintf(e->edge.out, "  it asks for port %u, one of channels %s (section 7): %s (section 9)\n",
                w->want_port[lane], vcr_explain_set(w->want_vcs[lane], text),
                w->grant[p] >> v & 1u ? "granted" : "not granted");
}

void vcr_explain_input(const struct vcr_explain *e, unsigned p, unsigned v)
{
    char which[32], wrong[EXPLAIN_WRONG];

    snprintf(which, sizeof which, "%u channel %u", p, v);
    explain_title(&e->edge, "Input", 6, "port ", which);
    print_front(e, p, v);
    print_wires(e, p, v);
    fprintf(e->edge.out, "  so at this edge: %s\n", rule_of(e, p, 1u << v));
    vcr_explain_registers(e, "input", (int)p, (int)v);
    if (*vcr_explain_wrong(e, "input", (int)p, (int)v, wrong))
        explain_conclude(&e->edge, "section 6, port %u channel %u, in which %s: %s", p, v, rule_of(e, p, 1u << v),
                         wrong);
}

/* Selection ------------------------------------------------------------------------------------------------------- */

/* Ports of which a channel of the class can be taken. */
static unsigned room_of(const struct vcr_explain *e, unsigned class)
{
    unsigned room = 0;

    for (unsigned q = 0; q < e->parameters->ports; q++)
        room |= (unsigned)((e->w.free[q] & vcr_explain_before(e)->config.vc_mask[class]) != 0) << q;
    return room;
}

/* Which step of the section it came to. */
static const char *step_of(const struct vcr_explain *e, unsigned p, unsigned v)
{
    const struct vcr_input *i = &vcr_explain_before(e)->input;
    const unsigned lane = p * e->parameters->vcs + v, port = e->w.want_port[lane];

    if (!(e->w.want[p] >> v & 1u))
        return "nothing can be had";
    if (e->w.deflect[p] >> v & 1u)
        return "step 3, a deflection";
    if (i->committed[p] >> v & 1u)
        return port == i->commit_port[lane] ? "the port that it is committed to" : "escape, committed";
    return port == e->w.choice[lane] ? "step 2, its choice" : "step 4, escape";
}

void vcr_explain_selection(const struct vcr_explain *e, unsigned p, unsigned v)
{
    static const char *const how[] = {"preferred", "random", "most credits", "preferred"};
    const struct vcr_regs *r = vcr_explain_before(e);
    const struct vcr_config *c = &r->config;
    const unsigned lane = p * e->parameters->vcs + v,
                   room = room_of(e, vcr_flit_class(e->w.front_flit[lane * e->parameters->words]));
    const uint64_t head = e->w.front_flit[lane * e->parameters->words];
    const uint32_t route = e->w.front_route[lane];
    const unsigned class = vcr_flit_class(head), best = vcr_route_best(route), arrived = best & ~(unsigned)c->links;
    char which[32], a[VCR_EXPLAIN_LIST], b[VCR_EXPLAIN_LIST], d[VCR_EXPLAIN_LIST];

    snprintf(which, sizeof which, "%u channel %u", p, v);
    explain_title(&e->edge, "Selection", 7, "port ", which);
    fprintf(e->edge.out, "  route: best ports %s%s; preferred %u; escape by port %u, class %u; deflections left %u\n",
            vcr_explain_set(best, a), arrived ? ", so it has arrived" : "", vcr_route_preferred(route),
            vcr_route_escape(route), vcr_route_class(route), vcr_flit_deflections(head));
    fprintf(
        e->edge.out,
        "  class %u: adaptive %u (the head: %u), select %u (%s), busy_too %u, redraw %u, vc_mask 0x%04x, escape 0x%04x\n",
        class, c->adaptive[class], vcr_flit_adaptive(head), c->select[class], how[c->select[class] & 3u],
        c->busy_too[class], c->redraw[class], c->vc_mask[class],
        vcr_route_class(route) ? c->escape_high[class] : c->escape_low[class]);
    fprintf(e->edge.out, "  ports with room for the class: %s; held links: %s; so idle: %s\n", vcr_explain_set(room, a),
            vcr_explain_set(r->output.hold, b), vcr_explain_set(room & ~(unsigned)r->output.hold, d));
    if (r->input.committed[p] >> v & 1u)
        fprintf(e->edge.out, "  committed to port %u\n", r->input.commit_port[lane]);
    else
        fprintf(e->edge.out, "  choice: port %u; it %s\n", e->w.choice[lane],
                e->w.commit[p] >> v & 1u ? "commits to it, unless it is granted" : "does not commit");
    fprintf(e->edge.out, "  so: %s\n", step_of(e, p, v));
}
