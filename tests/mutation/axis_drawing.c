/* SPDX-License-Identifier: Apache-2.0
 *
 * States and inputs of the AXI4-Stream switch, configuration usual, for equivalence.c.
 */
#include "axis/bench/axis_injection.h"
#include "equivalence.h"

static void draw(struct rng *r, struct drawn *d)
{
    axis_injection_draw(r, &axis_kind_usual, (void *)&d->regs);
    axis_injection_inputs(r, &axis_kind_usual.parameters, (void *)&d->in, (void *)&d->control);
}

const struct drawing axis_drawing = {&axis_kind_usual.router, "", draw, NULL};
