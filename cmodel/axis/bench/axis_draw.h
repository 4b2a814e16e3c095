/* SPDX-License-Identifier: Apache-2.0
 *
 * What is drawn of an AXI4-Stream switch, for stimulus and for state injection.
 */
#ifndef AXIS_DRAW_H
#define AXIS_DRAW_H

#include "axis/switch.h"
#include "fedx/rng.h"

/** Settings over all their ranges; rst stays. */
void axis_draw_settings(struct rng *r, const struct axis_parameters *p, struct axis_control *control);
/** A beat's data. */
void axis_draw_data(struct rng *r, const struct axis_parameters *p, uint64_t *data);
/** Any wires. */
void axis_draw_wires(struct rng *r, const struct axis_parameters *p, struct axis_pins *in);

#endif
