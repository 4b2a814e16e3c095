/* SPDX-License-Identifier: Apache-2.0
 *
 * See claims.h. One set of rules and one set of runs for all claims: each
 * reads its figures from the results of the experiments.
 */
#include <assert.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "claims_internal.h"
#include "sweep_length.h"

const struct bound readings[READING_COUNT] = {
#define READING(name, words, least, most) {least, most},
    READINGS(READING)
#undef READING
};

static const struct claims_paper hpl_96_17 = {"HPL-96-17",
                                              "HPL-96-17",
                                              "all",
                                              "docs/papers/hpl-96-17-claims.md",
                                              "seed, with a placement of hot spots of its own,",
                                              NULL,
                                              NULL,
                                              0};
static const struct claims_paper po2 = {"PO2",  "*Analysis of Different Routing Strategies Under Bursty Traffic* (PO2)",
                                        "po2",  "docs/papers/po2-claims.md",
                                        "seed", NULL,
                                        NULL,   0};

static const struct claims_paper selection = {"selection",
                                              "*Impact of Selection Functions on Routing Algorithm Performance in "
                                              "Multicomputer Networks*",
                                              "selection",
                                              "docs/papers/selection-claims.md",
                                              "seed",
                                              NULL,
                                              claims_selection_table,
                                              1};

static const struct claims_paper sat = {"SAT",
                                        "*Throughput Fairness in Indirect Interconnection Networks*",
                                        "sat",
                                        "docs/papers/sat-claims.md",
                                        "seed",
                                        "sat1024",
                                        claims_sat_table,
                                        1};

static const struct {
    const struct claims_paper *paper;
    const struct claim_rule *rules;
} sections[] = {{&hpl_96_17, claims_fabric},
                {&hpl_96_17, claims_backpressure},
                {&hpl_96_17, claims_alpha},
                {&hpl_96_17, claims_injection},
                {&hpl_96_17, claims_conclusion},
                {&po2, claims_po2_mesh},
                {&po2, claims_po2},
                {&selection, claims_selection},
                {&sat, claims_sat}};
enum { SECTIONS = sizeof sections / sizeof *sections };

/* Curves and their figures ---------------------------------------------------------------------------------------- */

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
struct figure claims_line_most(struct claims_line line, const char *path)
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

struct figure claims_most_ratio(struct claims_line a, struct claims_line b, const char *path)
{
    struct figure over = claims_line_most(a, path), under = claims_line_most(b, path);

    return figure_ratio(&over, &under);
}

struct figure claims_ratio_at(struct claims_line a, struct claims_line b, const char *x, const char *path)
{
    struct figure over = claims_line_at(a, x, path), under = claims_line_at(b, x, path);

    return figure_ratio(&over, &under);
}

struct figure claims_counted(double value)
{
    return (struct figure){.count = 2, .value = {value, value}};
}

/* Conditions ------------------------------------------------------------------------------------------------------ */

static struct condition condition_of(const struct figure *figure, enum claims_reading reading)
{
    struct condition c = {.interval = figure_estimate(figure),
                          .marks = figure->marks,
                          .reading = (int)reading,
                          .bound = readings[reading]};

    c.outcome = estimate_outcome(c.interval, c.bound);
    return c;
}

static void add(struct claim *claim, struct condition condition)
{
    assert(claim->condition_count < CLAIM_CONDITIONS);
    claim->conditions[claim->condition_count++] = condition;
}

void claim_add(struct claim *claim, struct figure figure, enum claims_reading reading, const char *what, ...)
{
    struct condition c = condition_of(&figure, reading);
    va_list arguments;

    va_start(arguments, what);
    vsnprintf(c.what, sizeof c.what, what, arguments);
    va_end(arguments);
    add(claim, c);
}

/* Closer to being met: the outcome first, then how far the interval is within its bounds. */
static int is_better(const struct condition *a, const struct condition *b)
{
    if (a->outcome != b->outcome)
        return a->outcome > b->outcome;
    return estimate_margin(a->interval, a->bound) > estimate_margin(b->interval, b->bound);
}

