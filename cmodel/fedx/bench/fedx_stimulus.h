/* SPDX-License-Identifier: Apache-2.0
 *
 * Stimulus for one switch on all seven ports: episodes of constrained random
 * legal traffic and of illegal input, each with its own settings, route table and
 * sides. The switch under test is any node; a lockstep node compares it with the
 * golden model. In the profiles that keep to the protocol every packet is followed
 * end to end as well.
 *
 * Every second episode of a profile has packets with sources and messages of all
 * bits, and packets that differ from others in one bit of what identifies them; every
 * fourth goes to the corners: limits one by one, time-outs down to none, numbers of
 * which a high bit decides, a full switch, headers that decide in the same cycle,
 * neighbours that repeat themselves.
 *
 * A sustained episode is for what shows late: counters that nobody looks at, time-outs
 * of all 16 bits, settings that change while time-outs run.
 */
#ifndef FEDX_STIMULUS_H
#define FEDX_STIMULUS_H

#include "../../bench/stimulus.h"
#include "../kind/fedx_model_node.h"
#include "fedx_coverage_points.h"

/** Kinds of episode; all but the last one take turns. */
enum fedx_profile {
    FEDX_PROFILE_LEGAL,     /**< legal traffic, neighbours accept everything */
    FEDX_PROFILE_REFUSING,  /**< neighbours refuse headers, in every cycle of the header phase and later */
    FEDX_PROFILE_TRUNCATE,  /**< neighbours break off frames at any byte */
    FEDX_PROFILE_DAMAGED,   /**< wrong start codes, header checks, packet checks, destinations */
    FEDX_PROFILE_RESPONSES, /**< acceptances late, hidden or flickering; acc toggling on its own */
    FEDX_PROFILE_FLIPS,     /**< single-cycle flips on any input wire */
    FEDX_PROFILE_NOISE,     /**< random wires */
    FEDX_PROFILE_RESETS,    /**< resets and configuration accesses in the middle of everything */
    FEDX_PROFILE_SUSTAINED, /**< 524288 cycles without a reset, 131072 when aimed at points: loads, behaviour and
                                  settings change; only when asked for */
    FEDX_PROFILES,
    FEDX_PROFILE_TURNS = FEDX_PROFILE_SUSTAINED /**< so many take turns */
};

enum {
    FEDX_SUSTAINED_EPISODES =
        24 /**< so many others have about as many cycles as a sustained one that is aimed at points */
};

/** Names of the profiles, as printed. */
extern const char *const fedx_profile_names[FEDX_PROFILES];

extern const struct stimulus_kind fedx_kind_stimulus;

#endif
