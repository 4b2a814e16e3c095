/* SPDX-License-Identifier: Apache-2.0
 *
 * Stimulus for one virtual-channel router on all its ports: episodes of neighbours that keep to the protocol or break
 * it, each with settings, a route table and loads of its own (bench/stimulus.h).
 *
 * In half of the episodes settings are such that each packet has a way. In half of the legal ones packets are followed
 * end to end, too: each leaves once, whole, in one channel, by a port that its route allows. Other settings are drawn
 * over all that their fields hold.
 *
 * Every fourth episode of a profile goes to the corners: neighbours that hardly give credits back, one port that all
 * want, flits on all ports in every cycle. Some resets come when a link has just fallen. A sustained episode is for
 * what shows late: ages of 65535 cycles, counters that only a reset clears, settings that change.
 */
#ifndef VCR_STIMULUS_H
#define VCR_STIMULUS_H

#include "../../bench/stimulus.h"
#include "vcr/params.h"

/** Kinds of episode; all but the last one take turns. */
enum vcr_profile {
    VCR_PROFILE_LEGAL,     /**< neighbours keep to the protocol */
    VCR_PROFILE_PACKETS,   /**< packets without head or tail, of wrong channels */
    VCR_PROFILE_CREDITS,   /**< flits without credit; credits that are lost or come out of nothing */
    VCR_PROFILE_LINKS,     /**< links that go down and come up, and wrong readings of a cycle */
    VCR_PROFILE_SETTINGS,  /**< settings that change and are read in the middle of everything */
    VCR_PROFILE_RESETS,    /**< resets, likewise */
    VCR_PROFILE_NOISE,     /**< random wires */
    VCR_PROFILE_SUSTAINED, /**< 524288 cycles without a reset, 131072 when aimed at points: behaviour and settings
                              change; only when asked for */
    VCR_PROFILES,
    VCR_PROFILE_TURNS = VCR_PROFILE_SUSTAINED /**< so many take turns */
};

enum {
    VCR_SUSTAINED_EPISODES =
        32 /**< so many others have about as many cycles as a sustained one that is aimed at points */
};

extern const struct stimulus_kind vcr_stimulus;

#endif
