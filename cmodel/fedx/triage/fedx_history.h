/* SPDX-License-Identifier: Apache-2.0
 *
 * The history of packets in one switch, in words: when each came, by which port, what
 * admission said to its headers, which buffer it got, every attempt to send it, and
 * how it left. Worked out from the golden model in a replay of vectors.
 */
#ifndef FEDX_HISTORY_H
#define FEDX_HISTORY_H

#include <stdio.h>

#include "../../triage/triage.h"
#include "../bench/fedx_recorder.h"

/** Packets that are told of. */
struct fedx_history_counts {
    unsigned count;
    uint64_t head[FEDX_BUFFERS + FEDX_PORTS + 16]; /**< header bytes 1 to 8, without the stop-and-wait bit */
};

/** The lives in one replay. */
struct fedx_history;

/**
 * Printed are the lives of the packets in buffers and at ports after the last cycle, and of those that left the switch
 * within FEDX_HISTORY_RECENT cycles before. Cycle n is the one with the inputs of vector n, counted from 0; registers
 * show what came of it in cycle n + 1.
 */
extern const struct history_ops fedx_history;
/** The packets that are printed. */
void fedx_history_report(const struct fedx_history *history, struct fedx_history_counts *told);
enum { FEDX_HISTORY_RECENT = 200 };

/** A packet as it is called in words: source.message.packet. @param head  header bytes 1 to 8 */
const char *fedx_history_name(uint64_t head, char *text, size_t size);

#endif
