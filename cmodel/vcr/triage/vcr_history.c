/* SPDX-License-Identifier: Apache-2.0
 *
 * The history of packets in one router. See vcr_triage.h.
 */
#include <stdlib.h>

#include "../model/vcr_internal.h"
#include "vcr_packet_history.h"

enum { HEADS = VCR_MOST_DEPTH + 2 /* in a channel: in its queue, and one that has left */ };

/* How a history ended. */
enum end { WHOLE, CUT, CLOSED, NO_ROUTE, NO_ROOM, NO_CHANNEL, LINK_FELL, RESET };

static const char *const end_words[] = {[WHOLE] = "its tail left",
                                        [CUT] = "another head came: a tail was made up",
                                        [CLOSED] = "its link fell: a tail was made up",
                                        [NO_ROUTE] = "dropped: no port leads on",
                                        [NO_ROOM] = "lost: its channel was full",
                                        [NO_CHANNEL] = "lost: there is no such channel",
                                        [LINK_FELL] = "lost: its link fell",
                                        [RESET] = "lost by a reset"};

static const char goes_on[] = "goes on by port %u channel %u";

/* The packets of a channel, the front first. */
struct lane {
    unsigned count;
    struct vcr_packet_history list[HEADS];
};

struct vcr_history {
    struct vcr_packet_histories all;
    const struct vcr_parameters *parameters;
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

/* The front of a channel is over. */
static void end_front(struct vcr_history *l, struct lane *lane, enum end end)
{
    if (lane->count == 0)
        return;
    vcr_packet_gone(&l->all, lane->list[0], end_words[end]);
    lane->count--;
    for (unsigned i = 0; i < lane->count; i++)
        lane->list[i] = lane->list[i + 1];
}

static void arrive(struct vcr_history *l, const struct vcr_wires *w, unsigned p)
{
    unsigned vc = w->arrive_vc[p];
    struct vcr_packet_history history = {.head = w->arrive_flit[p * l->parameters->words], .known = 1};
    struct lane *lane = &l->lane[p * l->parameters->vcs + (vc < l->parameters->vcs ? vc : 0)];

    l->all.ports |= 1u << p;
    if (!(w->arrive_head >> p & 1u))
        return;
    l->all.packets++;
    vcr_packet_note(&l->all, &history, "came by port %u channel %u", p, vc);
    if (w->accept[p] != 0 && lane->count < HEADS)
        lane->list[lane->count++] = history;
    else
        vcr_packet_gone(&l->all, history,
                        end_words[w->fall >> p & 1u         ? LINK_FELL
                                  : vc < l->parameters->vcs ? NO_ROOM
                                                            : NO_CHANNEL]);
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
    l->all.ports |= 1u << w->want_port[lane_number];
    if ((w->front_head[p] & bit) && lane->count > 0)
        vcr_packet_note(&l->all, &lane->list[0], goes_on, w->want_port[lane_number],
                        w->out_vc[w->want_port[lane_number]]);
    if (w->front_tail[p] & bit)
        end_front(l, lane, !(w->synth[p] & bit) ? WHOLE : r->input.closing[p] & bit ? CLOSED : CUT);
}

/* All of a channel but a packet that is under way, which gets a tail. */
static void fall(struct vcr_history *l, struct lane *lane, int active)
{
    while (lane->count > (unsigned)active)
        vcr_packet_gone(&l->all, lane->list[--lane->count], end_words[LINK_FELL]);
}

static void reset(struct vcr_history *l)
{
    for (unsigned i = 0; i < vcr_lanes(l->parameters); i++)
        while (l->lane[i].count > 0)
            end_front(l, &l->lane[i], RESET);
}

/* A cycle --------------------------------------------------------------------------------------------------------- */

static void add_held(struct vcr_history *l, unsigned number, struct vcr_packet_history packet)
{
    struct lane *lane = &l->lane[number];

    vcr_packet_note(&l->all, &packet, "was there, had come by port %u channel %u", number / l->parameters->vcs,
                    number % l->parameters->vcs);
    lane->list[lane->count++] = packet;
    l->all.packets++;
}

/* A state has been set: what is in a channel has come before. */
static void find_held(struct vcr_history *l, const struct vcr_router *router, unsigned number)
{
    const struct vcr_input *i = &vcr_router_state(router)->input;
    uint64_t head;

    l->lane[number].count = 0;
    if (i->active[number / l->parameters->vcs] >> number % l->parameters->vcs & 1u) {
        add_held(l, number, (struct vcr_packet_history){0});
        vcr_packet_note(&l->all, &l->lane[number].list[0], goes_on, i->out_port[number], i->out_vc[number]);
    }
    for (unsigned k = 0; k < i->fill[number]; k++)
        if (vcr_router_held(router, number, k, &head))
            add_held(l, number, (struct vcr_packet_history){.head = head, .known = 1});
}

static void see(void *context, const struct replay_cycle *c)
{
    struct vcr_history *l = context;
    struct vcr_router *router = (struct vcr_router *)(uintptr_t)c->model;
    const struct vcr_regs *r = vcr_router_state(router);
    unsigned lanes = vcr_lanes(l->parameters), vcs = l->parameters->vcs;
    struct vcr_wires w;

    l->all.cycle = c->number;
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

/* Words ----------------------------------------------------------------------------------------------------------- */

static void print(const void *history, FILE *out)
{
    const struct vcr_history *l = history;
    unsigned told = 0;

    for (unsigned i = 0; i < vcr_lanes(l->parameters); i++)
        for (unsigned k = 0; k < l->lane[i].count; k++, told++)
            vcr_packet_print(&l->lane[i].list[k], out);
    vcr_packet_print_recent(&l->all, told, out);
}

const struct history_ops vcr_history = {create_history,   free,  {.cycle = see},
                                        vcr_packet_count, print, VCR_HISTORY_RECENT};
