/* SPDX-License-Identifier: Apache-2.0
 *
 * Whether a run is saturated: what waits would grow without end. docs/reference/statistics.md section 4 has the rules,
 * and how often they are right. Nothing is decided by a number of messages: all is compared with what was asked for.
 */
#ifndef MEASURE_SATURATION_H
#define MEASURE_SATURATION_H

#include <stdint.h>

#include "batches.h"

/** What the sources of a lane created in a slice of the run, and what of theirs was delivered in it; packets. */
struct flow {
    uint32_t created, delivered;
};

/** What is known of a run beforehand. All zero: nothing. */
struct demand {
    double packets; /**< that sources were to create, a cycle, where they can be held back; 0: they cannot */
    double routes;  /**< share of time that the busiest link would be busy if all were carried that is asked for; 0: not
                       known */
    int together;   /**< messages that appear at once, at most */
};

/** Why a run is saturated, or is not, or cannot be told. */
enum saturation_reason {
    SATURATION_SHORT,   /**< not told: the run is too short */
    SATURATION_CARRIED, /**< not saturated */
    SATURATION_GROWS,   /**< saturated: what waits grows, in the first half as in the second */
    SATURATION_ROUTES,  /**< saturated: more is asked for than a link on the only way carries */
    SATURATION_HELD,    /**< saturated: sources that are held back created less than was asked for */
    SATURATION_ENDLESS, /**< saturated by definition: sources that always have a message waiting */
    SATURATION_STALLED  /**< not told: nothing moves any more (for who knows how a run ended) */
};
/** @return 1 saturated, 0 not saturated, -1 not told */
int saturation_is_decided(enum saturation_reason reason);

/** What is waiting in endpoints and fabric, and whether it grows without end. */
struct backlog {
    enum saturation_reason reason; /**< whether it does */
    int unbounded; /**< 1: what waits, and latencies of messages with it, grows with the length of the run; not where
                      sources are held back */
    int judged;    /**< 1: enough slices were counted; else only reason and packets are known */
    double growth; /**< packets a slice, mean of what came less what was delivered */
    double half_width;   /**< of its 95% confidence interval, packets a slice */
    double packets;      /**< at the end of the last slice */
    double held;         /**< packets, mean over the later half of the slices */
    double messages;     /**< the same in mean messages of each source (metrics_backlog) */
    double waiting;      /**< share of all that was created, mean over the last eighth of the slices */
    double most_waiting; /**< the same of the eighth of the lanes where most waits */
};

/**
 * Judge by the slices from `first` to `last` - 1 of a run; those before count for what waits.
 * @return reason SHORT, CARRIED or GROWS
 */
struct backlog saturation_of(const struct flow (*flow)[METRICS_LANES], int first, int last);
/** What was asked for decides before what was seen. @param created  packets, in so many cycles @param message  mean
 * packets of one */
void saturation_by_demand(struct backlog *b, const struct demand *demand, double created, double cycles,
                          double message);

#endif
