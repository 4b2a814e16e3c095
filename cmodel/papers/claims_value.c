/* SPDX-License-Identifier: Apache-2.0
 *
 * Expressions of claims: + - * / and != of numbers and figures, FUNCTION(ARGUMENTS), the name of a reading, and
 *
 *   [EXPERIMENT | CURVE | X | PATH]           a figure at a value of x
 *   [EXPERIMENT | CURVE | most | PATH]        where its mean is largest: what can be attained
 *   [EXPERIMENT | CURVE / CURVE | X | PATH]   the ratio of those of two curves
 *   [EXPERIMENT | CURVE / CURVE | FROM to TO | PATH]  that ratio at every x of a range; "FROM to TO best": at one
 *   sum(LIST: EXPRESSION)                     of a number for each row of a list
 */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "claims_internal.h"

struct parser {
    struct claims_scope *scope;
    const char *at;
};

enum { MOST_ARGUMENTS = 12 };

static struct claims_value difference_of(struct parser *p);

static struct claims_value number_of(double number)
{
    return (struct claims_value){.kind = CLAIMS_NUMBER, .number = number};
}

static struct claims_value figure_of(struct figure figure)
{
    return (struct claims_value){.kind = CLAIMS_FIGURE, .figure = figure};
}

/* The first error is kept, and the rest is not read. */
static struct claims_value fail(struct parser *p, const char *expected, const char *where)
{
    claims_fail(p->scope, "%s expected %s: %s", expected, where, p->at);
    p->at += strlen(p->at);
    return number_of(NAN);
}

static struct claims_value missing(struct parser *p, const char *expected)
{
    return fail(p, expected, "at");
}

static struct claims_value wrong(struct parser *p, const char *expected)
{
    return fail(p, expected, "before");
}

/* Whether this is next, which is taken. */
static int take(struct parser *p, const char *token)
{
    while (isspace((unsigned char)*p->at))
        p->at++;
    if (strncmp(p->at, token, strlen(token)) != 0)
        return 0;
    p->at += strlen(token);
    return 1;
}

/* Curves and their figures ---------------------------------------------------------------------------------------- */

/* "0.1 to 0.7": set the range. @return 0 for a single x */
static int read_range(const char *x, struct claims_range *range)
{
    char *end;

    range->from = strtod(x, &end);
    if (end == x || strncmp(end, " to ", 4) != 0)
        return 0;
    range->to = strtod(end + 4, &end);
    range->somewhere = strcmp(end, " best") == 0;
    return 1;
}

/* A figure or a range, from what is within brackets. */
static struct claims_value point_of(struct parser *p, struct claims_slice text)
{
    enum { EXPERIMENT, CURVE, X, PATH, PARTS };
    const struct sweep *s = p->scope->sweep;
    struct claims_value v = {.kind = CLAIMS_FIGURE};
    char part[PARTS][CLAIMS_PATH], *under;

    for (int i = 0; i < PARTS; i++) {
        struct claims_slice slice = claims_cut(&text, '|');
        if (!slice.length || slice.length >= CLAIMS_PATH)
            return wrong(p, "[EXPERIMENT | CURVE | X | PATH]");
        snprintf(part[i], sizeof part[i], "%.*s", (int)slice.length, slice.at);
    }
    under = strstr(part[CURVE], " / ");
    if (under)
        *under = 0;
    v.range.a = claims_line(s, part[EXPERIMENT], part[CURVE]);
    memcpy(v.range.path, part[PATH], sizeof part[PATH]);
    if (under)
        v.range.b = claims_line(s, part[EXPERIMENT], under + strlen(" / "));
    if (read_range(part[X], &v.range)) {
        v.kind = CLAIMS_RANGE;
        return v;
    }
    v.figure = claims_line_figure(v.range.a, part[X], part[PATH]);
    if (under) {
        struct figure below = claims_line_figure(v.range.b, part[X], part[PATH]);
        v.figure = figure_ratio(&v.figure, &below);
    }
    return v;
}

/* Expressions ----------------------------------------------------------------------------------------------------- */

/* Up to the bracket that closes what is before. */
static struct claims_slice within(struct parser *p, char close)
{
    struct claims_slice rest = {p->at, strlen(p->at)}, part = rest;
    int depth = 1;

    for (part.length = 0; part.length < rest.length; part.length++) {
        depth += (strchr("([", rest.at[part.length]) != NULL) - (strchr(")]", rest.at[part.length]) != NULL);
        if (depth == 0 && rest.at[part.length] == close) {
            p->at += part.length + 1;
            return part;
        }
    }
    missing(p, "a closing bracket");
    return (struct claims_slice){p->at, 0};
}

static struct claims_value slice_value(struct claims_scope *s, struct claims_slice text)
{
    char *expanded = claims_expand(s, text);
    struct claims_value v = expanded ? claims_value(s, expanded) : number_of(NAN);

    free(expanded);
    return v;
}

static struct claims_value sum_of(struct parser *p, struct claims_slice text)
{
    struct claims_list list = claims_list(p->scope, claims_cut(&text, ':'));
    int count = p->scope->count;
    double sum = 0;

    while (claims_bind_next(p->scope, &list, count))
        sum += slice_value(p->scope, text).number;
    return number_of(sum);
}

static const struct claims_function *find_function(struct claims_slice name)
{
    const struct claims_function *f = claims_functions;

    while (f->name && (strlen(f->name) != name.length || memcmp(f->name, name.at, name.length) != 0))
        f++;
    return f->name ? f : NULL;
}

