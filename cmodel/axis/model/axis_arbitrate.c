/* SPDX-License-Identifier: Apache-2.0
 *
 * Arbitration: which input's beat goes to each output. docs/spec/axis.md section 7; RTL twin rtl/axis/axis_arbitrate.v.
 */
#include "axis_internal.h"

/* The lowest of a mask, as a mask. */
static unsigned lowest(unsigned mask)
{
    return mask & ~(mask - 1);
}

static unsigned number(unsigned one)
{
    return (unsigned)__builtin_ctz(one);
}

static unsigned pick(unsigned asked, unsigned turn, unsigned mode)
{
    unsigned after = asked & ~((1u << turn) - 1);

    return lowest(mode == AXIS_FIXED || !after ? asked : after);
}

void axis_arbitrate_eval(const struct axis_switch *s, const struct axis_control *control, struct axis_wires *w)
{
    const struct axis_arbitrate *a = &s->regs.arbitrate;
    int outputs = s->parameters.outputs;
    unsigned mixed = 0;

    for (int j = 0; j < outputs; j++) {
        unsigned chosen = a->locked >> j & 1 ? s->regs.ingress.valid & 1u << a->owner[j]
                                             : pick(w->request[j], a->turn[j], control->mode[j]);
        w->grant[j] = (uint16_t)(s->regs.egress.ready >> j & 1 ? chosen : 0);
        mixed |= control->mix >> j & 1 ? w->grant[j] : 0u;
    }
    w->mixed = (uint16_t)mixed;
}

/* Packets that a turn has. */
static unsigned quota(const struct axis_control *control, int output, unsigned input)
{
    unsigned weight = (unsigned)(control->weight[output] >> AXIS_WEIGHT_BITS * input) & 15;

    return control->mode[output] == AXIS_WEIGHTED && weight ? weight : 1;
}

/* A packet of an input begins. */
static void take_turn(struct axis_switch *s, const struct axis_control *control, int output, unsigned input)
{
    struct axis_arbitrate *a = &s->regs.arbitrate;
    unsigned goes_on = input == a->turn[output] && a->left[output] > 0;
    unsigned packets = goes_on ? a->left[output] : quota(control, output, input);
    unsigned next = input + 1 == (unsigned)s->parameters.inputs ? 0 : input + 1;

    a->turn[output] = (uint8_t)(packets > 1 ? input : next);
    a->left[output] = (uint8_t)(packets - 1);
}

void axis_arbitrate_commit(struct axis_switch *s, const struct axis_control *control, const struct axis_wires *w)
{
    struct axis_arbitrate *a = &s->regs.arbitrate;
    int outputs = s->parameters.outputs;

    for (int j = 0; j < outputs; j++) {
        unsigned locked = a->locked >> j & 1, mixes = control->mix >> j & 1;
        unsigned ends = mixes || (w->grant[j] & s->regs.ingress.last);
        if (!w->grant[j])
            continue;
        if (!locked) {
            a->owner[j] = (uint8_t)number(w->grant[j]);
            if (control->mode[j] != AXIS_FIXED)
                take_turn(s, control, j, a->owner[j]);
        }
        a->locked = (uint16_t)((a->locked & ~(1u << j)) | !ends << j);
    }
}
