/* SPDX-License-Identifier: Apache-2.0 */
#include "verify_points.h"

#include <stdio.h>
#include <stdlib.h>

/* Names of a group: what is too much to be read is counted. */
enum { PRINTED = 4, LISTED = 1000, BITS_PRINTED = 8 };

/* What makes a run hit more points of a group, where that is not a longer run alone. */
static const char *const advice[BLACKBOX_COVER_COUNT] = {
    [BLACKBOX_COVER_LENGTH_IN] = "lower packets.max_flits, if the router has no such packets",
    [BLACKBOX_COVER_LENGTH_OUT] = "lower packets.max_flits, if the router has no such packets",
    [BLACKBOX_COVER_FULL] =
        "its queues were never full: try a smaller depth of the router (parameters, sweep) or a greater packets.max_flits"};

/* In words -------------------------------------------------------------------------------------------------------- */

/* What the ports are of, where it is not said by itself: " of responses", " of class read". */
static const char *kind_of(const struct blackbox_cover *c)
{
    static char text[BLACKBOX_CLASS_NAME + 32];
    const char *class = blackbox_class_name(c->f);

    snprintf(text, sizeof text, "%s%s%s", c->f->requests ? " of responses" : "", *class ? " of class " : "", class);
    return text;
}

static void print_missing(const struct blackbox_cover *c, enum blackbox_cover_group group)
{
    int left = c->points[group] - c->hits[group], printed = 0;
    char name[128];

    printf("            not hit: %s%s", blackbox_covers[group].name, kind_of(c));
    for (int i = 0; i < c->rows[group] * c->columns[group] && printed < PRINTED; i++) {
        if (c->hit[group][i] != BLACKBOX_POINT_OPEN)
            continue;
        blackbox_cover_name(c->f, group, i / c->columns[group], i % c->columns[group], name, sizeof name);
        printf("%s%s", printed++ ? "; " : *name ? ": " : "", name);
    }
    if (left > printed)
        printf("; and %d more", left - printed);
    printf("\n");
    if (advice[group])
        printf("                     %s\n", advice[group]);
}

/* A range of bits, and the inputs at which they never changed. */
static void print_unchanged(const struct blackbox_cover *c, const struct blackbox_unchanged *u)
{
    const struct blackbox *f = c->f;

    printf("            never changed%s: ", kind_of(c));
    if (u->low == 0 && u->high == f->field[u->field].width - 1)
        printf("%s", f->field[u->field].name);
    else if (u->low == u->high)
        printf("bit %d of %s", u->low, f->field[u->field].name);
    else
        printf("bits %d to %d of %s", u->low, u->high, f->field[u->field].name);
    if (u->inputs == 1 && f->sources > 1)
        printf(" at input %d", u->first);
    else if (u->inputs < f->sources)
        printf(" at %d inputs, input %d the first", u->inputs, u->first);
    printf(": %s\n", u->reason);
}

static void print_bits(const struct blackbox_cover *c)
{
    struct blackbox_unchanged list[BITS_PRINTED];
    int count = blackbox_cover_unchanged(c, list, BITS_PRINTED);

    for (int i = 0; i < count && i < BITS_PRINTED; i++)
        print_unchanged(c, &list[i]);
    if (count > BITS_PRINTED)
        printf("            never changed: %d more ranges of bits, which --json names\n", count - BITS_PRINTED);
}

/* Points that cannot be hit, by their reasons: those of a group that follow each other and have the same one are
 * counted. */
static void print_ruled_out(const struct blackbox_cover *c, enum blackbox_cover_group group)
{
    const char *last = NULL;
    int count = 0;

    for (int i = 0; i <= c->rows[group] * c->columns[group]; i++) {
        int end = i == c->rows[group] * c->columns[group];
        const char *reason =
            end ? NULL : blackbox_cover_reason(c->f, group, i / c->columns[group], i % c->columns[group]);
        if (!end && c->hit[group][i] != BLACKBOX_POINT_RULED_OUT)
            continue;
        if (last && reason != last) {
            printf("            cannot be hit: %d of %s%s: %s\n", count, blackbox_covers[group].name, kind_of(c), last);
            count = 0;
        }
        last = reason;
        count++;
    }
}

void verify_points_print(const struct blackbox_cover *c, enum verify_points_detail detail)
{
    int left = blackbox_cover_left(c), hits = 0;

    for (int group = 0; group < BLACKBOX_COVER_COUNT; group++)
        hits += c->hits[group];
    printf("%s%d of %d points at the ports%s hit\n",
           c->f->requests || c->f->class_number ? "            " : "points      ", hits, hits + left, kind_of(c));
    for (int group = 0; group < BLACKBOX_COVER_COUNT && detail >= POINTS_MISSING; group++) {
        if (c->hits[group] < c->points[group])
            print_missing(c, (enum blackbox_cover_group)group);
        if (detail == POINTS_RULED_OUT)
            print_ruled_out(c, (enum blackbox_cover_group)group);
    }
    if (left && detail == POINTS_MISSING)
        printf(
            "            --until-covered draws packets for them, and more --cycles have more; cover: {GROUP: no} says that the router never "
            "does that\n");
    if (detail >= POINTS_MISSING)
        print_bits(c);
}

/* JSON ------------------------------------------------------------------------------------------------------------ */

static json_t *names_json(const struct blackbox_cover *c, enum blackbox_cover_group group, enum blackbox_point which)
{
    json_t *names = json_array();
    char name[128];

    for (int i = 0; i < c->rows[group] * c->columns[group] && json_array_size(names) < LISTED; i++) {
        const char *reason;
        if (c->hit[group][i] != which)
            continue;
        reason = blackbox_cover_reason(c->f, group, i / c->columns[group], i % c->columns[group]);
        blackbox_cover_name(c->f, group, i / c->columns[group], i % c->columns[group], name, sizeof name);
        json_array_append_new(names,
                              reason ? json_pack("{s:s, s:s}", "point", name, "reason", reason) : json_string(name));
    }
    return names;
}

json_t *verify_points_json(const struct blackbox_cover *c)
{
    json_t *groups = json_object();

    for (int i = 0; i < BLACKBOX_COVER_COUNT; i++) {
        enum blackbox_cover_group group = (enum blackbox_cover_group)i;
        json_object_set_new(groups, blackbox_covers[i].name,
                            json_pack("{s:s, s:i, s:i, s:o, s:o}", "means", blackbox_covers[i].doc, "hit", c->hits[i],
                                      "points", c->points[i], "missing", names_json(c, group, BLACKBOX_POINT_OPEN),
                                      "ruled_out", names_json(c, group, BLACKBOX_POINT_RULED_OUT)));
    }
    return groups;
}

json_t *verify_unchanged_json(const struct blackbox_cover *c)
{
    struct blackbox_unchanged *list = calloc(LISTED, sizeof *list);
    int count = list ? blackbox_cover_unchanged(c, list, LISTED) : 0;
    json_t *ranges = list ? json_array() : NULL;

    for (int i = 0; i < count && i < LISTED; i++)
        json_array_append_new(ranges,
                              json_pack("{s:s, s:i, s:i, s:i, s:i, s:s}", "field", c->f->field[list[i].field].name,
                                        "low", list[i].low, "high", list[i].high, "inputs", list[i].inputs,
                                        "first_input", list[i].first, "reason", list[i].reason));
    free(list);
    return ranges;
}
