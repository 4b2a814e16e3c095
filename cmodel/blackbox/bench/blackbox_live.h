/* SPDX-License-Identifier: Apache-2.0
 *
 * A third-party router that packets come to one by one, from a fabric around it: the bench (blackbox_bench.h), with
 * a script that grows. Each packet is driven and judged as in any other run, for as long as there are more of them.
 *
 * A cycle: packets and their flits are offered, outputs are held up, blackbox_live_cycle, and what came out is asked
 * for.
 */
#ifndef BLACKBOX_BLACKBOX_LIVE_H
#define BLACKBOX_BLACKBOX_LIVE_H

#include "blackbox_bench.h"

struct blackbox_live;

/** Whether packets can come to a router one by one. @return 0, or -1 with error, which says what the description has */
int blackbox_live_check(const struct blackbox *f, char *error, size_t size);
/**
 * Make a router, and reset it as its description says.
 * @param more  bytes that the caller keeps with each packet
 * @return NULL when out of memory. What it is made of must outlive it.
 */
struct blackbox_live *blackbox_live_create(const struct blackbox *f, const struct node_ops *ops, uint64_t power_up,
                                           size_t more);
/** NULL is legal. */
void blackbox_live_destroy(struct blackbox_live *l);

/** A packet of so many flits that is to go from an input to an output. */
struct blackbox_live_packet {
    int source, sink, vc, flits;
};
/** @return the bytes that the caller keeps with it, until the next packet comes; NULL when out of memory */
void *blackbox_live_packet(struct blackbox_live *l, const struct blackbox_live_packet *given);
/** ... of the packet that came last at an input in a virtual channel; NULL: none did. */
void *blackbox_live_last(struct blackbox_live *l, int source, int vc);
/** The next flit of that packet is there; none waits. */
void blackbox_live_flit(struct blackbox_live *l, int source, int vc);
/** Whether a flit is there that did not go in. */
int blackbox_live_waits(const struct blackbox_live *l, int source, int vc);
/** Whether an output takes no flits of a virtual channel, or gives no credits back, from the next cycle on. */
void blackbox_live_hold(struct blackbox_live *l, int sink, int vc, int held);
/** Credits that flits of an output have, and that are not back yet. */
int blackbox_live_credits(const struct blackbox_live *l, int sink, int vc);

void blackbox_live_cycle(struct blackbox_live *l);

/** A flit that came out of an output in the last cycle. */
struct blackbox_live_flit {
    void *more;    /**< what the caller keeps with its packet; NULL: no flit came out */
    int number;    /**< of the flit, from 0 */
    int vc;        /**< of its packet */
    uint32_t wait; /**< cycles since the first flit of its packet was on the wires of its input */
};
struct blackbox_live_flit blackbox_live_out(const struct blackbox_live *l, int sink);
/** What the caller keeps with the packet that something is wrong with; NULL: nothing is, or no packet is known. */
const void *blackbox_live_wrong(const struct blackbox_live *l);
/** What was wrong first, if something was; then it stays as it is. */
const struct blackbox_result *blackbox_live_result(const struct blackbox_live *l);

#endif
