/* SPDX-License-Identifier: Apache-2.0
 *
 * fedx run with checkpoints: which run is gone on with, what may be different, and
 * signals that interrupt it. docs/reference/checkpoints.md.
 */
#ifndef RESUME_H
#define RESUME_H

#include "../../run/checkpoint.h"
#include "cli_scenario.h"

/** Print the configuration of a checkpoint, and the files that its run would write; nothing is run. @return as
 * resume_read */
int resume_list(const char *path);
/**
 * Read a checkpoint, and what the command line changes of its scenario.
 * @param path  also what the run is saved to from now on, unless the command line says so
 * @param trust  the user trusts who made it: files outside of the current folder may be written
 * @return 0, or CLI_EXIT_BAD_INPUT after saying why
 */
int resume_read(const char *path, int trust, const struct cli_scenario *given, struct checkpoint *checkpoint,
                struct scenario *scenario);
/** A new run must not take the place of one that is not over. @return as above */
int resume_check_new(const char *checkpoint);

/** From now on SIGINT, SIGTERM and SIGHUP, those that are not ignored, wait until somebody asks (process_interrupted).
 * Before the first thread is made. */
void resume_hold_signals(void);

#endif
