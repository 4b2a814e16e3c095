/* SPDX-License-Identifier: Apache-2.0
 *
 * A barrier: threads of an engine that wait for each other, many thousand times a second.
 */
#ifndef ENGINE_BARRIER_H
#define ENGINE_BARRIER_H

#include <stdatomic.h>

/**
 * A round is over when all have arrived. The others are close, so a thread spins for a while, longer than it takes to
 * be woken up; then it sleeps, because others may need its processor, even to arrive. After that the next waits are not
 * worth the while: what has come between, most often another program, is there for longer.
 */
struct barrier {
    atomic_uint arrived, round, asleep;
    atomic_uint vain; /**< waits to come that do not spin, because one did in vain */
    unsigned count;
    unsigned spins; /**< none when there are fewer processors than threads */
};

/** @param count  threads that meet */
void barrier_init(struct barrier *b, unsigned count);
/** Until all threads have arrived; then all that they did before is seen by each. */
void barrier_wait(struct barrier *b);
/** In the place of so many threads that could not be started; not of the last one. */
void barrier_arrive(struct barrier *b, unsigned count);

#endif
