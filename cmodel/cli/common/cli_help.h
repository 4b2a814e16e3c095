/* SPDX-License-Identifier: Apache-2.0
 *
 * Help of a subcommand on one screen, and short forms of options.
 */
#ifndef CLI_HELP_H
#define CLI_HELP_H

#include <argp.h>

/**
 * Print what a command does, five examples, the options that most uses need, and where the rest is: HELP_LINES lines at
 * most.
 * @param command  as the program calls itself, "fedx run"
 * @param options  all of the command, `count` of them
 */
void cli_help(const char *command, const struct argp *argp, const struct argp_option *const *options, int count);
enum { CLI_HELP_LINES = 25 };

/** Where the documents are that help and errors name, a line. */
#define CLI_HELP_DOCUMENTS "Documents: docs/README.md; installed as PREFIX/share/doc/fedx/docs/README.md.\n"

/** The long option that a letter stands for in all commands that have it, such as "out" for 'o'; NULL: none. */
const char *cli_long(char letter);

#endif
