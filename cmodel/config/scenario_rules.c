/* SPDX-License-Identifier: Apache-2.0 */
#include "scenario_rules.h"

#include <stdio.h>
#include <string.h>

/* The first of some keys that is given; 0: none is. */
static int first_given(const struct scenario *s, const int *keys)
{
    struct scenario defaults;

    scenario_defaults(&defaults);
    while (*keys && !scenario_differ(s, &defaults, *keys))
        keys++;
    return *keys;
}

static int is_kept(const struct scenario *s, const struct scenario_rule *r)
{
    if (!first_given(s, r->keys))
        return 1;
    if (r->value)
        return strcmp(scenario_chosen(s, *r->others), r->value) == 0;
    return (first_given(s, r->others) != 0) == (r->how == SCENARIO_WITH);
}

static int blame(const struct scenario *s, const struct scenario_rule *r, char *error, size_t size)
{
    int key = first_given(s, r->keys), with = r->how == SCENARIO_WITH;
    char sentence[SCENARIO_ERROR];

    snprintf(sentence, sizeof sentence, "{%s} %s with {%s}%s%s%s", scenario_keys[key].name,
             with ? "goes" : "does not go", scenario_keys[with ? *r->others : first_given(s, r->others)].name,
             r->value ? " " : "", r->value ? r->value : "", r->why ? r->why : "");
    return scenario_blame(s, key, error, size, "%s", sentence);
}

int scenario_check_rules(const struct scenario *s, const struct scenario_rule *rules, int count, char *error,
                         size_t size)
{
    for (int i = 0; i < count; i++)
        if (!is_kept(s, &rules[i]))
            return blame(s, &rules[i], error, size);
    return 0;
}
