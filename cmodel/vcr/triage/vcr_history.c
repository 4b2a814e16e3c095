/* SPDX-License-Identifier: Apache-2.0
 *
 * The history of packets in one router. See vcr_history.h.
 */
#include "vcr_history.h"

#include <inttypes.h>
#include <stdlib.h>

#include "../kind/vcr_packet.h"
#include "../model/vcr_internal.h"

enum {
    HEADS = VCR_MOST_DEPTH + 2, /* in a channel: in its queue, and one that has left */
    GONE = 32,                  /* packets that have left, kept */
    RECENT = 100                /* history_ops.recent */
};

/* How a history ended. */
enum end { INSIDE, WHOLE, CUT, CLOSED, NO_ROUTE, NO_ROOM, NO_CHANNEL, LINK_FELL, RESET };

static const char *const end_words[] = {[WHOLE] = "its tail left",
                                        [CUT] = "another head came: a tail was made up",
                                        [CLOSED] = "its link fell: a tail was made up",
                                        [NO_ROUTE] = "dropped: no port leads on",
                                        [NO_ROOM] = "lost: its channel was full",
                                        [NO_CHANNEL] = "lost: there is no such channel",
                                        [LINK_FELL] = "lost: its link fell",
                                        [RESET] = "lost by a reset"};

/* A packet. Cycles are of vectors, from 0. */
struct history {
    uint64_t head;
    int known;         /* it has a head; 0: that left before a state was set */
    int held;          /* it was there when a state was set */
    unsigned port, vc; /* by which it came */
    uint64_t came;
    int left; /* its head has left: */
    unsigned out_port, out_vc;
    uint64_t left_at;
    enum end end;
    uint64_t ended;
};

/* The packets of a channel, the front first. */
struct lane {
    unsigned count;
    struct history list[HEADS];
};

struct vcr_history {
    const struct vcr_parameters *parameters;
    uint64_t cycle, packets;
    unsigned ports, gone; /* gone: in all */
    struct history recent[GONE];
    struct lane lane[];
};

static void *create_history(const struct router_kind *kind)
{
    const struct vcr_parameters *parameters = kind->parameters;
    struct vcr_history *l = calloc(1, sizeof *l + vcr_lanes(parameters) * sizeof l->lane[0]);

    if (l)
        l->parameters = parameters;
    return l;
}

/* Events ---------------------------------------------------------------------------------------------------------- */

static void forget(struct vcr_history *l, struct history history, enum end end)
{
    history.end = end;
    history.ended = l->cycle;
    l->recent[l->gone++ % GONE] = history;
}

/* The front of a channel is over. */
static void end_front(struct vcr_history *l, struct lane *lane, enum end end)
{
    if (lane->count == 0)
        return;
    forget(l, lane->list[0], end);
    lane->count--;
    for (unsigned i = 0; i < lane->count; i++)
        lane->list[i] = lane->list[i + 1];
}

static void arrive(struct vcr_history *l, const struct vcr_wires *w, unsigned p)
{
    unsigned vc = w->arrive_vc[p];
    struct history history = {
        .head = w->arrive_flit[p * l->parameters->words], .known = 1, .port = p, .vc = vc, .came = l->cycle};
    struct lane *lane = &l->lane[p * l->parameters->vcs + (vc < l->parameters->vcs ? vc : 0)];

    l->ports |= 1u << p;
    if (!(w->arrive_head >> p & 1u))
        return;
    l->packets++;
    if (w->accept[p] != 0 && lane->count < HEADS)
        lane->list[lane->count++] = history;
    else
        forget(l, history, w->fall >> p & 1u ? LINK_FELL : vc < l->parameters->vcs ? NO_ROOM : NO_CHANNEL);
}

/* What was granted to a channel, or dropped. */
static void depart(struct vcr_history *l, const struct vcr_wires *w, const struct vcr_regs *r, unsigned p, unsigned v)
{
    unsigned bit = 1u << v, lane_number = p * l->parameters->vcs + v;
    struct lane *lane = &l->lane[lane_number];

    if (w->dropping[p] & w->front_head[p] & bit)
        end_front(l, lane, NO_ROUTE);
    if (!(w->grant[p] & bit))
        return;
    l->ports |= 1u << w->want_port[lane_number];
    if ((w->front_head[p] & bit) && lane->count > 0) {
        struct history *history = &lane->list[0];
        history->left = 1;
        history->left_at = l->cycle;
        history->out_port = w->want_port[lane_number];
        history->out_vc = w->out_vc[history->out_port];
    }
    if (w->front_tail[p] & bit)
        end_front(l, lane, !(w->synth[p] & bit) ? WHOLE : r->input.closing[p] & bit ? CLOSED : CUT);
}

