/* SPDX-License-Identifier: Apache-2.0 */
#include "verdict.h"

#include <math.h>

#include "../measure/metrics.h"

/* A mean of ten equal numbers is not quite that number. */
static const double rounding = 1e-9;

static int paired(const struct figure *a, const struct figure *b)
{
    return a->count < b->count ? a->count : b->count;
}

static double ratio(double a, double b)
{
    return a / b; /* over nothing: without bound */
}

static double times(double a, double b)
{
    return a * b;
}

static double less(double a, double b)
{
    return a - b;
}

static double mean_of(const double *value, int count)
{
    double sum = 0;
    int there = 0;

    for (int i = 0; i < count; i++)
        if (isfinite(value[i])) {
            sum += value[i];
            there++;
        }
    return there ? sum / there : 0;
}

/* What an error of each of two figures does to what is worked out of their means. */
static double combined_error(const struct figure *a, const struct figure *b, double (*with)(double a, double b))
{
    double mean_a = mean_of(a->value, a->count), mean_b = mean_of(b->value, b->count), is = with(mean_a, mean_b),
           error = hypot(with(mean_a + a->known_to, mean_b) - is, with(mean_a, mean_b + b->known_to) - is);

    return isfinite(error) ? error : 0;
}

/* A figure of two, of their runs and of those of half the length. */
static struct figure combined(const struct figure *a, const struct figure *b, double (*with)(double a, double b))
{
    struct figure f = {.count = paired(a, b), .known_to = combined_error(a, b, with), .marks = a->marks | b->marks};

    for (int i = 0; i < f.count; i++) {
        f.value[i] = with(a->value[i], b->value[i]);
        f.moved[i] = f.value[i] - with(a->value[i] - a->moved[i], b->value[i] - b->moved[i]);
    }
    return f;
}

struct figure figure_ratio(const struct figure *a, const struct figure *b)
{
    return combined(a, b, ratio);
}

struct figure figure_product(const struct figure *a, const struct figure *b)
{
    return combined(a, b, times);
}

struct figure figure_difference(const struct figure *a, const struct figure *b)
{
    return combined(a, b, less);
}

struct figure figure_scaled(struct figure figure, double factor)
{
    for (int i = 0; i < figure.count; i++) {
        figure.value[i] *= factor;
        figure.moved[i] *= factor;
    }
    figure.known_to *= fabs(factor);
    return figure;
}

/* How far the mean moved with the length of the runs. */
static double mean_moved(const struct figure *figure)
{
    double moved[FIGURE_SEEDS];

    for (int i = 0; i < figure->count; i++)
        moved[i] = isfinite(figure->value[i]) ? figure->moved[i] : NAN;
    return mean_of(moved, figure->count);
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
    if (interval.half_width >= 0 && !unbounded)
        interval.half_width = hypot(hypot(interval.half_width, mean_moved(figure)), figure->known_to);
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
