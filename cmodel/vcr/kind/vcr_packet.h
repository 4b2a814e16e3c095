/* SPDX-License-Identifier: Apache-2.0
 *
 * A packet as flits: docs/spec/vcr.md section 3. Its contents name it, so that what arrives can be checked, and its
 * tail carries a CRC-32C over all that no hop changes.
 */
#ifndef VCR_PACKET_H
#define VCR_PACKET_H

#include "../../kind/packet.h"
#include "vcr/params.h"

enum {
    VCR_PACKET_FLITS =
        16 /**< of a packet, head and tail included, where nothing else is said: vcr_settings.packet_flits */
};

/** The first word of a packet's head flit. */
uint64_t vcr_packet_head(const struct packet *p);
/** The head of a packet that goes to an intermediate router first, which is known by an endpoint below 256. @param head
 * of one that goes to its destination at once, below 256 too, in the class of its second half */
uint64_t vcr_packet_first(uint64_t head, unsigned via);
/** The packet that a head's first word is of: the same before its intermediate router and behind it. */
struct packet vcr_packet_of(uint64_t head);
/** All flits of a packet. @param length  flits, 2 to VCR_MOST_LENGTH @param words  of a flit @param[out] flits  length
 * * words */
void vcr_packet_fill(const struct packet *p, unsigned length, unsigned words, uint64_t *flits);
/** Are they what the source of a packet of that length sends, but for deflections? Its check, too. @param count  flits
 * that have come */
int vcr_packet_intact(const uint64_t *flits, unsigned count, unsigned length, unsigned words);

#endif
