/* SPDX-License-Identifier: Apache-2.0
 *
 * What the tests of event engines on ranks share, of any kind of router: one process runs a fabric, then several ranks,
 * threads of this process each with threads of its own, that have shares of any size; somebody looks at it, and it is
 * saved in between. The first rank has the same state, to the last byte of an archive, in between, in the middle and at
 * the end, and has written the same traces, hops and records. Another number of ranks, or one process, goes on from
 * what was saved.
 */
#ifndef FEDX_TESTS_EVENT_RANKS_H
#define FEDX_TESTS_EVENT_RANKS_H

#include "engine/engine.h"
#include "fedx/rng.h"

/** Run a configuration for so many cycles, and until it is empty. */
void ranks_check(const struct engine_ops *engine, const struct fabric_config *config, uint64_t cycles, struct rng *r);
/** Say how much that was, of all configurations. @param refused  1: some attempts must have been */
void ranks_print(int refused);

#endif
