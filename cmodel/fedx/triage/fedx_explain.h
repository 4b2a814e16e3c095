/* SPDX-License-Identifier: Apache-2.0
 *
 * A difference between model and RTL as an explanation: what was decided at the edge
 * that led to it, by which rule of which section of docs/spec/fedx.md, from which values,
 * on both sides. The values are those of the golden model's own functions, asked
 * about the registers of the cycle before and its inputs.
 */
#ifndef FEDX_EXPLAIN_H
#define FEDX_EXPLAIN_H

#include <stdio.h>

#include "../../bench/replay.h"
#include "../bench/fedx_recorder.h"

/** What a replay shows of its last edge, and of what led to it. */
struct fedx_explain;

/**
 * @param v  at least one cycle; they end at the difference
 * @return NULL when out of memory
 */
void *fedx_explain_create(const struct vectors *v);
/** NULL is legal. */
void fedx_explain_destroy(void *explain);
/** That looks at it; both sides are there. */
struct observer fedx_explain_observer(void *explain);
/**
 * After the replay, explain the difference, once: fields that differ, decisions, settings, configuration accesses,
 * counters and limits.
 * @return 0, or -1 when out of memory
 */
int fedx_explain_print(void *explain, const struct mismatch *d, FILE *out);

#endif
