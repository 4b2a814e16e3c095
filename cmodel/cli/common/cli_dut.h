/* SPDX-License-Identifier: Apache-2.0
 *
 * A router of the user's own on the command line: --dut and what goes with it.
 */
#ifndef CLI_DUT_H
#define CLI_DUT_H

#include "../../dut/dut.h"
#include "cli.h"

/** What the user gave, and the build made of it. All zero: nothing. */
struct cli_dut {
    struct dut dut;
    struct dut_build build;
    double seconds; /**< that the build took */
    int lent;       /**< 1: options of cli_dut_builds may be for something else, which the caller looks at */
};

/** The options as a child of a subcommand's parser; its input is a struct cli_dut. */
struct argp_child cli_dut_child(void);

/** Whether the user brings a router. */
int cli_dut_given(const struct cli_dut *given);
/** Whether there is --include, --define, --parameter or --keep, by which other sources can be built, too. */
int cli_dut_builds(const struct cli_dut *given);
/**
 * What the user's module is by its pins: a router of that kind, or a terminal of such routers, which is a kind of its
 * own (unit_kinds). Of a module that cannot be read it is a router, and building it says why.
 */
const struct router_kind *cli_dut_kind(const struct router_kind *router, const struct cli_dut *given);
/**
 * Build it, if there is one; given->build.object is to be opened. To be finished in any case.
 * @param kind   of router that it is
 * @param quiet  no word while it builds
 * @return 0, or CLI_EXIT_BAD_INPUT after saying why
 */
int cli_dut_build(const char *command, const struct router_kind *kind, struct cli_dut *given, int quiet);
/** Print what was built, on lines of their own; nothing when there is none. */
void cli_dut_print(const struct cli_dut *given);
/** Print the options that say the same again, each after a space. */
void cli_dut_repeat(const struct cli_dut *given, FILE *out);
/** The same as JSON, null when there is none. @return NULL when out of memory */
json_t *cli_dut_json(const struct cli_dut *given);
/** Say on stderr why the router ended a run, when the words of the results are not printed. */
void cli_dut_ended(const char *command, uint64_t cycle, int node, const char *why);
/** Remove what is temporary. */
void cli_dut_finish(struct cli_dut *given);

#endif
