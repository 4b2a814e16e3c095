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
    FEDX_CABLE_WIRES(FEDX_PIN)
    FEDX_FAULT_WIRES
#undef FEDX_PIN
};

/**
 * Places of a cable where a single-cycle flip can strike: 13 wires as each end sees them, and 9 half-duplex ones as
 * both do.
 */
enum { FEDX_FAULT_PLACES = 2 * FEDX_CABLE_BITS + FEDX_SHARED_BITS };

#endif
