/* SPDX-License-Identifier: Apache-2.0
 *
 * The scenario on the command line, for every subcommand that runs a fabric: a
 * configuration file, an option for each key, and --set.
 */
#ifndef CLI_SCENARIO_H
#define CLI_SCENARIO_H

#include "../../run/setup.h"
#include "cli.h"

/** What the user said. All zero: nothing. */
struct cli_scenario {
    struct scenario set; /**< the keys given by option or --set, the last one of each */
    const char *file;    /**< NULL: none */
    int units;           /**< set by the command: --router may name what no fabric has for a router, too (unit_kinds) */
    const struct router_kind *unit; /**< the kind that it named so; NULL: none */
};

/** Options and the file as a child of a subcommand's parser; its input is a struct cli_scenario. */
struct argp_child cli_scenario_child(void);

/**
 * The scenario of all that: the defaults, over them the file, over that the command line.
 * @return 0, or CLI_EXIT_BAD_INPUT after saying why
 */
int cli_scenario(const char *command, const struct cli_scenario *given, struct scenario *scenario);
/** Whether the scenario is for another instance: by its number of buffers, and whether it has RTL or coverage. */
int cli_elsewhere(const struct scenario *s);
/** Run the command there, with the same arguments. @return its exit status */
int cli_go_on(const char *command, const struct scenario *s, int argc, char **argv);
/**
 * An object is code: that a file names it is not enough to load it.
 * @param file      the configuration or the checkpoint
 * @param scenario  as it is to be run
 * @return 0 when the command line names it, too, or there is none; or CLI_EXIT_BAD_INPUT after saying what to do
 */
int cli_scenario_object(const char *command, const char *file, const struct cli_scenario *given,
                        const struct scenario *scenario);

#endif
