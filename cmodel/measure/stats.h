/* SPDX-License-Identifier: Apache-2.0
 *
 * What a run measures. Paper section 3 defines the two latencies.
 */
#ifndef MEASURE_STATS_H
#define MEASURE_STATS_H

#include <stdint.h>

/** Count, sum and extremes of a latency, cycles. */
struct latency {
    uint64_t count, sum, min, max;
};

/** Add one sample. */
static inline void latency_add(struct latency *l, uint64_t cycles)
{
    if (l->count == 0 || cycles < l->min)
        l->min = cycles;
    if (cycles > l->max)
        l->max = cycles;
    l->count++;
    l->sum += cycles;
}

/** Add the samples of another one. */
static inline void latency_join(struct latency *l, const struct latency *other)
{
    if (other->count && (l->count == 0 || other->min < l->min))
        l->min = other->min;
    if (other->max > l->max)
        l->max = other->max;
    l->count += other->count;
    l->sum += other->sum;
}

/** Mean, cycles; 0 without samples. */
static inline double latency_mean(const struct latency *l)
{
    return l->count ? (double)l->sum / (double)l->count : 0;
}

/** What a part of the endpoints sent. */
struct group {
    struct latency packet, message, message_short, message_long; /**< as in struct stats */
    uint64_t delivered_measured, messages;
};

/** Totals of a fabric run. */
struct stats {
    struct latency packet;  /**< first byte of the accepted attempt to complete ejection */
    struct latency message; /**< job list to complete ejection of all packets */
    struct latency message_short, message_long;
    struct group independent, hot; /**< with hot spots: from independent endpoints, and to hot spots */
    uint64_t created;              /**< packets that appeared on job lists */
    uint64_t injected;             /**< packets taken from endpoints */
    uint64_t delivered;            /**< packets handed to the right endpoint, every byte checked */
    uint64_t delivered_measured;   /**< of these, from warm-up to the end of the measurement */
    uint64_t messages;             /**< messages delivered */
    uint64_t bytes_checked;        /**< bytes compared end to end */
    uint64_t failed_attempts;      /**< injection attempts that were refused or timed out */
};

#endif
