/* SPDX-License-Identifier: Apache-2.0
 *
 * Stimulus for one AXI4-Stream switch: sources that keep to the protocol or not, sinks that stall in all ways, settings
 * over their ranges. Of episodes whose neighbours keep to the protocol every packet is followed: it arrives at the
 * output that takes its tdest, once, whole, in order, and not mixed with others where the output does not mix, or it is
 * dropped and counted.
 */
#ifndef AXIS_STIMULUS_H
#define AXIS_STIMULUS_H

#include "../../bench/stimulus.h"
#include "axis/switch.h"

enum axis_profile { AXIS_LEGAL, AXIS_SETTINGS, AXIS_RESETS, AXIS_NOISE, AXIS_SUSTAINED, AXIS_PROFILES };

extern const struct stimulus_kind axis_stimulus;

#endif
