/* SPDX-License-Identifier: Apache-2.0
 *
 * The fabrics that `fedx verify` runs after the switch alone: what needs switches for
 * neighbours, and a long time without a reset, to come up.
 */
#ifndef FEDX_VERIFY_FABRIC_H
#define FEDX_VERIFY_FABRIC_H

#include "../scenario/scenario.h"
#include "../compare/lockstep.h"

/** What one of them came to. */
struct fedx_verify_fabric {
    struct scenario scenario;
    struct compared compared;
    int differs;                       /**< model and RTL do, or the RTL ended */
    int damaged;                       /**< a packet was lost, doubled or damaged, or nothing moves: text says it */
    int node;                          /**< where */
    struct divergence divergence; /**< if they do */
    char text[SCENARIO_ERROR];
};

/**
 * Run scenario number `number` of a kind (bench_fabrics) with all switches in lockstep.
 * @param object  the Verilated RTL, or NULL for that of this program
 * @param cycles  of the fabric
 * @return 0, or -1 with one sentence in error (SCENARIO_ERROR bytes)
 */
int fedx_verify_fabric(struct fedx_verify_fabric *v, const struct router_kind *kind, int number, const char *object, uint64_t seed,
                       uint64_t cycles, char *error, size_t size);
/** The command that does the same again, but for the switch. */
void fedx_verify_fabric_command(const struct fedx_verify_fabric *v, int number, FILE *out);

#endif
