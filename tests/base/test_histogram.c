/* SPDX-License-Identifier: Apache-2.0
 *
 * Histograms: every value finds its bucket, percentiles against sorted samples.
 */
#include <math.h>
#include <stdlib.h>

#include "../unit.h"
#include "base/histogram.h"

TEST(buckets)
{
    struct rng r = rng_stream(1, 0);
    unsigned compared = 0;

    for (unsigned i = 0; i < HISTOGRAM_BUCKETS; i++, compared++) {
        uint64_t lowest = histogram_value(i);
        assert_int_equal(histogram_index(lowest), i);
        if (lowest > 0)
            assert_int_equal(histogram_index(lowest - 1), i - 1);
    }
    for (int i = 0; i < 1000000; i++, compared++) {
        uint64_t value = rng_next(&r) >> (rng_next(&r) % 32 + 32);
        uint64_t lowest = histogram_value(histogram_index(value));
        assert_true(lowest <= value && value - lowest <= value / 128);
    }
    assert_int_equal(histogram_index(UINT64_MAX), HISTOGRAM_BUCKETS - 1);
    COMPARED(compared, "values");
}

static int ascending(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

    return x < y ? -1 : x > y;
}

TEST(percentiles)
{
    static const double shares[] = {0.001, 0.25, 0.5, 0.9, 0.95, 0.99, 0.999, 1};
    enum { SAMPLES = 20011 };
    static uint64_t sample[SAMPLES];
    struct rng r = rng_stream(2, 0);
    struct histogram *h = calloc(2, sizeof *h);
    unsigned compared = 0;

    assert_int_equal(histogram_percentile(h, 0.5), 0);
    for (int i = 0; i < SAMPLES; i++) {
        sample[i] = (uint64_t)rng_exponential(&r, i % 2 ? 50 : 40000);
        h[i % 3 == 0].bucket[histogram_index(sample[i])]++;
    }
    histogram_merge(&h[0], &h[1]);
    qsort(sample, SAMPLES, sizeof *sample, ascending);
    for (size_t i = 0; i < sizeof shares / sizeof *shares; i++, compared++) {
        uint64_t exact = sample[(size_t)ceil(shares[i] * SAMPLES) - 1], found = histogram_percentile(h, shares[i]);
        assert_int_equal(found, histogram_value(histogram_index(exact)));
    }
    free(h);
    COMPARED(compared, "percentiles of 20011 samples");
}

RUN_TESTS
