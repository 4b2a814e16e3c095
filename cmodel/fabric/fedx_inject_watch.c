/* SPDX-License-Identifier: Apache-2.0
 *
 * What comes of a fault. Of a single-cycle flip it is proved whether anything does:
 * the end that saw it is stepped with and without the fault, from the same
 * registers, and when the two are equal again, before anything else could see a
 * difference, nothing ever will. Whatever else comes of it is seen at the registers
 * of both ends.
 */
#include <string.h>

#include "../switch/fedx_switch_internal.h"
#include "fedx_inject_internal.h"

/* States of a port, as of docs/spec.md sections 5 and 6. */
enum { IDLE, HEADER, DECIDE, BODY, REFUSING, DRAIN };
enum { SENDING = 1, AWAIT, GAP };

/* An attempt, its wait for an answer, and what comes behind it: after that a fault has done what it did. */
enum { FOLLOWED = 256 };

/* Registers of ends ------------------------------------------------------------------------------------------------- */

void fedx_inject_registers(const struct fedx_fabric *f, struct fedx_inject_end end, struct fedx_switch_regs *regs)
{
    if (end.end != FEDX_INJECT_PE) {
        fedx_fabric_state(f, end.node, regs);
        return;
    }
    const struct fedx_port_end *e = fedx_inject_port_end(f, end.node);
    memset(regs, 0, sizeof *regs);
    regs->port_receive = e->rx;
    regs->port_transmit = e->tx;
    regs->ownership = e->own;
    regs->config = e->config;
}

/* With and without -------------------------------------------------------------------------------------------------- */

/*
 * Route table and stores are left out: what they would give is the same with and
 * without the fault as long as the registers are.
 */
static void step_switch(struct fedx_switch_regs *regs, const struct fedx_pins *in, const struct fedx_control *control,
                        int buffers)
{
    static const struct fedx_switch empty;
    struct fedx_switch sw = empty;

    sw.regs = *regs;
    sw.buffers = (unsigned)buffers;
    fedx_switch_step(&sw, in, control);
    *regs = sw.regs;
}

/* With what the PE offered in this cycle. */
static void step_pe(struct fedx_switch_regs *regs, const struct fedx_pins *in, const struct fedx_port_end *now)
{
    struct fedx_port_end e = *now;

    e.rx = regs->port_receive;
    e.tx = regs->port_transmit;
    e.own = regs->ownership;
    e.config = regs->config;
    e.cruise = 0;
    fedx_port_end_step(&e, in);
    regs->port_receive = e.rx;
    regs->port_transmit = e.tx;
    regs->ownership = e.own;
    regs->config = e.config;
}

static int outputs_differ(const struct fedx_switch_regs *a, const struct fedx_switch_regs *b)
{
    return memcmp(a->port_transmit.data, b->port_transmit.data, sizeof a->port_transmit.data) != 0 ||
           a->port_transmit.sending != b->port_transmit.sending || a->ownership.turn != b->ownership.turn ||
           a->ownership.req != b->ownership.req || a->port_receive.refuse != b->port_receive.refuse ||
           a->port_receive.acc != b->port_receive.acc;
}

/* One cycle of one end. @return 0 the same, 1 different inside, 2 different for others too */
static int twin_step(struct fedx_inject_twin *twin, struct fedx_inject_end end, const struct fedx_fabric *f)
{
    if (end.end == FEDX_INJECT_PE) {
        const struct fedx_port_end *now = fedx_inject_port_end(f, end.node);
        step_pe(&twin->with, &twin->in_with, now);
        step_pe(&twin->without, &twin->in_without, now);
    } else {
        const struct fedx_control *control = fedx_fabric_control(f, end.node);
        int buffers = fedx_kind.buffers(fedx_fabric_config(f)->settings);
        step_switch(&twin->with, &twin->in_with, control, buffers);
        step_switch(&twin->without, &twin->in_without, control, buffers);
    }
    if (memcmp(&twin->with, &twin->without, sizeof twin->with) == 0)
        return 0;
    return outputs_differ(&twin->with, &twin->without) ? 2 : 1;
}

/*
 * For two cycles, because a level is read twice before it counts: in the second one
 * both ends of the cable still see what they would have seen without the fault.
 */
