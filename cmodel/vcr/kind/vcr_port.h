/* SPDX-License-Identifier: Apache-2.0
 *
 * What an endpoint sends and receives by: the far end of a router's local port. It sends a packet's flits one behind the
 * other into a channel that has room for all of them, or, where channels are shorter than packets, into an empty one. Nothing
 * is refused here: a packet is accepted when its head is on the cable. The port takes all that comes, and returns the credit
 * at once. What is not as the protocol has it leaves a sticky error, as in a router.
 */
#ifndef VCR_KIND_PORT_H
#define VCR_KIND_PORT_H

#include "../../kind/kind.h"
#include "vcr/regs.h"
#include "vcr_packet.h"

enum { VCR_PORT_WORDS = VCR_PACKET_FLITS * VCR_MOST_WORDS };

struct vcr_port {
    uint64_t image[2][VCR_PORT_WORDS];               /* packets that are ready */
    uint64_t outgoing[VCR_PORT_WORDS];               /* the one that is under way */
    uint64_t incoming[VCR_MOST_VCS][VCR_PORT_WORDS]; /* what has come of packets, by channel */
    uint8_t come[VCR_MOST_VCS];                      /* flits of them; 0: none has begun */
    uint8_t credits[VCR_MOST_VCS];
    uint8_t owed[VCR_MOST_VCS];                      /* credits that it keeps back while it is stopped */
    uint8_t error, credit_error;                     /* sticky, as those of a router: a fault has been at work */
    uint8_t stopped;                                 /* ... as a fault */
    uint8_t linked, up_last;
    uint8_t sending;                                 /* a packet is under way, or its overhead */
    uint8_t vc, sent;                                /* ... in which channel, flits that have left */
    uint16_t overhead, left;                         /* cycles before the head */
    struct vcr_pins out;
};

/* As in struct port_ops, of a build. */
void vcr_port_init(struct vcr_port *p, int overhead);
void vcr_port_ready(const struct vcr_shape *s, struct vcr_port *p, int place, const struct packet *packet);
unsigned vcr_port_step(const struct vcr_shape *s, struct vcr_port *p, const struct vcr_pins *in, int offer,
                       struct packet *received);
void vcr_port_archive(struct vcr_port *p, struct archive *a);

#endif
