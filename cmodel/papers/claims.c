/* SPDX-License-Identifier: Apache-2.0
 *
 * See claims.h. One set of rules and one set of runs for all claims: each
 * reads its figures from the results of the experiments.
 */
#include <stdlib.h>
#include <string.h>

#include "../base/text.h"
#include "../experiment/sweep_length.h"
#include "claims_internal.h"

/* A figure that is counted or computed, over all seeds together: the same for each. */
static struct figure counted(double value)
{
    return (struct figure){.count = 2, .value = {value, value}};
}

/* Conditions ------------------------------------------------------------------------------------------------------ */

static struct condition condition_of(const struct figure *figure, int reading)
{
    struct condition c = {.interval = figure_estimate(figure),
                          .marks = figure->marks,
                          .reading = reading,
                          .bound = claims_readings[reading].bound};

    c.outcome = estimate_outcome(c.interval, c.bound);
    return c;
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

static int is_in_range(const struct claims_range *r, const char *value)
{
    double x = strtod(value, NULL);

    return x >= r->from - 1e-9 && x <= r->to + 1e-9;
}

/* The lowest and the highest of the values that are in a range. */
struct span {
    double from, to;
};

static struct span span_of(const struct claims_range *r)
{
    const struct experiment *e = r->a.experiment;
    struct span span = {INFINITY, -INFINITY};

    for (unsigned v = 0; e && v < e->value_count; v++)
        if (is_in_range(r, e->values[v])) {
            span.from = fmin(span.from, strtod(e->values[v], NULL));
            span.to = fmax(span.to, strtod(e->values[v], NULL));
        }
    return span;
}

/* The best or the worst condition of a range, with the range and its x in the words. */
static struct condition one_of(const struct claims_range *r, int reading, const char *what)
{
    struct condition chosen = {
        .reading = reading, .bound = claims_readings[reading].bound, .outcome = OUTCOME_UNDECIDED};
    const struct experiment *e = r->a.experiment;
    const struct span range = span_of(r);
    int any = 0;

    chosen.interval = (struct estimate){0, NAN, -1};
    snprintf(chosen.what, sizeof chosen.what, "%s", what);
    for (unsigned v = 0; e && v < e->value_count; v++) {
        if (!is_in_range(r, e->values[v]))
            continue;
        struct figure a = claims_line_at(r->a, e->values[v], r->path), b = claims_line_at(r->b, e->values[v], r->path);
        if (both_grow(&a, &b))
            continue;
        struct figure f = figure_ratio(&a, &b);
        struct condition c = condition_of(&f, reading);
        if (any++ && is_better(&c, &chosen) != r->somewhere)
            continue;
        char states[CLAIM_STATES] = "";
        append_states(r->a, v, r->path, states, sizeof states);
        append_states(r->b, v, r->path, states, sizeof states);
        snprintf(c.what, sizeof c.what, "%s (loads %g to %g, %s: %s%s)", what, range.from, range.to,
                 r->somewhere ? "best" : "worst", e->values[v], states);
        chosen = c;
    }
    return chosen;
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

/* Texts with figures ---------------------------------------------------------------------------------------------- */

/* What is within {}: an expression, or "bold EXPRESSION", a mean in bold face behind a blank, or nothing without one */
static void print_value(struct claims_scope *s, const char *text, FILE *out)
{
    static const char bold[] = "bold ";
    int is_bold = strncmp(text, bold, strlen(bold)) == 0;
    struct claims_value v = claims_value(s, is_bold ? text + strlen(bold) : text);
    struct estimate i = figure_estimate(&v.figure);
    char interval[40];

    print_interval(i, interval, sizeof interval);
    if (v.kind == CLAIMS_NUMBER)
        fprintf(out, "%.10g", v.number);
    else if (!is_bold)
        fputs(interval, out);
    else if (i.count)
        fprintf(out, " **%.3f**", i.mean);
}

static void print_figures(struct claims_scope *s, const char *text, FILE *out)
{
    char *expanded = claims_expand(s, claims_slice(text)), *at = expanded, *end;

    while (at && *at) {
        end = *at == '{' ? strchr(at, '}') : NULL;
        if (!end) {
            fputc(*at++, out);
            continue;
        }
        *end = 0;
        print_value(s, at + 1, out);
        at = end + 1;
    }
    free(expanded);
}

/* Where the pieces of groups go. */
struct pages {
    FILE *out;
    int any; /* is written of this group */
};

static void print_group(struct claims_scope *s, const struct claims_group *group, void *context)
{
    struct pages *p = context;

    if (p->any++ && group->between)
        fputs(group->between, p->out);
    for (unsigned i = 0; i < group->line_count; i++)
        if (claims_counts(s, &group->lines[i]))
            print_figures(s, group->lines[i].report, p->out);
}

static void print_groups(struct claims_scope *s, const struct claims_group *groups, unsigned count, FILE *out)
{
    for (unsigned i = 0; i < count; i++) {
        struct pages pages = {out, 0};
        claims_each(s, &groups[i], print_group, &pages);
    }
}

/* Groups as text of limited length, which is cut short. */
static void print_text(struct claims_scope *s, const struct claims_group *groups, unsigned count, char *text,
                       size_t size)
{
    FILE *out = fmemopen(text, size, "w");

    *text = 0;
    if (!out)
        return;
    print_groups(s, groups, count, out);
    fclose(out);
    text[size - 1] = 0;
}

/* Claims ---------------------------------------------------------------------------------------------------------- */

static struct claims_value value_of(struct claims_scope *s, const char *text)
{
    char *expression = claims_expand(s, claims_slice(text));
    struct claims_value v = claims_value(s, expression ? expression : "");

