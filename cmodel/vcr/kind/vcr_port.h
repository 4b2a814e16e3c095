/* SPDX-License-Identifier: Apache-2.0
 *
 * What an endpoint sends and receives by: the far end of a router's local ports, one or several. It sends a packet's flits
 * one behind the other by the first cable that is idle, into a channel that has room for all of them, or, where channels are
 * shorter than packets, into an empty one; of the packets of all cables one begins in a cycle. Nothing is refused here: a
 * packet is accepted when its head is on the cable. The port takes all that comes, and returns the credit at once.
 */
#ifndef VCR_KIND_PORT_H
#define VCR_KIND_PORT_H

#include "../../kind/kind.h"
#include "vcr/regs.h"
#include "vcr_packet.h"

enum { VCR_PORT_WORDS = VCR_PACKET_FLITS * VCR_MOST_WORDS };

/** One of its cables. */
struct vcr_cable {
    uint64_t outgoing[VCR_PORT_WORDS];               /* the packet that is under way */
    uint64_t incoming[VCR_MOST_VCS][VCR_PORT_WORDS]; /* what has come of packets, by channel */
    uint8_t come[VCR_MOST_VCS];                      /* flits of them; 0: none has begun */
    uint8_t credits[VCR_MOST_VCS];
    uint8_t linked, up_last;
    uint8_t sending;                                 /* a packet is under way, or its overhead */
    uint8_t vc, sent;                                /* ... in which channel, flits that have left */
};

struct vcr_port {
    uint64_t image[2][VCR_PORT_WORDS]; /* packets that are ready */
    struct vcr_cable cable[KIND_MOST_CABLES];
    uint8_t cables;
    uint8_t starting;                  /* a packet has begun, and its head is not on its cable: no other one begins */
    uint16_t overhead, left;           /* cycles before a head */
    struct vcr_pins out;
};

/* As in struct port_ops, of a build. */
void vcr_port_init(struct vcr_port *p, int cables, int overhead);
void vcr_port_ready(const struct vcr_shape *s, struct vcr_port *p, int place, const struct packet *packet);
unsigned vcr_port_step(const struct vcr_shape *s, struct vcr_port *p, const struct vcr_pins *in, int offer,
                       struct packet *received);
void vcr_port_archive(struct vcr_port *p, struct archive *a);

#endif
