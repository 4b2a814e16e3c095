/* SPDX-License-Identifier: Apache-2.0
 *
 * What has come to an endpoint by one cable, where it does not take all that comes: packets wait in their channels, and
 * the endpoint takes one at a time, the one that came first of those that it has room for. Its cables take turns.
 * Credits go back as a packet is taken.
 */
#ifndef VCR_INBOX_H
#define VCR_INBOX_H

#include "../../base/archive.h"
#include "../../kind/packet.h"
#include "vcr/terminal.h"

/** A packet whose head has come. */
struct vcr_inbox_packet {
    uint64_t head;
    uint64_t vc;
};

struct vcr_inbox {
    uint64_t head;  /**< of the packet that is being taken */
    uint64_t begun; /**< ... cycle in which it began to be */
    uint16_t count; /**< packets that wait */
    uint8_t taking; /**< one is being taken */
    uint8_t vc;     /**< ... its channel */
    uint8_t flits;  /**< ... flits of it that were */
    uint8_t turn;   /**< of the first cable: which one is asked first */
    uint8_t zero[2];
};

/** Who decides what is taken: port_place.takes. */
struct vcr_taker {
    int (*takes)(void *taker, const struct packet *packet);
    void *taker;
};

/** Packets of which channels of a cable can have flits, at most. */
unsigned vcr_inbox_most(unsigned vcs, unsigned depth, unsigned flits);
/** A head has come. @param packet  [vcr_inbox_most] of this inbox @return 0, or -1 when it is more than channels hold
 */
int vcr_inbox_put(struct vcr_inbox *i, struct vcr_inbox_packet *packet, unsigned most, struct vcr_inbox_packet fresh);
/**
 * Begin to take packets in cycle `now`, of each cable by which none is being taken, as far as the endpoint takes one.
 * @param i  [cables] @param packet  [cables][most] @return the cables by which one began, a mask
 */
unsigned vcr_inbox_take(struct vcr_inbox *i, unsigned cables, struct vcr_inbox_packet *packet, unsigned most,
                        const struct vcr_taker *by, uint64_t now);
/** Save or load one, with its packets. */
void vcr_inbox_archive(struct vcr_inbox *i, struct vcr_inbox_packet *packet, const struct vcr_terminal_parameters *s,
                       struct archive *a);

#endif
