/* SPDX-License-Identifier: Apache-2.0
 *
 * The life of packets in one router. See vcr_life.h.
 */
#include "vcr_life.h"

#include <inttypes.h>
#include <stdlib.h>

#include "../kind/vcr_packet.h"
#include "../model/vcr_internal.h"

enum {
    HEADS = VCR_MOST_DEPTH + 2, /* in a channel: in its queue, and one that has left */
    GONE = 32                   /* packets that have left, kept */
};

/* How a life ended. */
enum end { INSIDE, WHOLE, CUT, CLOSED, NO_ROUTE, NO_ROOM, NO_CHANNEL, LINK_FELL, RESET };

static const char *const end_words[] = {
    [WHOLE] = "its tail left", [CUT] = "another head came: a tail was made up", [CLOSED] = "its link fell: a tail was made up",
    [NO_ROUTE] = "dropped: no port leads on", [NO_ROOM] = "lost: its channel was full", [NO_CHANNEL] = "lost: there is no such channel",
    [LINK_FELL] = "lost: its link fell", [RESET] = "lost by a reset"};

/* A packet. Cycles are of vectors, from 0. */
struct life {
    uint64_t head;
    int known;                   /* it has a head; 0: that left before a state was set */
    int held;                    /* it was there when a state was set */
    unsigned port, vc;           /* by which it came */
    uint64_t came;
    int left;                    /* its head has left: */
    unsigned out_port, out_vc;
    uint64_t left_at;
    enum end end;
    uint64_t ended;
};

/* The packets of a channel, the front first. */
struct lane {
    unsigned count;
    struct life list[HEADS];
};

struct vcr_life {
    const struct vcr_shape *shape;
    uint64_t cycle, packets;
    unsigned ports, gone;        /* gone: in all */
    struct life recent[GONE];
    struct lane lane[];
};

void *vcr_life_create(const struct vcr_shape *shape)
{
    struct vcr_life *l = calloc(1, sizeof *l + vcr_lanes(shape) * sizeof l->lane[0]);

    if (l)
        l->shape = shape;
    return l;
}

void vcr_life_destroy(void *life)
{
    free(life);
}

/* Events ------------------------------------------------------------------------------------------------------------- */

static void forget(struct vcr_life *l, struct life life, enum end end)
{
    life.end = end;
    life.ended = l->cycle;
    l->recent[l->gone++ % GONE] = life;
}

/* The front of a channel is over. */
static void end_front(struct vcr_life *l, struct lane *lane, enum end end)
{
    if (lane->count == 0)
        return;
    forget(l, lane->list[0], end);
    lane->count--;
    for (unsigned i = 0; i < lane->count; i++)
        lane->list[i] = lane->list[i + 1];
}

static void arrive(struct vcr_life *l, const struct vcr_wires *w, unsigned p)
{
    unsigned vc = w->arrive_vc[p];
    struct life life = {.head = w->arrive_flit[p * l->shape->words], .known = 1, .port = p, .vc = vc, .came = l->cycle};
    struct lane *lane = &l->lane[p * l->shape->vcs + (vc < l->shape->vcs ? vc : 0)];

    l->ports |= 1u << p;
    if (!(w->arrive_head >> p & 1u))
        return;
    l->packets++;
    if (w->accept[p] != 0 && lane->count < HEADS)
        lane->list[lane->count++] = life;
    else
        forget(l, life, w->fall >> p & 1u ? LINK_FELL : vc < l->shape->vcs ? NO_ROOM : NO_CHANNEL);
}

/* What was granted to a channel, or dropped. */
static void depart(struct vcr_life *l, const struct vcr_wires *w, const struct vcr_regs *r, unsigned p, unsigned v)
{
    unsigned bit = 1u << v, lane_number = p * l->shape->vcs + v;
    struct lane *lane = &l->lane[lane_number];

    if (w->dropping[p] & w->front_head[p] & bit)
        end_front(l, lane, NO_ROUTE);
    if (!(w->grant[p] & bit))
        return;
    l->ports |= 1u << w->want_port[lane_number];
    if ((w->front_head[p] & bit) && lane->count > 0) {
        struct life *life = &lane->list[0];
        life->left = 1;
        life->left_at = l->cycle;
        life->out_port = w->want_port[lane_number];
        life->out_vc = w->out_vc[life->out_port];
    }
    if (w->front_tail[p] & bit)
        end_front(l, lane, !(w->synth[p] & bit) ? WHOLE : r->input.closing[p] & bit ? CLOSED : CUT);
}

