/* SPDX-License-Identifier: Apache-2.0
 *
 * The RTL of this project: what comes with the program is there. That of switches with another number of buffers, those
 * of the instance, and that of virtual-channel routers with a shape of their own is built when it is first needed, and
 * kept.
 */
#ifndef CLI_RTL_H
#define CLI_RTL_H

#include "../../config/scenario.h"
#include "../../kind/kind.h"

/**
 * See to it that there is RTL of a kind to open where nobody names any.
 * @param quiet  no word while it builds
 * @return 0, or CLI_EXIT_BAD_INPUT after saying why there is none
 */
int cli_rtl(const char *command, const struct router_kind *kind, int quiet);
/** Likewise, if the scenario has RTL nodes and names no RTL for them. */
int cli_rtl_of(const char *command, const struct scenario *s, int quiet);

#endif
