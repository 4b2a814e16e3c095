/* SPDX-License-Identifier: Apache-2.0
 *
 * A second thread that follows the first: what the first one announces, round by round, it works off, as many rounds
 * later as there is room for. Both rarely wait for each other, so that a processor that others use, too, does no harm.
 */
#ifndef ENGINE_FOLLOWER_H
#define ENGINE_FOLLOWER_H

#include <pthread.h>
#include <stdatomic.h>

#include "../base/memory.h"

struct follower {
    /** Work off the next round, on the second thread. @return 0, or 1: nothing more is worked off */
    int (*round)(void *context);
    void *context;
    unsigned most; /**< rounds that may be announced and not worked off */
    pthread_t thread;
    /* What each thread writes is on cache lines of its own. */
    atomic_uint announced __attribute__((aligned(MEMORY_ALIGNMENT)));
    atomic_uint hurry; /**< the first thread waits, or there is nothing to come */
    atomic_uint over;  /**< no round will be announced any more */
    atomic_uint done __attribute__((aligned(MEMORY_ALIGNMENT)));
    atomic_uint stopped; /**< a round said so */
    atomic_uint asleep;
};

/** Start the thread. @return 0, or -1 when there is none to be had */
int follower_start(struct follower *f, int (*round)(void *context), void *context, unsigned most);
/**
 * One more round can be worked off; all that the first thread did before is seen by the second. Waits while there is no
 * room for another.
 * @return 1 when a round has said that nothing more is worked off
 */
int follower_announce(struct follower *f);
/** Wait until all that was announced is worked off, or nothing more is. What the second thread did is then seen by the
 * first. @return as follower_announce */
int follower_wait(struct follower *f);
/** End the thread; what was announced is worked off before. */
void follower_finish(struct follower *f);

#endif
