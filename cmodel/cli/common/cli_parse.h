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

/** What options go with, a row for options of which the same is true. */
struct cli_rule {
    const char *options;                /**< names, apart by blanks; NULL: behind the last rule */
    enum { CLI_WITH, CLI_WITHOUT } how; /**< each needs one of the others, or is refused beside each of them */
    const char *others;
    const char *why; /**< for the end of the sentence, from ", " or ": " on; NULL: that is plain */
};

/** Likewise, and end in the same way when a rule is broken. */
void cli_parse_by_rules(const struct argp *argp, const struct cli_rule *rules, int argc, char **argv, void *input);

/** One entry of the list that completion reads: what is typed, a tab, what it is. */
void cli_list(const char *name, const char *argument, const char *doc);

#endif
