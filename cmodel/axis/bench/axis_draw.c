/* SPDX-License-Identifier: Apache-2.0 */
#include "axis_draw.h"

#include "../../bench/draw.h"

enum { SHAPES = 4 };

/* Ranges of tdest: one value per output, equal parts, or any two numbers, which may overlap or be empty. */
static void draw_range(struct rng *r, const struct axis_parameters *p, struct axis_control *control, unsigned shape,
                       int output)
{
    unsigned all = (1u << p->dest_bits) - 1, part = (all + 1) / (unsigned)p->outputs;
    unsigned low = (unsigned)output & all, high = low;

    if (shape == 1 && part > 0) {
        low = part * (unsigned)output;
        high = low + part - 1;
    } else if (shape >= 2) {
        low = below(r, all + 1);
        high = one_in(r, 4) ? below(r, all + 1) : from_to(r, low, all);
    }
    control->low[output] = (uint16_t)low;
    control->high[output] = (uint16_t)high;
}

static unsigned draw_mask(struct rng *r, unsigned all)
{
    return one_in(r, 3) ? (unsigned)rng_next(r) & all : all;
}

static uint64_t draw_weights(struct rng *r, unsigned bits)
{
    uint64_t any = rng_next(r), small = any & UINT64_C(0x3333333333333333);

    return (one_in(r, 2) ? small : any) & UINT64_MAX >> (64 - bits);
}

void axis_draw_settings(struct rng *r, const struct axis_parameters *p, struct axis_control *control)
{
    unsigned shape = below(r, SHAPES);

    for (int j = 0; j < p->outputs; j++) {
        draw_range(r, p, control, shape, j);
        control->allow[j] = (uint16_t)draw_mask(r, (1u << p->inputs) - 1);
        control->mode[j] = (uint8_t)below(r, 4);
        control->weight[j] = draw_weights(r, (unsigned)axis_widths(p).weight_bits);
    }
    control->mix = (uint16_t)(rng_next(r) & rng_next(r) & ((1u << p->outputs) - 1));
}

void axis_draw_data(struct rng *r, const struct axis_parameters *p, uint64_t *data)
{
    const struct axis_widths width = axis_widths(p);

    for (int w = 0; w < width.words; w++)
        data[w] = rng_next(r) & UINT64_MAX >> (64 - width.word_bits);
}

void axis_draw_wires(struct rng *r, const struct axis_parameters *p, struct axis_pins *in)
{
    unsigned inputs = (1u << p->inputs) - 1, outputs = (1u << p->outputs) - 1;

    for (int i = 0; i < p->inputs; i++) {
        axis_draw_data(r, p, &in->data[i * axis_widths(p).words]);
        in->dest[i] = (uint16_t)below(r, 1u << p->dest_bits);
    }
    in->valid = (uint16_t)((rng_next(r) | rng_next(r)) & inputs);
    in->last = (uint16_t)(rng_next(r) & inputs);
    in->ready = (uint16_t)((rng_next(r) | rng_next(r)) & outputs);
}