/* Append what is not good of the runs of a point, behind its x. */
static void append_states(struct claims_line line, unsigned value, const char *path, char *text, size_t size)
{
    struct sweep_states states = sweep_point_states(line.sweep, line.number, line.curve, value, path);
    char said[SWEEP_STATES_TEXT];
    size_t used = strlen(text);

    sweep_states_text(&states, said);
    if (*said)
        snprintf(text + used, size - used, ", %s: %s", line.experiment->curves[line.curve].name, said);
    else if (sweep_saturated(line.sweep, line.number, line.curve, value, path))
        snprintf(text + used, size - used, ", %s: saturated", line.experiment->curves[line.curve].name);
    struct sweep_motion motion = sweep_motion(line.sweep, line.number, line.curve, value, path);
    used = strlen(text);
    if (motion.moves)
        snprintf(text + used, size - used, ", %s: second half %+.0f%%", line.experiment->curves[line.curve].name,
                 motion.percent.mean);
}

/* Where both are without bound, neither is the better one. */
static int both_grow(const struct figure *a, const struct figure *b)
{
    return isinf(figure_estimate(a).mean) && isinf(figure_estimate(b).mean);
}

static int is_in_range(struct claims_range r, const char *value)
{
    double x = strtod(value, NULL);

    return x >= r.from - 1e-9 && x <= r.to + 1e-9;
}

/* The lowest and the highest of the values that are in a range. */
struct span {
    double from, to;
};

static struct span span_of(struct claims_range r)
{
    const struct experiment *e = r.a.experiment;
    struct span span = {INFINITY, -INFINITY};

    for (unsigned v = 0; e && v < e->value_count; v++)
        if (is_in_range(r, e->values[v])) {
            span.from = fmin(span.from, strtod(e->values[v], NULL));
            span.to = fmax(span.to, strtod(e->values[v], NULL));
        }
    return span;
}

/* The best or the worst condition of a range, with the range and its x in the words. */
static struct condition one_of(struct claims_range r, enum claims_reading reading, const char *what)
{
    struct condition chosen = {.reading = (int)reading, .bound = readings[reading], .outcome = OUTCOME_UNDECIDED};
    const struct experiment *e = r.a.experiment;
    const struct span range = span_of(r);
    int any = 0;

    chosen.interval = (struct estimate){0, NAN, -1};
    snprintf(chosen.what, sizeof chosen.what, "%s", what);
    for (unsigned v = 0; e && v < e->value_count; v++) {
        if (!is_in_range(r, e->values[v]))
            continue;
        struct figure a = claims_line_at(r.a, e->values[v], r.path), b = claims_line_at(r.b, e->values[v], r.path);
        if (both_grow(&a, &b))
            continue;
        struct figure f = figure_ratio(&a, &b);
        struct condition c = condition_of(&f, reading);
        if (any++ && is_better(&c, &chosen) != r.somewhere)
            continue;
        char states[CLAIM_STATES] = "";
        append_states(r.a, v, r.path, states, sizeof states);
        append_states(r.b, v, r.path, states, sizeof states);
        snprintf(c.what, sizeof c.what, "%s (loads %g to %g, %s: %s%s)", what, range.from, range.to,
                 r.somewhere ? "best" : "worst", e->values[v], states);
        chosen = c;
    }
    return chosen;
}

void claim_add_range(struct claim *claim, struct claims_range range, enum claims_reading reading, const char *what, ...)
{
    char text[CLAIM_TEXT - CLAIM_STATES];
    va_list arguments;

    va_start(arguments, what);
    vsnprintf(text, sizeof text, what, arguments);
    va_end(arguments);
    add(claim, one_of(range, reading, text));
}

void claim_print(struct claim *claim, const char *format, ...)
{
    size_t used = strlen(claim->reason);
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(claim->reason + used, sizeof claim->reason - used, format, arguments);
    va_end(arguments);
}

/* Decimals of a figure: ratios need three, cycles none. */
static int decimals(struct estimate i)
{
    double size = fabs(i.mean);

    return size < 1.5 ? 3 : size < 10 ? 2 : size < 100 ? 1 : 0;
}

