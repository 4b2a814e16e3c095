/* SPDX-License-Identifier: Apache-2.0
 *
 * Output, allocation and crossbar, explained, and who holds what: docs/spec/vcr.md sections 8 to 10.
 */
#include <inttypes.h>
#include <string.h>

#include "vcr_explain_internal.h"

/* Output ---------------------------------------------------------------------------------------------------------- */

/* Which of the rules of section 8 a channel is in. */
static void rules_of(const struct vcr_explain *e, unsigned q, unsigned channel, char text[VCR_EXPLAIN_LIST])
{
    const struct vcr_output *o = &vcr_explain_before(e)->output;
    const unsigned sent = (e->w.out_grant >> q & 1u) && e->w.out_vc[q] == channel;
    const unsigned credit = (o->linked >> q & 1u) && (e->in->credit[q] >> channel & 1u);

    if ((e->w.rise | e->w.fall) >> q & 1u)
        snprintf(text, VCR_EXPLAIN_LIST, "the link %s",
                 e->w.rise >> q & 1u ? "rises: it has all its credits" : "falls: it has no credits");
    else
        snprintf(text, VCR_EXPLAIN_LIST, "%s%s%s", credit ? "a credit comes" : "", credit && sent ? ", and " : "",
                 sent     ? "a flit is sent"
                 : credit ? ""
                          : "nothing happens");
}

static void print_channel(const struct vcr_explain *e, unsigned q, unsigned channel)
{
    const struct vcr_output *o = &vcr_explain_before(e)->output;
    const unsigned lane = q * e->parameters->vcs + channel;
    const int owner = vcr_explain_owner(e, q, channel);
    char rules[VCR_EXPLAIN_LIST], wrong[EXPLAIN_WRONG];

    rules_of(e, q, channel, rules);
    fprintf(e->edge.out, "  channel %u: credits %u of %u%s, ", channel, o->credits[lane], e->parameters->depth,
            e->w.credits_now[lane] != o->credits[lane] ? " and one on the wire" : "");
    if (owner >= 0)
        fprintf(e->edge.out, "owned by the packet of port %d channel %d", owner / e->parameters->vcs,
                owner % e->parameters->vcs);
    else
        fprintf(e->edge.out, "%s",
                o->owned[q] >> channel & 1u    ? "owned"
                : e->w.free[q] >> channel & 1u ? "free"
                                               : "not owned");
    fprintf(e->edge.out, "; %s\n", rules);
    vcr_explain_registers(e, "output", (int)q, (int)channel);
    if (*vcr_explain_wrong(e, "output", (int)q, (int)channel, wrong))
        explain_conclude(&e->edge, "section 8, port %u channel %u, for which %s: %s", q, channel, rules, wrong);
}

void vcr_explain_output(const struct vcr_explain *e, unsigned q)
{
    const struct vcr_output *o = &vcr_explain_before(e)->output;
    char number[8], wrong[EXPLAIN_WRONG];

    snprintf(number, sizeof number, "%u", q);
    explain_title(&e->edge, "Output", 8, "port ", number);
    fprintf(e->edge.out,
            "  link: linked %u, rx_up %u, in the cycle before %u%s%s; hold %u, link_hold %u; a head needs %u credits\n",
            o->linked >> q & 1u, e->in->up >> q & 1u, o->up_last >> q & 1u, e->w.rise >> q & 1u ? ": rises" : "",
            e->w.fall >> q & 1u ? ": falls" : "", o->hold >> q & 1u, vcr_explain_before(e)->config.link_hold,
            vcr_explain_before(e)->config.alloc_credits);
    for (unsigned v = 0; v < e->parameters->vcs; v++)
        print_channel(e, q, v);
    vcr_explain_registers(e, "output", (int)q, VCR_EXPLAIN_NONE);
    if (*vcr_explain_wrong(e, "output", (int)q, VCR_EXPLAIN_NONE, wrong))
        explain_conclude(&e->edge, "section 8, port %u: %s", q, wrong);
}

/* Allocation ------------------------------------------------------------------------------------------------------ */

static void print_asker(const struct vcr_explain *e, unsigned q, unsigned lane)
{
    const struct vcr_regs *r = vcr_explain_before(e);
    const unsigned p = lane / e->parameters->vcs, v = lane % e->parameters->vcs;
    char text[VCR_EXPLAIN_LIST];

    fprintf(e->edge.out, "  lane %u, port %u channel %u: age %u, number %s the pointer; for one of channels %s%s\n",
            lane, p, v, r->input.age[lane], lane >= r->allocate.rr[q] ? "at or behind" : "before",
            vcr_explain_set(e->w.want_vcs[lane], text), e->w.grant[p] >> v & 1u ? ": granted" : "");
}

