/* SPDX-License-Identifier: Apache-2.0
 *
 * What fedx gen-tb and fedx gen-fabric share.
 */
#ifndef GEN_CLI_H
#define GEN_CLI_H

#include "../../base/install_paths.h"
#include "../../gen/gen_folder.h"
#include "../common/cli.h"
#include "../common/cli_scenario.h"

/* These return 0, or -1 with one sentence in error. */

/**
 * No key was given but those allowed, and those of the shape of a router.
 * @param allowed  numbers of keys, ended by -1
 * @param with     the option that excludes the rest
 */
int gen_check_keys(const struct scenario *s, const int *allowed, const char *with, char *error, size_t size);
/** No key was given that has no meaning where nothing but models run and nothing is measured. */
int gen_check_model(const struct scenario *s, const char *command, char *error, size_t size);
/** The cycles of a run are at most so many. */
int gen_check_cycles(const struct scenario *s, int64_t most, char *error, size_t size);

#endif
