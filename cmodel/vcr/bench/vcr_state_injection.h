/* SPDX-License-Identifier: Apache-2.0
 *
 * Random legal states of the virtual-channel router and of its terminal, reachable or not, and random inputs from there
 * on (bench/injection.h).
 *
 * Registers are free but for the clauses of vcr_legal.h and vcr_terminal_kind.h; packets in terminals hold anything. In
 * the memories of routers, too, some things always hold, which no clause can say of registers alone: flits that are no
 * heads have no route, a route's preferred port is one of its best ports, and at the front of a channel that has
 * committed there is a head with a route.
 */
#ifndef VCR_STATE_INJECTION_H
#define VCR_STATE_INJECTION_H

#include "../../bench/injection.h"
#include "vcr/regs.h"

extern const struct injection_kind vcr_injection, vcr_terminal_injection;

/** Draw a legal state. @param kind  of the build @param[out] regs  every named register */
void vcr_state_injection_draw(const struct router_kind *kind, const struct vcr_parameters *s, struct rng *r,
                              struct vcr_regs *regs);
/** Draw the memory of a channel for it. @param[out] bytes  vcr_lane_bytes of it, for nodes */
void vcr_state_injection_lane(const struct vcr_parameters *s, struct rng *r, const struct vcr_regs *regs, unsigned lane,
                              uint8_t *bytes);
/** Draw the inputs of a cycle: as injection_kind.inputs. */
void vcr_state_injection_inputs(const struct vcr_parameters *s, struct rng *r, const struct vcr_regs *regs,
                                struct vcr_pins *in, struct vcr_control *control);

#endif
