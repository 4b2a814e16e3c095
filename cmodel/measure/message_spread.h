/* SPDX-License-Identifier: Apache-2.0
 *
 * Over how many routers a message is spread at a time: those that hold packets of it, and those in which one of them
 * waits, where a router may keep others of the message out (docs/reference/statistics.md section 7).
 *
 * A sample is a look at all routers in one cycle. It is fed with held facts, so that it is the same from every engine.
 */
#ifndef MEASURE_MESSAGE_SPREAD_H
#define MEASURE_MESSAGE_SPREAD_H

#include "../base/archive.h"
#include "../kind/packet.h"

/** Which routers are counted for a message: those that hold a packet of it, and those in which one waits. */
enum message_where { MESSAGE_HELD, MESSAGE_WAITS, MESSAGE_WHERES };

struct message_spread;

/** @return NULL when out of memory */
struct message_spread *message_spread_create(int routers, int buffers);
/** NULL is legal. */
void message_spread_destroy(struct message_spread *s);

/** Begin a sample. */
void message_spread_sample(struct message_spread *s);
/** A router holds a packet. All those of one router follow each other. @return 0, or -1 when out of memory */
int message_spread_see(struct message_spread *s, int router, const struct held_packet *held);
/** Save or load what was counted so far, between samples. */
void message_spread_archive(struct message_spread *s, struct archive *a);

/** Messages over all samples that so many routers held, from 1 on, or in which they waited, from 0 on. */
uint64_t message_spread_count(const struct message_spread *s, enum message_where where, int routers);
/** Routers of a message, mean over all messages that one or more held, in all samples; 0 without any. */
double message_spread_mean(const struct message_spread *s, enum message_where where);
/** The most routers of a message. */
int message_spread_most(const struct message_spread *s, enum message_where where);

#endif