/* All of a channel but a packet that is under way, which gets a tail. */
static void fall(struct vcr_history *l, struct lane *lane, int active)
{
    while (lane->count > (unsigned)active) {
        forget(l, lane->list[lane->count - 1], LINK_FELL);
        lane->count--;
    }
}

static void reset(struct vcr_history *l)
{
    for (unsigned i = 0; i < vcr_lanes(l->parameters); i++)
        while (l->lane[i].count > 0)
            end_front(l, &l->lane[i], RESET);
}

/* A cycle --------------------------------------------------------------------------------------------------------- */

/* A state has been set: what is in a channel has come before. */
static void find_held(struct vcr_history *l, const struct vcr_router *router, unsigned number)
{
    const struct vcr_input *i = &vcr_router_state(router)->input;
    unsigned p = number / l->parameters->vcs, v = number % l->parameters->vcs;
    struct lane *lane = &l->lane[number];

    lane->count = 0;
    if (i->active[p] >> v & 1u)
        lane->list[lane->count++] = (struct history){.held = 1,
                                                     .port = p,
                                                     .vc = v,
                                                     .left = 1,
                                                     .out_port = i->out_port[number],
                                                     .out_vc = i->out_vc[number],
                                                     .left_at = l->cycle,
                                                     .came = l->cycle};
    for (unsigned k = 0; k < i->fill[number]; k++) {
        uint64_t head;
        if (vcr_router_held(router, number, k, &head))
            lane->list[lane->count++] =
                (struct history){.head = head, .known = 1, .held = 1, .port = p, .vc = v, .came = l->cycle};
    }
    l->packets += lane->count;
}

static void see(void *context, const struct replay_cycle *c)
{
    struct vcr_history *l = context;
    struct vcr_router *router = (struct vcr_router *)(uintptr_t)c->model;
    const struct vcr_regs *r = vcr_router_state(router);
    unsigned lanes = vcr_lanes(l->parameters), vcs = l->parameters->vcs;
    struct vcr_wires w;

    l->cycle = c->number;
    if (!c->in)
        return;
    for (unsigned i = 0; i < lanes && c->set; i++)
        find_held(l, router, i);
    if (((const struct vcr_control *)c->control)->rst) {
        reset(l);
        return;
    }
    vcr_router_eval(l->parameters, router, c->in, &w);
    VCR_FOR_EACH(p, w.arrive)
    arrive(l, &w, p);
    for (unsigned i = 0; i < lanes; i++)
        depart(l, &w, r, i / vcs, i % vcs);
    VCR_FOR_EACH(q, w.fall)
    for (unsigned v = 0; v < vcs; v++)
        fall(l, &l->lane[q * vcs + v], r->input.active[q] >> v & 1u);
}

static struct observer observe(void *history)
{
    return (struct observer){history, see, NULL};
}

/* Words ----------------------------------------------------------------------------------------------------------- */

static struct history_counts count(const void *history)
{
    const struct vcr_history *l = history;

    return (struct history_counts){l->packets, (uint64_t)__builtin_popcount(l->ports), l->cycle};
}

static void print_history(const struct history *history, FILE *out)
{
    struct packet packet = vcr_packet_of(history->head);

    if (history->known)
        fprintf(out, "packet %d of message %d from %d to %d, head %016" PRIx64 "\n", packet.number, packet.message,
                packet.source, packet.destination, history->head);
    else
        fprintf(out, "a packet whose head had left\n");
    fprintf(out, "  %8" PRIu64 "  %s port %u channel %u\n", history->came,
            history->held ? "was there, had come by" : "came by", history->port, history->vc);
    if (history->left)
        fprintf(out, "  %8" PRIu64 "  goes on by port %u channel %u\n", history->left_at, history->out_port,
                history->out_vc);
    if (history->end != INSIDE)
        fprintf(out, "  %8" PRIu64 "  %s\n", history->ended, end_words[history->end]);
}

static void print(const void *history, FILE *out)
{
    const struct vcr_history *l = history;
    unsigned told = 0;

    for (unsigned i = 0; i < vcr_lanes(l->parameters); i++)
        for (unsigned k = 0; k < l->lane[i].count; k++, told++)
            print_history(&l->lane[i].list[k], out);
    for (unsigned n = l->gone > GONE ? l->gone - GONE : 0; n < l->gone; n++)
        if (l->recent[n % GONE].ended + RECENT >= l->cycle) {
            print_history(&l->recent[n % GONE], out);
            told++;
        }
    if (told == 0)
        fprintf(out, "none\n");
}

const struct history_ops vcr_history = {create_history, free, observe, count, print, RECENT, NULL};
