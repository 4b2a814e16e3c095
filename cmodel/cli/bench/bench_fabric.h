/* SPDX-License-Identifier: Apache-2.0
 *
 * A fabric that fedx bench measures, made from the options of fedx run.
 */
#ifndef BENCH_FABRIC_H
#define BENCH_FABRIC_H

#include "../../base/process.h"
#include "../../run/session.h"

/**
 * Read the options of a fabric.
 * @param argv  the program, and then options of fedx run
 * @return 0, or CLI_EXIT_BAD_INPUT after saying why
 */
int bench_fabric_read(int argc, char **argv, struct scenario *scenario);
/** Likewise of arguments that the caller put together, the first one of which is the program. */
int bench_fabric_of(const struct arguments *words, struct scenario *scenario);
/** A fabric that has failed is fast. @return 0, or CLI_EXIT_BAD_INPUT after saying what happened */
int bench_fabric_went_on(const struct session *session);

#endif