int fedx_inject_twins_step(struct fedx_inject_active *a, const struct fedx_fabric *f)
{
    int most = 0;

    for (int e = 0; e < a->ends; e++) {
        int difference = twin_step(&a->twin[e], a->end[e], f);
        most = difference > most ? difference : most;
    }
    a->stage++;
    a->effect = most == 2 || (most == 1 && a->stage == 2);
    return most != 1 || a->stage == 2;
}

/* What both ends do ------------------------------------------------------------------------------------------------- */

static unsigned receive_state(const struct fedx_port_receive *r, unsigned port)
{
    return r->header & port     ? HEADER
           : r->decide & port   ? DECIDE
           : r->body & port     ? BODY
           : r->refusing & port ? REFUSING
           : r->drain & port    ? DRAIN
                                : IDLE;
}

static unsigned transmit_state(const struct fedx_port_transmit *t, unsigned port)
{
    return t->sending & port ? SENDING : t->await & port ? AWAIT : t->gap & port ? GAP : IDLE;
}

static struct fedx_inject_look look_at(const struct fedx_fabric *f, struct fedx_inject_end end)
{
    struct fedx_switch_regs regs;
    int pe = end.end == FEDX_INJECT_PE;
    unsigned p = pe ? 0 : end.end, port = 1u << p;

    fedx_inject_registers(f, end, &regs);
    return (struct fedx_inject_look){
        .receive = (uint8_t)receive_state(&regs.port_receive, port),
        .count = regs.port_receive.count[p],
        .bad = ((regs.port_receive.bad | regs.port_receive.stale) & port) != 0 ||
               (!pe && regs.admission.cause[p] == FEDX_CAUSE_NO_ROUTE),
        .acc = (regs.port_receive.acc & port) != 0,
        .transmit = (uint8_t)transmit_state(&regs.port_transmit, port),
        .held = pe || (regs.buffer_pool.used >> regs.port_transmit.buf[p] & 1u),
        .bit = (regs.port_transmit.bit & port) != 0,
        .out_of_step = regs.port_transmit.out_of_step[p],
    };
}

static unsigned later(unsigned a, unsigned b)
{
    return a > b ? a : b;
}

/* What an end has just received, or not. */
static unsigned judge_receive(const struct fedx_inject_look *was, const struct fedx_inject_look *is,
                              const struct fedx_inject_look *far)
{
    if (was->receive == DECIDE && is->receive == REFUSING && is->bad)
        return FEDX_INJECT_REFUSED;
    if ((was->receive != HEADER && was->receive != DECIDE && was->receive != BODY) || is->receive != DRAIN)
        return FEDX_INJECT_NOTHING;
    if (is->count == FEDX_PACKET_BYTES)
        return is->acc == was->acc ? FEDX_INJECT_CHECK : FEDX_INJECT_NOTHING;
    /* A sender in its gap has stopped by itself, or because its own packet turned out broken. */
    return far->transmit == GAP ? FEDX_INJECT_NOTHING : far->transmit == IDLE ? FEDX_INJECT_NOISE : FEDX_INJECT_CUT;
}

static unsigned judge_transmit(const struct fedx_inject_look *was, const struct fedx_inject_look *is,
                               const struct fedx_inject_look *far)
{
    unsigned outcome = was->out_of_step != is->out_of_step ? FEDX_INJECT_STEP : FEDX_INJECT_NOTHING;

    if (was->transmit == SENDING && is->transmit == GAP && is->held && far->receive != REFUSING)
        outcome = later(outcome, FEDX_INJECT_CUT);
    if (was->transmit == AWAIT && is->transmit != AWAIT && was->bit == is->bit)
        outcome = later(outcome, FEDX_INJECT_EXPIRED);
    return outcome;
}

/* Cables that are watched ------------------------------------------------------------------------------------------- */

static void close_watch(struct fedx_inject *i, struct fedx_inject_watch *c)
{
    int port = c->end[0].end == FEDX_PE_PORT;

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
        c->was[e] = look_at(f, c->end[e]);
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
            struct fedx_inject_look is[2] = {look_at(f, c->end[0]), look_at(f, c->end[1])};
            for (int e = 0; e < 2; e++)
                c->outcome = (uint8_t)later(c->outcome, later(judge_receive(&c->was[e], &is[e], &is[!e]),
                                                              judge_transmit(&c->was[e], &is[e], &is[!e])));
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
