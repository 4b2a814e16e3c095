/* SPDX-License-Identifier: Apache-2.0
 *
 * The life of packets in one switch, in words: when each came, by which port, what
 * admission said to its headers, which buffer it got, every attempt to send it, and
 * how it left. Worked out with the golden model from the vectors of a run.
 */
#ifndef FEDX_LIFE_H
#define FEDX_LIFE_H

#include <stdio.h>

#include "fedx_vectors.h"

/** How much vectors hold. */
struct fedx_life_counts {
    uint64_t packets; /**< that came to the switch, however often each was tried */
    uint64_t ports;   /**< by which a byte came or went */
    uint64_t cycles;
};

/** Packets that are told of. */
struct fedx_life_told {
    unsigned count;
    uint64_t head[FEDX_BUFFERS + FEDX_PORTS + 16]; /**< header bytes 1 to 8, without the stop-and-wait bit */
};

/**
 * Cycle n is the one with the inputs of vector n, counted from 0; registers show what came of it in cycle n + 1.
 * Printed are the packets in buffers and at ports after the last cycle, and those that left the switch within
 * FEDX_LIFE_RECENT cycles before.
 * @param out   NULL: print nothing
 * @param told  or NULL
 * @return 0, or -1 when out of memory
 */
int fedx_life_print(const struct fedx_vectors *v, FILE *out, struct fedx_life_counts *counts,
                    struct fedx_life_told *told);
enum { FEDX_LIFE_RECENT = 200 };

/** A packet as it is called in words: source.message.packet. @param head  header bytes 1 to 8 */
const char *fedx_life_name(uint64_t head, char *text, size_t size);

#endif
