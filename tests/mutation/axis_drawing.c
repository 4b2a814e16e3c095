/* SPDX-License-Identifier: Apache-2.0
 *
 * States and inputs of the AXI4-Stream switch, configuration usual, for equivalence.c.
 */
#include "axis/bench/axis_injection.h"
#include "equivalence.h"

static void draw(struct rng *r, struct drawn *d)
{
    axis_injection.draw(&axis_kind_usual.router, r, &d->regs);
    axis_injection.inputs(&axis_kind_usual.router, r, &d->regs, &d->in, &d->control);
}

const struct drawing axis_drawing = {&axis_kind_usual.router, "", draw, NULL};
