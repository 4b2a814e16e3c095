/* SPDX-License-Identifier: Apache-2.0
 *
 * What this room fills in when a shape takes a place (vcr/kind/vcr_shape.h).
 */
#ifndef VCR_SHAPE_FILL_H
#define VCR_SHAPE_FILL_H

#include "../kind/vcr_shape.h"

void vcr_shape_fill_coverage(unsigned place);
void vcr_shape_fill_lockstep(unsigned place);
void vcr_shape_fill_scenario(unsigned place);

#endif
