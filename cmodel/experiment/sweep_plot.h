/* SPDX-License-Identifier: Apache-2.0
 *
 * The figure of an experiment as a script of gnuplot and the data that it draws.
 */
#ifndef STUDY_SWEEP_PLOT_H
#define STUDY_SWEEP_PLOT_H

#include <stdio.h>

#include "../results/verdict.h"
#include "experiment.h"
#include "sweep_state.h"

/** What is known of a point over its seeds. */
struct plot_point {
    struct estimate y;
    struct estimate ratio;     /**< of y to that of the curve `ratio_to`; without one: none */
    struct estimate low, high; /**< with `low` and `high`: least and largest value */
    int saturated;
    struct sweep_states states; /**< of y */
    uint64_t cycles, warmup;    /**< of its longest run */
};

/** A figure. */
struct plot {
    const struct experiment *experiment;
    const char *name;  /**< of its files, without suffix */
    char *const *more; /**< assignments on top of every point */
    unsigned more_count;
    const char *x;             /**< what it is drawn over: the key, or nodes */
    const char *const *values; /**< [value_count] of that */
    unsigned value_count;
    const struct plot_point *points; /**< [curve_count][value_count] */
};

/** Write a row for each point, a block for each curve: what NAME.dat holds. */
void plot_data(const struct plot *p, FILE *out);
/** Write what draws NAME.svg of NAME.dat. */
void plot_script(const struct plot *p, FILE *out);

#endif
