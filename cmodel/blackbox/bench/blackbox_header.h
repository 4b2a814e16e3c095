/* SPDX-License-Identifier: Apache-2.0
 *
 * Ports with two handshakes: one takes the header of a packet, once, the other its flits. The header is fields of the
 * first flit that have pins of their own.
 */
#ifndef BLACKBOX_BLACKBOX_HEADER_H
#define BLACKBOX_BLACKBOX_HEADER_H

#include "blackbox_bench_internal.h"

/** Room for headers and packets of all ports. @return 0, or -1 when out of memory */
int blackbox_header_create(struct blackbox_bench *b);
/** Nothing is under way: at the beginning, and behind a reset. */
void blackbox_header_clear(struct blackbox_bench *b);
/** Whether the first flit of a packet may be offered, as far as headers say. */
int blackbox_header_lets(const struct blackbox_bench *b, int source, uint32_t packet);
/** Whether the header of a packet went in. */
int blackbox_header_taken(const struct blackbox_bench *b, int packet);
/** Before an edge, behind what is done for flits: set the wires of a header, ... */
void blackbox_header_drive_source(struct blackbox_bench *b, int source);
void blackbox_header_drive_sink(struct blackbox_bench *b, int sink);
/** ... and see what was taken, or came out. */
void blackbox_header_sample(struct blackbox_bench *b, int source);
void blackbox_header_observe(struct blackbox_bench *b, int sink);
/** A packet begins to come out of an output. */
void blackbox_header_first(struct blackbox_bench *b, int packet, int sink);
/** Whether an input has a header that was not taken. */
int blackbox_header_waits(const struct blackbox_bench *b);
/** Say what is missing when all that could move has moved. */
void blackbox_header_end(struct blackbox_bench *b);

#endif
