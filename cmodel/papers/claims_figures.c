/* SPDX-License-Identifier: Apache-2.0
 *
 * Figures of the curves of a sweep, for claims.
 */
#include <math.h>
#include <string.h>

#include "../experiment/sweep_length.h"
#include "claims_internal.h"

struct claims_line claims_line(const struct sweep *s, const char *experiment, const char *curve)
{
    int e = sweep_find(s, experiment), c = e < 0 ? -1 : experiment_curve(s->experiments[e], curve);

    if (c < 0)
        return (struct claims_line){s, NULL, 0, 0};
    return (struct claims_line){s, s->experiments[e], (unsigned)e, (unsigned)c};
}

static struct figure figure_at(struct claims_line line, unsigned value, const char *path)
{
    struct figure f = sweep_limits(line.sweep, line.number, line.curve, value, path);

    if (sweep_length(line.sweep, line.number, line.curve, value) == LENGTH_BUDGET)
        f.marks |= FIGURE_UNSETTLED;
    if (sweep_motion(line.sweep, line.number, line.curve, value, path).moves)
        f.marks |= FIGURE_MOVES;
    return f;
}

struct figure claims_line_at(struct claims_line line, const char *x, const char *path)
{
    for (unsigned v = 0; line.experiment && v < line.experiment->value_count; v++)
        if (strcmp(line.experiment->values[v], x) == 0)
            return figure_at(line, v, path);
    return (struct figure){0};
}

/* The value of x with the largest mean, and not for each seed its own: the largest of noisy figures is too large. */
static struct figure line_most(struct claims_line line, const char *path)
{
    struct figure most = {0};
    double mean = -INFINITY;

    for (unsigned v = 0; line.experiment && v < line.experiment->value_count; v++) {
        struct figure f = figure_at(line, v, path);
        struct estimate i = figure_estimate(&f);
        if (i.count && i.mean > mean) {
            mean = i.mean;
            most = f;
        }
    }
    return most;
}

struct figure claims_line_figure(struct claims_line line, const char *x, const char *path)
{
    return strcmp(x, "most") == 0 ? line_most(line, path) : claims_line_at(line, x, path);
}
