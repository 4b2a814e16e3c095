/* SPDX-License-Identifier: Apache-2.0
 *
 * See axis_injection.h. What is free is random, and what a clause binds is made to fit.
 */
#include "axis_injection.h"

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

void axis_injection_draw(struct rng *r, const struct axis_kind *kind, struct axis_regs *registers)
{
    const struct axis_parameters *p = &kind->parameters;
    struct axis_arbitrate *a = &registers->arbitrate;
    unsigned owners;

    injection_fill(&kind->router, r, registers);
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

int axis_injection_begin(void *node, struct rng *r, const struct axis_kind *kind)
{
    struct axis_control control = {.rst = 1};

    axis_draw_settings(r, &kind->parameters, &control);
    return node_step(kind->router.parts->lockstep->node, node, kind->router.idle, &control);
}

int axis_injection_put(void *node, struct rng *r, const uint8_t *fits, void *registers)
{
    const struct router_kind *kind = lockstep_router(node);
    struct axis_regs reached;
    int left;

    lockstep_state(node, &reached);
    left = state_fit(kind, fits, r, &reached, registers) != 0 || lockstep_inject(node, registers) != 0;
    lockstep_state(node, registers);
    return left;
}

void axis_injection_inputs(struct rng *r, const struct axis_parameters *p, struct axis_pins *in,
                           struct axis_control *control)
{
    axis_draw_wires(r, p, in);
    if (control->high[0] + control->low[0] + control->allow[0] == 0 || one_in(r, SETTINGS_EVERY))
        axis_draw_settings(r, p, control);
    control->rst = (uint8_t)one_in(r, RESET_EVERY);
}
