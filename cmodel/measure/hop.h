/* SPDX-License-Identifier: Apache-2.0
 *
 * Hop facts: every attempt to send a packet over a link, to an endpoint or from one, once it has ended. Engines find
 * them, each in its own way (the cycle engine at the pins, router_kind.probe); the scoreboard pass them on to all that
 * follow packets from hop to hop: metrics, timeline and hop trace (scoreboard_attempt).
 */
#ifndef MEASURE_HOP_H
#define MEASURE_HOP_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "../kind/kind.h"

enum { HOP_LINE = 160 /**< bytes that hold a line of a hop trace */ };

/** Who made an attempt: a router on one of its ports, or an endpoint. */
enum { SENDER_ENDPOINT = KIND_MOST_PORTS, HOP_SENDERS };

/** The number of a sender in files and tables: its port, or for an endpoint the one behind all ports of its kind of
 * router. */
static inline int hop_sender_number(int ports, int sender)
{
    return sender == SENDER_ENDPOINT ? ports : sender;
}

/** An attempt that has ended. */
struct attempt {
    uint64_t first; /**< cycle in which byte 0 was on the sender's wire */
    struct packet packet;
    int node;           /**< number of the sender: a router, or with SENDER_ENDPOINT an endpoint */
    int router;         /**< that made it, or that the endpoint is attached to */
    int sender;         /**< port; or SENDER_ENDPOINT for an injection */
    int ejection;       /**< 1: to an endpoint */
    unsigned attribute; /**< of an accepted hop from router to router: mask of its properties, router_kind.attributes */
    int reason;         /**< REJECT_NONE: accepted; else why the receiver refused it, a number of router_kind.reasons */
};

/** A hop trace: one line an attempt, sorted by cycle, node and sender (docs/reference/results.md). All zero: none. */
struct hop_trace {
    FILE *file;
    struct attempt *attempt; /* of the cycle */
    size_t count, size;
};

/** An attempt ended in this cycle. @return 0, or -1 when out of memory */
int hop_trace_add(struct hop_trace *t, const struct attempt *attempt);
/** Cycle `now` is over: write its lines. @param ports  of a router */
void hop_trace_close(struct hop_trace *t, int ports, uint64_t now);
/** Free what it holds; the file stays open. */
void hop_trace_finish(struct hop_trace *t);

#endif
