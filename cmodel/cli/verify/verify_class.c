/* SPDX-License-Identifier: Apache-2.0 */
#include "verify_class.h"

#include <inttypes.h>

#include "../../results/result_value.h"
#include "verify_wave.h"

#define RESULTS_DEF "../cli/verify/verify_class.def" /* from cmodel/results */
#include "../../results/results_objects_of.h"

/* Values ---------------------------------------------------------------------------------------------------------- */

/* What rows are of: a class of a campaign that was run. With x->n, a check. */
struct class_at {
    const struct blackbox_campaign *c;
    const struct blackbox *f; /* NULL: all classes */
    const struct blackbox_bench *bench;
    int printed; /* classes before it that had the same */
};

static const struct class_at *at(const struct results_at *x)
{
    return x->of;
}

static const struct blackbox *f_of(const struct results_at *x)
{
    return at(x)->f;
}

static const struct blackbox_totals *totals_of(const struct results_at *x)
{
    return &at(x)->c->of_class[f_of(x)->class_number];
}

static const struct blackbox_extremes *seen_of(const struct results_at *x)
{
    return &totals_of(x)->seen;
}

static const struct blackbox_cover *cover_of(const struct results_at *x)
{
    return blackbox_bench_cover(at(x)->bench);
}

static const struct blackbox_cover *answers_of(const struct results_at *x)
{
    return blackbox_bench_cover(blackbox_bench_responses(at(x)->bench));
}

/* The beginning of a line: what it is about, once, and the class. */
static const char *label_of(const struct results_at *x, const char *what)
{
    return at(x)->printed ? "" : what;
}

static json_t *class_of(const struct results_at *x)
{
    return json_sprintf("%s%s", f_of(x)->class_name, *f_of(x)->class_name ? ": " : "");
}

static json_t *pair(int one, int other)
{
    return json_pack("[i, i]", one, other);
}

int verify_class_failed(const struct blackbox_campaign *c, int number, int check)
{
    return c->result.failed && c->result.check == (enum blackbox_check)check && c->result.class == number;
}

int verify_class_has(const struct blackbox_campaign *c, int number, int check)
{
    return c->of_class[number].counted[check] > 0 || verify_class_failed(c, number, check);
}

json_t *verify_class_counted(json_t *list, const struct blackbox *f, uint64_t count)
{
    return results_list(list, json_sprintf("%s%s%" PRIu64, f->class_name, *f->class_name ? " " : "", count));
}

/* Of a check ------------------------------------------------------------------------------------------------------ */

static int is_on(const struct results_at *x)
{
    int on = 0;

    for (const struct blackbox *f = at(x)->c->f; f; f = f->also)
        on |= f->checked[x->n] && (!f_of(x) || f_of(x) == f);
    return on;
}

/* The class that failed, of all of them or of the one at hand; NULL: none did. */
static const struct blackbox *failed_class(const struct results_at *x)
{
    for (const struct blackbox *f = at(x)->c->f; f; f = f->also)
        if (verify_class_failed(at(x)->c, f->class_number, x->n) && (!f_of(x) || f_of(x) == f))
            return f;
    return NULL;
}

/* How often each class had it; NULL: none had. */
static json_t *counts_of(const struct results_at *x)
{
    const struct blackbox_campaign *c = at(x)->c;
    json_t *counts = NULL;

    for (const struct blackbox *f = c->f; f; f = f->also)
        if (f->checked[x->n] && verify_class_has(c, f->class_number, x->n))
            counts = verify_class_counted(counts, f, c->of_class[f->class_number].counted[x->n]);
    return counts;
}

static struct result_value responses_of(const struct results_at *x)
{
    return blackbox_bench_responses(at(x)->bench) ? same(RESULTS_box_responses) : nothing();
}

#include "../../results/results_rows_of.h"

