/* SPDX-License-Identifier: Apache-2.0
 *
 * See fedx_verdict.h.
 */
#include "fedx_verdict.h"

#include <math.h>

#include "../fabric/fedx_metrics.h"

/* A mean of ten equal numbers is not quite that number. */
static const double rounding = 1e-9;

static int paired(const struct fedx_figure *a, const struct fedx_figure *b)
{
    return a->count < b->count ? a->count : b->count;
}

struct fedx_figure fedx_figure_ratio(const struct fedx_figure *a, const struct fedx_figure *b)
{
    struct fedx_figure f = {paired(a, b), {0}};

    for (int i = 0; i < f.count; i++)
        f.value[i] = b->value[i] != 0 ? a->value[i] / b->value[i] : NAN;
    return f;
}

struct fedx_figure fedx_figure_difference(const struct fedx_figure *a, const struct fedx_figure *b)
{
    struct fedx_figure f = {paired(a, b), {0}};

    for (int i = 0; i < f.count; i++)
        f.value[i] = a->value[i] - b->value[i];
    return f;
}

struct fedx_estimate fedx_figure_estimate(const struct fedx_figure *figure)
{
    struct fedx_estimate interval = {0, NAN, -1};
    double there[FEDX_FIGURE_SEEDS], sum = 0;

    for (int i = 0; i < figure->count; i++)
        if (!isnan(figure->value[i]))
            sum += there[interval.count++] = figure->value[i];
    if (interval.count)
        interval.mean = sum / interval.count;
    interval.half_width = fedx_confidence(there, interval.count);
    return interval;
}

enum fedx_outcome fedx_estimate_outcome(struct fedx_estimate interval, struct fedx_bound bound)
{
    double low = interval.mean - interval.half_width, high = interval.mean + interval.half_width;

    if (interval.half_width < 0)
        return FEDX_OUTCOME_UNDECIDED;
    if (low >= bound.least - rounding && high <= bound.most + rounding)
        return FEDX_OUTCOME_MET;
    return high < bound.least - rounding || low > bound.most + rounding ? FEDX_OUTCOME_FAILED : FEDX_OUTCOME_UNDECIDED;
}

double fedx_estimate_margin(struct fedx_estimate interval, struct fedx_bound bound)
{
    if (interval.half_width < 0)
        return -INFINITY;
    return fmin(interval.mean - interval.half_width - bound.least, bound.most - interval.mean - interval.half_width);
}

const char *fedx_outcome_name(enum fedx_outcome outcome)
{
    static const char *const names[] = {"failed", "undecided", "met"};

    return names[outcome];
}

enum fedx_verdict fedx_verdict_of(const enum fedx_outcome *outcomes, int count)
{
    int number[3] = {0, 0, 0};

    for (int i = 0; i < count; i++)
        number[outcomes[i]]++;
    if (number[FEDX_OUTCOME_MET] == count)
        return FEDX_VERDICT_HOLDS;
    return number[FEDX_OUTCOME_MET] == 0 && number[FEDX_OUTCOME_FAILED] ? FEDX_VERDICT_NOT : FEDX_VERDICT_PARTLY;
}

const char *fedx_verdict_name(enum fedx_verdict verdict)
{
    static const char *const names[] = {"does not hold", "partly", "holds"};

    return names[verdict];
}
