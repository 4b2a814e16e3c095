/* SPDX-License-Identifier: Apache-2.0
 *
 * The Fed-X switch in words: its ports, its verdicts, its state.
 */
#ifndef FEDX_DESCRIBE_H
#define FEDX_DESCRIBE_H

#include <stdio.h>

#include "fedx/switch.h"

/** A port as it is called in words: "0" to "5", "PE". */
const char *fedx_port_name(int port);
/** A verdict of admission (FEDX_REJECT_*) in words. */
const char *fedx_reject_name(unsigned reason);
/** What ports and buffers are doing, in words. */
void fedx_switch_print(const struct fedx_switch_regs *regs, FILE *out);

#endif
