/* SPDX-License-Identifier: Apache-2.0
 *
 * Edges of several clocks (struct blackbox_clock). Whether edges of two clocks are apart by a thousandth of a period or
 * by half of it makes no difference to an RTL simulation: what counts is the order in which clocks rise. So time is a
 * row of edges, each with the clocks that rise at once, and the row begins again when all periods have passed together.
 *
 * A cycle of the bench is such an edge. What belongs to one clock moves, and is counted, in those at which it rises.
 */
#ifndef BLACKBOX_BLACKBOX_EDGES_H
#define BLACKBOX_BLACKBOX_EDGES_H

#include "fedx/rng.h"

#include "../description/blackbox.h"

struct blackbox_cover;

/** The row. */
struct blackbox_edges {
    int count;                       /**< 0: there is one clock, which rises in each cycle */
    uint8_t rises[BLACKBOX_EDGES];   /**< a bit for each clock */
    uint16_t passes[BLACKBOX_EDGES]; /**< units of time from the edge before to this one */
    int period[BLACKBOX_CLOCKS], phase[BLACKBOX_CLOCKS], ratio[BLACKBOX_CLOCKS]; /**< of each clock; ratio -1: fixed */
};

/** Periods of two clocks, where the description leaves them open: so many cycles of the first clock are as long as so
 * many of the other one. */
enum blackbox_ratio {
    BLACKBOX_TOGETHER_RATIO, /**< equal, and they rise at once */
    BLACKBOX_SHIFTED_RATIO,  /**< equal, and they do not */
    BLACKBOX_RATIOS = 8
};

/** Draw periods and phases where they are open. @param wanted  points to be hit, or NULL @param brief  1: no clock is
 * ten times as fast as another one */
void blackbox_edges_draw(struct blackbox_edges *e, const struct blackbox *f, struct rng *random,
                         const struct blackbox_cover *wanted, int brief);
/** Cycles that are at least one of a clock; of the slowest one for -1. */
uint32_t blackbox_edges_scale(const struct blackbox_edges *e, const struct blackbox *f, int clock);
/** Cycles of a reset that are at least as many of each clock as the description says. @param scale  of the slowest */
static inline int blackbox_ticks_reset(const struct blackbox *f, uint32_t scale)
{
    return f->clocks ? (f->reset_cycles + 1) * (int)scale : f->reset_cycles;
}
/** "2:1" */
const char *blackbox_ratio_name(int ratio);
/** Print "wclk period 10, rclk period 7 phase 3"; "" with one clock. */
void blackbox_edges_name(const struct blackbox_edges *e, const struct blackbox *f, char *text, size_t size);

#endif
