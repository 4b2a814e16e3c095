/* SPDX-License-Identifier: Apache-2.0
 *
 * Faults on the cables of Fed-X switches: the wires by name, and what both ends make of a fault.
 */
#ifndef FEDX_FAULTS_H
#define FEDX_FAULTS_H

#include "../../faults/faults.h"
#include "fedx_kind.h"

/** Wires of a cable, in one direction, FEDX_FAULT_<name>; those that both ends share come first. */
enum fedx_fault_wire {
#define FEDX_PIN(dimension, name, type, width, idle, shows, meaning) FEDX_FAULT_##name,
    FEDX_CABLE_WIRES(FEDX_PIN) FEDX_FAULT_WIRES
#undef FEDX_PIN
};

/** What comes of a fault, beside nothing and timing. */
enum fedx_fault_outcome {
    FEDX_FAULT_NOISE = FAULT_TIMING + 1, /**< noise was taken for a frame, and dropped */
    FEDX_FAULT_EXPIRED,                  /**< a packet was not answered in time, and is sent again */
    FEDX_FAULT_CHECK,                    /**< a whole packet failed its packet check, and is sent again */
    FEDX_FAULT_ABORT,                    /**< a frame was ended early, and is sent again */
    FEDX_FAULT_REFUSED,                  /**< a header was refused as damaged or stale, and is sent again */
    FEDX_FAULT_STEP                      /**< the ends were out of step, and a stop-and-wait bit was taken over */
};

/**
 * Places of a cable where a single-cycle flip can strike: 13 wires as each end sees them, and 9 half-duplex ones as
 * both do.
 */
enum { FEDX_FAULT_PLACES = 2 * FEDX_CABLE_BITS + FEDX_SHARED_BITS };

/**
 * Cycles after a fault in which a cable gets no other one, so that each is single. What it disturbs is over after one
 * attempt (160 bytes, 32 cycles of waiting) and the gap behind it, at most 16 cycles; the attempt that follows must be
 * over too, with a change of direction, at most 25 cycles: 2 x (160 + 32) + 16 + 25 = 425.
 */
enum { FEDX_FAULT_WINDOW = 600 };

#endif
