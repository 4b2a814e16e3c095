/* SPDX-License-Identifier: Apache-2.0
 *
 * Repeating what was recorded: vectors through model and RTL side by side, once, for
 * all who want to look at them.
 */
#ifndef BENCH_REPLAY_H
#define BENCH_REPLAY_H

#include "../compare/lockstep.h"
#include "vectors.h"

/** What a replay found. */
struct replay {
    int differs;
    struct mismatch mismatch; /**< when it differs; its cycle counts the vectors from 1 */
    struct compared compared;
};

/** A cycle of a replay. Nothing of it outlives the call that shows it. */
struct replay_cycle {
    const struct router_kind *kind;
    size_t number;            /**< of its vector, from 0 */
    const void *in, *control; /**< its inputs; NULL: it is the cycle after the last vector */
    int set;                  /**< 1: the state that it begins with was set, and not led to */
    const void *model;
    const struct node_ops *ops; /**< of the RTL; NULL: the model is alone */
    const void *rtl;            /**< its node */
};

/** Who looks at a replay. Any number of them look at the same one; what they found is asked of them afterwards. */
struct observer {
    void *context;
    /** A cycle, before its edge. Once more after the last vector. */
    void (*cycle)(void *context, const struct replay_cycle *c);
    /** Or NULL. The same cycle as its edge has left both sides, before a state is set that the next one begins with. */
    void (*edge)(void *context, const struct replay_cycle *c);
};

static inline struct observer observer_with(const struct observer *o, void *context)
{
    return (struct observer){context, o->cycle, o->edge};
}

/** What to replay, from power-up, and who looks. */
struct replay_config {
    const struct vectors *vectors;
    const struct node_ops
        *rtl; /**< has inject if the vectors set a state; NULL: the model alone, or else its kind has lockstep */
    uint64_t power_up; /**< seed of the power-up values of the RTL, 0 = zero */
    int buffers;       /**< of the model when it is alone; 0: the standard number of its kind */
    const struct observer *observer;
    size_t observers; /**< 0: it stops at the first difference; else it goes on to the last vector */
};

/**
 * Replay, and compare up to the first difference. If there is none, the buffer stores are compared after the last
 * vector, too.
 * @param[out] result  what that found; nothing when the model is alone, and then it may be NULL
 * @return 0, or -1 when out of memory
 */
int replay_observed(const struct replay_config *config, struct replay *result);
/** Likewise of vectors that nobody looks at, up to the first difference. */
int replay_run(const struct vectors *v, const struct node_ops *rtl, uint64_t power_up, struct replay *result);

/** 1 when two mismatches are the same in all but the cycle: field, lane and both values. */
int mismatch_same(const struct mismatch *a, const struct mismatch *b);

#endif
