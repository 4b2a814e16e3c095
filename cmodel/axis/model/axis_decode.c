/* SPDX-License-Identifier: Apache-2.0
 *
 * Decoding: which output a packet goes to, and which packets are dropped. docs/spec/axis.md section 6; RTL twin
 * rtl/axis/axis_decode.v.
 */
#include "axis_internal.h"

static int takes(const struct axis_control *c, int output, int input, unsigned dest)
{
    return c->low[output] <= dest && dest <= c->high[output] && (c->allow[output] >> input & 1);
}

/* The lowest of the outputs that take it; as many as there are: none. */
static int output_of(const struct axis_switch *s, const struct axis_control *c, int input)
{
    int output = 0;

    while (output < s->parameters.outputs && !takes(c, output, input, s->regs.ingress.dest[input]))
        output++;
    return output;
}

void axis_decode_eval(const struct axis_switch *s, const struct axis_control *control, struct axis_wires *w)
{
    const struct axis_decode *d = &s->regs.decode;
    int inputs = s->parameters.inputs, outputs = s->parameters.outputs;
    unsigned valid = s->regs.ingress.valid, heads = valid & ~(unsigned)d->active;

    w->refuse = (uint16_t)(valid & d->active & d->dropping);
    for (int j = 0; j < outputs; j++)
        w->request[j] = 0;
    for (int i = 0; i < inputs; i++) {
        int output = output_of(s, control, i);
        if (!(heads >> i & 1))
            continue;
        if (output < s->parameters.outputs)
            w->request[output] |= (uint16_t)(1u << i);
        else
            w->refuse |= (uint16_t)(1u << i);
    }
}

void axis_decode_commit(struct axis_decode *d, const struct axis_skid *ingress, const struct axis_wires *w)
{
    unsigned left = w->sent | w->refuse, last = ingress->last;

    d->active = (uint16_t)((d->active & ~left) | (left & ~last & ~(unsigned)w->mixed));
    d->dropping = (uint16_t)((d->dropping & ~left) | (w->refuse & ~last));
    d->drop = (uint16_t)(w->refuse & last);
    d->dropped = (uint16_t)(d->dropped + __builtin_popcount(w->refuse & last));
}
