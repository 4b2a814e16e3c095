/* SPDX-License-Identifier: Apache-2.0
 *
 * Whether the circuit that proofs are about does what the simulated router does: Yosys and Verilator may read a source
 * in two ways, and then a proof would be of another router.
 */
#ifndef BLACKBOX_BLACKBOX_PROVE_SAME_H
#define BLACKBOX_BLACKBOX_PROVE_SAME_H

#include "../bench/blackbox_bench.h"
#include "blackbox_aiger.h"

/**
 * Play some episodes of the bench in the circuit, too, and compare what outputs show and how inputs are answered.
 * @param router        the network alone, in the wrapper of blackbox_wrapper_direct
 * @param[out] cycles   that were compared
 * @return 0; or -1 with error, when it differs, lacks wires, or out of memory
 */
int blackbox_prove_same(const struct blackbox *f, struct blackbox_bench *bench, struct blackbox_aiger *router,
                        uint64_t *cycles, char *error, size_t size);

#endif
