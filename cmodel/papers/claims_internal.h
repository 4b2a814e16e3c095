/* SPDX-License-Identifier: Apache-2.0
 *
 * Shared by the files of claims (claims*.c only): figures of experiments, worked out of expressions.
 */
#ifndef STUDY_CLAIMS_INTERNAL_H
#define STUDY_CLAIMS_INTERNAL_H

#include "claims.h"
#include "claims_readings.h"
#include "claims_scope.h"

/** A curve of an experiment. */
struct claims_line {
    const struct sweep *sweep;
    const struct experiment *experiment; /**< NULL: there is no such curve */
    unsigned number, curve;              /**< of the experiment, of the curve in it */
};

struct claims_line claims_line(const struct sweep *s, const char *experiment, const char *curve);
/** A figure at a value of x, such as "0.7". */
struct figure claims_line_at(struct claims_line line, const char *x, const char *path);
/** The same; where its mean is largest when x is "most". */
struct figure claims_line_figure(struct claims_line line, const char *x, const char *path);

enum { CLAIMS_PATH = 120 /**< bytes that hold one */ };

/** Two curves, and the range of x, both ends included, over which their ratio is judged. */
struct claims_range {
    struct claims_line a, b; /**< the figure is the ratio a / b */
    char path[CLAIMS_PATH];
    double from, to;
    int somewhere; /**< 1: the condition need hold at one x only, and the best is shown; 0: at every x, and the worst is
                      shown */
};

/** What an expression is. */
struct claims_value {
    enum { CLAIMS_NUMBER, CLAIMS_FIGURE, CLAIMS_RANGE } kind;
    double number;
    struct figure figure;
    struct claims_range range; /**< of a range, and of a figure that is "[...]" what it is of: curve a, path */
};

/** Work an expression out. On errors the scope has one. */
struct claims_value claims_value(struct claims_scope *s, const char *expression);

/** A function of expressions. */
struct claims_function {
    const char *name;
    int arguments; /**< how many; -1: any number */
    struct claims_value (*value)(const struct claims_value *arguments, int count);
};
/** What is worked out for the papers; the last has no name. */
extern const struct claims_function claims_functions[];
/** Of the PO2 paper: counts in hexagonal meshes over what the paper says. */
struct claims_value claims_mesh(const struct claims_value *arguments, int count_of_arguments);

#endif
