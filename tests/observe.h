/* SPDX-License-Identifier: Apache-2.0
 *
 * Replays with one observer.
 */
#ifndef OBSERVE_H
#define OBSERVE_H

#include "unit.h"

#include "fedx/triage/fedx_triage.h"

/** Replay vectors for one observer. @param rtl  NULL: the model alone */
static inline struct replay observe(const struct vectors *v, const struct node_ops *rtl, struct observer observer)
{
    const struct replay_config config = {.vectors = v, .rtl = rtl, .observer = &observer, .observers = 1};
    struct replay found = {0};

    assert_int_equal(replay_observed(&config, &found), 0);
    return found;
}

/** The lives in vectors, to be destroyed. */
static inline struct fedx_history *observe_history(const struct vectors *v)
{
    struct fedx_history *history = fedx_history.create(&fedx_kind);

    assert_non_null(history);
    observe(v, NULL, observer_with(&fedx_history.observer, history));
    return history;
}

/** How much vectors hold. */
static inline struct history_counts observe_counts(const struct vectors *v)
{
    struct fedx_history *history = observe_history(v);
    struct history_counts counts = fedx_history.count(history);

    fedx_history.destroy(history);
    return counts;
}

#endif
