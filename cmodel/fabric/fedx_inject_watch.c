/* SPDX-License-Identifier: Apache-2.0
 *
 * What comes of a fault. Of a single-cycle flip it is proved whether anything does:
 * the end that saw it is stepped with and without the fault, from the same
 * registers, and when the two are equal again, before anything else could see a
 * difference, nothing ever will. Whatever else comes of it is seen at the registers
 * of both ends.
 */
#include <string.h>

#include "fedx_inject_internal.h"

static const struct fedx_faults_kind *kind_of(const struct fedx_fabric *f)
{
    return fedx_fabric_config(f)->kind->faults;
}

/* An attempt, its wait for an answer, and what comes behind it: after that a fault has done what it did. */
enum { FOLLOWED = 256 };

/* With and without -------------------------------------------------------------------------------------------------- */

static void end_state(const struct fedx_fabric *f, struct fedx_inject_end end, void *registers)
{
    if (end.end == FEDX_INJECT_PE)
        kind_of(f)->port_state(fedx_fabric_pe(f, end.node)->port, registers);
    else
        fedx_fabric_state(f, end.node, registers);
}

void fedx_inject_twins_begin(struct fedx_inject *i, const struct fedx_fabric *f, const struct fedx_inject_active *a, int e)
{
    void *with = fedx_inject_twin_state(i, a, e, 1);

    end_state(f, a->end[e], with);
    memcpy(fedx_inject_twin_state(i, a, e, 0), with, i->state_bytes);
}

static void step_end(const struct fedx_fabric *f, struct fedx_inject_end end, void *registers, const void *in)
{
    if (end.end == FEDX_INJECT_PE)
        kind_of(f)->step_port(registers, in, fedx_fabric_pe(f, end.node)->port);
    else
        kind_of(f)->step_router(registers, in, fedx_fabric_control(f, end.node), fedx_fabric_config(f)->settings);
}

/* One cycle of one end. @return 0 the same, 1 different inside, 2 different for others too */
static int twin_step(struct fedx_inject *i, const struct fedx_inject_active *a, int e, const struct fedx_fabric *f)
{
    void *with = fedx_inject_twin_state(i, a, e, 1), *without = fedx_inject_twin_state(i, a, e, 0);

    step_end(f, a->end[e], with, &a->twin[e].in_with);
    step_end(f, a->end[e], without, &a->twin[e].in_without);
    if (memcmp(with, without, i->state_bytes) == 0)
        return 0;
    return kind_of(f)->outputs_differ(with, without) ? 2 : 1;
}

/*
 * For two cycles, because a level is read twice before it counts: in the second one
 * both ends of the cable still see what they would have seen without the fault.
 */
int fedx_inject_twins_step(struct fedx_inject *i, struct fedx_inject_active *a, const struct fedx_fabric *f)
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

static unsigned later(unsigned a, unsigned b)
{
    return a > b ? a : b;
}

static struct fedx_inject_look look_at(struct fedx_inject *i, const struct fedx_fabric *f, struct fedx_inject_end end)
{
    int endpoint = end.end == FEDX_INJECT_PE;

    end_state(f, end, i->state);
    return kind_of(f)->look(i->state, endpoint ? 0 : end.end, endpoint);
}

/* Cables that are watched ------------------------------------------------------------------------------------------- */

static void close_watch(struct fedx_inject *i, struct fedx_inject_watch *c)
{
    int port = c->end[1].end == FEDX_INJECT_PE;

    if (!c->changed)
        c->outcome = FEDX_INJECT_NOTHING;
    i->report.outcome[port][c->fault.wire][c->outcome]++;
    c->until = 0;
}

void fedx_inject_watch_begin(struct fedx_inject *i, const struct fedx_fabric *f, const struct fedx_inject_fault *fault,
                             int cable)
{
    struct fedx_inject_watch *c = &i->cable[cable];

    if (c->until)
        close_watch(i, c);
    else
        i->open[i->opened++] = cable;
    i->report.together += fedx_fabric_cycle(f) < c->last;
    c->fault = *fault;
    c->last = fault->cycle + fault->length - 1 + i->plan->window;
    c->until = fault->cycle + fault->length + FOLLOWED;
    c->outcome = FEDX_INJECT_TIMING;
    c->changed = 0;
    for (int e = 0; e < 2; e++)
        c->was[e] = look_at(i, f, c->end[e]);
}

/* Another fault may have taken the place of this one. */
static struct fedx_inject_watch *watch_of(struct fedx_inject *i, const struct fedx_inject_active *a)
{
    struct fedx_inject_watch *c = &i->cable[a->watch];

    return c->until && memcmp(&c->fault, &a->fault, sizeof a->fault) == 0 ? c : NULL;
}

void fedx_inject_watch_changed(struct fedx_inject *i, const struct fedx_inject_active *a)
{
    struct fedx_inject_watch *c = watch_of(i, a);

    if (c)
        c->changed = 1;
}

void fedx_inject_watch_nothing(struct fedx_inject *i, const struct fedx_inject_active *a)
{
    struct fedx_inject_watch *c = watch_of(i, a);

    if (c) {
        c->changed = 0;
        c->until = 1; /* ends with this cycle */
    }
}

void fedx_inject_watch_step(struct fedx_inject *i, const struct fedx_fabric *f)
{
    size_t kept = 0;

    for (size_t k = 0; k < i->opened; k++) {
        struct fedx_inject_watch *c = &i->cable[i->open[k]];
        if (c->until > 1) {
            struct fedx_inject_look is[2] = {look_at(i, f, c->end[0]), look_at(i, f, c->end[1])};
            for (int e = 0; e < 2; e++)
                c->outcome = (uint8_t)later(c->outcome, kind_of(f)->judge(&c->was[e], &is[e], &is[!e]));
            memcpy(c->was, is, sizeof is);
        }
        if (fedx_fabric_cycle(f) + 1 >= c->until)
            close_watch(i, c);
        else
            i->open[kept++] = i->open[k];
    }
    i->opened = kept;
}

void fedx_inject_watch_close(struct fedx_inject *i)
{
    for (size_t k = 0; k < i->opened; k++)
        close_watch(i, &i->cable[i->open[k]]);
    i->opened = 0;
}