static struct claims_value call(struct parser *p, struct claims_slice name)
{
    const struct claims_function *f = find_function(name);
    struct claims_slice rest = within(p, ')');
    struct claims_value *arguments;
    int count = 0;

    if (name.length == 3 && memcmp(name.at, "sum", 3) == 0)
        return sum_of(p, rest);
    arguments = calloc(MOST_ARGUMENTS, sizeof *arguments);
    if (!f || !arguments) {
        free(arguments);
        return wrong(p, "a function");
    }
    while (rest.length && count < MOST_ARGUMENTS)
        arguments[count++] = slice_value(p->scope, claims_cut(&rest, ','));
    struct claims_value v =
        f->arguments < 0 || f->arguments == count ? f->value(arguments, count) : wrong(p, "other arguments");
    free(arguments);
    return v;
}

/* A function, or a reading by its number. */
static struct claims_value named(struct parser *p)
{
    struct claims_slice name = {p->at, 0};

    while (isalnum((unsigned char)*p->at) || *p->at == '_')
        p->at++;
    name.length = (size_t)(p->at - name.at);
    if (take(p, "("))
        return call(p, name);
    int reading = claims_reading(name.at, name.length);
    return reading < 0 ? wrong(p, "a reading") : number_of(reading);
}

static struct claims_value single(struct parser *p)
{
    char *end;

    if (take(p, "[")) {
        struct claims_slice inside = within(p, ']');
        return inside.length ? point_of(p, inside) : number_of(NAN);
    }
    if (take(p, "(")) {
        struct claims_value v = difference_of(p);
        return take(p, ")") ? v : missing(p, "')'");
    }
    if (isalpha((unsigned char)*p->at))
        return named(p);
    double number = strtod(p->at, &end);
    if (end == p->at)
        return missing(p, "a figure or a number");
    p->at = end;
    return number_of(number);
}

static struct claims_value product(struct parser *p, const struct claims_value *a, const struct claims_value *b)
{
    if (a->kind == CLAIMS_NUMBER && b->kind == CLAIMS_NUMBER)
        return number_of(a->number * b->number);
    if (a->kind == CLAIMS_FIGURE && b->kind == CLAIMS_FIGURE)
        return figure_of(figure_product(&a->figure, &b->figure));
    if (a->kind == CLAIMS_FIGURE && b->kind == CLAIMS_NUMBER)
        return figure_of(figure_scaled(a->figure, b->number));
    return wrong(p, "a figure, then a number,");
}

static struct claims_value quotient(struct parser *p, const struct claims_value *a, const struct claims_value *b)
{
    if (a->kind == CLAIMS_NUMBER && b->kind == CLAIMS_NUMBER)
        return number_of(a->number / b->number);
    if (a->kind == CLAIMS_FIGURE && b->kind == CLAIMS_FIGURE)
        return figure_of(figure_ratio(&a->figure, &b->figure));
    if (a->kind == CLAIMS_FIGURE && b->kind == CLAIMS_NUMBER)
        return figure_of(figure_scaled(a->figure, 1 / b->number));
    return wrong(p, "a figure, then a number,");
}

static struct claims_value product_of(struct parser *p)
{
    struct claims_value v = single(p), right;

    for (;;) {
        if (take(p, "*")) {
            if (v.kind == CLAIMS_NUMBER && v.number == 0 && take(p, "(")) {
                within(p, ')'); /* what counts 0 times need not be looked up, which takes long */
                continue;
            }
            right = single(p);
            v = product(p, &v, &right);
        } else if (take(p, "/")) {
            right = single(p);
            v = quotient(p, &v, &right);
        } else {
            return v;
        }
    }
}

static struct claims_value plus(struct parser *p, const struct claims_value *a, const struct claims_value *b)
{
    struct claims_value v = *a;

    if (b->kind != CLAIMS_NUMBER || a->kind == CLAIMS_RANGE)
        return wrong(p, "a number");
    v.number += b->number;
    for (int i = 0; i < v.figure.count; i++)
        v.figure.value[i] += b->number;
    return v;
}

static struct claims_value minus(struct parser *p, const struct claims_value *a, const struct claims_value *b)
{
    if (a->kind == CLAIMS_NUMBER && b->kind == CLAIMS_NUMBER)
        return number_of(a->number - b->number);
    if (a->kind == CLAIMS_FIGURE && b->kind == CLAIMS_FIGURE)
        return figure_of(figure_difference(&a->figure, &b->figure));
    return wrong(p, "two figures or two numbers");
}

static struct claims_value sum_or_difference(struct parser *p)
{
    struct claims_value v = product_of(p), right;

    for (;;) {
        if (take(p, "+")) {
            right = product_of(p);
            v = plus(p, &v, &right);
        } else if (take(p, "-")) {
            right = product_of(p);
            v = minus(p, &v, &right);
        } else {
            return v;
        }
    }
}

static struct claims_value difference_of(struct parser *p)
{
    struct claims_value v = sum_or_difference(p);

    return take(p, "!=") ? number_of(v.number != sum_or_difference(p).number) : v;
}

struct claims_value claims_value(struct claims_scope *s, const char *expression)
{
    struct parser p = {s, expression};
    struct claims_value v = difference_of(&p);

    take(&p, ""); /* blanks */
    return *p.at ? missing(&p, "the end") : v;
}
