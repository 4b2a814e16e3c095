/* SPDX-License-Identifier: Apache-2.0
 *
 * A packet as flits: docs/spec/vcr.md section 3. Its contents name it, so that what arrives can be checked, and its tail
 * carries a CRC-32C over all that no hop changes.
 */
#ifndef VCR_PACKET_H
#define VCR_PACKET_H

#include "../../kind/packet.h"
#include "vcr/params.h"

enum { VCR_PACKET_FLITS = 16 /**< of every packet, head and tail included */ };

/** The first word of a packet's head flit. */
uint64_t vcr_packet_head(const struct packet *p);
/** The packet that a head's first word is of. */
struct packet vcr_packet_of(uint64_t head);
/** All flits of a packet. @param words  of a flit @param[out] flits  VCR_PACKET_FLITS * words */
void vcr_packet_fill(const struct packet *p, unsigned words, uint64_t *flits);
/** Are they what the source of the packet sends, but for deflections? Its length and check, too. */
int vcr_packet_intact(const uint64_t *flits, unsigned count, unsigned words);

#endif
