/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file vcr/router.h
 * The golden model of the virtual-channel router, cycle-accurate. Its specification is docs/spec/vcr.md.
 *
 * A router is one block of memory without pointers: a copy of vcr_router_bytes() is a checkpoint. Only
 * vcr_router_create() allocates memory. The library prints nothing and keeps no global state. Outputs are registers, so
 * one cycle of a fabric has three steps:
 *
 * 1. Read vcr_router_pins() of every router.
 * 2. Compute the input pins of every router from them.
 * 3. Call vcr_router_step() for every router, in any order.
 */
#ifndef VCR_ROUTER_H
#define VCR_ROUTER_H

#include <stddef.h>

#include "vcr/regs.h"

#ifdef __cplusplus
extern "C" {
#endif

/** A router. The struct is opaque and holds no pointers. */
struct vcr_router;

/**
 * Check a configuration.
 * @return NULL, or one sentence without a full stop that says what is wrong
 */
const char *vcr_parameters_wrong(const struct vcr_parameters *parameters);
/** Bytes of a router of this configuration. */
size_t vcr_router_bytes(const struct vcr_parameters *parameters);
/**
 * Make a router in its reset state, with its memories zero.
 * @param parameters  the configuration
 * @return the router, or NULL if there is not enough memory or vcr_parameters_wrong() refuses the configuration; free
 * it with vcr_router_destroy()
 */
struct vcr_router *vcr_router_create(const struct vcr_parameters *parameters);
/** Free a router. NULL is legal. */
void vcr_router_destroy(struct vcr_router *router);

/**
 * Advance one clock cycle.
 * @param router   the router
 * @param in       what the far ends of all cables drive in this cycle
 * @param control  the other inputs in this cycle
 */
void vcr_router_step(struct vcr_router *router, const struct vcr_pins *in, const struct vcr_control *control);
/** The first bytes of a struct vcr_pins that this configuration uses. */
size_t vcr_pins_bytes(const struct vcr_parameters *parameters);
/**
 * Read the output pins of the current cycle.
 * @param router  the router
 * @param[out] out  only the first vcr_pins_bytes() are written
 */
void vcr_router_pins(const struct vcr_router *router, struct vcr_pins *out);
/** Read the output cfg_rdata of the current cycle. */
uint32_t vcr_router_cfg_rdata(const struct vcr_router *router);
/** The named registers of the current cycle. The pointer is valid as long as the router; the next step changes the
 * values. */
const struct vcr_regs *vcr_router_state(const struct vcr_router *router);

/** Bytes of the memory of one lane: the words of the flits of all slots, then 32 bits per slot. */
size_t vcr_lane_bytes(const struct vcr_parameters *parameters);
/**
 * Read the memory of a lane. The 32 bits of a slot are the route of its flit in bits 20:0, 1 in bit 30 for a head, 1 in
 * bit 31 for a tail.
 * @param router  the router
 * @param lane    port * vcs + vc; if there is no such lane, nothing is written
 * @param[out] out  vcr_lane_bytes() bytes
 */
void vcr_router_lane(const struct vcr_router *router, unsigned lane, uint8_t *out);
/**
 * Write the memory of a lane, laid out as vcr_router_lane() reads it.
 * @param router  the router
 * @param lane    port * vcs + vc; if there is no such lane, nothing happens
 * @param bytes   vcr_lane_bytes() bytes
 */
void vcr_router_set_lane(struct vcr_router *router, unsigned lane, const uint8_t *bytes);

#ifdef __cplusplus
}
#endif

#endif
