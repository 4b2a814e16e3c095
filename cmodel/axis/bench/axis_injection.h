/* SPDX-License-Identifier: Apache-2.0
 *
 * State injection into an AXI4-Stream switch: any registers that its invariant allows (axis_legal.h), and any inputs.
 */
#ifndef AXIS_INJECTION_H
#define AXIS_INJECTION_H

#include "../../bench/injection.h"
#include "../kind/axis_kind.h"

/* As injection_kind has them. */
void axis_injection_draw(struct rng *r, const struct axis_kind *kind, struct axis_regs *registers);
int axis_injection_begin(void *node, struct rng *r, const struct axis_kind *kind);
/** @param[in,out] registers  a state that has been drawn */
int axis_injection_put(void *node, struct rng *r, const uint8_t *fits, void *registers);
void axis_injection_inputs(struct rng *r, const struct axis_parameters *p, struct axis_pins *in,
                           struct axis_control *control);

#endif
