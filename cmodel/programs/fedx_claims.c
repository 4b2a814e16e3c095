/* SPDX-License-Identifier: Apache-2.0
 *
 * See fedx_claims.h. One set of rules and one set of runs for all claims: each
 * reads its figures from the results of the experiments.
 */
#include <assert.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "fedx_claims_internal.h"

const struct fedx_bound fedx_readings[FEDX_READING_COUNT] = {
#define READING(name, words, least, most) {least, most},
    FEDX_READINGS(READING)
#undef READING
};

static const struct fedx_claim_rule *const sections[] = {
    fedx_claims_fabric, fedx_claims_backpressure, fedx_claims_alpha, fedx_claims_injection, fedx_claims_conclusion};
enum { SECTIONS = sizeof sections / sizeof *sections };

/* Curves and their figures ------------------------------------------------------------------------------------------ */

struct fedx_line fedx_line(const struct fedx_sweep *s, const char *experiment, const char *curve)
{
    int e = fedx_sweep_find(s, experiment), c = e < 0 ? -1 : fedx_experiment_curve(s->experiments[e], curve);

    if (c < 0)
        return (struct fedx_line){s, NULL, 0, 0};
    return (struct fedx_line){s, s->experiments[e], (unsigned)e, (unsigned)c};
}

static struct fedx_figure figure_at(struct fedx_line line, unsigned value, const char *path)
{
    return fedx_sweep_figure(line.sweep, line.number, line.curve, value, path);
}

struct fedx_figure fedx_line_at(struct fedx_line line, const char *x, const char *path)
{
    for (unsigned v = 0; line.experiment && v < line.experiment->value_count; v++)
        if (strcmp(line.experiment->values[v], x) == 0)
            return figure_at(line, v, path);
    return (struct fedx_figure){0};
}

/* The value of x with the largest mean, and not for each seed its own: the largest of noisy figures is too large. */
struct fedx_figure fedx_line_most(struct fedx_line line, const char *path)
{
    struct fedx_figure most = {0};
    double mean = -INFINITY;

    for (unsigned v = 0; line.experiment && v < line.experiment->value_count; v++) {
        struct fedx_figure f = figure_at(line, v, path);
        struct fedx_estimate i = fedx_figure_estimate(&f);
        if (i.count && i.mean > mean) {
            mean = i.mean;
            most = f;
        }
    }
    return most;
}

struct fedx_figure fedx_most_ratio(struct fedx_line a, struct fedx_line b, const char *path)
{
    struct fedx_figure over = fedx_line_most(a, path), under = fedx_line_most(b, path);

    return fedx_figure_ratio(&over, &under);
}

struct fedx_figure fedx_ratio_at(struct fedx_line a, struct fedx_line b, const char *x, const char *path)
{
    struct fedx_figure over = fedx_line_at(a, x, path), under = fedx_line_at(b, x, path);

    return fedx_figure_ratio(&over, &under);
}

/* Conditions -------------------------------------------------------------------------------------------------------- */

static struct fedx_condition condition_of(const struct fedx_figure *figure, enum fedx_reading reading)
{
    struct fedx_condition c = {.interval = fedx_figure_estimate(figure), .bound = fedx_readings[reading]};

    c.outcome = fedx_estimate_outcome(c.interval, c.bound);
    return c;
}

static void add(struct fedx_claim *claim, struct fedx_condition condition)
{
    assert(claim->condition_count < FEDX_CLAIM_CONDITIONS);
    claim->conditions[claim->condition_count++] = condition;
}

void fedx_claim_add(struct fedx_claim *claim, struct fedx_figure figure, enum fedx_reading reading, const char *what,
                    ...)
{
    struct fedx_condition c = condition_of(&figure, reading);
    va_list arguments;

    va_start(arguments, what);
    vsnprintf(c.what, sizeof c.what, what, arguments);
    va_end(arguments);
    add(claim, c);
}

/* Closer to being met: the outcome first, then how far the interval is within its bounds. */
static int is_better(const struct fedx_condition *a, const struct fedx_condition *b)
{
    if (a->outcome != b->outcome)
        return a->outcome > b->outcome;
    return fedx_estimate_margin(a->interval, a->bound) > fedx_estimate_margin(b->interval, b->bound);
}

static int is_saturated(struct fedx_line line, unsigned value, const char *path)
{
    return fedx_sweep_saturated(line.sweep, line.number, line.curve, value, path);
}

/* The best or the worst condition of a range, with its x in the words. */
static struct fedx_condition one_of(struct fedx_range r, enum fedx_reading reading, const char *what)
{
    struct fedx_condition chosen = {.bound = fedx_readings[reading], .outcome = FEDX_OUTCOME_UNDECIDED};
    const struct fedx_experiment *e = r.a.experiment;
    int any = 0;

