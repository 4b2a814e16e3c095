/* SPDX-License-Identifier: Apache-2.0
 *
 * Facts about a router's registers and wires: which packets it holds, and which have crossed a cable.
 */
#ifndef VCR_FACTS_H
#define VCR_FACTS_H

#include "../../kind/kind.h"
#include "../../kind/node.h"
#include "vcr/regs.h"

/** As router_kind.each_held: a packet is where its head is. */
void vcr_each_held(const struct vcr_parameters *s, const struct vcr_regs *r, const struct node_ops *ops,
                   const void *node, held_visit visit, void *context);
/** As router_kind.fullness. */
void vcr_fullness(const struct vcr_parameters *s, const struct vcr_regs *r, uint16_t *full);
/** Channels that hold a packet, or a part of one. */
unsigned vcr_held(const struct vcr_parameters *s, const struct vcr_regs *r);

/** As router_kind.goes_on. */
int vcr_goes_on(const struct vcr_parameters *s, const struct vcr_regs *r, unsigned port);

/** What finds packets at the outputs of a router, each in its channel. */
struct vcr_probe {
    uint64_t head[VCR_MOST_LANES], first[VCR_MOST_LANES]; /* of the packet on each channel */
    uint64_t ended_head[VCR_MOST_PORTS], ended_first[VCR_MOST_PORTS];
    uint8_t ended_vc[VCR_MOST_PORTS];
};

/** As router_kind.probe: a packet has crossed when its tail is on the wire. */
unsigned vcr_probe_step(const struct vcr_parameters *s, struct vcr_probe *p, uint64_t now, const struct vcr_pins *was);
struct router_attempt vcr_probe_attempt(const struct vcr_probe *p, int port);

/** Print what channels and outputs are doing. */
void vcr_print(const struct vcr_parameters *s, const struct vcr_regs *r, FILE *out);

#endif