/* All of a channel but a packet that is under way, which gets a tail. */
static void fall(struct vcr_life *l, struct lane *lane, int active)
{
    while (lane->count > (unsigned)active) {
        forget(l, lane->list[lane->count - 1], LINK_FELL);
        lane->count--;
    }
}

static void reset(struct vcr_life *l)
{
    for (unsigned i = 0; i < vcr_lanes(l->shape); i++)
        while (l->lane[i].count > 0)
            end_front(l, &l->lane[i], RESET);
}

/* A cycle ------------------------------------------------------------------------------------------------------------ */

/* A state has been set: what is in a channel has come before. */
static void find_held(struct vcr_life *l, const struct vcr_router *router, unsigned number)
{
    const struct vcr_input *i = &vcr_router_state(router)->input;
    unsigned p = number / l->shape->vcs, v = number % l->shape->vcs;
    struct lane *lane = &l->lane[number];

    lane->count = 0;
    if (i->active[p] >> v & 1u)
        lane->list[lane->count++] = (struct life){.held = 1, .port = p, .vc = v, .left = 1, .out_port = i->out_port[number],
                                                  .out_vc = i->out_vc[number], .left_at = l->cycle, .came = l->cycle};
    for (unsigned k = 0; k < i->fill[number]; k++) {
        uint64_t head;
        if (vcr_router_held(router, number, k, &head))
            lane->list[lane->count++] = (struct life){.head = head, .known = 1, .held = 1, .port = p, .vc = v, .came = l->cycle};
    }
    l->packets += lane->count;
}

static void see(void *context, const struct replay_cycle *c)
{
    struct vcr_life *l = context;
    struct vcr_router *router = (struct vcr_router *)(uintptr_t)c->model;
    const struct vcr_regs *r = vcr_router_state(router);
    unsigned lanes = vcr_lanes(l->shape), vcs = l->shape->vcs;
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
    vcr_router_eval(l->shape, router, c->in, &w);
    VCR_FOR_EACH(p, w.arrive)
        arrive(l, &w, p);
    for (unsigned i = 0; i < lanes; i++)
        depart(l, &w, r, i / vcs, i % vcs);
    VCR_FOR_EACH(q, w.fall)
        for (unsigned v = 0; v < vcs; v++)
            fall(l, &l->lane[q * vcs + v], r->input.active[q] >> v & 1u);
}

struct observer vcr_life_observer(void *life)
{
    return (struct observer){life, see, NULL};
}

/* Words -------------------------------------------------------------------------------------------------------------- */

struct life_counts vcr_life_count(const void *life)
{
    const struct vcr_life *l = life;

    return (struct life_counts){l->packets, (uint64_t)__builtin_popcount(l->ports), l->cycle};
}

static void print_life(const struct life *life, FILE *out)
{
    struct packet packet = vcr_packet_of(life->head);

    if (life->known)
        fprintf(out, "packet %d of message %d from %d to %d, head %016" PRIx64 "\n", packet.number, packet.message, packet.source,
                packet.destination, life->head);
    else
        fprintf(out, "a packet whose head had left\n");
    fprintf(out, "  %8" PRIu64 "  %s port %u channel %u\n", life->came, life->held ? "was there, had come by" : "came by", life->port, life->vc);
    if (life->left)
        fprintf(out, "  %8" PRIu64 "  goes on by port %u channel %u\n", life->left_at, life->out_port, life->out_vc);
    if (life->end != INSIDE)
        fprintf(out, "  %8" PRIu64 "  %s\n", life->ended, end_words[life->end]);
}

void vcr_life_print(const void *life, FILE *out)
{
    const struct vcr_life *l = life;
    unsigned told = 0;

    for (unsigned i = 0; i < vcr_lanes(l->shape); i++)
        for (unsigned k = 0; k < l->lane[i].count; k++, told++)
            print_life(&l->lane[i].list[k], out);
    for (unsigned n = l->gone > GONE ? l->gone - GONE : 0; n < l->gone; n++)
        if (l->recent[n % GONE].ended + VCR_LIFE_RECENT >= l->cycle) {
            print_life(&l->recent[n % GONE], out);
            told++;
        }
    if (told == 0)
        fprintf(out, "none\n");
}
