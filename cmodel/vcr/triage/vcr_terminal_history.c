/* SPDX-License-Identifier: Apache-2.0
 *
 * The history of packets in one terminal. See vcr_triage.h.
 */
#include <stdlib.h>

#include "../../kind/node.h"
#include "vcr_packet_history.h"
#include "vcr_terminal_look.h"

struct terminal_history {
    struct vcr_packet_histories all;
    const struct vcr_terminal_parameters *parameters;
    uint16_t used; /* slots that hold a packet */
    struct vcr_packet_history slot[VCR_MOST_SLOTS];
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

static void free_slot(struct terminal_history *l, unsigned slot, const char *end)
{
    if (l->used >> slot & 1u)
        vcr_packet_gone(&l->all, l->slot[slot], end);
    l->used &= (uint16_t) ~(1u << slot);
}

static void put(struct terminal_history *l, unsigned slot, const struct vcr_terminal_control *control, int taken)
{
    struct vcr_packet_history history = {.head = control->packet[0], .known = 1};

    l->all.packets++;
    vcr_packet_note(&l->all, &history, "put in", 0, 0);
    if (taken) {
        l->slot[slot] = history;
        l->used |= (uint16_t)(1u << slot);
    } else {
        vcr_packet_gone(&l->all, history, "lost: there was no room");
    }
}

/* In an order in which what is put in can pass, begin and leave in one cycle. */
static void cycle(struct terminal_history *l, const struct vcr_inject *j, const struct vcr_terminal_wires *w,
                  const struct vcr_terminal_control *control)
{
    if (control->put & 1u)
        put(l, j->write, control, (int)w->put);
    if (w->pass)
        vcr_packet_note(&l->all, &l->slot[j->passed], "passes the gate", 0, 0);
    if (w->start_port != VCR_NO_PORT) {
        vcr_packet_note(&l->all, &l->slot[j->read], "begins by port %u channel %u", w->start_port, w->start_vc);
        l->all.ports |= 1u << w->start_port;
    }
    VCR_FOR_EACH(p, w->last)
    free_slot(l, j->slot[p], "its tail left");
}

/* A state has been set: what is in the terminal has come before. */
static void find_held(struct terminal_history *l, struct vcr_terminal_unit *terminal)
{
    const struct vcr_inject *j = &terminal->regs.inject;

    l->used = j->used;
    l->all.packets += (unsigned)__builtin_popcount(j->used);
    VCR_FOR_EACH(slot, j->used)
    {
        l->slot[slot] = (struct vcr_packet_history){.head = *vcr_terminal_packet(terminal, slot), .known = 1};
        vcr_packet_note(&l->all, &l->slot[slot], "was there", 0, 0);
    }
    VCR_FOR_EACH(p, j->sending)
    vcr_packet_note(&l->all, &l->slot[j->slot[p]], "was on its way by port %u channel %u", p, j->vc[p]);
}

static void see(void *context, const struct replay_cycle *c)
{
    struct terminal_history *l = context;
    struct vcr_terminal_unit *terminal = (struct vcr_terminal_unit *)(uintptr_t)c->model;

    l->all.cycle = c->number;
    if (!c->in)
        return;
    if (c->set)
        find_held(l, terminal);
    if (((const struct vcr_terminal_control *)c->control)->rst) {
        for (unsigned slot = 0; slot < VCR_MOST_SLOTS; slot++)
            free_slot(l, slot, "lost by a reset");
        return;
    }
    struct vcr_terminal_wires w = vcr_terminal_look(l->parameters, &terminal->regs, c->in, c->control);
    cycle(l, &terminal->regs.inject, &w, c->control);
}

/* Words ----------------------------------------------------------------------------------------------------------- */

static void print(const void *history, FILE *out)
{
    const struct terminal_history *l = history;
    unsigned told = 0;

    VCR_FOR_EACH(slot, l->used)
    {
        vcr_packet_print(&l->slot[slot], out);
        told++;
    }
    vcr_packet_print_recent(&l->all, told, out);
}

const struct history_ops vcr_terminal_history = {create_history,   free,  {.cycle = see},
                                                 vcr_packet_count, print, VCR_HISTORY_RECENT};
