/* SPDX-License-Identifier: Apache-2.0
 *
 * Held facts: the packets that a switch holds, read from its registers, for all who follow packets between hops: is the
 * fabric empty, how full is it, the film, the packets that a reset loses or that are left at the end, deadlock diagnosis.
 */
#ifndef FEDX_HELD_H
#define FEDX_HELD_H

#include "fedx/header.h"
#include "fedx/regs.h"

/** A packet in a switch, or the part of one that has come. */
struct fedx_held {
    struct fedx_header header; /**< who it is (the bit of the hop may be anything) */
    uint8_t buffer;            /**< where it is */
    uint8_t waits_for;         /**< ports, of which one will do; 0: it has one */
    uint8_t waiting;           /**< 1: it counts as waiting for backpressure */
};

typedef void (*fedx_held_visit)(void *context, const struct fedx_held *held);

/** Call visit for every packet that a switch with these registers holds, by ascending buffers. */
void fedx_each_held(const struct fedx_switch_regs *regs, fedx_held_visit visit, void *context);
/** How many there are. */
unsigned fedx_held_count(const struct fedx_switch_regs *regs);

#endif
