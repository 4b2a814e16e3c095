/* SPDX-License-Identifier: Apache-2.0 */
#include "blackbox_number.h"

#include <stdlib.h>
#include <string.h>

/* Parentheses within parentheses. */
enum { DEPTH = 16 };

/* Where the reading of a text stands. */
struct number {
    const struct blackbox_constants *parameters;
    const char *at;
    int depth, failed;
};

static int64_t sum(struct number *n);

static int64_t fail(struct number *n)
{
    n->failed = 1;
    return 0;
}

static int64_t within(struct number *n, int64_t value)
{
    return value > -BLACKBOX_NUMBER_MOST && value < BLACKBOX_NUMBER_MOST ? value : fail(n);
}

static char next(struct number *n)
{
    n->at += strspn(n->at, " ");
    return *n->at;
}

/* @return 1 when this stands next, and is passed */
static int pass(struct number *n, char c)
{
    int is = next(n) == c;

    n->at += is;
    return is;
}

/* Terms ----------------------------------------------------------------------------------------------------------- */

static int64_t digits(struct number *n, int base)
{
    char *end;
    unsigned long long value = strtoull(n->at, &end, base);

    if (end == n->at || *n->at == '-' || *n->at == '+' || value >= BLACKBOX_NUMBER_MOST)
        return fail(n);
    n->at = end;
    return (int64_t)value;
}

/* 12, or 4'd12, whose size says nothing here. */
static int64_t literal(struct number *n)
{
    static const char letters[] = "bodh";
    static const int bases[] = {2, 8, 10, 16};
    int64_t value = *n->at == '\'' ? 0 : digits(n, 10);
    const char *base;

    if (n->failed || *n->at != '\'')
        return value;
    n->at++;
    base = *n->at ? strchr(letters, *n->at) : NULL;
    if (!base)
        return fail(n);
    n->at++;
    return digits(n, bases[base - letters]);
}

static int64_t clog2(struct number *n)
{
    int64_t value = sum(n), bits = 0;

    if (!pass(n, ')') || value < 1)
        return fail(n);
    while (1ll << bits < value)
        bits++;
    return bits;
}

/* The value of a parameter is a text of the same kind, in which no parameter is known. */
static int64_t named(struct number *n, const char *name, size_t length)
{
    static const struct blackbox_constants none;

    for (int i = 0; i < n->parameters->count; i++) {
        const struct blackbox_constant *c = &n->parameters->item[i];
        struct number inner = {.parameters = &none, .at = c->value.text};
        int64_t value;
        if (strlen(c->name) != length || memcmp(c->name, name, length) != 0)
            continue;
        value = sum(&inner);
        return inner.failed || next(&inner) ? fail(n) : value;
    }
    return fail(n);
}

static int64_t factor(struct number *n)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789$";
    const char *name;
    size_t length;

    if (pass(n, '(')) {
        int64_t value = sum(n);
        return pass(n, ')') ? value : fail(n);
    }
    if ((next(n) >= '0' && *n->at <= '9') || *n->at == '\'')
        return literal(n);
    name = n->at;
    length = strspn(name, letters);
    n->at += length;
    if (length == 0)
        return fail(n);
    return length == 5 && memcmp(name, "clog2", 5) == 0 && pass(n, '(') ? clog2(n) : named(n, name, length);
}

static int64_t term(struct number *n)
{
    int sign = 1;

    while (pass(n, '-'))
        sign = -sign;
    return sign * factor(n);
}

/* Terms together -------------------------------------------------------------------------------------------------- */

static int64_t divided(struct number *n, int64_t value, int64_t by)
{
    return by ? value / by : fail(n);
}

/* Less than 2^20 each, or their product could be too large to be looked at. */
static int64_t multiplied(struct number *n, int64_t a, int64_t b)
{
    return llabs(a) < 1 << 20 && llabs(b) < 1 << 20 ? a * b : fail(n);
}

static int64_t product(struct number *n)
{
    int64_t value = term(n);

    while (!n->failed && (next(n) == '*' || *n->at == '/'))
        value = *n->at++ == '*' ? multiplied(n, value, term(n)) : divided(n, value, term(n));
    return value;
}

static int64_t sum(struct number *n)
{
    int64_t value;

    if (++n->depth > DEPTH)
        return fail(n);
    value = product(n);
    while (!n->failed && (next(n) == '+' || *n->at == '-'))
        value = within(n, *n->at++ == '+' ? value + product(n) : value - product(n));
    n->depth--;
    return value;
}

int blackbox_number(const struct blackbox_constants *parameters, const char *text, int64_t *value)
{
    struct number n = {.parameters = parameters, .at = text};

    *value = sum(&n);
    return n.failed || next(&n) ? -1 : 0;
}
