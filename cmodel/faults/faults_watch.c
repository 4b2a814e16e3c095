/* SPDX-License-Identifier: Apache-2.0
 *
 * What comes of a fault. Of a single-cycle flip it is proved whether anything does:
 * the end that saw it is stepped with and without the fault, from the same
 * registers, and when the two are equal again, before anything else could see a
 * difference, nothing ever will. Whatever else comes of it is seen at the registers
 * of both ends.
 */
#include <string.h>

#include "faults_internal.h"

/* An attempt, its wait for an answer, and what comes behind it: after that a fault has done what it did. */
enum { FOLLOWED = 256 };

/* With and without -------------------------------------------------------------------------------------------------- */

static void end_state(const struct faults *i, const struct fabric *f, struct fault_end end, void *registers)
{
    if (fault_at_endpoint(end.end))
        i->kind->faults->port_state(fabric_endpoint(f, end.node)->port, registers);
    else
        fabric_state(f, end.node, registers);
}

void fault_twins_begin(struct faults *i, const struct fabric *f, const struct fault_active *a, int e)
{
    void *with = fault_twin_state(i, a, e, 1);

    end_state(i, f, a->end[e], with);
    memcpy(fault_twin_state(i, a, e, 0), with, i->state_bytes);
}

static void step_end(const struct faults *i, const struct fabric *f, struct fault_end end, void *registers, const void *in)
{
    if (fault_at_endpoint(end.end))
        i->kind->faults->step_port(registers, in, fabric_endpoint(f, end.node)->port);
    else
        i->kind->faults->step_router(registers, in, fabric_control(f, end.node), fabric_config(f)->settings);
}

/* One cycle of one end. @return 0 the same, 1 different inside, 2 different for others too */
static int twin_step(struct faults *i, const struct fault_active *a, int e, const struct fabric *f)
{
    void *with = fault_twin_state(i, a, e, 1), *without = fault_twin_state(i, a, e, 0);

    step_end(i, f, a->end[e], with, &a->twin[e].in_with);
    step_end(i, f, a->end[e], without, &a->twin[e].in_without);
    if (memcmp(with, without, i->state_bytes) == 0)
        return 0;
    return i->kind->faults->outputs_differ(with, without, fault_at_endpoint(a->end[e].end)) ? 2 : 1;
}

/*
 * For two cycles, because a level is read twice before it counts: in the second one
 * both ends of the cable still see what they would have seen without the fault.
 */
int fault_twins_step(struct faults *i, struct fault_active *a, const struct fabric *f)
{
    int most = 0;

    for (int e = 0; e < a->ends; e++) {
        int difference = twin_step(i, a, e, f);
        most = difference > most ? difference : most;
    }
    a->stage++;
    a->effect = most == 2 || (most == 1 && a->stage == 2);
    return most != 1 || a->stage == 2;
}

/* What both ends do ------------------------------------------------------------------------------------------------- */

static struct fault_look look_at(struct faults *i, const struct fabric *f, struct fault_end end)
{
    end_state(i, f, end, i->state);
    return i->kind->faults->look(i->state, fault_port(end.end), fault_at_endpoint(end.end));
}

/* Cables that are watched ------------------------------------------------------------------------------------------- */

static void close_watch(struct faults *i, struct fault_watch *c)
{
    int port = fault_at_endpoint(c->end[1].end);

    if (!c->changed)
        c->outcome = FAULT_NOTHING;
    i->report.outcome[port][c->fault.wire][c->outcome]++;
    c->until = 0;
}

void fault_watch_begin(struct faults *i, const struct fabric *f, const struct fault *fault,
                       int cable)
{
    struct fault_watch *c = &i->cable[cable];

    if (c->until)
        close_watch(i, c);
    else
        i->open[i->opened++] = cable;
    i->report.together += fabric_cycle(f) < c->last;
    c->fault = *fault;
    c->last = fault->cycle + fault->length - 1 + i->plan->window;
    c->until = fault->cycle + fault->length + FOLLOWED;
    c->outcome = FAULT_TIMING;
    c->changed = 0;
    for (int e = 0; e < 2; e++)
        c->was[e] = look_at(i, f, c->end[e]);
}

/* Another fault may have taken the place of this one. */
static struct fault_watch *watch_of(struct faults *i, const struct fault_active *a)
{
    struct fault_watch *c = &i->cable[a->watch];

    return c->until && memcmp(&c->fault, &a->fault, sizeof a->fault) == 0 ? c : NULL;
}

void fault_watch_changed(struct faults *i, const struct fault_active *a)
{
    struct fault_watch *c = watch_of(i, a);

    if (c)
        c->changed = 1;
}

void fault_watch_nothing(struct faults *i, const struct fault_active *a)
{
    struct fault_watch *c = watch_of(i, a);

    if (c) {
        c->changed = 0;
        c->until = 1; /* ends with this cycle */
    }
}

void fault_watch_step(struct faults *i, const struct fabric *f)
{
    size_t kept = 0;

    for (size_t k = 0; k < i->opened; k++) {
        struct fault_watch *c = &i->cable[i->open[k]];
        if (c->until > 1) {
            struct fault_look is[2] = {look_at(i, f, c->end[0]), look_at(i, f, c->end[1])};
            for (int e = 0; e < 2; e++)
                c->outcome = (uint8_t)fault_later(c->outcome, i->kind->faults->judge(&c->was[e], &is[e], &is[!e]));
            memcpy(c->was, is, sizeof is);
        }
        if (fabric_cycle(f) + 1 >= c->until)
            close_watch(i, c);
        else
            i->open[kept++] = i->open[k];
    }
    i->opened = kept;
}

void fault_watch_close(struct faults *i)
{
    for (size_t k = 0; k < i->opened; k++)
        close_watch(i, &i->cable[i->open[k]]);
    i->opened = 0;
}
