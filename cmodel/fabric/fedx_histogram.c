/* SPDX-License-Identifier: Apache-2.0
 *
 * See fedx_histogram.h.
 */
#include "fedx_histogram.h"

#include <math.h>

uint64_t fedx_histogram_value(unsigned index)
{
    unsigned shift = index >> FEDX_HISTOGRAM_BITS;

    if (shift == 0)
        return index;
    shift--;
    return (uint64_t)(index - (shift << FEDX_HISTOGRAM_BITS)) << shift;
}

void fedx_histogram_merge(struct fedx_histogram *h, const struct fedx_histogram *other)
{
    for (unsigned i = 0; i < FEDX_HISTOGRAM_BUCKETS; i++)
        h->bucket[i] += other->bucket[i];
}

uint64_t fedx_histogram_percentile(const struct fedx_histogram *h, double share)
{
    uint64_t count = 0, wanted, seen = 0;

    for (unsigned i = 0; i < FEDX_HISTOGRAM_BUCKETS; i++)
        count += h->bucket[i];
    wanted = (uint64_t)ceil(share * (double)count);
    for (unsigned i = 0; i < FEDX_HISTOGRAM_BUCKETS && count; i++) {
        seen += h->bucket[i];
        if (seen >= wanted)
            return fedx_histogram_value(i);
    }
    return 0;
}
