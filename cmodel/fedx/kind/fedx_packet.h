/* SPDX-License-Identifier: Apache-2.0
 *
 * Packets by what names them (kind/packet.h), and as the headers of this switch.
 */
#ifndef FEDX_PACKET_H
#define FEDX_PACKET_H

#include "../../kind/packet.h"
#include "fedx/header.h"

/** Who the packet of a head word is. */
static inline struct packet fedx_packet_of(uint64_t head)
{
    struct fedx_header h = fedx_header_fields(head);

    return (struct packet){h.destination,   h.source,    h.message, h.packet,
                           h.adaptive & 1u, h.last & 1u, 0,         h.deroutes & 15u};
}

/** The header of a packet as its source sends it, with the low 16 bits of the numbers of its endpoints. */
static inline struct fedx_header fedx_packet_header(const struct packet *packet)
{
    return (struct fedx_header){
        .destination = (uint16_t)packet->destination,
        .source = (uint16_t)packet->source,
        .message = packet->message,
        .packet = packet->number,
        .adaptive = packet->adaptive,
        .last = packet->last,
        .deroutes = packet->deroutes,
    };
}

#endif
