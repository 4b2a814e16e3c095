/* SPDX-License-Identifier: Apache-2.0
 *
 * A figure of latency over load, as SVG that any browser shows: a few curves with their 95% confidence intervals, and
 * where each ends.
 */
#ifndef RESULTS_CURVE_FIGURE_H
#define RESULTS_CURVE_FIGURE_H

#include <stdio.h>

/** A point that means something. */
struct curve_point {
    double x;    /**< load, 0 to 1 */
    double y;    /**< cycles */
    double half; /**< half of its confidence interval; 0: none is known */
};

struct curve {
    const char *name;
    const struct curve_point *point;
    int points;
    double end; /**< load from which on it is saturated; 0: it never is */
};

/** Write the figure. @param title  one line */
void curve_figure(const char *title, const struct curve *curve, int curves, FILE *out);

#endif
