/* SPDX-License-Identifier: Apache-2.0 */
#include "batches.h"

#include <math.h>

enum { LONGEST = 4 /* slices a batch */ };

/*
 * Correlations of neighbouring batches: up to INDEPENDENT a batch is long enough, up to DEPENDENT the longest will do.
 */
#define INDEPENDENT 0.15
#define DEPENDENT 0.3
/* Of the sum over all lanes, which is estimated far less surely. */
#define DEPENDENT_SUM 0.6
/* What an estimate from few batches may be too small by. */
#define MARGIN 0.05
#define LARGEST 0.9

/* Quantile of Student's t from that of the normal distribution (Abramowitz and Stegun 26.7.5); from 19 degrees on. */
static double student_from(double z, int freedom)
{
    double f = freedom, z3 = z * z * z, z5 = z3 * z * z, z7 = z5 * z * z;

    return z + (z3 + z) / (4 * f) + (5 * z5 + 16 * z3 + 3 * z) / (96 * f * f) +
           (3 * z7 + 19 * z5 + 17 * z3 - 15 * z) / (384 * f * f * f);
}

double student(int freedom)
{
    static const double t[] = {12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228,
                               2.201,  2.179, 2.160, 2.145, 2.131, 2.120, 2.110, 2.101, 2.093, 2.086,
                               2.080,  2.074, 2.069, 2.064, 2.060, 2.056, 2.052, 2.048, 2.045, 2.042};

    return freedom <= 30 ? t[freedom - 1] : student_from(1.959964, freedom);
}

double confidence(const double *value, int n)
{
    double mean = 0, squares = 0;

    if (n < 2)
        return -1;
    for (int i = 0; i < n; i++)
        mean += value[i] / n;
    for (int i = 0; i < n; i++)
        squares += (value[i] - mean) * (value[i] - mean);
    return student(n - 1) * sqrt(squares / (n - 1) / n);
}

/* Batches of `length` slices each, as many as there are, up to the last slice. */
struct batches {
    const struct cell (*cell)[METRICS_LANES];
    int from, length, count;
};

static struct batches batches_of(const struct cell (*cell)[METRICS_LANES], int first, int last, int length)
{
    int count = (last - first) / length;

    return (struct batches){cell, last - count * length, length, count};
}

/* Samples of a batch in one lane. */
static struct cell in_lane(const struct batches *b, int batch, int lane)
{
    struct cell sum = {0, 0};

    for (int i = 0; i < b->length; i++) {
        const struct cell *c = &b->cell[b->from + batch * b->length + i][lane];
        sum.count += c->count;
        sum.sum += c->sum;
    }
    return sum;
}

/* How far each batch is from what its samples would add up to at the mean of all, and how neighbours go together. */
struct spread {
    double squares, products;
};

static void add_spread(struct spread *s, const struct cell *batch, int count)
{
    struct cell all = {0, 0};
    double before = 0;

    for (int i = 0; i < count; i++) {
        all.count += batch[i].count;
        all.sum += batch[i].sum;
    }
    for (int i = 0; i < count && all.count; i++) {
        double off = (double)batch[i].sum - (double)all.sum / (double)all.count * (double)batch[i].count;
        s->squares += off * off;
        s->products += off * before;
        before = off;
    }
}

/* Correlation of neighbours, without what estimating the mean from the same batches takes off it (Kendall 1954). */
static double correlation(const struct spread *s, int count)
{
    return s->squares > 0 ? (s->products / s->squares * count + 1) / (count - 4) : 0;
}

/* Correlation of neighbouring batches, each lane about its own mean. */
static double pooled(const struct batches *b)
{
    struct cell batch[SLICES];
    struct spread s = {0, 0};

    for (int lane = 0; lane < METRICS_LANES; lane++) {
        for (int i = 0; i < b->count; i++)
            batch[i] = in_lane(b, i, lane);
        add_spread(&s, batch, b->count);
    }
    return correlation(&s, b->count);
}

/* Longest batches of which there are enough. @return 0: there are not even enough slices */
static int longest(int slices)
{
    int length = slices / LEAST_BATCHES;

    return length < LONGEST ? length : LONGEST;
}

double batches_memory(const struct cell (*cell)[METRICS_LANES], int first, int last)
{
    int length = longest(last - first);
    struct batches b;

    if (length == 0)
        return 0;
    b = batches_of(cell, first, last, length);
    return pooled(&b);
}

/* The batches of all lanes together. */
struct sums {
    struct spread spread;
    uint64_t samples;
    int empty;       /* batches without any */
    double of_sum;   /* correlation of neighbours */
    double of_lanes; /* ... pooled over the lanes */
};

static struct sums sum_of(const struct batches *b)
{
    struct cell batch[SLICES] = {{0, 0}};
    struct sums s = {.of_lanes = pooled(b)};

    for (int i = 0; i < b->count; i++) {
        for (int lane = 0; lane < METRICS_LANES; lane++) {
            struct cell c = in_lane(b, i, lane);
            batch[i].count += c.count;
            batch[i].sum += c.sum;
        }
        s.empty += batch[i].count == 0;
        s.samples += batch[i].count;
    }
    add_spread(&s.spread, batch, b->count);
    s.of_sum = correlation(&s.spread, b->count);
    return s;
}

static enum interval_verdict verdict_of(const struct sums *s, int batches)
{
    if (s->empty || s->samples < (uint64_t)(LEAST_SAMPLES * batches))
        return INTERVAL_FEW;
    return s->of_lanes > DEPENDENT || s->of_sum > DEPENDENT_SUM ? INTERVAL_CORRELATED : INTERVAL_GOOD;
}

struct interval batches_interval(const struct cell (*cell)[METRICS_LANES], int first, int last)
{
    int most = longest(last - first), independent = 0;
    struct batches b = {0};
    struct sums s = {0};

    for (int length = 1; length <= most && !independent; length++) {
        b = batches_of(cell, first, last, length);
        s = sum_of(&b);
        independent = s.of_lanes <= INDEPENDENT && s.of_sum <= INDEPENDENT;
    }
    if (most == 0 || s.samples == 0)
        return (struct interval){.verdict = most ? INTERVAL_NONE : INTERVAL_FEW};
    double left = fmin(fmax(fmax(s.of_lanes, s.of_sum) + MARGIN, 0), LARGEST);
    double variance = s.spread.squares * b.count / (b.count - 1) * (1 + left) / (1 - left);
    return (struct interval){
        .half_width = student(b.count - 1) * sqrt(variance) / (double)s.samples,
        .correlation = s.of_lanes,
        .batches = b.count,
        .verdict = verdict_of(&s, b.count),
    };
}
