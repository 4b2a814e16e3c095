/* SPDX-License-Identifier: Apache-2.0
 *
 * States and inputs of the virtual-channel router, build noc, for equivalence.c: the memory of a channel gives its
 * front; and of its terminal, build wormhole.
 */
#include <stdio.h>
#include <string.h>

#include "equivalence.h"
#include "vcr/bench/vcr_state_injection.h"
#include "vcr/kind/vcr_kind.h"
#include "vcr/kind/vcr_terminal_kind.h"
#include "vcr/model/vcr_internal.h"

#define SHAPE (&vcr_parameters_noc)

/* From `random`, two words a lane: the flit; route, head and tail. */
static void draw_front(struct rng *r, const struct vcr_regs *regs, unsigned lane, uint64_t *front)
{
    uint8_t bytes[VCR_MOST_DEPTH * (8 * VCR_MOST_WORDS + 4)];
    unsigned slot = regs->input.read[lane];
    uint32_t kept;

    vcr_state_injection_lane(SHAPE, r, regs, lane, bytes);
    memcpy(&front[0], bytes + 8 * slot, sizeof front[0]);
    memcpy(&kept, bytes + 8u * SHAPE->depth + 4 * slot, sizeof kept);
    front[1] = (kept & VCR_SLOT_ROUTE) | (uint64_t)((kept & VCR_SLOT_HEAD) != 0) << VCR_ROUTE_BITS |
               (uint64_t)((kept & VCR_SLOT_TAIL) != 0) << (VCR_ROUTE_BITS + 1);
}

static void draw(struct rng *r, struct drawn *d)
{
    struct vcr_regs *regs = (void *)&d->regs;
    struct vcr_pins *in = (void *)&d->in;

    vcr_state_injection_draw(&vcr_kind_noc, SHAPE, r, regs);
    in->up = regs->output.up_last;
    vcr_state_injection_inputs(SHAPE, r, regs, in, (void *)&d->control);
    for (unsigned lane = 0; lane < vcr_lanes(SHAPE); lane++)
        draw_front(r, regs, lane, d->random + 2 * lane);
}

static long memory(const char *leaf)
{
    const char *at = strstr(leaf, "_lane_");
    unsigned lane;

    return at && sscanf(at, "_lane_%u_", &lane) == 1 ? 128L * lane : -1;
}

const struct drawing vcr_drawing = {&vcr_kind_noc, "", draw, memory};

static void draw_terminal(struct rng *r, struct drawn *d)
{
    vcr_terminal_injection.draw(&vcr_terminal_kind_wormhole, r, &d->regs);
    vcr_terminal_injection.levels(r, &d->regs, &d->in);
    vcr_terminal_injection.inputs(&vcr_terminal_kind_wormhole, r, &d->regs, &d->in, &d->control);
}

const struct drawing vcr_terminal_drawing = {&vcr_terminal_kind_wormhole, "terminal", draw_terminal, NULL};
