/* SPDX-License-Identifier: Apache-2.0
 *
 * Fabrics of tests: created, found without a fault, and run until they are empty.
 */
#ifndef FEDX_TESTS_BUILT_H
#define FEDX_TESTS_BUILT_H

#include "fabric/fabric.h"
#include "test.h"

static inline struct fabric *built(const struct fabric_config *config)
{
    struct fabric *f = fabric_create(config);

    assert_non_null(f);
    return f;
}

static inline void no_fault(const struct fabric *f)
{
    const char *text;
    int node;

    if (fabric_fault(f, &node, &text) != FABRIC_FAULT_NONE)
        fail_msg("cycle %lu, node %d: %s", (unsigned long)fabric_cycle(f), node, text);
}

/** A condition at which engines stop (engine_ops.run). */
static inline int drained(void *context, const struct fabric *f)
{
    (void)context;
    return fabric_in_flight(f) == 0;
}

#endif
