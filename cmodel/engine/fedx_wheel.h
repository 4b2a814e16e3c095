/* SPDX-License-Identifier: Apache-2.0
 *
 * A timing wheel of bit sets: which nodes are to be looked at in which of the
 * next cycles. Marking a node twice is marking it once, and the nodes of a cycle
 * come out in ascending order.
 */
#ifndef FEDX_WHEEL_H
#define FEDX_WHEEL_H

#include <stdint.h>
#include <stdlib.h>

/** Cycles that can be marked ahead: up to FEDX_WHEEL_AHEAD from the current one. */
enum { FEDX_WHEEL_SLOTS = 256, FEDX_WHEEL_AHEAD = FEDX_WHEEL_SLOTS - 1 };

struct fedx_wheel {
    uint64_t *bits; /**< [set][slot][words] */
    size_t words;   /**< words of one set in one slot */
};

/** @param sets  kinds of marks; @param nodes  numbers 0 to nodes - 1. @return 0, or -1 when out of memory */
static inline int fedx_wheel_init(struct fedx_wheel *w, unsigned sets, unsigned nodes)
{
    w->words = ((size_t)nodes + 63) / 64;
    w->bits = calloc((size_t)FEDX_WHEEL_SLOTS * sets * w->words, sizeof *w->bits);
    return w->bits ? 0 : -1;
}

static inline void fedx_wheel_finish(struct fedx_wheel *w)
{
    free(w->bits);
}

/** The words of one set in one cycle; whoever has read a word clears it. */
static inline uint64_t *fedx_wheel_words(const struct fedx_wheel *w, uint64_t cycle, unsigned set)
{
    return w->bits + ((size_t)set * FEDX_WHEEL_SLOTS + cycle % FEDX_WHEEL_SLOTS) * w->words;
}

/** Look at a node in a cycle, from the current one to FEDX_WHEEL_AHEAD on. */
static inline void fedx_wheel_mark(struct fedx_wheel *w, uint64_t cycle, unsigned set, unsigned node)
{
    fedx_wheel_words(w, cycle, set)[node / 64] |= UINT64_C(1) << node % 64;
}

#endif
