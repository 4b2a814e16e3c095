/* SPDX-License-Identifier: Apache-2.0 */
#include "scenario_rules.h"

#include <stdio.h>
#include <string.h>

/* The first of some keys that is given; 0: none is. */
static int first_given(const struct scenario *s, const struct scenario *defaults, const int *keys)
{
    while (*keys && !scenario_differ(s, defaults, *keys))
        keys++;
    return *keys;
}

/* @param other  of the others the one that is given, or 0 */
static int is_kept(const struct scenario *s, const struct scenario_rule *r, int other)
{
    if (r->value)
        return strcmp(scenario_chosen(s, *r->others), r->value) == 0;
    return (other != 0) == (r->how == SCENARIO_WITH);
}

static int blame(const struct scenario *s, const struct scenario_rule *r, int key, int other, char *error, size_t size)
{
    int with = r->how == SCENARIO_WITH;
    char sentence[SCENARIO_ERROR];

    snprintf(sentence, sizeof sentence, "{%s} %s with {%s}%s%s%s", scenario_keys[key].name,
             with ? "goes" : "does not go", scenario_keys[with ? *r->others : other].name, r->value ? " " : "",
             r->value ? r->value : "", r->why ? r->why : "");
    return scenario_blame(s, key, error, size, "%s", sentence);
}

int scenario_check_rules(const struct scenario *s, const struct scenario_rule *rules, int count, char *error,
                         size_t size)
{
    struct scenario defaults;

    scenario_defaults(&defaults);
    for (const struct scenario_rule *r = rules; r < rules + count; r++) {
        int key = first_given(s, &defaults, r->keys), other = first_given(s, &defaults, r->others);
        if (key && !is_kept(s, r, other))
            return blame(s, r, key, other, error, size);
    }
    return 0;
}
