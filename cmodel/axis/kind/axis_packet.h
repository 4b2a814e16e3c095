/* SPDX-License-Identifier: Apache-2.0
 *
 * A packet as beats of 64 bits, so that what arrives can be checked: the first one names the packet, with a hash of
 * that; the others follow from it and have their numbers in them. So no beat is like the one before it.
 */
#ifndef AXIS_PACKET_H
#define AXIS_PACKET_H

#include <stdint.h>

#include "../../kind/packet.h"
#include "fedx/rng.h"

enum {
    AXIS_PACKET_MOST_BEATS = 64,
    AXIS_PACKET_DATA_BITS = 64,     /**< of a beat */
    AXIS_PACKET_ENDPOINT_BITS = 12, /**< of the number of an endpoint */
    AXIS_PACKET_NAME_BITS = 50
};

/** What tells a packet from all others. */
static inline uint64_t axis_packet_name(const struct packet *p)
{
    return (uint64_t)p->number | (uint64_t)p->message << 8 | (uint64_t)p->source << 24 |
           (uint64_t)p->destination << 36 | (uint64_t)p->adaptive << 48 | (uint64_t)p->last << 49;
}

/** A beat, from 0. */
static inline uint64_t axis_packet_beat(const struct packet *p, unsigned beat)
{
    uint64_t name = axis_packet_name(p);
    struct rng r = {name + beat};

    if (beat == 0)
        return name | rng_next(&r) << AXIS_PACKET_NAME_BITS;
    return (rng_next(&r) & ~UINT64_C(0xff)) | beat;
}

/** The packet that a first beat names. */
static inline struct packet axis_packet_of(uint64_t beat)
{
    const uint64_t endpoints = (1u << AXIS_PACKET_ENDPOINT_BITS) - 1;

    return (struct packet){
        .number = (uint8_t)beat,
        .message = (uint16_t)(beat >> 8),
        .source = (uint32_t)(beat >> 24 & endpoints),
        .destination = (uint32_t)(beat >> 36 & endpoints),
        .adaptive = beat >> 48 & 1,
        .last = beat >> 49 & 1,
    };
}

#endif
