/* SPDX-License-Identifier: Apache-2.0
 *
 * The option --router KIND of commands that have no configuration of a fabric.
 */
#ifndef CLI_ROUTER_H
#define CLI_ROUTER_H

#include <argp.h>

#include "../../config/registry.h"

/** The kind of router of that name, also if its name says its shape; NULL: there is none. Ends the program with a
 * sentence when there is no such shape. */
const struct router_kind *cli_unit(const struct argp_state *state, const char *name);
/** The kind of router of that name; ends the program with a sentence when there is none. */
const struct router_kind *cli_router(const struct argp_state *state, const char *name);

#endif
