/* SPDX-License-Identifier: Apache-2.0
 *
 * The figure of an experiment as a script of gnuplot and the data that it draws.
 */
#ifndef FEDX_SWEEP_PLOT_H
#define FEDX_SWEEP_PLOT_H

#include <stdio.h>

#include "fedx_experiment.h"
#include "fedx_verdict.h"

/** What is known of a point over its seeds. */
struct fedx_plot_point {
    struct fedx_estimate y;
    struct fedx_estimate ratio; /**< of y to that of the curve `ratio_to`; without one: none */
    int saturated;
};

/** A figure. */
struct fedx_plot {
    const struct fedx_experiment *experiment;
    const char *name;                     /**< of its files, without suffix */
    char *const *more;                    /**< assignments on top of every point */
    unsigned more_count;
    const struct fedx_plot_point *points; /**< [curve_count][value_count] */
};

/** Write a row for each point, a block for each curve: what NAME.dat holds. */
void fedx_plot_data(const struct fedx_plot *p, FILE *out);
/** Write what draws NAME.svg of NAME.dat. */
void fedx_plot_script(const struct fedx_plot *p, FILE *out);

#endif
