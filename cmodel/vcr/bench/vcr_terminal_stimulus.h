/* SPDX-License-Identifier: Apache-2.0
 *
 * Stimulus for one terminal alone: who puts packets in, and a router that keeps to the protocol or breaks it (bench/stimulus.h).
 * In legal episodes every packet that is put in is followed: it leaves once, whole, in one channel, in the order of putting in.
 */
#ifndef VCR_TERMINAL_STIMULUS_H
#define VCR_TERMINAL_STIMULUS_H

#include "../../bench/bench.h"
#include "vcr/terminal.h"

/** Kinds of episode, which take turns. */
enum vcr_terminal_profile {
    VCR_TERMINAL_LEGAL,   /**< the router keeps to the protocol, and settings stay */
    VCR_TERMINAL_HOSTILE, /**< credits out of nothing, links that fall, puts without room, tokens at any time, settings that change */
    VCR_TERMINAL_PROFILES
};

/** @return NULL when out of memory */
struct stimulus *vcr_terminal_stimulus_create(const struct vcr_terminal_shape *shape, const struct stimulus_config *config);

#endif
