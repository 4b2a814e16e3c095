/* SPDX-License-Identifier: Apache-2.0
 *
 * fedx config: what a configuration is, before it runs.
 */
#include <stdlib.h>
#include <string.h>

#include "../common/cli_parse.h"
#include "../common/cli_scenario.h"

enum { KEY_PRINT = 1, KEY_COMMAND };

static const struct argp_option argp_options[] = {
    {"print", KEY_PRINT, 0, 0, "print all keys as YAML, with unit and bounds", 0},
    {"command", KEY_COMMAND, 0, 0, "print the shortest fedx run that does the same", 0},
    {0},
};

struct options {
    struct cli_scenario scenario;
    int print, command;
};

static error_t parse(int key, char *text, struct argp_state *state)
{
    struct options *o = state->input;

    (void)text;
    switch (key) {
    case ARGP_KEY_INIT: state->child_inputs[0] = &o->scenario; return 0;
    case KEY_PRINT: o->print = 1; return 0;
    case KEY_COMMAND: o->command = 1; return 0;
    default: return ARGP_ERR_UNKNOWN;
    }
}

static const struct argp argp = {
    .options = argp_options,
    .parser = parse,
    .args_doc = "[FILE]",
    .doc = "Check a configuration of fedx run, and print it. What FILE, a YAML configuration, leaves open is at its "
           "default; options come after it.\vExamples:\n"
           "  # is it good?\n"
           "  fedx config base.yaml\n"
           "  # a file with all keys, to change\n"
           "  fedx config --print >base.yaml\n"
           "  # the command line of a point\n"
           "  fedx config base.yaml --load 0.8 --command\n",
};

static int print_command(const struct scenario *s)
{
    char *arguments = scenario_arguments(s);

    if (!arguments)
        return cli_bad("config", "out of memory");
    printf("fedx run%s%s\n", *arguments ? " " : "", arguments);
    free(arguments);
    return 0;
}

int config_main(int argc, char **argv)
{
    struct options o = {.print = 0};
    struct scenario scenario;
    char error[SCENARIO_ERROR];
    const struct argp_child children[] = {cli_scenario_child(), {0}};
    struct argp parser = argp;
    int status;

    parser.children = children;
    cli_parse(&parser, argc, argv, &o);
    if ((status = cli_scenario("config", &o.scenario, &scenario)))
        return status;
    if (cli_elsewhere(&scenario))
        return cli_go_on("config", &scenario, argc, argv);
    if (scenario_check(&scenario, error, sizeof error) != 0)
        return cli_bad("config", "%s", error);
    if (o.print)
        scenario_print(&scenario, stdout);
    if (o.command)
        status = print_command(&scenario);
    if (!o.print && !o.command)
        printf("%s: good\n", o.scenario.file ? o.scenario.file : "configuration");
    return status;
}
