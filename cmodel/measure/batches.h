/* SPDX-License-Identifier: Apache-2.0
 *
 * Confidence intervals of means over time by batch means. docs/reference/statistics.md section 3
 * derives them and says how often they hold what they should.
 *
 * Samples are kept by slice of time and by lane, a part of the endpoints: what happens at
 * different endpoints is nearly independent, so the autocorrelation over time can be estimated
 * from all lanes together far more precisely than from their sum.
 */
#ifndef MEASURE_BATCHES_H
#define MEASURE_BATCHES_H

#include <stdint.h>

enum {
    SLICES = 80,        /**< equal parts of a run's time */
    METRICS_LANES = 64, /**< parts of the endpoints: endpoint n is in lane n % METRICS_LANES */
    LEAST_BATCHES = 20, /**< of an interval */
    LEAST_SAMPLES = 5   /**< in a batch of it, on average */
};

/** Samples of one slice and lane. */
struct cell {
    uint64_t count, sum;
};

/** Whether an interval can be trusted, and why not. */
enum interval_verdict {
    INTERVAL_GOOD,
    INTERVAL_NONE,       /**< there is no sample */
    INTERVAL_FEW,        /**< too few batches, or samples in them */
    INTERVAL_CORRELATED, /**< the longest batches depend on each other: the run is too short for this figure */
    INTERVAL_UNSTEADY,   /**< ... and messages so strongly that the whole run may still be in its start-up transient */
    INTERVAL_SATURATED   /**< the mean grows with the length of the run: there is none to estimate */
};

/** The 95% confidence interval of a mean. */
struct interval {
    double half_width;  /**< in the unit of the samples; 0 unless there are batches */
    double correlation; /**< of neighbouring batches, pooled over the lanes */
    int batches;
    enum interval_verdict verdict;
};

/** Correlation of the longest batches of messages from which on a whole run counts as unsteady. */
#define UNSTEADY 0.5

/**
 * The interval of sum/count over the slices from `first` to `last` - 1. Batches of one to four slices are tried, the
 * shortest that hardly depend on each other are taken; what dependence is left widens the interval.
 * @return verdict GOOD, NONE, FEW or CORRELATED
 */
struct interval batches_interval(const struct cell (*cell)[METRICS_LANES], int first, int last);
/** Correlation of the longest batches, as batches_interval pools it; 0 when there are too few. */
double batches_memory(const struct cell (*cell)[METRICS_LANES], int first, int last);

/** Student's t: the 0.975 quantile. @param freedom  degrees of it, at least 1 */
double student(int freedom);
/** Half-width of the 95% confidence interval of the mean of n values (Student t); negative for n < 2. */
double confidence(const double *value, int n);

#endif
