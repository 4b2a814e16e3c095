/* SPDX-License-Identifier: Apache-2.0
 *
 * What the tests of the AXI4-Stream switch share.
 */
#ifndef AXIS_UNIT_H
#define AXIS_UNIT_H

#include "../unit.h"
#include "axis/model/axis_internal.h"

/** Sets of parameters at the bounds and between them. */
static const struct axis_parameters axis_cases[] = {{4, 4, 4, 64}, {1, 1, 1, 8},   {8, 1, 2, 128},  {1, 8, 4, 16},
                                                    {3, 5, 6, 36}, {2, 2, 8, 512}, {16, 16, 16, 64}};
enum { AXIS_CASES = sizeof axis_cases / sizeof *axis_cases };

static inline unsigned unit_below(struct rng *r, unsigned bound)
{
    return rng_below(r, bound);
}

/** Output j takes tdest j alone, from every input. */
static inline struct axis_control unit_control(const struct axis_parameters *p, unsigned mode)
{
    struct axis_control c;

    memset(&c, 0, sizeof c);
    for (int j = 0; j < p->outputs; j++) {
        c.low[j] = c.high[j] = (uint16_t)j;
        c.allow[j] = axis_ones(p->inputs);
        c.mode[j] = (uint8_t)mode;
    }
    return c;
}

/** Random registers of skid buffers that are legal. */
static inline void unit_skid(struct rng *r, struct axis_skid *s, int lanes, int words)
{
    memset(s, 0, sizeof *s);
    s->valid = (uint16_t)(rng_next(r) & axis_ones(lanes));
    s->spare = (uint16_t)(rng_next(r) & s->valid);
    s->ready = (uint16_t)(~s->spare & axis_ones(lanes));
    s->last = (uint16_t)(rng_next(r) & axis_ones(lanes));
    for (int i = 0; i < lanes; i++)
        s->dest[i] = (uint16_t)(rng_next(r) & 7);
    for (int w = 0; w < lanes * words; w++)
        s->data[w] = rng_next(r);
}

#endif
