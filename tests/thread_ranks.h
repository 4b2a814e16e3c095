/* SPDX-License-Identifier: Apache-2.0
 *
 * Ranks that are threads of one process: what they tell each other goes through queues in memory. For tests of what
 * runs on ranks, where there need be no MPI.
 */
#ifndef FEDX_TESTS_THREAD_RANKS_H
#define FEDX_TESTS_THREAD_RANKS_H

#include "ranks/ranks.h"

/**
 * Run a function on so many ranks, each a thread, and wait for all.
 * @param work  what each does; `ranks` is its own
 */
void thread_ranks(int count, void (*work)(void *context, struct ranks *ranks), void *context);
/** Bytes that went from rank to rank so far. */
uint64_t thread_ranks_bytes(void);

#endif
