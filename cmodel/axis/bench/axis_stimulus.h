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

extern const char *const axis_profiles[AXIS_PROFILES];

struct stimulus *axis_stimulus_create(const struct stimulus_config *config, const struct axis_parameters *p);
int axis_stimulus_episode(struct stimulus *s);

/** The stimulus_kind of switches that `make` makes a stimulus for. */
#define AXIS_STIMULUS(make)                                                                                     \
    {                                                                                                           \
        .profiles = axis_profiles, .profile_count = AXIS_PROFILES, .turns = AXIS_SUSTAINED, .long_episodes = 1, \
        .followed = "legal and sustained", .checked = "output, order and every bit", .create = (make),          \
        .destroy = stimulus_destroy, .episode = axis_stimulus_episode,                                          \
    }

#endif
