/* SPDX-License-Identifier: Apache-2.0
 *
 * What happened to packets in a router or a terminal, packet by packet: what both tell of them.
 */
#ifndef VCR_TRIAGE_VCR_PACKET_HISTORY_H
#define VCR_TRIAGE_VCR_PACKET_HISTORY_H

#include "vcr_triage.h"

enum {
    VCR_HISTORY_EVENTS = 4,  /* of a packet, at most */
    VCR_HISTORY_GONE = 32,   /* packets that have left, kept */
    VCR_HISTORY_RECENT = 100 /* history_ops.recent */
};

/** A packet. Cycles are of vectors, from 0. */
struct vcr_packet_history {
    uint64_t head;
    int known; /**< it has a head; 0: that left before a state was set */
    unsigned events;
    struct {
        uint64_t cycle;
        const char *words; /**< of a port and a channel, as printf has them */
        unsigned port, vc;
    } event[VCR_HISTORY_EVENTS];
};

/** All of them: what a history begins with. */
struct vcr_packet_histories {
    uint64_t cycle, packets;
    unsigned ports, gone; /**< gone: in all */
    struct vcr_packet_history recent[VCR_HISTORY_GONE];
};

/** Something happens to a packet in this cycle. */
void vcr_packet_note(const struct vcr_packet_histories *all, struct vcr_packet_history *packet, const char *words,
                     unsigned port, unsigned vc);
/** ... for the last time. */
void vcr_packet_gone(struct vcr_packet_histories *all, struct vcr_packet_history packet, const char *words);
/** history_ops.count */
struct history_counts vcr_packet_count(const void *history);
void vcr_packet_print(const struct vcr_packet_history *packet, FILE *out);
/** Those that have left of late. @param told  packets that were printed before */
void vcr_packet_print_recent(const struct vcr_packet_histories *all, unsigned told, FILE *out);

#endif
