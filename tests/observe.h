/* SPDX-License-Identifier: Apache-2.0
 *
 * Replays with one observer.
 */
#ifndef OBSERVE_H
#define OBSERVE_H

#include "unit.h"

#include "fedx/triage/fedx_life.h"

/** Replay vectors for one observer. @param rtl  NULL: the model alone */
static inline struct replay observe(const struct vectors *v, const struct node_ops *rtl,
                                    struct observer observer)
{
    const struct replay_config config = {.vectors = v, .rtl = rtl, .observer = &observer, .observers = 1};
    struct replay found = {0};

    assert_int_equal(replay_observed(&config, &found), 0);
    return found;
}

/** The lives in vectors, to be destroyed. */
static inline struct fedx_life *observe_life(const struct vectors *v)
{
    struct fedx_life *life = fedx_life_create();

    assert_non_null(life);
    observe(v, NULL, fedx_life_observer(life));
    return life;
}

/** How much vectors hold. */
static inline struct life_counts observe_counts(const struct vectors *v)
{
    struct fedx_life *life = observe_life(v);
    struct life_counts counts = fedx_life_count(life);

    fedx_life_destroy(life);
    return counts;
}

#endif
