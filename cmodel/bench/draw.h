/* SPDX-License-Identifier: Apache-2.0
 *
 * Short names for what code that draws states of a router does in every line.
 */
#ifndef BENCH_DRAW_H
#define BENCH_DRAW_H

#include "fedx/rng.h"

/** A number of 0 to bound - 1. */
static inline unsigned below(struct rng *r, unsigned bound)
{
    return rng_below(r, bound);
}

/** A number of first to last. */
static inline unsigned from_to(struct rng *r, unsigned first, unsigned last)
{
    return first + below(r, last - first + 1);
}

/** 1 in one of n cases. */
static inline int one_in(struct rng *r, unsigned n)
{
    return below(r, n) == 0;
}

#endif
