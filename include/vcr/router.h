/* SPDX-License-Identifier: Apache-2.0
 *
 * The virtual-channel router, cycle-accurate: docs/spec/vcr.md. A router is one piece of memory without pointers: a
 * copy is a checkpoint.
 */
#ifndef VCR_ROUTER_H
#define VCR_ROUTER_H

#include <stddef.h>

#include "vcr/regs.h"

#ifdef __cplusplus
extern "C" {
#endif

struct vcr_router;

/** What is wrong with a build: one sentence without its full stop; NULL: nothing. */
const char *vcr_parameters_wrong(const struct vcr_parameters *parameters);
/** Bytes of a router of this build. */
size_t vcr_router_bytes(const struct vcr_parameters *parameters);
/** A router after reset, its memories zero. @return NULL when out of memory, or when something is wrong with the
 * parameters */
struct vcr_router *vcr_router_create(const struct vcr_parameters *parameters);
/** NULL is legal. */
void vcr_router_destroy(struct vcr_router *router);

/** One clock cycle. @param in  what the far ends of all cables drive in it */
void vcr_router_step(struct vcr_router *router, const struct vcr_pins *in, const struct vcr_control *control);
/** Bytes of the pins of this build: flits are last, and it has so many. */
size_t vcr_pins_bytes(const struct vcr_parameters *parameters);
/** Output pins of the current cycle. @param[out] out  vcr_pins_bytes of it */
void vcr_router_pins(const struct vcr_router *router, struct vcr_pins *out);
/** cfg_rdata of the current cycle. */
uint32_t vcr_router_cfg_rdata(const struct vcr_router *router);
/** Registers of the current cycle. */
const struct vcr_regs *vcr_router_state(const struct vcr_router *router);

/** Bytes of the memory of a lane: the words of its slots' flits, then for each 32 bits that are kept with it. */
size_t vcr_lane_bytes(const struct vcr_parameters *parameters);
/**
 * The memory of a lane; what is kept with a flit is its route in bits 20:0, 30 for a head, 31 for a tail.
 * @param lane  port * vcs + vc; nothing is read or set of one that there is not @param[out] out  vcr_lane_bytes
 */
void vcr_router_lane(const struct vcr_router *router, unsigned lane, uint8_t *out);
/** Set it. */
void vcr_router_set_lane(struct vcr_router *router, unsigned lane, const uint8_t *bytes);

#ifdef __cplusplus
}
#endif

#endif
