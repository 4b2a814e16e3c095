/* SPDX-License-Identifier: Apache-2.0
 *
 * The fabrics that `fedx verify` runs after one router alone, for situations that take routers as
 * neighbours and a long time without a reset.
 */
#ifndef VERIFY_FABRIC_H
#define VERIFY_FABRIC_H

#include "../../compare/lockstep.h"
#include "../../config/scenario.h"

/** The results of one of them. */
struct verify_fabric {
    struct scenario scenario;
    struct compared compared;
    int differs;              /**< model and RTL do, or the RTL ended */
    int damaged;              /**< a packet was lost, doubled or damaged, or nothing moves: text says it */
    int node;                 /**< where */
    struct mismatch mismatch; /**< if they do */
    char text[SCENARIO_ERROR];
};

/**
 * Run scenario number `number` of a kind (bench_fabrics) with all routers in lockstep.
 * @param object  the Verilated RTL, or NULL for that of this program
 * @param cycles  of the fabric
 * @return 0, or -1 with one sentence in error (SCENARIO_ERROR bytes)
 */
int verify_fabric(struct verify_fabric *v, const struct router_kind *kind, int number, const char *object,
                  uint64_t seed, uint64_t cycles, char *error, size_t size);
/** The command that does the same again, but for the options that name the RTL. */
void verify_fabric_command(const struct verify_fabric *v, int number, FILE *out);

#endif
