/* SPDX-License-Identifier: Apache-2.0
 *
 * Judging a claim by statistics: confidence intervals of figures that were measured
 * once for each seed, conditions that such an interval meets or not, and the verdict
 * that follows from a claim's conditions. docs/reference/experiments.md has the rules.
 */
#ifndef RESULTS_VERDICT_H
#define RESULTS_VERDICT_H

enum { FIGURE_SEEDS = 1000 /**< at most, in one figure */ };

/**
 * A figure for every seed, in the order of the seeds, so that two figures can be paired. NAN: this seed has none.
 * INFINITY: it grows without bound, such as the latency of a run that stalled.
 */
struct figure {
    int count;
    double value[FIGURE_SEEDS];
    double moved[FIGURE_SEEDS]; /**< value less that of the same seed's run of half the length; 0: there is none to hold
                                   it against */
    double known_to;            /**< an error that all seeds may share, as the step of a search; 0: none */
    unsigned marks;             /**< FIGURE_*, of it or of what it was worked out from */
};
enum {
    FIGURE_UNSETTLED = 1, /**< a run that was to settle had not when its budget was over */
    FIGURE_MOVES = 2,     /**< its second half is another one than the first, over all seeds */
    FIGURE_STALLS = 4     /**< a run stalled or failed, and counts as what the figure tends to */
};

/** a / b, a * b, a - b, seed by seed; a seed that has one of them only has neither. */
struct figure figure_ratio(const struct figure *a, const struct figure *b);
struct figure figure_product(const struct figure *a, const struct figure *b);
struct figure figure_difference(const struct figure *a, const struct figure *b);
/** A figure in another unit. */
struct figure figure_scaled(struct figure figure, double factor);

/**
 * A mean, with its 95% confidence interval: Student t over the seeds, how far the mean moved when the runs became
 * twice as long, and the error that seeds share, as the root of the sum of the squares. A transient that is left is
 * about as large as what the last doubling took away.
 */
struct estimate {
    int count;         /**< seeds that have the figure */
    double mean;       /**< NAN with none; INFINITY when a seed's is */
    double half_width; /**< negative with fewer than two, or when some grow without bound and some do not: there is no
                          interval */
};
struct estimate figure_estimate(const struct figure *figure);

/** What a figure is held against: least <= figure <= most; -INFINITY, INFINITY: no such bound. */
struct bound {
    double least, most;
};

/** How a condition came out, the worst first. */
enum outcome {
    OUTCOME_FAILED,    /**< the whole interval is out of bounds */
    OUTCOME_UNDECIDED, /**< it has a bound in it, or there is no interval */
    OUTCOME_MET        /**< the whole interval is within bounds */
};
enum outcome estimate_outcome(struct estimate interval, struct bound bound);
/** How far the interval is within its bounds; negative: an end of it is so far out. -INFINITY without an interval. */
double estimate_margin(struct estimate interval, struct bound bound);
const char *outcome_name(enum outcome outcome);

/** What follows for a statement. */
enum verdict { VERDICT_NOT, VERDICT_PARTLY, VERDICT_HOLDS };
/**
 * Holds: every condition is met. Does not hold: none is met, and one or more failed. Partly: all else.
 * @param count  at least 1
 */
enum verdict verdict_judge(const enum outcome *outcomes, int count);
const char *verdict_name(enum verdict verdict);

#endif
