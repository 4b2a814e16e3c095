/* SPDX-License-Identifier: Apache-2.0
 *
 * The scenario on the command line. See cli_scenario.h.
 */
#include "cli_scenario.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../../base/quote.h"
#include "../../config/registry.h"
#include "fedx/params.h"
#include "cli_router.h"
#include "instances.h"

/* Option of key i is FIRST_KEY + i: no letter. */
enum { KEY_SET = 256, FIRST_KEY };

/* Groups of --help: --set comes first, then the sections. */
enum { GROUP_SET = 1, GROUP_SECTIONS };

/* --set, the head of each section, the keys, the end. */
static struct argp_option options[1 + SCENARIO_SECTIONS + SCENARIO_KEYS + 1];
static char option_names[SCENARIO_KEYS][SCENARIO_NAME];
static char option_docs[SCENARIO_KEYS][2 * SCENARIO_COMMENT];
static char heads[SCENARIO_SECTIONS][SCENARIO_NAME];

static error_t parse_key(int key, const char *text, struct argp_state *state, struct scenario *set)
{
    const struct scenario_key *k = &scenario_keys[key];
    char error[SCENARIO_ERROR];

    /* A flag is given to get what is not the default. */
    if (k->type == KEY_FLAG)
        text = strcmp(k->fallback, "true") == 0 ? "false" : "true";
    if (scenario_set_key(set, key, text, error, sizeof error) != 0)
        argp_failure(state, CLI_EXIT_BAD_INPUT, 0, "--%s %s: %s", option_names[key], text, error);
    return 0;
}

/* Of the kinds of which no fabric is made; NULL: there is none of that name. */
static const struct router_kind *unit_named(const struct argp_state *state, const char *name)
{
    return kind_find(router_kinds, name) ? NULL : cli_unit(state, name);
}

static error_t parse(int key, char *text, struct argp_state *state)
{
    struct cli_scenario *given = state->input;
    char error[SCENARIO_ERROR];

    if (key == FIRST_KEY + KEY_router && given->units && (given->unit = unit_named(state, text)))
        return 0;
    if (key >= FIRST_KEY && key < FIRST_KEY + SCENARIO_KEYS)
        return parse_key(key - FIRST_KEY, text, state, &given->set);
    switch (key) {
    case KEY_SET:
        if (scenario_assign(&given->set, text, error, sizeof error) != 0)
            argp_failure(state, CLI_EXIT_BAD_INPUT, 0, "--set: %s", error);
        return 0;
    case ARGP_KEY_ARG: cli_argument(state, text, &given->file); return 0;
    default: return ARGP_ERR_UNKNOWN;
    }
}

/* Help for a key: what it is, what it may be, what it is when nothing is said. */
static void document(int key, char *text, size_t size)
{
    const struct scenario_key *k = &scenario_keys[key];
    char allowed[SCENARIO_COMMENT];

    scenario_allowed(key, allowed);
    if (k->type == KEY_FLAG)
        snprintf(text, size, "%s%s", strcmp(k->fallback, "true") == 0 ? "switch off: " : "", k->doc);
    else
        snprintf(text, size, "%s (%s; default %s)", k->doc, allowed, *k->fallback ? k->fallback : "none");
}

struct argp_child cli_scenario_child(void)
{
    static const struct argp argp = {.options = options, .parser = parse};
    struct argp_option *o = options;
    int section = -1;

    *o++ = (struct argp_option){
        "set", KEY_SET, "KEY=VALUE", 0, "set a key of docs/reference/config.md, such as traffic.load=0.5", GROUP_SET};
    for (int i = 0; i < SCENARIO_KEYS; i++) {
        const struct scenario_key *k = &scenario_keys[i];
        if (k->section != section) {
            section = k->section;
            snprintf(heads[section], sizeof heads[section], "%s:", scenario_sections[section].title);
            *o++ = (struct argp_option){.doc = heads[section], .group = GROUP_SECTIONS + section};
        }
        scenario_option(i, option_names[i]);
        document(i, option_docs[i], sizeof option_docs[i]);
        *o++ = (struct argp_option){.name = option_names[i],
                                    .key = FIRST_KEY + i,
                                    .doc = option_docs[i],
                                    .arg = k->type == KEY_FLAG ? NULL : k->form};
    }
    *o = (struct argp_option){0};
    return (struct argp_child){.argp = &argp};
}

int cli_scenario(const char *command, const struct cli_scenario *given, struct scenario *scenario)
{
    char error[SCENARIO_ERROR];

    scenario_defaults(scenario);
    /* A word is more likely a slip than a file that has gone. */
    if (given->file && !strpbrk(given->file, "./") && access(given->file, F_OK) != 0)
        return cli_bad(command, "unexpected argument '%s': no file has that name", given->file);
    if (given->file && scenario_load(scenario, given->file, error, sizeof error) != 0)
        return cli_bad(command, "%s", error);
    scenario_merge(scenario, &given->set);
    return 0;
}

static const struct instance *instance_of(const struct scenario *s)
{
    int rtl = strcmp(s->fabric.rtl, "none") != 0 || strcmp(s->fabric.lockstep, "none") != 0;

    return instance_for((int)s->fabric.buffers, rtl || *s->output.coverage);
}

int cli_elsewhere(const struct scenario *s)
{
    return instance_of(s)->buffers != FEDX_BUFFERS;
}

int cli_go_on(const char *command, const struct scenario *s, int argc, char **argv)
{
    return instance_run(instance_of(s), command, argc, argv);
}

int cli_scenario_object(const char *command, const char *file, const struct cli_scenario *given,
                        const struct scenario *scenario)
{
    const char *object = scenario->fabric.rtl_object;
    char *word = NULL;
    size_t size;
    FILE *out;
    int status;

    if (!*object || given->set.line[KEY_rtl_object] == FROM_CALLER)
        return 0;
    out = open_memstream(&word, &size);
    if (!out)
        return cli_bad(command, "out of memory");
    quote_shell(object, out);
    fclose(out);
    status = cli_bad(command,
                     "%s names code to run, and a file is not enough for that: if it is what you want, give it by "
                     "--rtl-object %s",
                     file, word);
    free(word);
    return status;
}
