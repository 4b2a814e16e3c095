/* SPDX-License-Identifier: Apache-2.0
 *
 * A timing wheel of bit sets: which nodes are to be looked at in which of the
 * next cycles. Marking a node twice is marking it once, and the nodes of a cycle
 * come out in ascending order.
 */
#ifndef FEDX_ENGINE_WHEEL_H
#define FEDX_ENGINE_WHEEL_H

#include <stdint.h>

#include "../base/memory.h"

/**
 * Cycles that can be marked ahead: up to WHEEL_AHEAD from the current one. And kinds of marks: those of 64 nodes
 * in a cycle share a cache line.
 */
enum { WHEEL_SLOTS = 256, WHEEL_AHEAD = WHEEL_SLOTS - 1, WHEEL_SETS = 8 };

/** Marks of 64 nodes in a cycle, a word for each kind. */
typedef uint64_t wheel_marks[WHEEL_SETS];

struct wheel {
    wheel_marks *marks; /**< [slot][words] */
    size_t words;            /**< of 64 nodes each */
};

/** @param nodes  numbers 0 to nodes - 1. @return 0, or -1 when out of memory */
static inline int wheel_init(struct wheel *w, unsigned nodes)
{
    w->words = ((size_t)nodes + 63) / 64;
    w->marks = memory_zero(WHEEL_SLOTS * w->words, sizeof *w->marks);
    return w->marks ? 0 : -1;
}

static inline void wheel_finish(struct wheel *w)
{
    free(w->marks);
}

/** The marks of a cycle, [words]; whoever has read a word clears it. */
static inline wheel_marks *wheel_slot(const struct wheel *w, uint64_t cycle)
{
    return w->marks + cycle % WHEEL_SLOTS * w->words;
}

/** Look at a node in a cycle, from the current one to WHEEL_AHEAD on. @param set  under WHEEL_SETS */
static inline void wheel_mark(struct wheel *w, uint64_t cycle, unsigned set, unsigned node)
{
    wheel_slot(w, cycle)[node / 64][set] |= UINT64_C(1) << node % 64;
}

#endif
