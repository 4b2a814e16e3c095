/* SPDX-License-Identifier: Apache-2.0
 *
 * Who a packet is, to all who follow packets through a fabric and know no kind of router: endpoints, scoreboard,
 * timeline, accounts. What a packet looks like on a cable is its kind's alone.
 */
#ifndef KIND_PACKET_H
#define KIND_PACKET_H

#include <stdint.h>

/** Source, message and number together are unique while the packet is under way. No bit is unused, so that packets
 * compare, and are saved, byte by byte. */
struct packet {
    uint32_t destination;      /**< endpoint */
    uint32_t source;           /**< endpoint */
    uint16_t message;          /**< id, unique with the source while the message is under way */
    uint8_t number;            /**< in its message, from 0 */
    uint8_t adaptive : 1;      /**< 1: adaptive routing, 0: deterministic */
    uint8_t last : 1;          /**< 1: last packet of its message */
    uint8_t traffic_class : 2; /**< traffic class, of kinds that have some */
    uint8_t deroutes : 4;      /**< deroutes left: hops on which it may go where it does not get nearer */
};

/** Bit of packet.traffic_class: it is of a response, where messages are answered. */
enum { PACKET_RESPONSE = 2 };

/** A packet in a router, or the part of one that has come. */
struct held_packet {
    struct packet packet;
    uint16_t waits_for; /**< ports, of which one will do; 0: it has one */
    uint8_t place;      /**< where it is: a number of a buffer */
    uint8_t waiting;    /**< 1: its router counts it as one that waits */
};

/** What is called for each packet that a router holds. @param held  for the time of the call */
typedef void (*held_visit)(void *context, const struct held_packet *held);

#endif
