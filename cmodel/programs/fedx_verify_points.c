/* SPDX-License-Identifier: Apache-2.0
 *
 * See fedx_verify_points.h.
 */
#include "fedx_verify_points.h"

#include <stdio.h>

/* Names of a group: what is too much to be read is counted. */
enum { PRINTED = 4, LISTED = 1000 };

/* In words ------------------------------------------------------------------------------------------------------------ */

static void print_missing(const struct foreign_cover *c, enum foreign_cover_group group)
{
    int left = c->points[group] - c->hits[group], printed = 0;
    char name[128];

    printf("            not hit: %s: ", foreign_covers[group].name);
    for (int i = 0; i < c->rows[group] * c->columns[group] && printed < PRINTED; i++) {
        if (c->hit[group][i] != FOREIGN_POINT_OPEN)
            continue;
        foreign_cover_name(c->f, group, i / c->columns[group], i % c->columns[group], name, sizeof name);
        printf("%s%s", printed++ ? "; " : "", name);
    }
    if (left > printed)
        printf("; and %d more", left - printed);
    printf("\n");
}

/* Points that cannot be hit, by their reasons: those of a group that follow each other and have the same one are counted. */
static void print_ruled_out(const struct foreign_cover *c, enum foreign_cover_group group)
{
    const char *last = NULL;
    int count = 0;

    for (int i = 0; i <= c->rows[group] * c->columns[group]; i++) {
        int end = i == c->rows[group] * c->columns[group];
        const char *reason = end ? NULL : foreign_cover_reason(c->f, group, i / c->columns[group], i % c->columns[group]);
        if (!end && c->hit[group][i] != FOREIGN_POINT_RULED_OUT)
            continue;
        if (last && reason != last) {
            printf("            cannot be hit: %d of %s: %s\n", count, foreign_covers[group].name, last);
            count = 0;
        }
        last = reason;
        count++;
    }
}

void fedx_verify_points_print(const struct foreign_cover *c, int missing)
{
    int left = foreign_cover_left(c), hits = 0;

    for (int group = 0; group < FOREIGN_COVER_COUNT; group++)
        hits += c->hits[group];
    printf("points      %d of %d points at the ports hit\n", hits, hits + left);
    for (int group = 0; group < FOREIGN_COVER_COUNT && missing; group++) {
        if (c->hits[group] < c->points[group])
            print_missing(c, (enum foreign_cover_group)group);
        print_ruled_out(c, (enum foreign_cover_group)group);
    }
}

/* JSON ---------------------------------------------------------------------------------------------------------------- */

static json_t *names_json(const struct foreign_cover *c, enum foreign_cover_group group, enum foreign_point which)
{
    json_t *names = json_array();
    char name[128];

    for (int i = 0; i < c->rows[group] * c->columns[group] && json_array_size(names) < LISTED; i++) {
        const char *reason;
        if (c->hit[group][i] != which)
            continue;
        reason = foreign_cover_reason(c->f, group, i / c->columns[group], i % c->columns[group]);
        foreign_cover_name(c->f, group, i / c->columns[group], i % c->columns[group], name, sizeof name);
        json_array_append_new(names, reason ? json_pack("{s:s, s:s}", "point", name, "reason", reason) : json_string(name));
    }
    return names;
}

json_t *fedx_verify_points_json(const struct foreign_cover *c)
{
    json_t *groups = json_object();

    for (int i = 0; i < FOREIGN_COVER_COUNT; i++) {
        enum foreign_cover_group group = (enum foreign_cover_group)i;
        json_object_set_new(groups, foreign_covers[i].name,
                            json_pack("{s:s, s:i, s:i, s:o, s:o}", "means", foreign_covers[i].doc, "hit", c->hits[i], "points", c->points[i],
                                      "missing", names_json(c, group, FOREIGN_POINT_OPEN), "ruled_out",
                                      names_json(c, group, FOREIGN_POINT_RULED_OUT)));
    }
    return groups;
}
