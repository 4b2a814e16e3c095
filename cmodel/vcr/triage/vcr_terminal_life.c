/* SPDX-License-Identifier: Apache-2.0
 *
 * The life of packets in one terminal. See vcr_terminal_life.h.
 */
#include "vcr_terminal_life.h"

#include <inttypes.h>
#include <stdlib.h>

#include "../../kind/node.h"
#include "../kind/vcr_packet.h"
#include "vcr_terminal_look.h"

enum { GONE = 32 /* packets that have left, kept */ };

/* How a life ended. */
enum end { INSIDE, WHOLE, NO_ROOM, RESET };

static const char *const end_words[] = {[WHOLE] = "its tail left", [NO_ROOM] = "lost: there was no room", [RESET] = "lost by a reset"};

/* A packet. Cycles are of vectors, from 0. */
struct life {
    uint64_t head;
    int held;                  /* it was there when a state was set */
    uint64_t put, passed, began, ended;
    int has_passed, has_begun;
    unsigned port, vc;         /* by which it began */
    enum end end;
};

struct terminal_life {
    const struct vcr_terminal_shape *shape;
    uint64_t cycle, packets;
    unsigned ports, gone;      /* gone: in all */
    uint16_t used;             /* slots that hold a packet */
    struct life slot[VCR_MOST_SLOTS], recent[GONE];
};

void *vcr_terminal_life_create(const struct vcr_terminal_shape *shape)
{
    struct terminal_life *l = calloc(1, sizeof *l);

    if (l)
        l->shape = shape;
    return l;
}

void vcr_terminal_life_destroy(void *life)
{
    free(life);
}

/* Events ------------------------------------------------------------------------------------------------------------- */

static void forget(struct terminal_life *l, struct life life, enum end end)
{
    life.end = end;
    life.ended = l->cycle;
    l->recent[l->gone++ % GONE] = life;
}

static void free_slot(struct terminal_life *l, unsigned slot, enum end end)
{
    if (l->used >> slot & 1u)
        forget(l, l->slot[slot], end);
    l->used &= (uint16_t)~(1u << slot);
}

static void put(struct terminal_life *l, unsigned slot, const struct vcr_terminal_control *control, int taken)
{
    struct life life = {.head = control->packet[0], .put = l->cycle};

    l->packets++;
    if (taken) {
        l->slot[slot] = life;
        l->used |= (uint16_t)(1u << slot);
    } else {
        forget(l, life, NO_ROOM);
    }
}

static void begin(struct terminal_life *l, struct life *life, const struct vcr_terminal_wires *w)
{
    life->has_begun = 1;
    life->began = l->cycle;
    life->port = w->start_port;
    life->vc = w->start_vc;
    l->ports |= 1u << w->start_port;
}

/* In an order in which what is put in can pass, begin and leave in one cycle. */
static void cycle(struct terminal_life *l, const struct vcr_inject *j, const struct vcr_terminal_wires *w,
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
static void find_held(struct terminal_life *l, struct vcr_terminal_unit *terminal)
{
    const struct vcr_inject *j = &terminal->regs.inject;

    l->used = j->used;
    l->packets += (unsigned)__builtin_popcount(j->used);
    VCR_FOR_EACH(slot, j->used)
        l->slot[slot] = (struct life){.head = *vcr_terminal_packet(terminal, slot), .held = 1, .put = l->cycle};
    VCR_FOR_EACH(p, j->sending) {
        struct life *life = &l->slot[j->slot[p]];
        *life = (struct life){.head = life->head, .held = 1, .put = l->cycle, .has_begun = 1, .began = l->cycle, .port = p, .vc = j->vc[p]};
    }
}

static void see(void *context, const struct replay_cycle *c)
{
    struct terminal_life *l = context;
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
    struct vcr_terminal_wires w = vcr_terminal_look(l->shape, &terminal->regs, c->in, c->control);
    cycle(l, &terminal->regs.inject, &w, c->control);
}

struct observer vcr_terminal_life_observer(void *life)
{
    return (struct observer){life, see, NULL};
}

/* Words -------------------------------------------------------------------------------------------------------------- */

struct life_counts vcr_terminal_life_count(const void *life)
{
    const struct terminal_life *l = life;

    return (struct life_counts){l->packets, (uint64_t)__builtin_popcount(l->ports), l->cycle};
}

static void print_life(const struct life *life, FILE *out)
{
    struct packet packet = vcr_packet_of(life->head);

    fprintf(out, "packet %d of message %d from %d to %d, head %016" PRIx64 "\n", packet.number, packet.message, packet.source,
            packet.destination, life->head);
    fprintf(out, "  %8" PRIu64 "  %s\n", life->put, life->held ? "was there" : "put in");
    if (life->has_passed)
        fprintf(out, "  %8" PRIu64 "  passes the gate\n", life->passed);
    if (life->has_begun)
        fprintf(out, "  %8" PRIu64 "  %s by port %u channel %u\n", life->began, life->held ? "was on its way" : "begins", life->port, life->vc);
    if (life->end != INSIDE)
        fprintf(out, "  %8" PRIu64 "  %s\n", life->ended, end_words[life->end]);
}

void vcr_terminal_life_print(const void *life, FILE *out)
{
    const struct terminal_life *l = life;
    unsigned told = 0;

    for (unsigned slot = 0; slot < VCR_MOST_SLOTS; slot++)
        if (l->used >> slot & 1u) {
            print_life(&l->slot[slot], out);
            told++;
        }
    for (unsigned n = l->gone > GONE ? l->gone - GONE : 0; n < l->gone; n++)
        if (l->recent[n % GONE].ended + VCR_TERMINAL_LIFE_RECENT >= l->cycle) {
            print_life(&l->recent[n % GONE], out);
            told++;
        }
    if (told == 0)
        fprintf(out, "none\n");
}
