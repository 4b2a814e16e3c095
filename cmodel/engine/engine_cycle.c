/* SPDX-License-Identifier: Apache-2.0
 *
 * The cycle engine: every node in every cycle, on one thread or several. All
 * outputs are registers, so the nodes of a cycle can be stepped in any order;
 * two barriers a cycle keep the threads together, and the first thread closes
 * the cycle in between, in node order, so that results do not depend on timing.
 */
#include "engine.h"

#include <pthread.h>

#include "barrier.h"

struct lp_group {
    struct fabric *fabric;
    struct barrier stepped, collected;
    atomic_int stop;
};

struct worker {
    struct lp_group *lp_group;
    int part, parts;
    pthread_t thread;
};

static void *work(void *argument)
{
    struct worker *w = argument;

    for (;;) {
        barrier_wait(&w->lp_group->collected);
        if (atomic_load_explicit(&w->lp_group->stop, memory_order_relaxed))
            return NULL;
        fabric_step(w->lp_group->fabric, w->part, w->parts);
        barrier_wait(&w->lp_group->stepped);
    }
}

/* One cycle of the whole fabric, with the helpers of lp_group (or none). */
static int cycle(struct fabric *f, struct lp_group *lp_group, int parts)
{
    if (lp_group)
        barrier_wait(&lp_group->collected);
    fabric_step(f, 0, parts);
    if (lp_group)
        barrier_wait(&lp_group->stepped);
    return fabric_collect(f);
}

static void run_cycles(struct fabric *f, uint64_t cycles, struct lp_group *lp_group, int parts, engine_watch watch,
                       void *context, uint64_t period)
{
    for (uint64_t i = 1; i <= cycles; i++) {
        if (cycle(f, lp_group, parts))
            return;
        if (watch && i % period == 0 && watch(context, f))
            return;
    }
}

static int run(struct fabric *f, uint64_t cycles, int threads, engine_watch watch, void *context, uint64_t period)
{
    struct worker workers[MAX_THREADS];
    struct lp_group lp_group = {.fabric = f};
    int nodes = fabric_nodes(f), started = 1;

    threads = threads > MAX_THREADS ? MAX_THREADS : threads;
    threads = threads > nodes ? nodes : threads;
    if (threads <= 1) {
        run_cycles(f, cycles, NULL, 1, watch, context, period);
        return 0;
    }
    barrier_init(&lp_group.stepped, (unsigned)threads);
    barrier_init(&lp_group.collected, (unsigned)threads);
    for (; started < threads; started++) {
        struct worker *w = &workers[started];
        *w = (struct worker){&lp_group, started, threads, 0};
        if (pthread_create(&w->thread, NULL, work, w) != 0)
            break;
    }
    if (started == threads)
        run_cycles(f, cycles, &lp_group, threads, watch, context, period);
    /* With fewer threads than asked for, release the ones there are and report. */
    atomic_store(&lp_group.stop, 1);
    barrier_arrive(&lp_group.collected, (unsigned)(threads - started));
    barrier_wait(&lp_group.collected);
    for (int i = 1; i < started; i++)
        pthread_join(workers[i].thread, NULL);
    return started == threads ? 0 : -1;
}

const struct engine_ops engine_cycle = {.name = "cycle", .run = run, .archive = fabric_archive};
