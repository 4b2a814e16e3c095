/* SPDX-License-Identifier: Apache-2.0
 *
 * One end of the port protocol without a switch around it: what a PE, or a
 * stimulus generator that plays a neighbour, speaks. docs/spec/fedx.md sections 5 to 7.
 */
#ifndef FEDX_PORT_END_H
#define FEDX_PORT_END_H

#include "../../base/archive.h"
#include "../../kind/kind.h"
#include "fedx/switch.h"

/** What happened at the clock edge of a step: as an endpoint's port tells it, and one thing more. */
enum {
    FEDX_END_STARTED =
        PORT_STARTED, /**< an attempt begins: its first byte is on the wire `overhead` + 1 cycles later */
    FEDX_END_ACCEPTED = PORT_ACCEPTED, /**< the outgoing packet was accepted */
    FEDX_END_FAILED = PORT_FAILED,     /**< the attempt failed; the packet may be sent again */
    FEDX_END_RECEIVED = PORT_RECEIVED, /**< a whole good packet is in incoming */
    FEDX_END_REFUSED = 2 * PORT_BUSY   /**< with FAILED: it was refused, not timed out or aborted */
};

/** A port end; only port 0 of each register block is used. */
struct fedx_port_end {
    struct fedx_port_receive rx;
    struct fedx_port_transmit tx;
    struct fedx_ownership own;
    struct fedx_config config; /**< hold and latency */
    uint16_t prepare;          /**< cycles left until the first byte of the attempt under way may start, 0 = it did */
    const uint8_t *next;       /**< packet to start as soon as the port may, FEDX_PACKET_BYTES, or NULL */
    const uint8_t *outgoing;   /**< packet of the attempt under way, taken from next when it started */
    uint8_t admit;             /**< 1: admit headers, 0: refuse them */
    uint16_t overhead;         /**< cycles that an attempt takes before its first byte, with the turn kept (PE only) */
    unsigned cruise;           /**< steps that at most move bytes, as long as the inputs are these: */
    uint64_t last_levels;      /**< levels of the last whole step */
    const uint8_t *last_next;  /**< ... and its offer */
    uint8_t wait;              /**< 1: ask for the port, but start nothing yet */
    uint8_t abort;             /**< 1: break off what is being sent at this edge (stimulus only) */
    uint8_t incoming[FEDX_PACKET_BYTES]; /**< the packet being received, or received last */
};

/** Reset state. @param side 0 or 1; a PE is end 1. @param latency extra wire stages, cycles */
void fedx_port_end_init(struct fedx_port_end *end, int side, int latency);
/** Advance one cycle. @param in  the wires, in bit 0 and byte 0. @return FEDX_END_* */
unsigned fedx_port_end_step(struct fedx_port_end *end, const struct fedx_pins *in);
/** Outputs of the current cycle, in bit 0 and byte 0. */
void fedx_port_end_pins(const struct fedx_port_end *end, struct fedx_pins *out);
/**
 * Save or load between two steps. next is not kept: it is the caller's, for every step.
 * @param images  where the packets are that next may be: `count` of FEDX_PACKET_BYTES each
 */
void fedx_port_end_archive(struct fedx_port_end *end, const uint8_t *images, unsigned count, struct archive *a);

#endif
