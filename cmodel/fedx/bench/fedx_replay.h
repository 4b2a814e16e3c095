/* SPDX-License-Identifier: Apache-2.0
 *
 * Recording what a lockstep node reads, and repeating it: vectors through model and
 * RTL side by side, once, for all who want to look at them.
 */
#ifndef FEDX_REPLAY_H
#define FEDX_REPLAY_H

#include "fedx_lockstep_node.h"
#include "fedx_vectors.h"

/**
 * A lockstep node that keeps the vectors of every cycle, up to that of a difference; create it with the RTL's operations
 * as inner.
 */
extern const struct node_ops fedx_node_recorder;

/** The lockstep node inside, for fedx_lockstep_*. */
void *fedx_recorder_lockstep(void *node);
/** What it has read so far, or NULL when memory ran out on the way. */
const struct fedx_vectors *fedx_recorder_vectors(const void *node);

/** What a replay found. */
struct fedx_replay {
    int differs;
    struct divergence divergence; /**< when it differs; its cycle counts the vectors from 1 */
    struct compared compared;
};

/** A cycle of a replay. Nothing of it outlives the call that shows it. */
struct fedx_replay_cycle {
    size_t number;                    /**< of its vector, from 0 */
    const struct fedx_vector *vector; /**< its inputs; NULL: it is the cycle after the last vector */
    int set;                          /**< 1: the state that it begins with was set, and not led to */
    const struct fedx_switch *model;
    const struct node_ops *ops;  /**< of the RTL; NULL: the model is alone */
    const void *rtl;                  /**< its node */
};

/** Who looks at a replay. Any number of them look at the same one; what they found is asked of them afterwards. */
struct fedx_observer {
    void *context;
    /** A cycle, before its edge. Once more after the last vector. */
    void (*cycle)(void *context, const struct fedx_replay_cycle *c);
    /** Or NULL. The same cycle as its edge has left both sides, before a state is set that the next one begins with. */
    void (*edge)(void *context, const struct fedx_replay_cycle *c);
};

/** What to replay, from power-up, and who looks. */
struct fedx_replay_config {
    const struct fedx_vectors *vectors;
    const struct node_ops *rtl; /**< has inject if the vectors set a state; NULL: the model alone */
    uint64_t power_up;               /**< seed of the power-up values of the RTL, 0 = zero */
    int buffers;                     /**< of the model when it is alone; 0: FEDX_STANDARD_BUFFERS */
    const struct fedx_observer *observer;
    size_t observers;                /**< 0: it stops at the first difference; else it goes on to the last vector */
};

/**
 * Replay, and compare up to the first difference. If there is none, the buffer stores are compared after the last vector,
 * too.
 * @param[out] result  what that found; nothing when the model is alone, and then it may be NULL
 * @return 0, or -1 when out of memory
 */
int fedx_replay_observed(const struct fedx_replay_config *config, struct fedx_replay *result);
/** Likewise of vectors that nobody looks at, up to the first difference. */
int fedx_replay_run(const struct fedx_vectors *v, const struct node_ops *rtl, uint64_t power_up,
                    struct fedx_replay *result);

/** 1 when two divergences are the same in all but the cycle: field, lane and both values. */
int fedx_divergence_same(const struct divergence *a, const struct divergence *b);

#endif