void vcr_explain_allocation(const struct vcr_explain *e, unsigned q)
{
    const struct vcr_regs *r = vcr_explain_before(e);
    unsigned asked = 0;
    char number[8], winner[16] = "nobody", wrong[EXPLAIN_WRONG];

    if (e->w.out_grant >> q & 1u)
        snprintf(winner, sizeof winner, "lane %u", e->w.out_lane[q]);
    snprintf(number, sizeof number, "%u", q);
    explain_title(&e->edge, "Allocation", 9, "port ", number);
    fprintf(e->edge.out, "  rule: %sfrom the pointer, lane %u, on; it moves behind %s that is granted\n",
            r->config.oldest ? "the oldest; at equal age " : "", r->allocate.rr[q],
            r->config.by_input && !e->parameters->speedup ? "the input" : "the one");
    for (unsigned lane = 0; lane < vcr_lanes(e->parameters); lane++)
        if ((e->w.want[lane / e->parameters->vcs] >> lane % e->parameters->vcs & 1u) && e->w.want_port[lane] == q) {
            print_asker(e, q, lane);
            asked++;
        }
    if (asked == 0)
        fprintf(e->edge.out, "  nobody asks for it\n");
    if (!e->parameters->speedup)
        fprintf(
            e->edge.out,
            "  of each input only its most urgent channel takes part; that of input %u is looked for from channel %u on (in_rr)\n",
            q, r->allocate.in_rr[q]);
    vcr_explain_registers(e, "allocate", (int)q, VCR_EXPLAIN_NONE);
    if (*vcr_explain_wrong(e, "allocate", (int)q, VCR_EXPLAIN_NONE, wrong))
        explain_conclude(&e->edge, "section 9, port %u, which is granted to %s: %s", q, winner, wrong);
}

/* Crossbar -------------------------------------------------------------------------------------------------------- */

/* What one side sends by a port from this edge on. */
static void print_sent(const struct vcr_explain *e, const char *side, const struct vcr_crossbar *x, unsigned q)
{
    const uint64_t *flit = &x->flit[q * e->parameters->words];
    const int tail = vcr_explain_made_up(e, x, q);
    int found = 0;

    if (!(x->valid >> q & 1u)) {
        fprintf(e->edge.out, "  %s sends nothing\n", side);
        return;
    }
    fprintf(e->edge.out, "  %s sends 0x%016" PRIx64 " in channel %u, head %u, tail %u", side, *flit, x->vc[q],
            x->head >> q & 1u, x->tail >> q & 1u);
    for (unsigned lane = 0; lane < vcr_lanes(e->parameters); lane++)
        if (vcr_explain_may_be(e, x, q, lane))
            fprintf(e->edge.out, "%s port %u channel %u", found++ ? "," : ": what is at the front of",
                    lane / e->parameters->vcs, lane % e->parameters->vcs);
    if (tail >= 0)
        fprintf(e->edge.out, ": a tail made up for the packet of port %d channel %d", tail / e->parameters->vcs,
                tail % e->parameters->vcs);
    fprintf(e->edge.out, "\n");
}

/* Whether a lane asks for a port as urgently as another one, the pointer apart. */
static int is_tied(const struct vcr_explain *e, unsigned q, unsigned lane, unsigned other)
{
    const struct vcr_regs *r = vcr_explain_before(e);

    return (e->w.want[lane / e->parameters->vcs] >> lane % e->parameters->vcs & 1u) && e->w.want_port[lane] == q &&
           (!r->config.oldest || r->input.age[lane] == r->input.age[other]);
}

/*
 * Where the pointer of a port would have to be for a lane to go first that is tied with the one that does.
 * @return text; "" where no pointer makes it first
 */
static const char *pointers_for(const struct vcr_explain *e, unsigned q, unsigned lane, char text[VCR_EXPLAIN_LIST])
{
    const unsigned lanes = vcr_lanes(e->parameters), first = e->w.out_lane[q];
    unsigned from = lane;

    *text = 0;
    if (!is_tied(e, q, lane, first) || !is_tied(e, q, first, lane))
        return text;
    while (!is_tied(e, q, (from + lanes - 1) % lanes, lane))
        from = (from + lanes - 1) % lanes;
    if (from == lane)
        snprintf(text, VCR_EXPLAIN_LIST, ", as with the pointer at lane %u", lane);
    else
        snprintf(text, VCR_EXPLAIN_LIST, ", as with the pointer at one of lanes %u to %u", from, lane);
    return text;
}

/* The router sends another front than the model: whether that one may not be sent there, or does not go first. */
static void conclude_sent(const struct vcr_explain *e, unsigned q)
{
    const struct vcr_crossbar *sent = &e->rtl.crossbar;
    const uint64_t *flit = &sent->flit[q * e->parameters->words];
    const int tail = vcr_explain_made_up(e, sent, q);
    char pointers[VCR_EXPLAIN_LIST];

    if (!(sent->valid >> q & 1u) ||
        memcmp(&e->model.crossbar.flit[q * e->parameters->words], flit, 8u * e->parameters->words) == 0)
        return;
    if (tail >= 0)
        explain_conclude(
            &e->edge,
            "section 6, port %d channel %d: the router makes up a tail, as behind a link that has fallen, and the model does not",
            tail / e->parameters->vcs, tail % e->parameters->vcs);
    for (unsigned lane = 0; lane < vcr_lanes(e->parameters); lane++) {
        const unsigned p = lane / e->parameters->vcs, v = lane % e->parameters->vcs;
        if (!vcr_explain_may_be(e, sent, q, lane))
            continue;
        if (!(e->w.want[p] >> v & 1u) || e->w.want_port[lane] != q)
            explain_conclude(
                &e->edge,
                "section 7, port %u channel %u: the router sends its front by port %u, for which it does not ask", p, v,
                q);
        else if (e->w.out_grant >> q & 1u)
            explain_conclude(
                &e->edge, "section 9, port %u: port %u channel %u does not go first, and the router sends its front%s",
                q, p, v, pointers_for(e, q, lane, pointers));
    }
}

