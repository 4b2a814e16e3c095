/* SPDX-License-Identifier: Apache-2.0
 *
 * See barrier.h.
 */
#include "barrier.h"

#include <limits.h>
#include <linux/futex.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "../base/process.h"

enum { SPINS = 200000 }; /* some 0.2 ms */

void barrier_init(struct barrier *b, unsigned count)
{
    *b = (struct barrier){.count = count, .spins = process_processors() >= (int)count ? SPINS : 0};
}

/* Sleep while the round is still this one. */
static void barrier_sleep(struct barrier *b, unsigned round)
{
    atomic_fetch_add(&b->asleep, 1);
    while (atomic_load(&b->round) == round)
        syscall(SYS_futex, &b->round, FUTEX_WAIT_PRIVATE, round, NULL, NULL, 0);
    atomic_fetch_sub(&b->asleep, 1);
}

void barrier_wait(struct barrier *b)
{
    unsigned round = atomic_load_explicit(&b->round, memory_order_relaxed);

    if (atomic_fetch_add_explicit(&b->arrived, 1, memory_order_acq_rel) + 1 == b->count) {
        atomic_store_explicit(&b->arrived, 0, memory_order_relaxed);
        atomic_store(&b->round, round + 1);
        if (atomic_load(&b->asleep))
            syscall(SYS_futex, &b->round, FUTEX_WAKE_PRIVATE, INT_MAX, NULL, NULL, 0);
        return;
    }
    for (unsigned spins = 0; spins < b->spins; spins++)
        if (atomic_load_explicit(&b->round, memory_order_acquire) != round)
            return;
    barrier_sleep(b, round);
}

void barrier_arrive(struct barrier *b, unsigned count)
{
    atomic_fetch_add_explicit(&b->arrived, count, memory_order_acq_rel);
}
