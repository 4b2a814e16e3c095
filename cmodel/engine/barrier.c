/* SPDX-License-Identifier: Apache-2.0 */
#include "barrier.h"

#include "../base/platform.h"
#include "../base/process.h"

enum {
    SPINS = 200000, /* some 0.2 ms */
    VAIN = 16       /* a processor that is shared is lost for a sixteenth of that at each wait, then */
};

void barrier_init(struct barrier *b, unsigned count)
{
    *b = (struct barrier){.count = count, .spins = process_processors() >= (int)count ? SPINS : 0};
}

/* Sleep while the round is still this one. */
static void barrier_sleep(struct barrier *b, unsigned round)
{
    atomic_fetch_add(&b->asleep, 1);
    while (atomic_load(&b->round) == round)
        platform_sleep_while(&b->round, round);
    atomic_fetch_sub(&b->asleep, 1);
}

/* @return 1 when the round was over after a while, 0 to sleep */
static int barrier_spin(struct barrier *b, unsigned round)
{
    unsigned vain = atomic_load_explicit(&b->vain, memory_order_relaxed);

    if (vain) {
        atomic_store_explicit(&b->vain, vain - 1, memory_order_relaxed);
        return 0;
    }
    for (unsigned spins = 0; spins < b->spins; spins++)
        if (atomic_load_explicit(&b->round, memory_order_acquire) != round)
            return 1;
    atomic_store_explicit(&b->vain, VAIN, memory_order_relaxed);
    return 0;
}

void barrier_wait(struct barrier *b)
{
    unsigned round = atomic_load_explicit(&b->round, memory_order_relaxed);

    if (atomic_fetch_add_explicit(&b->arrived, 1, memory_order_acq_rel) + 1 == b->count) {
        atomic_store_explicit(&b->arrived, 0, memory_order_relaxed);
        atomic_store(&b->round, round + 1);
        if (atomic_load(&b->asleep))
            platform_wake_all(&b->round);
        return;
    }
    if (!barrier_spin(b, round))
        barrier_sleep(b, round);
}

void barrier_arrive(struct barrier *b, unsigned count)
{
    atomic_fetch_add_explicit(&b->arrived, count, memory_order_acq_rel);
}
