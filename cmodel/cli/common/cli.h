/* SPDX-License-Identifier: Apache-2.0
 *
 * What the subcommands of the fedx program share.
 */
#ifndef CLI_H
#define CLI_H

#include <argp.h>
#include <jansson.h>
#include <limits.h>
#include <stdint.h>
#include <stdio.h>

#include "../../fabric/fabric.h"

/** Exit status of the program. */
enum {
    CLI_EXIT_GOOD = 0,
    CLI_EXIT_DIFFERENT = 1,
    CLI_EXIT_BAD_INPUT = 2,
    CLI_EXIT_INTERRUPTED = 3,
    CLI_EXIT_UNCONFIRMED = 4 /* one simulator shows a fault, and no other one */
};

/** A subcommand. */
struct subcommand {
    const char *name;
    const char *summary;
    int (*main)(int argc, char **argv);
};

int run_main(int argc, char **argv);
int verify_main(int argc, char **argv);
int blackbox_main(int argc, char **argv);
int prove_main(int argc, char **argv);
int bench_main(int argc, char **argv);
int config_main(int argc, char **argv);
int sweep_main(int argc, char **argv);
int report_main(int argc, char **argv);
int coverage_main(int argc, char **argv);
int replay_main(int argc, char **argv);
int shrink_main(int argc, char **argv);
int gen_tb_main(int argc, char **argv);
int gen_fabric_main(int argc, char **argv);
int model_main(int argc, char **argv);
int topology_main(int argc, char **argv);
int import_main(int argc, char **argv);

/** Parse a whole number in bounds, or end with one line about the option and exit status 2. */
int64_t cli_integer(const struct argp_state *state, const char *option, const char *text, int64_t min, int64_t max);
/** Index of text in a NULL-ended list of names, or the same end. */
int cli_choice(const struct argp_state *state, const char *option, const char *text, const char *const *names);
/** Take the one argument that a command may have, or end in the same way when there is one already. */
void cli_argument(const struct argp_state *state, const char *text, const char **argument);

/**
 * Write out what was printed.
 * @return 0, or CLI_EXIT_BAD_INPUT when some of it was lost, after saying so once; the end of the program asks, too
 */
int cli_flush(void);
/**
 * End a command that several processes may run together. What was printed is given away first: some mpirun ends this
 * process as soon as another one has ended with another status than 0. @return the status to exit with
 */
int cli_leave(int status);
/**
 * Print "fedx COMMAND: sentence" on stderr, harmless to a terminal whatever is in it; of several processes the first
 * one alone.
 * @return CLI_EXIT_BAD_INPUT
 */
int cli_bad(const char *command, const char *format, ...) __attribute__((format(printf, 2, 3)));

/**
 * Of several processes (ranks.h) the first one says what is wrong, and the others what is wrong with them alone,
 * through it. By all of them: whether all are well. @param status  of this one @return 0, or that of the first that is
 * not
 */
int cli_agree(const char *command, int status);

/** The command line as a shell reads it, to be freed; NULL when out of memory. */
char *cli_command(int argc, char **argv);

/** A progress line on stderr, on a terminal only. */
struct cli_progress {
    uint64_t total; /**< units of work */
    uint64_t first; /**< units that were done when the rate began to be measured: a resumed run does not begin at 0 */
    double begin;   /**< wall time of that moment, seconds; 0: not yet */
    double last;    /**< wall time of the last line, seconds */
    int active;     /**< stderr is a terminal and the user wants to see it */
    int shown;
};
void cli_progress_init(struct cli_progress *p, uint64_t total, int quiet);
/** Show how much is done and how long the rest may take, at most four times a second. */
void cli_progress_show(struct cli_progress *p, uint64_t done, const char *unit);
/** Clear the line. */
void cli_progress_end(struct cli_progress *p);

/** 1 when a result file is "-": words would be in the way of what goes there. NULL: there is none. */
int cli_is_standard_output(const char *path);

/** What the program does with a file that the command line names. */
enum cli_use {
    CLI_READ,
    CLI_WRITTEN,
    CLI_FOLDER /**< files are written into it, each kind of results its own */
};

/** A file that the command line names. */
struct cli_file {
    const char *option; /**< as the user gives it, such as --json */
    const char *path;   /**< NULL, "" and "-": none */
    enum cli_use kind;
};

/**
 * Find out before the work starts whether a file would be written over what another option names.
 * @return 0, or CLI_EXIT_BAD_INPUT after saying which
 */
int cli_check_distinct(const char *command, const struct cli_file *files, int count);
/**
 * Find out before the work starts whether a result file can be written.
 * @param path  NULL and "-" are always good
 * @return 0, or CLI_EXIT_BAD_INPUT after saying why
 */
int cli_check_output(const char *command, const char *path);
/** The same of --json and --coverage, of which one can go to standard output. */
int cli_check_results(const char *command, const char *json, const char *coverage);

/**
 * Write JSON to a file, "-" for standard output. The file appears whole or not at all.
 * @return 0, or CLI_EXIT_BAD_INPUT after saying why
 */
int cli_write_json(const char *command, const char *path, json_t *value);

#endif
