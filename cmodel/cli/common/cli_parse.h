/* SPDX-License-Identifier: Apache-2.0
 *
 * The options of a subcommand, parsed by argp, with what argp leaves out: short forms, -h alone as help on one screen,
 * the width of the terminal, what an unknown word may have meant, and a list of the options for completion in shells.
 */
#ifndef CLI_PARSE_H
#define CLI_PARSE_H

#include <argp.h>

/**
 * Parse as argp_parse does. Ends the program with one line and status CLI_EXIT_BAD_INPUT when an option is unknown, and
 * after -h, --help, --version and --list-options.
 */
void cli_parse(const struct argp *argp, int argc, char **argv, void *input);

/** One entry of the list that completion reads: what is typed, a tab, what it is. */
void cli_list(const char *name, const char *argument, const char *doc);

#endif
