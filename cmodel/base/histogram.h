/* SPDX-License-Identifier: Apache-2.0
 *
 * A histogram of latencies whose percentiles are exact below 128 cycles and within
 * one part in 128 above: 128 buckets for every power of two.
 */
#ifndef BASE_HISTOGRAM_H
#define BASE_HISTOGRAM_H

#include <stdint.h>

enum {
    HISTOGRAM_BITS = 7,  /**< log2 of the buckets a power of two */
    HISTOGRAM_LIMIT = 32 /**< log2 of the first value that is counted as the largest one */
};
#define HISTOGRAM_BUCKETS ((HISTOGRAM_LIMIT - HISTOGRAM_BITS + 1) << HISTOGRAM_BITS)

struct histogram {
    uint32_t bucket[HISTOGRAM_BUCKETS];
};

/** Bucket of a value. */
static inline unsigned histogram_index(uint64_t value)
{
    uint64_t top = (UINT64_C(1) << HISTOGRAM_LIMIT) - 1, v = value < top ? value : top;
    unsigned shift = v >> HISTOGRAM_BITS ? 63u - (unsigned)__builtin_clzll(v) - HISTOGRAM_BITS : 0;

    return (shift << HISTOGRAM_BITS) + (unsigned)(v >> shift);
}

/** Smallest value of a bucket. */
uint64_t histogram_value(unsigned index);
/** Add the samples of another one. */
void histogram_merge(struct histogram *h, const struct histogram *other);
/**
 * The value that a share of the samples does not exceed: the smallest value of the bucket of sample number
 * ceil(share x count).
 * @param share  over 0, up to 1. @return 0 without samples
 */
uint64_t histogram_percentile(const struct histogram *h, double share);

#endif
