/* SPDX-License-Identifier: Apache-2.0
 *
 * See verdict.h.
 */
#include "verdict.h"

#include <math.h>

#include "../measure/metrics.h"

/* A mean of ten equal numbers is not quite that number. */
static const double rounding = 1e-9;

static int paired(const struct figure *a, const struct figure *b)
{
    return a->count < b->count ? a->count : b->count;
}

struct figure figure_ratio(const struct figure *a, const struct figure *b)
{
    struct figure f = {paired(a, b), {0}, a->marks | b->marks};

    for (int i = 0; i < f.count; i++)
        f.value[i] = a->value[i] / b->value[i]; /* over nothing: without bound */
    return f;
}

struct figure figure_difference(const struct figure *a, const struct figure *b)
{
    struct figure f = {paired(a, b), {0}, a->marks | b->marks};

    for (int i = 0; i < f.count; i++)
        f.value[i] = a->value[i] - b->value[i];
    return f;
}

struct estimate figure_estimate(const struct figure *figure)
{
    struct estimate interval = {0, NAN, -1};
    double there[FIGURE_SEEDS], sum = 0;
    int unbounded = 0;

    for (int i = 0; i < figure->count; i++)
        if (!isnan(figure->value[i])) {
            sum += there[interval.count++] = figure->value[i];
            unbounded += isinf(figure->value[i]) != 0;
        }
    if (interval.count)
        interval.mean = sum / interval.count;
    if (unbounded)
        interval.half_width = interval.count > 1 && unbounded == interval.count ? 0 : -1;
    else
        interval.half_width = confidence(there, interval.count);
    return interval;
}

enum outcome estimate_outcome(struct estimate interval, struct bound bound)
{
    double low = interval.mean - interval.half_width, high = interval.mean + interval.half_width;

    if (interval.half_width < 0)
        return OUTCOME_UNDECIDED;
    if (low >= bound.least - rounding && high <= bound.most + rounding)
        return OUTCOME_MET;
    return high < bound.least - rounding || low > bound.most + rounding ? OUTCOME_FAILED : OUTCOME_UNDECIDED;
}

double estimate_margin(struct estimate interval, struct bound bound)
{
    if (interval.half_width < 0)
        return -INFINITY;
    if (isinf(interval.mean)) /* a bound that it keeps is none */
        return isinf(bound.most) ? INFINITY : -INFINITY;
    return fmin(interval.mean - interval.half_width - bound.least, bound.most - interval.mean - interval.half_width);
}

const char *outcome_name(enum outcome outcome)
{
    static const char *const names[] = {"failed", "undecided", "met"};

    return names[outcome];
}

enum verdict verdict_judge(const enum outcome *outcomes, int count)
{
    int number[3] = {0, 0, 0};

    for (int i = 0; i < count; i++)
        number[outcomes[i]]++;
    if (number[OUTCOME_MET] == count)
        return VERDICT_HOLDS;
    return number[OUTCOME_MET] == 0 && number[OUTCOME_FAILED] ? VERDICT_NOT : VERDICT_PARTLY;
}

const char *verdict_name(enum verdict verdict)
{
    static const char *const names[] = {"does not hold", "partly", "holds"};

    return names[verdict];
}
