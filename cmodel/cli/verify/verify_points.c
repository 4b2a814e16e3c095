/* SPDX-License-Identifier: Apache-2.0 */
#include "verify_points.h"

#include <stdlib.h>

#include "../../results/result_value.h"

#define RESULTS_DEF "../cli/verify/verify_points.def" /* from cmodel/results */
#include "../../results/results_objects_of.h"

/* Names of a group: what is too much to be read is counted. */
enum { PRINTED = 4, LISTED = 1000, BITS_PRINTED = 8 };

/* What makes a run hit more points of a group, where that is not a longer run alone. */
static const char *const advice[BLACKBOX_COVER_COUNT] = {
    [BLACKBOX_COVER_LENGTH_IN] = "lower packets.max_flits, if the router has no such packets",
    [BLACKBOX_COVER_LENGTH_OUT] = "lower packets.max_flits, if the router has no such packets",
    [BLACKBOX_COVER_FULL] =
        "its queues were never full: try a smaller depth of the router (parameters, sweep) or a greater packets.max_flits"};

/* Values ---------------------------------------------------------------------------------------------------------- */

/* What rows are of; with x->n, a group, or a range of bits. */
struct points_at {
    const struct blackbox_cover *c;
    int point; /* of the group */
    int count; /* of points that cannot be hit for the reason of this one */
    const struct blackbox_unchanged *unchanged;
};

static const struct points_at *at(const struct results_at *x)
{
    return x->of;
}

static const struct blackbox_cover *cover_of(const struct results_at *x)
{
    return at(x)->c;
}

static const struct blackbox *f_of(const struct results_at *x)
{
    return cover_of(x)->f;
}

static const struct blackbox_unchanged *bits_of(const struct results_at *x)
{
    return &at(x)->unchanged[x->n];
}

static const struct blackbox_field *field_of(const struct results_at *x)
{
    return &f_of(x)->field[bits_of(x)->field];
}

/* What the ports are of, where it is not said by itself: " of responses", " of class read". */
static json_t *what_of(const struct blackbox *f)
{
    const char *class = blackbox_class_name(f);

    return json_sprintf("%s%s%s", f->requests ? " of responses" : "", *class ? " of class " : "", class);
}

static int hits_of(const struct blackbox_cover *c)
{
    int hits = 0;

    for (int group = 0; group < BLACKBOX_COVER_COUNT; group++)
        hits += c->hits[group];
    return hits;
}

static int left_of(const struct results_at *x)
{
    return cover_of(x)->points[x->n] - cover_of(x)->hits[x->n];
}

static const char *reason_of(const struct results_at *x)
{
    int columns = cover_of(x)->columns[x->n];

    return blackbox_cover_reason(f_of(x), (enum blackbox_cover_group)x->n, at(x)->point / columns,
                                 at(x)->point % columns);
}

static json_t *name_of(const struct results_at *x)
{
    int columns = cover_of(x)->columns[x->n];
    char name[128];

    blackbox_cover_name(f_of(x), (enum blackbox_cover_group)x->n, at(x)->point / columns, at(x)->point % columns, name,
                        sizeof name);
    return json_string(name);
}

/* Points of a group. @param item  of the list */
static json_t *list_of(const struct results_at *x, enum blackbox_point which, size_t most,
                       json_t *(*item)(const struct results_at *x))
{
    const struct blackbox_cover *c = cover_of(x);
    struct points_at of = {.c = c};
    const struct results_at point = {.rows = x->rows, .of = &of, .n = x->n};
    json_t *list = json_array();

    for (; of.point < c->rows[x->n] * c->columns[x->n] && json_array_size(list) < most; of.point++)
        if (c->hit[x->n][of.point] == which)
            json_array_append_new(list, item(&point));
    return list;
}

static json_t *missing_of(const struct results_at *x)
{
    return list_of(x, BLACKBOX_POINT_OPEN, LISTED, name_of);
}

