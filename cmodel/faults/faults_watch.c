/* SPDX-License-Identifier: Apache-2.0
 *
 * The outcome of a fault. For a single-cycle flip it is proved whether it has any effect:
 * the end that saw it is stepped with and without the fault, from the same
 * registers, and when the two are equal again, before anything else could see a
 * difference, there is none. All other outcomes are seen at the registers of both ends.
 */
#include <string.h>

#include "faults_internal.h"

/* An attempt, its wait for an answer, and what comes behind it: after that a fault has done what it did. */
enum { FOLLOWED = 256 };

/* With and without ------------------------------------------------------------------------------------------------ */

static void end_state(const struct faults *faults, const struct fabric *f, struct fault_end end, void *registers)
{
    if (fault_at_endpoint(end.end))
        faults->kind->faults->port_state(fabric_endpoint(f, end.node)->port, registers);
    else
        fabric_state(f, end.node, registers);
}

void fault_twins_begin(struct faults *faults, const struct fabric *f, const struct fault_active *a, int e)
{
    void *with = fault_twin_state(faults, a, e, 1);

    end_state(faults, f, a->end[e], with);
    memcpy(fault_twin_state(faults, a, e, 0), with, faults->state_bytes);
}

static void step_end(const struct faults *faults, const struct fabric *f, struct fault_end end, void *registers,
                     const void *in)
{
    if (fault_at_endpoint(end.end))
        faults->kind->faults->step_port(faults->kind, registers, in, fabric_endpoint(f, end.node)->port);
    else
        faults->kind->faults->step_router(faults->kind, registers, in, fabric_control(f, end.node),
                                          fabric_config(f)->settings);
}

/* One cycle of one end. */
static enum fault_difference twin_step(struct faults *faults, const struct fault_active *a, int e,
                                       const struct fabric *f)
{
    void *with = fault_twin_state(faults, a, e, 1), *without = fault_twin_state(faults, a, e, 0);

    step_end(faults, f, a->end[e], with, &a->twin[e].in_with);
    step_end(faults, f, a->end[e], without, &a->twin[e].in_without);
    if (memcmp(with, without, faults->state_bytes) == 0)
        return FAULT_SAME;
    return faults->kind->faults->outputs_differ(with, without, fault_at_endpoint(a->end[e].end)) ? FAULT_FOR_OTHERS
                                                                                                 : FAULT_INSIDE;
}

void fault_twins_step(struct faults *faults, struct fault_active *a, const struct fabric *f)
{
    for (int e = 0; e < a->ends; e++)
        if (fault_rank_of(f, a->end[e]) == fabric_rank(f))
            a->differs[e] = (uint8_t)twin_step(faults, a, e, f);
}

/*
 * For two cycles, because a level is read twice before it counts: in the second one
 * both ends of the cable still see what they would have seen without the fault.
 */
int fault_twins_decide(struct fault_active *a)
{
    int most = FAULT_SAME;

    for (int e = 0; e < a->ends; e++)
        most = a->differs[e] > most ? a->differs[e] : most;
    a->stage++;
    a->effect = most == FAULT_FOR_OTHERS || (most == FAULT_INSIDE && a->stage == 2);
    return most != FAULT_INSIDE || a->stage == 2;
}

/* What both ends do ----------------------------------------------------------------------------------------------- */

/* At the ends of a cable that are stepped here; of the others their rank tells (hooks.facts). */
static void look_at(struct faults *faults, const struct fabric *f, const struct fault_end *end, struct fault_look *look)
{
    for (int e = 0; e < 2; e++) {
        if (fault_rank_of(f, end[e]) != fabric_rank(f))
            continue;
        end_state(faults, f, end[e], faults->state);
        look[e] = faults->kind->faults->look(faults->state, fault_port(end[e].end), fault_at_endpoint(end[e].end));
    }
}

/* Cables that are watched ----------------------------------------------------------------------------------------- */

static void close_watch(struct faults *faults, struct fault_watch *c)
{
    int port = fault_at_endpoint(c->end[1].end);

    if (!c->changed)
        c->outcome = FAULT_NOTHING;
    faults->report.outcome[port][c->fault.wire][c->outcome]++;
    c->until = 0;
}

void fault_watch_begin(struct faults *faults, const struct fabric *f, const struct fault *fault, int cable)
{
    struct fault_watch *c = &faults->cable[cable];

    if (c->until)
        close_watch(faults, c);
    else
        faults->open[faults->opened++] = cable;
    faults->report.together += fabric_cycle(f) < c->last;
    c->fault = *fault;
    c->last = fault->cycle + fault->length - 1 + faults->plan->window;
    c->until = fault->cycle + fault->length + FOLLOWED;
    c->outcome = FAULT_TIMING;
    c->changed = 0;
    look_at(faults, f, c->end, c->was);
}

/* Another fault may have taken the place of this one. */
static struct fault_watch *watch_of(struct faults *faults, const struct fault_active *a)
{
    struct fault_watch *c = &faults->cable[a->watch];

    return c->until && memcmp(&c->fault, &a->fault, sizeof a->fault) == 0 ? c : NULL;
}

void fault_watch_changed(struct faults *faults, const struct fault_active *a)
{
    struct fault_watch *c = watch_of(faults, a);

    if (c)
        c->changed = 1;
}

void fault_watch_nothing(struct faults *faults, const struct fault_active *a)
{
    struct fault_watch *c = watch_of(faults, a);

    if (c) {
        c->changed = 0;
        c->until = 1; /* ends with this cycle */
    }
}

void fault_watch_look(struct faults *faults, const struct fabric *f)
{
    for (size_t k = 0; k < faults->opened; k++) {
        struct fault_watch *c = &faults->cable[faults->open[k]];
        look_at(faults, f, c->end, c->is);
    }
}

void fault_watch_step(struct faults *faults, const struct fabric *f)
{
    size_t kept = 0;

    for (size_t k = 0; k < faults->opened; k++) {
        struct fault_watch *c = &faults->cable[faults->open[k]];
        if (c->until > 1) {
            for (int e = 0; e < 2; e++)
                c->outcome =
                    (uint8_t)fault_later(c->outcome, faults->kind->faults->judge(&c->was[e], &c->is[e], &c->is[!e]));
            memcpy(c->was, c->is, sizeof c->was);
        }
        if (fabric_cycle(f) + 1 >= c->until)
            close_watch(faults, c);
        else
            faults->open[kept++] = faults->open[k];
    }
    faults->opened = kept;
}

void fault_watch_close(struct faults *faults)
{
    for (size_t k = 0; k < faults->opened; k++)
        close_watch(faults, &faults->cable[faults->open[k]]);
    faults->opened = 0;
}
