/* SPDX-License-Identifier: Apache-2.0
 *
 * See axis_injection.h. What is free is random, and what a clause binds is made to fit.
 */
#include "axis_injection.h"

#include <string.h>

#include "../../bench/draw.h"
#include "../../bench/state_fit.h"
#include "axis_draw.h"

enum { RESET_EVERY = 500, SETTINGS_EVERY = 3 };

static void fit_skid(struct axis_skid *s)
{
    s->spare &= s->valid;
    s->ready &= (uint16_t)~s->spare;
}

/* Locked outputs have different owners. @return these */
static unsigned fit_owners(const struct axis_parameters *p, struct axis_arbitrate *a)
{
    unsigned owners = 0;

    for (int j = 0; j < p->outputs; j++) {
        unsigned one = 1u << a->owner[j];
        if (owners & one)
            a->locked &= (uint16_t) ~(1u << j);
        if (a->locked >> j & 1)
            owners |= one;
    }
    return owners;
}

static void draw(const struct router_kind *kind, struct rng *r, void *drawn)
{
    const struct axis_parameters *p = axis_parameters_of(kind);
    struct axis_regs *registers = drawn;
    struct axis_arbitrate *a = &registers->arbitrate;
    unsigned owners;

    injection_fill(kind, r, registers);
    fit_skid(&registers->ingress);
    fit_skid(&registers->egress);
    for (int j = 0; j < p->outputs; j++) {
        a->owner[j] = (uint8_t)below(r, (unsigned)p->inputs);
        a->turn[j] = (uint8_t)below(r, (unsigned)p->inputs);
        a->left[j] = (uint8_t)injection_edge(r, 15);
    }
    owners = fit_owners(p, a);
    registers->decode.dropping &= (uint16_t)~owners;
    registers->decode.active = (uint16_t)(owners | registers->decode.dropping);
}

static int begin(const struct router_kind *kind, void *node, struct rng *r)
{
    struct axis_control control = {.rst = 1};

    axis_draw_settings(r, axis_parameters_of(kind), &control);
    return node_step(kind->parts->lockstep->node, node, kind->idle, &control);
}

static int put(const struct router_kind *kind, void *node, struct rng *r, const uint8_t *fits, void *registers)
{
    struct axis_regs reached;
    int left;

    draw(kind, r, registers);
    lockstep_state(node, &reached);
    left = state_fit(kind, fits, r, &reached, registers) != 0 || lockstep_inject(node, registers) != 0;
    lockstep_state(node, registers);
    return left;
}

/* No wire of a switch depends on what was on it before. */
static void levels(struct rng *r, const void *registers, void *in)
{
    (void)r;
    (void)registers;
    memset(in, 0, sizeof(struct axis_pins));
}

static void inputs(const struct router_kind *kind, struct rng *r, const void *registers, void *in, void *inputs)
{
    const struct axis_parameters *p = axis_parameters_of(kind);
    struct axis_control *control = inputs;

    (void)registers;
    axis_draw_wires(r, p, in);
    if (control->high[0] + control->low[0] + control->allow[0] == 0 || one_in(r, SETTINGS_EVERY))
        axis_draw_settings(r, p, control);
    control->rst = (uint8_t)one_in(r, RESET_EVERY);
}

const struct injection_kind axis_injection = {
    .draw = draw, .begin = begin, .put = put, .levels = levels, .inputs = inputs};
