/* SPDX-License-Identifier: Apache-2.0
 *
 * What states and stimulus of a virtual-channel router both draw.
 */
#ifndef VCR_DRAW_H
#define VCR_DRAW_H

#include "../model/vcr_internal.h"
#include "fedx/rng.h"

/**
 * A destination the way to which is a close call: which way round, in which dimension first, whether up or down.
 * @param known  only one that coordinates or digits have; a tree has digits. 0: or one just outside
 */
unsigned vcr_draw_destination(struct rng *r, const struct vcr_config *c, int known);

#endif