static void print_interval(struct estimate i, char *text, size_t size)
{
    if (i.count == 0)
        snprintf(text, size, "no figure");
    else if (isinf(i.mean))
        snprintf(text, size, i.half_width < 0 ? "without bound, not for all seeds" : "without bound");
    else if (i.half_width < 0)
        snprintf(text, size, "%.*f, one seed", decimals(i), i.mean);
    else
        snprintf(text, size, "%.*f +- %.*f", decimals(i), i.mean, decimals(i), i.half_width);
}

struct claims_said claims_said(struct figure figure)
{
    struct claims_said said;

    print_interval(figure_estimate(&figure), said.text, sizeof said.text);
    return said;
}

void condition_figure(const struct condition *condition, char *text)
{
    print_interval(condition->interval, text, CLAIM_TEXT);
    if (condition->marks & FIGURE_STALLS)
        strcat(text, ", stalls");
    if (condition->marks & FIGURE_UNSETTLED)
        strcat(text, ", not settled");
    if (condition->marks & FIGURE_MOVES)
        strcat(text, ", moves");
}

void condition_bound(struct bound bound, char *text)
{
    if (isinf(bound.most))
        snprintf(text, CLAIM_TEXT, "at least %g", bound.least);
    else if (isinf(bound.least))
        snprintf(text, CLAIM_TEXT, "at most %g", bound.most);
    else if (bound.least < bound.most)
        snprintf(text, CLAIM_TEXT, "%g to %g", bound.least, bound.most);
    else
        snprintf(text, CLAIM_TEXT, "%g", bound.least);
}

/* Claims ---------------------------------------------------------------------------------------------------------- */

/* @param[out] paper  that it is of */
static const struct claim_rule *rule_of(int number, const struct claims_paper **paper)
{
    for (int i = 0; i < SECTIONS; i++) {
        *paper = sections[i].paper;
        for (const struct claim_rule *rule = sections[i].rules; rule->section; rule++)
            if (number-- == 0)
                return rule;
    }
    return NULL;
}

int claims_count(void)
{
    const struct claims_paper *paper;
    int count = 0;

    while (rule_of(count, &paper))
        count++;
    return count;
}

static int are_there(const struct sweep *s, const char *experiments)
{
    char names[CLAIM_EXPERIMENTS], *rest = names, *name;

    snprintf(names, sizeof names, "%s", experiments);
    while ((name = strsep(&rest, " ")))
        if (sweep_find(s, name) < 0)
            return 0;
    return 1;
}

/* Whether there is what a claim is judged by. One that no experiment judges goes with the others of its paper. */
static int can_judge(const struct sweep *s, const struct claim_rule *rule, const struct claims_paper *paper)
{
    const struct claims_paper *of;
    const struct claim_rule *other;

    if (s->preview)
        return 0;
    if (*rule->experiments)
        return are_there(s, rule->experiments);
    for (int i = 0; (other = rule_of(i, &of)); i++)
        if (of == paper && *other->experiments && are_there(s, other->experiments))
            return 1;
    return 0;
}

struct claim claims_claim(const struct sweep *s, int number)
{
    const struct claims_paper *paper;
    const struct claim_rule *rule = rule_of(number, &paper);

    return (struct claim){.paper = paper,
                          .section = rule->section,
                          .claim = rule->claim,
                          .experiments = rule->experiments,
                          .judged = can_judge(s, rule, paper)};
}

struct claim claims_judge(const struct sweep *s, int number)
{
    const struct claims_paper *paper;
    const struct claim_rule *rule = rule_of(number, &paper);
    struct claim c = claims_claim(s, number);
    enum outcome outcomes[CLAIM_CONDITIONS];

    if (!c.judged)
        return c;
    rule->judge(s, &c);
    for (int i = 0; i < c.condition_count; i++)
        outcomes[i] = c.conditions[i].outcome;
    c.verdict = verdict_judge(outcomes, c.condition_count);
    if (rule->reason)
        rule->reason(s, &c);
    return c;
}
