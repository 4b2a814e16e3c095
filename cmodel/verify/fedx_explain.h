/* SPDX-License-Identifier: Apache-2.0
 *
 * A difference between model and RTL as an explanation: what was decided at the edge
 * that led to it, by which rule of which section of docs/spec.md, from which values,
 * on both sides. The values are those of the golden model's own functions, asked
 * about the registers of the cycle before and its inputs.
 */
#ifndef FEDX_EXPLAIN_H
#define FEDX_EXPLAIN_H

#include <stdio.h>

#include "fedx_lockstep.h"
#include "fedx_vectors.h"

/**
 * Explain the difference that vectors end at, by running them through model and RTL once more: fields that differ,
 * decisions, settings, configuration accesses, counters and limits.
 * @param rtl       that shows it
 * @param power_up  seed of the power-up values of the RTL, 0 = zero
 * @return 0, or -1 when out of memory
 */
int fedx_explain(const struct fedx_vectors *v, const struct fedx_node_ops *rtl, uint64_t power_up,
                 const struct fedx_divergence *d, FILE *out);

#endif