/* @param number  from 0; -1: all classes */
static struct class_at class_at(const struct blackbox_campaign *c, int number)
{
    return number < 0
               ? (struct class_at){.c = c}
               : (struct class_at){c, blackbox_class(c->f, number), blackbox_bench_class(c->bench, number), number};
}

static struct results_at x_of(const struct class_at *of)
{
    return (struct results_at){.rows = rows, .of = of};
}

/* Words ----------------------------------------------------------------------------------------------------------- */

void verify_class_print_ports(const struct blackbox *first, FILE *out)
{
    struct class_at of = {.f = first};
    const struct results_at x = x_of(&of);

    for (; of.f; of.f = of.f->also, of.printed++)
        results_words(RESULTS_box_network, &x, out);
}

static int has_alone(const struct results_at *x)
{
    return totals_of(x)->alone.count > 0;
}

static int has_full(const struct results_at *x)
{
    return totals_of(x)->full_cycles > 0;
}

/* @param has  whether a class has it; NULL: all have */
static void print_each(const struct blackbox_campaign *c, int object, int (*has)(const struct results_at *x))
{
    int printed = 0;

    for (int i = 0; i < blackbox_classes(c->f); i++) {
        struct class_at of = class_at(c, i);
        const struct results_at x = x_of(&of);
        of.printed = printed;
        if (has && !has(&x))
            continue;
        results_words(object, &x, stdout);
        printed++;
    }
}

void verify_class_print_totals(const struct blackbox_campaign *c)
{
    print_each(c, RESULTS_box_class, NULL);
    print_each(c, RESULTS_box_alone, has_alone);
    print_each(c, RESULTS_box_full, has_full);
}

void verify_class_print_checks(const struct blackbox_campaign *c)
{
    struct results_at x = x_of(&(struct class_at){.c = c});

    for (; x.n < BLACKBOX_CHECK_COUNT; x.n++)
        results_words(RESULTS_box_check, &x, stdout);
}

void verify_class_print_seen(const struct blackbox_campaign *c)
{
    print_each(c, RESULTS_box_seen, NULL);
}

void verify_class_print_points(const struct blackbox_campaign *c, enum verify_points_detail detail)
{
    for (const struct blackbox_bench *b = c->bench; b; b = blackbox_bench_also(b)) {
        verify_points_print(blackbox_bench_cover(b), detail);
        if (blackbox_bench_responses(b))
            verify_points_print(blackbox_bench_cover(blackbox_bench_responses(b)), detail);
    }
}

/* JSON ------------------------------------------------------------------------------------------------------------ */

json_t *verify_class_checks_json(const struct blackbox_campaign *c, int number)
{
    const struct class_at of = class_at(c, number);
    const struct results_at x = x_of(&of);

    return results_named(RESULTS_box_check, &x, BLACKBOX_CHECK_COUNT, blackbox_check_name);
}

json_t *verify_class_ports_json(const struct blackbox_campaign *c, int number)
{
    const struct class_at of = class_at(c, number);
    const struct results_at x = x_of(&of);

    return results_object(RESULTS_box_ports, &x);
}

json_t *verify_class_json(const struct blackbox_campaign *c)
{
    json_t *classes = *c->f->class_name ? json_array() : NULL;

    for (int i = 0; classes && i < blackbox_classes(c->f); i++) {
        const struct class_at of = class_at(c, i);
        const struct results_at x = x_of(&of);
        json_array_append_new(
            classes, results_joined(results_object(RESULTS_box_class, &x), results_object(RESULTS_box_ports, &x)));
    }
    return classes;
}

json_t *verify_class_history_json(const struct blackbox_bench *first, const struct blackbox *f, int but)
{
    json_t *others = f->also ? json_array() : NULL;

    for (; others && f; f = f->also, first = blackbox_bench_also(first)) {
        const struct results_at x = x_of(&(struct class_at){.f = f, .bench = first});
        if (f->class_number != but)
            json_array_append_new(others, results_object(RESULTS_box_other_class, &x));
    }
    return others;
}
