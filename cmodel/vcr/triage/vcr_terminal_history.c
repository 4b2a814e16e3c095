/* SPDX-License-Identifier: Apache-2.0
 *
 * The history of packets in one terminal. See vcr_terminal_history.h.
 */
#include "vcr_terminal_history.h"

#include <inttypes.h>
#include <stdlib.h>

#include "../../kind/node.h"
#include "../kind/vcr_packet.h"
#include "vcr_terminal_look.h"

enum { GONE = 32 /* packets that have left, kept */, RECENT = 100 /* history_ops.recent */ };

/* How a history ended. */
enum end { INSIDE, WHOLE, NO_ROOM, RESET };

static const char *const end_words[] = {
    [WHOLE] = "its tail left", [NO_ROOM] = "lost: there was no room", [RESET] = "lost by a reset"};

/* A packet. Cycles are of vectors, from 0. */
struct history {
    uint64_t head;
    int held; /* it was there when a state was set */
    uint64_t put, passed, began, ended;
    int has_passed, has_begun;
    unsigned port, vc; /* by which it began */
    enum end end;
};

struct terminal_history {
    const struct vcr_terminal_parameters *parameters;
    uint64_t cycle, packets;
    unsigned ports, gone; /* gone: in all */
    uint16_t used;        /* slots that hold a packet */
    struct history slot[VCR_MOST_SLOTS], recent[GONE];
};

static void *create_history(const struct router_kind *kind)
{
    const struct vcr_terminal_parameters *parameters = kind->parameters;
    struct terminal_history *l = calloc(1, sizeof *l);

    if (l)
        l->parameters = parameters;
    return l;
}

/* Events ---------------------------------------------------------------------------------------------------------- */

static void forget(struct terminal_history *l, struct history history, enum end end)
{
    history.end = end;
    history.ended = l->cycle;
    l->recent[l->gone++ % GONE] = history;
}

static void free_slot(struct terminal_history *l, unsigned slot, enum end end)
{
    if (l->used >> slot & 1u)
        forget(l, l->slot[slot], end);
    l->used &= (uint16_t) ~(1u << slot);
}

static void put(struct terminal_history *l, unsigned slot, const struct vcr_terminal_control *control, int taken)
{
    struct history history = {.head = control->packet[0], .put = l->cycle};

    l->packets++;
    if (taken) {
        l->slot[slot] = history;
        l->used |= (uint16_t)(1u << slot);
    } else {
        forget(l, history, NO_ROOM);
    }
}

static void begin(struct terminal_history *l, struct history *history, const struct vcr_terminal_wires *w)
{
    history->has_begun = 1;
    history->began = l->cycle;
    history->port = w->start_port;
    history->vc = w->start_vc;
    l->ports |= 1u << w->start_port;
}

/* In an order in which what is put in can pass, begin and leave in one cycle. */
static void cycle(struct terminal_history *l, const struct vcr_inject *j, const struct vcr_terminal_wires *w,
                  const struct vcr_terminal_control *control)
{
    if (control->put & 1u)
        put(l, j->write, control, (int)w->put);
    if (w->pass) {
        l->slot[j->passed].has_passed = 1;
        l->slot[j->passed].passed = l->cycle;
    }
    if (w->start_port != VCR_NO_PORT)
        begin(l, &l->slot[j->read], w);
    VCR_FOR_EACH(p, w->last)
    free_slot(l, j->slot[p], WHOLE);
}

/* A state has been set: what is in the terminal has come before. */
static void find_held(struct terminal_history *l, struct vcr_terminal_unit *terminal)
{
    const struct vcr_inject *j = &terminal->regs.inject;

    l->used = j->used;
    l->packets += (unsigned)__builtin_popcount(j->used);
    VCR_FOR_EACH(slot, j->used)
    l->slot[slot] = (struct history){.head = *vcr_terminal_packet(terminal, slot), .held = 1, .put = l->cycle};
    VCR_FOR_EACH(p, j->sending)
    {
        struct history *history = &l->slot[j->slot[p]];
        *history = (struct history){.head = history->head,
                                    .held = 1,
                                    .put = l->cycle,
                                    .has_begun = 1,
                                    .began = l->cycle,
                                    .port = p,
                                    .vc = j->vc[p]};
    }
}

static void see(void *context, const struct replay_cycle *c)
{
    struct terminal_history *l = context;
    struct vcr_terminal_unit *terminal = (struct vcr_terminal_unit *)(uintptr_t)c->model;

    l->cycle = c->number;
    if (!c->in)
        return;
    if (c->set)
        find_held(l, terminal);
    if (((const struct vcr_terminal_control *)c->control)->rst) {
        for (unsigned slot = 0; slot < VCR_MOST_SLOTS; slot++)
            free_slot(l, slot, RESET);
        return;
    }
    struct vcr_terminal_wires w = vcr_terminal_look(l->parameters, &terminal->regs, c->in, c->control);
    cycle(l, &terminal->regs.inject, &w, c->control);
}

static struct observer observe(void *history)
{
    return (struct observer){history, see, NULL};
}

/* Words ----------------------------------------------------------------------------------------------------------- */

static struct history_counts count(const void *history)
{
    const struct terminal_history *l = history;

    return (struct history_counts){l->packets, (uint64_t)__builtin_popcount(l->ports), l->cycle};
}

static void print_history(const struct history *history, FILE *out)
{
    struct packet packet = vcr_packet_of(history->head);

    fprintf(out, "packet %d of message %d from %d to %d, head %016" PRIx64 "\n", packet.number, packet.message,
            packet.source, packet.destination, history->head);
    fprintf(out, "  %8" PRIu64 "  %s\n", history->put, history->held ? "was there" : "put in");
    if (history->has_passed)
        fprintf(out, "  %8" PRIu64 "  passes the gate\n", history->passed);
    if (history->has_begun)
        fprintf(out, "  %8" PRIu64 "  %s by port %u channel %u\n", history->began,
                history->held ? "was on its way" : "begins", history->port, history->vc);
    if (history->end != INSIDE)
        fprintf(out, "  %8" PRIu64 "  %s\n", history->ended, end_words[history->end]);
}

static void print(const void *history, FILE *out)
{
    const struct terminal_history *l = history;
    unsigned told = 0;

    for (unsigned slot = 0; slot < VCR_MOST_SLOTS; slot++)
        if (l->used >> slot & 1u) {
            print_history(&l->slot[slot], out);
            told++;
        }
    for (unsigned n = l->gone > GONE ? l->gone - GONE : 0; n < l->gone; n++)
        if (l->recent[n % GONE].ended + RECENT >= l->cycle) {
            print_history(&l->recent[n % GONE], out);
            told++;
        }
    if (told == 0)
        fprintf(out, "none\n");
}

const struct history_ops vcr_terminal_history = {create_history, free, observe, count, print, RECENT, NULL};