static json_t *ruled_out_item(const struct results_at *x)
{
    return results_object(RESULTS_box_ruled_out, x);
}

static json_t *ruled_out_of(const struct results_at *x)
{
    return list_of(x, BLACKBOX_POINT_RULED_OUT, LISTED, ruled_out_item);
}

/* The first ones. */
static void print_missing(const struct results_at *x, FILE *out)
{
    json_t *names = list_of(x, BLACKBOX_POINT_OPEN, PRINTED, name_of), *name;
    size_t i;

    json_array_foreach(names, i, name)
    {
        const char *text = json_string_value(name);
        fprintf(out, "%s%s", i ? "; " : *text ? ": " : "", text);
    }
    json_decref(names);
}

#include "../../results/results_rows_of.h"

static struct results_at x_of(const struct points_at *of, int group)
{
    return (struct results_at){.rows = rows, .of = of, .n = group};
}

/* Words ----------------------------------------------------------------------------------------------------------- */

/* Points that cannot be hit, by their reasons: those of a group that follow each other and have the same one are
 * counted. */
static void print_ruled_out(const struct blackbox_cover *c, int group)
{
    struct points_at of = {.c = c}, next = of;
    const struct results_at x = x_of(&of, group), following = x_of(&next, group);

    for (; next.point < c->rows[group] * c->columns[group]; next.point++) {
        if (c->hit[group][next.point] != BLACKBOX_POINT_RULED_OUT)
            continue;
        if (of.count && reason_of(&following) != reason_of(&x)) {
            results_words(RESULTS_box_ruled_out, &x, stdout);
            of.count = 0;
        }
        of.point = next.point;
        of.count++;
    }
    if (of.count)
        results_words(RESULTS_box_ruled_out, &x, stdout);
}

static void print_unchanged(const struct blackbox_cover *c)
{
    struct blackbox_unchanged list[BITS_PRINTED];
    int count = blackbox_cover_unchanged(c, list, BITS_PRINTED);
    struct results_at x = x_of(&(struct points_at){.c = c, .unchanged = list}, 0);

    for (; x.n < count && x.n < BITS_PRINTED; x.n++)
        results_words(RESULTS_box_unchanged, &x, stdout);
    if (count > BITS_PRINTED)
        printf("            never changed: %d more ranges of bits, which --json names\n", count - BITS_PRINTED);
}

void verify_points_print(const struct blackbox_cover *c, enum verify_points_detail detail)
{
    struct results_at x = x_of(&(struct points_at){.c = c}, 0);

    results_words(RESULTS_box_hits, &x, stdout);
    for (; x.n < BLACKBOX_COVER_COUNT && detail >= POINTS_MISSING; x.n++) {
        results_words(RESULTS_box_group, &x, stdout);
        if (detail == POINTS_RULED_OUT)
            print_ruled_out(c, x.n);
    }
    if (blackbox_cover_left(c) && detail == POINTS_MISSING)
        printf(
            "            --until-covered draws packets for them, and more --cycles have more; cover: {GROUP: no} says that the router never "
            "does that\n");
    if (detail >= POINTS_MISSING)
        print_unchanged(c);
}

/* JSON ------------------------------------------------------------------------------------------------------------ */

json_t *verify_points_json(const struct blackbox_cover *c)
{
    const struct results_at x = x_of(&(struct points_at){.c = c}, 0);

    return results_named(RESULTS_box_group, &x, BLACKBOX_COVER_COUNT, blackbox_group_name);
}

json_t *verify_unchanged_json(const struct blackbox_cover *c)
{
    struct blackbox_unchanged *list = calloc(LISTED, sizeof *list);
    int count = list ? blackbox_cover_unchanged(c, list, LISTED) : 0;
    const struct results_at x = x_of(&(struct points_at){.c = c, .unchanged = list}, 0);
    json_t *ranges = list ? results_each(RESULTS_box_unchanged, &x, count < LISTED ? count : LISTED) : NULL;

    free(list);
    return ranges;
}
