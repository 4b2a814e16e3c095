/* SPDX-License-Identifier: Apache-2.0
 *
 * Recording what a lockstep node reads, and repeating it: vectors through model and
 * RTL side by side.
 */
#ifndef FEDX_REPLAY_H
#define FEDX_REPLAY_H

#include "fedx_lockstep.h"
#include "fedx_vectors.h"

/**
 * A lockstep node that keeps the vectors of every cycle, up to that of a difference; create it with the RTL's operations
 * as inner.
 */
extern const struct fedx_node_ops fedx_node_recorder;

/** The lockstep node inside, for fedx_lockstep_*. */
void *fedx_recorder_lockstep(void *node);
/** What it has read so far, or NULL when memory ran out on the way. */
const struct fedx_vectors *fedx_recorder_vectors(const void *node);

/** What a replay found. */
struct fedx_replay {
    int differs;
    struct fedx_divergence divergence; /**< when it differs; its cycle counts the vectors from 1 */
    struct fedx_compared compared;
};

/**
 * Run vectors through model and RTL from power-up, and stop at the first difference. After the last one the buffer
 * stores are compared too. If the vectors set a state, the RTL has inject.
 * @param power_up  seed of the power-up values of the RTL, 0 = zero
 * @return 0, or -1 when out of memory
 */
int fedx_replay_run(const struct fedx_vectors *v, const struct fedx_node_ops *rtl, uint64_t power_up,
                    struct fedx_replay *result);

/** 1 when two divergences are the same in all but the cycle: field, lane and both values. */
int fedx_divergence_same(const struct fedx_divergence *a, const struct fedx_divergence *b);

#endif
