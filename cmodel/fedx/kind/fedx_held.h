/* SPDX-License-Identifier: Apache-2.0
 *
 * Held facts: the packets that a switch holds, read from its registers, for all who follow packets between hops: is the
 * fabric empty, how full is it, the timeline, the packets that a reset loses or that are left at the end, deadlock
 * diagnosis.
 */
#ifndef FEDX_HELD_H
#define FEDX_HELD_H

#include "../../kind/packet.h"
#include "fedx/regs.h"

/** Call visit for every packet that a switch with these registers holds, by ascending buffers. */
void fedx_each_held(const struct fedx_switch_regs *regs, held_visit visit, void *context);
/** How many there are. */
unsigned fedx_held_count(const struct fedx_switch_regs *regs);

#endif
