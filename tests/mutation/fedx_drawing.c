/* SPDX-License-Identifier: Apache-2.0
 *
 * States and inputs of the Fed-X switch, for equivalence.c.
 */
#include "equivalence.h"
#include "fedx/bench/fedx_state_injection.h"
#include "fedx/kind/fedx_kind.h"

static void draw(struct rng *r, struct drawn *d)
{
    struct fedx_switch_regs *regs = (void *)&d->regs;

    fedx_kind_injection.draw(&fedx_kind, r, regs);
    fedx_kind_injection.levels(r, regs, &d->in);
    fedx_kind_injection.inputs(&fedx_kind, r, regs, &d->in, &d->control);
    /* Destinations outside the table are drawn next to it: anywhere */
    for (int p = 0; p < FEDX_PORTS; p++)
        if (regs->port_receive.head[p] >> 56)
            regs->port_receive.head[p] ^= (rng_next(r) & 0xfe) << 56;
}

const struct drawing fedx_drawing = {&fedx_kind, "", draw, NULL};
