/* SPDX-License-Identifier: Apache-2.0 */
#include "histogram.h"

#include <math.h>

uint64_t histogram_value(unsigned index)
{
    unsigned shift = index >> HISTOGRAM_BITS;

    if (shift == 0)
        return index;
    shift--;
    return (uint64_t)(index - (shift << HISTOGRAM_BITS)) << shift;
}

void histogram_merge(struct histogram *h, const struct histogram *other)
{
    for (unsigned i = 0; i < HISTOGRAM_BUCKETS; i++)
        h->bucket[i] += other->bucket[i];
}

uint64_t histogram_percentile(const struct histogram *h, double share)
{
    uint64_t count = 0, wanted, seen = 0;

    for (unsigned i = 0; i < HISTOGRAM_BUCKETS; i++)
        count += h->bucket[i];
    wanted = (uint64_t)ceil(share * (double)count);
    for (unsigned i = 0; i < HISTOGRAM_BUCKETS && count; i++) {
        seen += h->bucket[i];
        if (seen >= wanted)
            return histogram_value(i);
    }
    return 0;
}
