/* SPDX-License-Identifier: Apache-2.0 */
#include "gen_cli.h"

#include "../../config/registry.h"
#include "../../config/scenario_kind.h"

static int in_list(const int *list, int key)
{
    while (*list >= 0 && *list != key)
        list++;
    return *list >= 0;
}

static int given(const struct scenario *s, int key)
{
    return s->line[key] != FROM_DEFAULT;
}

static int refuse(const struct scenario *s, int key, const char *with, char *error, size_t size)
{
    char format[128];

    snprintf(format, sizeof format, "{%s} does not go with %s", scenario_keys[key].name, with);
    return scenario_blame(s, key, error, size, "%s", format);
}

int gen_check_keys(const struct scenario *s, const int *allowed, const char *with, char *error, size_t size)
{
    const int *shape = router_kinds[s->fabric.router]->parts->scenario->shape_keys;

    for (int i = 0; i < SCENARIO_KEYS; i++)
        if (given(s, i) && !in_list(allowed, i) && !(shape && in_list(shape, i)))
            return refuse(s, i, with, error, size);
    return 0;
}

int gen_check_model(const struct scenario *s, const char *command, char *error, size_t size)
{
    static const int refused[] = {KEY_rtl,          KEY_lockstep, KEY_rtl_object, KEY_power_up, KEY_threads,
                                  KEY_check_engine, KEY_engine,   KEY_faults,     KEY_blackbox, -1};
    struct scenario defaults;

    /* A file with all keys says many of them as they are by default. */
    scenario_defaults(&defaults);
    for (int i = 0; i < SCENARIO_KEYS; i++)
        if (scenario_differ(s, &defaults, i) &&
            (in_list(refused, i) || scenario_keys[i].section == SCENARIO_SECTION_output))
            return refuse(s, i, command, error, size);
    return 0;
}

int gen_check_cycles(const struct scenario *s, int64_t most, char *error, size_t size)
{
    if (s->run.cycles <= most)
        return 0;
    return scenario_blame(s, KEY_cycles, error, size, "{cycles=}: a testbench of this size has at most %lld",
                          (long long)most);
}
