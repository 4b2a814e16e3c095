/* SPDX-License-Identifier: Apache-2.0
 *
 * What statistics say of a statement: intervals of figures that were measured once
 * for each seed, conditions that such an interval meets or not, and the verdict that
 * follows from conditions. docs/experiments.md has the rules.
 */
#ifndef FEDX_VERDICT_H
#define FEDX_VERDICT_H

enum { FEDX_FIGURE_SEEDS = 1000 /**< at most, in one figure */ };

/** A figure for every seed, in the order of the seeds, so that two figures can be paired. NAN: this seed has none. */
struct fedx_figure {
    int count;
    double value[FEDX_FIGURE_SEEDS];
};

/** a / b, a - b, seed by seed; a seed that has one of them only has neither. */
struct fedx_figure fedx_figure_ratio(const struct fedx_figure *a, const struct fedx_figure *b);
struct fedx_figure fedx_figure_difference(const struct fedx_figure *a, const struct fedx_figure *b);

/** A mean, with its 95% confidence interval (Student t over the seeds). */
struct fedx_estimate {
    int count;         /**< seeds that have the figure */
    double mean;       /**< NAN with none */
    double half_width; /**< negative with fewer than two: there is no interval */
};
struct fedx_estimate fedx_figure_estimate(const struct fedx_figure *figure);

/** What a figure is held against: least <= figure <= most; -INFINITY, INFINITY: no such bound. */
struct fedx_bound {
    double least, most;
};

/** How a condition came out, the worst first. */
enum fedx_outcome {
    FEDX_OUTCOME_FAILED,    /**< the whole interval is out of bounds */
    FEDX_OUTCOME_UNDECIDED, /**< it has a bound in it, or there is no interval */
    FEDX_OUTCOME_MET        /**< the whole interval is within bounds */
};
enum fedx_outcome fedx_estimate_outcome(struct fedx_estimate interval, struct fedx_bound bound);
/** How far the interval is within its bounds; negative: an end of it is so far out. -INFINITY without an interval. */
double fedx_estimate_margin(struct fedx_estimate interval, struct fedx_bound bound);
const char *fedx_outcome_name(enum fedx_outcome outcome);

/** What follows for a statement. */
enum fedx_verdict { FEDX_VERDICT_NOT, FEDX_VERDICT_PARTLY, FEDX_VERDICT_HOLDS };
/**
 * Holds: every condition is met. Does not hold: none is met, and one or more failed. Partly: all else.
 * @param count  at least 1
 */
enum fedx_verdict fedx_verdict_of(const enum fedx_outcome *outcomes, int count);
const char *fedx_verdict_name(enum fedx_verdict verdict);

#endif