void vcr_explain_crossbar(const struct vcr_explain *e, unsigned q)
{
    char number[8], wrong[EXPLAIN_WRONG];
    const char *why = e->w.out_grant >> q & 1u ? "to which a front is granted" : "to which nothing is granted";

    snprintf(number, sizeof number, "%u", q);
    explain_title(&e->edge, "Crossbar", 10, "port ", number);
    print_sent(e, "model ", &e->model.crossbar, q);
    print_sent(e, "router", &e->rtl.crossbar, q);
    conclude_sent(e, q);
    vcr_explain_registers(e, "crossbar", (int)q, VCR_EXPLAIN_NONE);
    if (*vcr_explain_wrong(e, "crossbar", (int)q, VCR_EXPLAIN_NONE, wrong))
        explain_conclude(&e->edge, "section 10, port %u, %s: %s", q, why, wrong);
}

/* Who holds what -------------------------------------------------------------------------------------------------- */

/* Why a port could not be had by a class. */
static void print_lack(const struct vcr_explain *e, unsigned q, unsigned class)
{
    const struct vcr_regs *r = vcr_explain_before(e);
    const unsigned mask = r->config.vc_mask[class] & vcr_all_vcs(e->parameters);
    char text[VCR_EXPLAIN_LIST];

    fprintf(e->edge.out, "    port %u: ", q);
    if (!(r->output.linked >> q & 1u))
        fprintf(e->edge.out, "its link is down\n");
    else if (e->w.free[q] & mask)
        fprintf(e->edge.out, "%s\n",
                r->output.hold >> q & 1u ? "another packet holds its link" : "another packet is granted");
    else {
        fprintf(e->edge.out, "owned: channels %s", vcr_explain_set(r->output.owned[q] & mask, text));
        fprintf(e->edge.out, "; without %u credits: %s\n", r->config.alloc_credits,
                vcr_explain_set(mask & ~(unsigned)r->output.owned[q] & ~(unsigned)e->w.free[q], text));
    }
}

static void print_waiting(const struct vcr_explain *e, unsigned p, unsigned v)
{
    const struct vcr_regs *r = vcr_explain_before(e);
    const unsigned lane = p * e->parameters->vcs + v;
    const uint64_t head = e->w.front_flit[lane * e->parameters->words];
    const unsigned committed = r->input.committed[p] >> v & 1u;
    const unsigned ports = committed ? 1u << r->input.commit_port[lane] : vcr_route_best(e->w.front_route[lane]);
    char text[VCR_EXPLAIN_LIST];

    fprintf(e->edge.out, "  port %u channel %u: the head of %s waits for %u cycles%s\n", p, v,
            vcr_explain_packet(head, text), r->input.age[lane], committed ? ", committed" : "");
    VCR_FOR_EACH(q, ports)
    print_lack(e, q, vcr_flit_class(head));
}

/* A packet under way has its channel, and may have no credit. */
static void print_holding(const struct vcr_explain *e, unsigned p, unsigned v)
{
    const struct vcr_regs *r = vcr_explain_before(e);
    const unsigned lane = p * e->parameters->vcs + v, q = r->input.out_port[lane], channel = r->input.out_vc[lane];

    fprintf(
        e->edge.out,
        "  port %u channel %u: its packet has port %u channel %u%s, which has %u credits; %u flits of it are here\n", p,
        v, q, channel, r->output.hold >> q & 1u ? " and holds the link" : "",
        e->w.credits_now[q * e->parameters->vcs + channel], r->input.fill[lane]);
}

void vcr_explain_holders(const struct vcr_explain *e)
{
    const struct vcr_input *i = &vcr_explain_before(e)->input;
    unsigned told = 0;

    fprintf(e->edge.out, "\nWho holds what in that cycle, and who waits for it\n");
    for (unsigned p = 0; p < e->parameters->ports; p++) {
        VCR_FOR_EACH(v, i->active[p])
        {
            print_holding(e, p, v);
            told++;
        }
        VCR_FOR_EACH(v, e->w.request[p] & ~(unsigned)e->w.grant[p])
        {
            print_waiting(e, p, v);
            told++;
        }
    }
    if (told == 0)
        fprintf(e->edge.out, "  nobody\n");
}
