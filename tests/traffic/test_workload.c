/* SPDX-License-Identifier: Apache-2.0
 *
 * Workloads and random streams: means, shares, destinations, and that a stream
 * depends on its seed and number only.
 */
#include "../unit.h"
#include "traffic/workload.h"

enum { DRAWS = 200000 };

TEST(the_five)
{
    static const struct {
        const char *name;
        double mean, share;
        int shortest, longest;
    } expected[] = {
        {"wk-mixture", 0.9 * 3 + 0.1 * 25, 0.1, 1, 25}, {"wk1-5", 3, 0, 1, 5},  {"wk30", 30, 1, 30, 30},
        {"wk-long", 0.2 * 3 + 0.8 * 25, 0.8, 1, 25},    {"single", 1, 0, 1, 1},
    };

    for (int i = 0; i < 5; i++) {
        const struct workload *w = workload_find(expected[i].name);
        struct rng r = rng_stream(81, (uint64_t)i);
        double total = 0, longs = 0;
        int least = 1000, most = 0;
        assert_ptr_equal(w, &traffic_workloads[i]);
        assert_float_equal(workload_mean(w), expected[i].mean, 1e-9);
        for (int n = 0; n < DRAWS; n++) {
            int length = workload_length(w, &r);
            total += length;
            longs += expected[i].share > 0 && length == w->long_packets;
            least = length < least ? length : least;
            most = length > most ? length : most;
        }
        assert_float_equal(total / DRAWS, expected[i].mean, expected[i].mean * 0.02);
        assert_float_equal(longs / DRAWS, expected[i].share, 0.005);
        assert_int_equal(least, expected[i].shortest);
        assert_int_equal(most, expected[i].longest);
    }
    assert_null(traffic_workloads[5].name);
    COMPARED(5 * DRAWS, "message lengths");
}

TEST(short_lengths_are_uniform)
{
    const struct workload *w = workload_find("wk1-5");
    struct rng r = rng_stream(82, 0);
    int counts[6] = {0};

    for (int n = 0; n < DRAWS; n++)
        counts[workload_length(w, &r)]++;
    for (int length = 1; length <= 5; length++)
        assert_in_range(counts[length], DRAWS / 5 * 0.97, DRAWS / 5 * 1.03);
    COMPARED(DRAWS, "lengths");
}

/* Density 1 is one packet in 320 cycles a PE. */
TEST(intervals)
{
    const struct workload *w = workload_find("wk-mixture");

    assert_float_equal(workload_interval(w, 1.0, 320), 5.2 * 320, 1e-6);
    assert_float_equal(workload_interval(w, 0.25, 320), 5.2 * 1280, 1e-6);
    assert_float_equal(workload_interval(workload_find("single"), 2.0, 320), 160, 1e-6);
}

TEST(destinations)
{
    static const int sizes[] = {2, 3, 16, 64, 256};
    unsigned compared = 0;

    for (unsigned s = 0; s < sizeof sizes / sizeof sizes[0]; s++)
        for (int which = 0; which < 3; which++) {
            int nodes = sizes[s], self = which == 0 ? 0 : which == 1 ? nodes - 1 : nodes / 2, counts[256] = {0};
            struct rng r = rng_stream(83, (uint64_t)self);
            int draws = 4000 * (nodes - 1);
            for (int n = 0; n < draws; n++, compared++) {
                int d = workload_destination(&r, nodes, self);
                assert_in_range(d, 0, nodes - 1);
                counts[d]++;
            }
            assert_int_equal(counts[self], 0);
            for (int d = 0; d < nodes; d++)
                if (d != self)
                    assert_in_range(counts[d], 3650, 4350); /* over five standard deviations */
        }
    COMPARED(compared, "destinations");
}

TEST(streams)
{
    enum { STREAMS = 300 };
    static uint64_t first[STREAMS];

    for (int i = 0; i < STREAMS; i++) {
        struct rng a = rng_stream((uint64_t)(i / 100), (uint64_t)(i % 100)), b = a;
        struct rng again = rng_stream((uint64_t)(i / 100), (uint64_t)(i % 100));
        first[i] = rng_next(&a);
        assert_int_equal(rng_next(&again), first[i]); /* the seed and the number, nothing else */
        for (int n = 0; n < 10; n++)
            assert_int_equal(rng_next(&a), rng_next(&again));
        assert_int_equal(rng_next(&b), first[i]);
        for (int k = 0; k < i; k++)
            assert_int_not_equal(first[k], first[i]);
    }
    COMPARED(STREAMS, "streams");
}

/* Streams next to each other share nothing: their bits agree half the time. */
TEST(streams_are_unrelated)
{
    for (uint64_t number = 0; number < 20; number++) {
        struct rng a = rng_stream(1, number), b = rng_stream(1, number + 1);
        unsigned agree = 0;
        for (int n = 0; n < 2000; n++)
            agree += (unsigned)__builtin_popcountll(rng_next(&a) ^ rng_next(&b));
        assert_in_range(agree, 64000 - 1000, 64000 + 1000);
    }
    COMPARED(20 * 128000, "bits");
}

TEST(distributions)
{
    struct rng r = rng_stream(84, 0);
    double total = 0, below_mean = 0;
    unsigned ones = 0;

    for (int n = 0; n < DRAWS; n++) {
        double t = rng_exponential(&r, 100);
        assert_true(t >= 0);
        total += t;
        below_mean += t < 100;
        ones += (unsigned)rng_chance(&r, 0.3);
        assert_int_equal(rng_below(&r, 1), 0);
        assert_int_equal(rng_chance(&r, 0), 0);
        assert_int_equal(rng_chance(&r, 1), 1);
    }
    assert_float_equal(total / DRAWS, 100, 1.5);
    assert_float_equal(below_mean / DRAWS, 0.6321, 0.006); /* 1 - 1/e: exponential, not uniform */
    assert_float_equal((double)ones / DRAWS, 0.3, 0.006);
    COMPARED(DRAWS, "draws of each kind");
}

TEST(names)
{
    assert_null(workload_find("wk1"));
    assert_null(workload_find(""));
}

RUN_TESTS