    chosen.interval = (struct fedx_estimate){0, NAN, -1};
    snprintf(chosen.what, sizeof chosen.what, "%s", what);
    for (unsigned v = 0; e && v < e->value_count; v++) {
        double x = strtod(e->values[v], NULL);
        if (x < r.from - 1e-9 || x > r.to + 1e-9)
            continue;
        struct fedx_figure f = fedx_ratio_at(r.a, r.b, e->values[v], r.path);
        struct fedx_condition c = condition_of(&f, reading);
        if (any++ && is_better(&c, &chosen) != r.somewhere)
            continue;
        int saturated = is_saturated(r.a, v, r.path) || is_saturated(r.b, v, r.path);
        snprintf(c.what, sizeof c.what, "%s (%s: load %s%s)", what, r.somewhere ? "best" : "worst", e->values[v],
                 saturated ? ", saturated" : "");
        chosen = c;
    }
    return chosen;
}

void fedx_claim_add_over(struct fedx_claim *claim, struct fedx_range range, enum fedx_reading reading, const char *what,
                         ...)
{
    char text[FEDX_CLAIM_TEXT - 40];
    va_list arguments;

    va_start(arguments, what);
    vsnprintf(text, sizeof text, what, arguments);
    va_end(arguments);
    add(claim, one_of(range, reading, text));
}

void fedx_claim_say(struct fedx_claim *claim, const char *format, ...)
{
    size_t used = strlen(claim->reason);
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(claim->reason + used, sizeof claim->reason - used, format, arguments);
    va_end(arguments);
}

/* Decimals of a figure: ratios need three, cycles none. */
static int decimals(struct fedx_estimate i)
{
    double size = fabs(i.mean);

    return size < 1.5 ? 3 : size < 10 ? 2 : size < 100 ? 1 : 0;
}

static void print_interval(struct fedx_estimate i, char *text, size_t size)
{
    if (i.count == 0)
        snprintf(text, size, "no figure");
    else if (i.half_width < 0)
        snprintf(text, size, "%.*f, one seed", decimals(i), i.mean);
    else
        snprintf(text, size, "%.*f +- %.*f", decimals(i), i.mean, decimals(i), i.half_width);
}

struct fedx_said fedx_said(struct fedx_figure figure)
{
    struct fedx_said said;

    print_interval(fedx_figure_estimate(&figure), said.text, sizeof said.text);
    return said;
}

void fedx_condition_figure(const struct fedx_condition *condition, char *text)
{
    print_interval(condition->interval, text, FEDX_CLAIM_TEXT);
}

void fedx_condition_bound(struct fedx_bound bound, char *text)
{
    if (isinf(bound.most))
        snprintf(text, FEDX_CLAIM_TEXT, "at least %g", bound.least);
    else if (isinf(bound.least))
        snprintf(text, FEDX_CLAIM_TEXT, "at most %g", bound.most);
    else if (bound.least < bound.most)
        snprintf(text, FEDX_CLAIM_TEXT, "%g to %g", bound.least, bound.most);
    else
        snprintf(text, FEDX_CLAIM_TEXT, "%g", bound.least);
}

/* Claims ------------------------------------------------------------------------------------------------------------ */

static const struct fedx_claim_rule *rule_of(int number)
{
    for (int i = 0; i < SECTIONS; i++)
        for (const struct fedx_claim_rule *rule = sections[i]; rule->section; rule++)
            if (number-- == 0)
                return rule;
    return NULL;
}

int fedx_claims_count(void)
{
    int count = 0;

    while (rule_of(count))
        count++;
    return count;
}

static int are_there(const struct fedx_sweep *s, const char *experiments)
{
    char names[128], *rest = names, *name;

    snprintf(names, sizeof names, "%s", experiments);
    while ((name = strsep(&rest, " ")))
        if (fedx_sweep_find(s, name) < 0)
            return 0;
    return 1;
}

struct fedx_claim fedx_claims_judge(const struct fedx_sweep *s, int number)
{
    const struct fedx_claim_rule *rule = rule_of(number);
    struct fedx_claim c = {.section = rule->section,
                           .claim = rule->claim,
                           .experiments = rule->experiments,
                           .judged = are_there(s, rule->experiments)};
    enum fedx_outcome outcomes[FEDX_CLAIM_CONDITIONS];

    if (!c.judged)
        return c;
    rule->judge(s, &c);
    for (int i = 0; i < c.condition_count; i++)
        outcomes[i] = c.conditions[i].outcome;
    c.verdict = fedx_verdict_of(outcomes, c.condition_count);
    if (rule->reason)
        rule->reason(s, &c);
    return c;
}
