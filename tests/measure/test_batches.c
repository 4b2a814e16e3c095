/* SPDX-License-Identifier: Apache-2.0
 *
 * Confidence intervals from series whose truth is known. What they do
 * on fabrics is measured by tests/intervals.c.
 */
#include <math.h>

#include "../unit.h"
#include "measure/batches.h"

TEST(formulas)
{
    static const double five[] = {1, 2, 3, 4, 5};

    /* Standard deviation sqrt(2.5), t of 4 degrees of freedom 2.776. */
    assert_float_equal(confidence(five, 5), 2.776 * sqrt(2.5 / 5), 1e-9);
    assert_true(confidence(five, 1) < 0);
    /* From tables. */
    assert_float_equal(student(1), 12.706, 1e-3);
    assert_float_equal(student(39), 2.0227, 1e-4);
    assert_float_equal(student(79), 1.9905, 1e-4);
    assert_float_equal(student(100000), 1.96, 1e-4);
}

static double normal(struct rng *r)
{
    double sum = -6;

    for (int i = 0; i < 12; i++)
        sum += (double)(rng_next(r) >> 11) / 9007199254740992.0;
    return sum;
}

/* 95% of the intervals hold the true mean; 3000 trials: 4 standard deviations are 1.6%. */
TEST(independent_values)
{
    struct rng r = rng_stream(9, 0);
    int trials = 3000, held = 0;

    for (int t = 0; t < trials; t++) {
        double value[20], mean = 0;
        for (int i = 0; i < 20; i++)
            mean += (value[i] = 100 + 15 * normal(&r)) / 20;
        held += fabs(mean - 100) <= confidence(value, 20);
    }
    assert_in_range(held * 1000 / trials, 934, 966);
    COMPARED(trials, "intervals");
}

/*
 * Samples of 64 lanes: part of what they differ by from their mean of 3000 is common to all lanes, part is of the lane
 * alone, and both forget as x' = phi x + noise, from sample to sample, 25 of them a slice.
 */
static void draw(struct rng *r, double phi, struct cell (*cell)[METRICS_LANES])
{
    double lane[METRICS_LANES] = {0}, common = 0, noise = sqrt(1 - phi * phi);

    memset(cell, 0, SLICES * sizeof *cell);
    for (int i = -500; i < SLICES * 25; i++) {
        common = phi * common + noise * 60 * normal(r);
        for (int k = 0; k < METRICS_LANES; k++) {
            lane[k] = phi * lane[k] + noise * 400 * normal(r);
            if (i < 0)
                continue;
            cell[i / 25][k].count++;
            cell[i / 25][k].sum += (uint64_t)llround(3000 + common + lane[k]);
        }
    }
}

static double mean_of(const struct cell (*cell)[METRICS_LANES])
{
    double count = 0, sum = 0;

    for (int i = 0; i < SLICES; i++)
        for (int k = 0; k < METRICS_LANES; k++) {
            count += (double)cell[i][k].count;
            sum += (double)cell[i][k].sum;
        }
    return sum / count;
}

/* Series that forget in a fraction of a slice, in a slice, in the longest batch, and not within the run. */
TEST(correlated_samples)
{
    static const struct {
        double phi;
        int good; /* 1: the interval is to be trusted, 0: it is to be marked, -1: either */
    } series[] = {{0.5, 1}, {0.95, 1}, {0.985, -1}, {0.9995, 0}};
    static struct cell cell[SLICES][METRICS_LANES];
    struct rng r = rng_stream(11, 0);
    enum { TRIALS = 120 };

    for (size_t s = 0; s < sizeof series / sizeof *series; s++) {
        int good = 0, held = 0;
        for (int t = 0; t < TRIALS; t++) {
            draw(&r, series[s].phi, cell);
            struct interval i = batches_interval(cell, 0, SLICES);
            assert_in_range(i.batches, LEAST_BATCHES, SLICES);
            good += i.verdict == INTERVAL_GOOD;
            held += i.verdict == INTERVAL_GOOD && fabs(mean_of(cell) - 3000) <= i.half_width;
        }
        printf("           phi %.4f: %d of %d trusted, of these %d hold the mean\n", series[s].phi, good, TRIALS, held);
        if (series[s].good >= 0)
            assert_in_range(good, series[s].good ? TRIALS * 95 / 100 : 0, series[s].good ? TRIALS : TRIALS * 2 / 100);
        assert_in_range(held * 100, good * 89, good * 100);
        assert_true(held < good || series[s].good != 1); /* and not by being endlessly wide */
    }
    COMPARED(TRIALS * sizeof series / sizeof *series, "series");
}

/* Nothing, too little, and gaps. */
TEST(too_few)
{
    static struct cell cell[SLICES][METRICS_LANES];

    assert_int_equal(batches_interval(cell, 0, SLICES).verdict, INTERVAL_NONE);
    assert_int_equal(batches_interval(cell, 61, SLICES).verdict, INTERVAL_FEW);
    for (int i = 0; i < SLICES; i++)
        cell[i][i % 3] = (struct cell){1, 100 + (uint64_t)(i * 37 % 11)};
    assert_int_equal(batches_interval(cell, 0, SLICES).verdict, INTERVAL_FEW);
    for (int i = 0; i < SLICES; i++)
        cell[i][i % 3].count *= 6, cell[i][i % 3].sum *= 6;
    assert_int_equal(batches_interval(cell, 0, SLICES).verdict, INTERVAL_GOOD);
    memset(cell + 10, 0, 10 * sizeof *cell);
    assert_int_equal(batches_interval(cell, 0, SLICES).verdict, INTERVAL_FEW);
}

RUN_TESTS