    free(expression);
    return v.kind == CLAIMS_NUMBER ? (struct claims_value){.kind = CLAIMS_FIGURE, .figure = counted(v.number)} : v;
}

/* Of a list the row with the largest figure is bound; without figures, the first. */
static void bind_worst(struct claims_scope *s, const struct claims_group *group)
{
    struct claims_list list = claims_list(s, claims_slice(group->worst)), worst = list, row = list;
    int count = s->count;
    double most = -1;

    while (claims_bind_next(s, &list, count)) {
        struct figure f = value_of(s, group->lines[0].of).figure;
        struct estimate e = figure_estimate(&f);
        if (e.count && e.mean > most) {
            most = e.mean;
            worst = row;
        }
        row = list;
    }
    claims_bind_next(s, &worst, count);
}

static void add_condition(struct claims_scope *s, const struct claims_row *line, struct claim *claim)
{
    char what[CLAIM_TEXT - CLAIM_STATES] = "", *is = claims_expand(s, claims_slice(line->is));
    int reading = is ? claims_reading(is, strlen(is)) : -1;
    struct claims_value v = value_of(s, line->of);
    struct condition *c = &claim->conditions[claim->condition_count];

    if (reading < 0 || claim->condition_count == CLAIM_CONDITIONS) {
        claims_fail(s, reading < 0 ? "no reading: %s" : "more conditions than can be: %s", line->is);
        free(is);
        return;
    }
    free(is);
    FILE *out = fmemopen(what, sizeof what, "w");
    if (out) {
        print_figures(s, line->what, out);
        fclose(out);
    }
    *c = v.kind == CLAIMS_RANGE ? one_of(&v.range, reading, what) : condition_of(&v.figure, reading);
    if (v.kind != CLAIMS_RANGE)
        snprintf(c->what, sizeof c->what, "%s", what);
    claim->condition_count++;
}

static void judge_group(struct claims_scope *s, const struct claims_group *group, void *claim)
{
    int count = s->count;

    if (group->worst)
        bind_worst(s, group);
    for (unsigned i = 0; i < group->line_count; i++)
        if (claims_counts(s, &group->lines[i]))
            add_condition(s, &group->lines[i], claim);
    s->count = count;
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

/* Whether there is what each claim of a paper is judged by. One that no experiment judges goes with the others. */
static void find_judged(const struct sweep *s, struct claim *claims, unsigned count)
{
    int any = 0;

    for (unsigned i = 0; i < count; i++) {
        claims[i].judged = !s->preview && !s->by_count && *claims[i].experiments && are_there(s, claims[i].experiments);
        any |= claims[i].judged;
    }
    for (unsigned i = 0; i < count; i++)
        claims[i].judged |= any && !*claims[i].experiments;
}

static void judge(struct claims_scope *s, const struct claims_rule *rule, struct claim *c)
{
    static const char column[] = "name";
    enum outcome outcomes[CLAIM_CONDITIONS];

    s->bindings[0].name = claims_slice(column);
    s->bindings[0].value = (struct claims_slice){rule->name, rule->name ? strlen(rule->name) : 0};
    s->count = 1;
    for (unsigned i = 0; i < rule->condition_count; i++)
        claims_each(s, &rule->conditions[i], judge_group, c);
    for (int i = 0; i < c->condition_count; i++)
        outcomes[i] = c->conditions[i].outcome;
    c->verdict = verdict_judge(outcomes, c->condition_count);
    print_text(s, rule->reason, rule->reason_count, c->reason, sizeof c->reason);
}

static struct claims_scope scope_of(const struct sweep *s, const struct claims_paper *paper, char *error, size_t size)
{
    return (struct claims_scope){.sweep = s, .paper = paper, .error = error, .size = size};
}

/* The claims of a paper as they are before anything is run. */
static void prepare(const struct sweep *s, const struct claims_paper *paper, struct claim *claims)
{
    for (unsigned i = 0; i < paper->claim_count; i++)
        claims[i] = (struct claim){.paper = paper,
                                   .section = paper->claims[i].section,
                                   .claim = paper->claims[i].claim,
                                   .experiments = paper->claims[i].experiments};
    find_judged(s, claims, paper->claim_count);
}

/* Names in the experiments of claims are replaced for good. */
static int expand_experiments(struct claims_paper *paper, char *error, size_t size)
{
    struct claims_scope scope = scope_of(NULL, paper, error, size);

    for (unsigned i = 0; i < paper->claim_count && !*error; i++) {
        char **text = &paper->claims[i].experiments, *expanded = claims_expand(&scope, claims_slice(*text));
        free(*text);
        *text = expanded;
    }
    return *error ? -1 : 0;
}

static int load_paper(struct claims *claims, int number, char *error, size_t size)
{
    const struct claims_text *text = &claims_texts[number];

    claims->papers[number] = claims_parse(text->name, (const char *)text->yaml, text->length, error, size);
    return claims->papers[number] ? expand_experiments(claims->papers[number], error, size) : -1;
}

int claims_load(const struct sweep *s, struct claims *claims, char *error, size_t size)
{
    struct claim *next;

    *error = 0;
    *claims = (struct claims){.papers = calloc((size_t)claims_text_count, sizeof *claims->papers)};
    for (int i = 0; i < claims_text_count && claims->papers; i++) {
        if (load_paper(claims, i, error, size) != 0)
            return -1;
        claims->count += (int)claims->papers[i]->claim_count;
    }
    claims->all = next = calloc((size_t)claims->count, sizeof *claims->all);
    if (!claims->papers || !claims->all)
        return text_fail(error, size, "out of memory");
    for (int i = 0; i < claims_text_count; next += claims->papers[i++]->claim_count)
        prepare(s, claims->papers[i], next);
    return 0;
}

/* The claims of a paper, the first of which is given, and its table. */
static void judge_paper(const struct sweep *s, struct claims_paper *paper, struct claim *claims, char *error,
                        size_t size)
{
    struct claims_scope scope = scope_of(s, paper, error, size);
    size_t length;
    FILE *out;

    for (unsigned i = 0; i < paper->claim_count && !*error; i++)
        if (claims[i].judged)
            judge(&scope, &paper->claims[i], &claims[i]);
    out = open_memstream(&paper->table_text, &length);
    if (!out) {
        claims_fail(&scope, "out of memory");
        return;
    }
    scope.count = 0;
    if (claims[0].judged)
        print_groups(&scope, paper->table, paper->table_count, out);
    fclose(out);
}

int claims_judge(const struct sweep *s, struct claims *claims, char *error, size_t size)
{
    struct claim *next = claims->all;

    *error = 0;
    for (int i = 0; i < claims_text_count; next += claims->papers[i++]->claim_count)
        judge_paper(s, claims->papers[i], next, error, size);
    return *error ? -1 : 0;
}

void claims_finish(struct claims *claims)
{
    for (int i = 0; i < claims_text_count && claims->papers; i++)
        claims_free(claims->papers[i]);
    free(claims->papers);
    free(claims->all);
}
