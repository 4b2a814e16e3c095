/* SPDX-License-Identifier: Apache-2.0
 *
 * The RTL of this project for an instance: that of ten buffers comes with the program,
 * that of another number is built from rtl/fedx/ when it is first needed, and kept.
 */
#ifndef CLI_RTL_H
#define CLI_RTL_H

#include "../scenario/scenario.h"

/**
 * See to it that there is RTL to open where nobody names any (fedx_node_open).
 * @param quiet  no word while it builds
 * @return 0, or CLI_EXIT_BAD_INPUT after saying why there is none
 */
int cli_rtl(const char *command, int quiet);
/** Likewise, if the scenario has RTL nodes and names no RTL for them. */
int cli_rtl_of(const char *command, const struct scenario *s, int quiet);

#endif
