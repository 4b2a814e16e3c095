/* SPDX-License-Identifier: Apache-2.0
 *
 * The cycle engine: every node in every cycle, on one thread or several. All
 * outputs are registers, so the nodes of a cycle can be stepped in any order;
 * two barriers a cycle keep the threads together, and the first thread closes
 * the cycle in between, in node order, so that results do not depend on timing.
 */
#include "fedx_engine.h"

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>

/* Spins while the others are close, yields when they are not (fewer processors than threads). */
struct barrier {
    atomic_uint arrived, round;
    unsigned count;
};

static void barrier_wait(struct barrier *b)
{
    unsigned round = atomic_load_explicit(&b->round, memory_order_relaxed);

    if (atomic_fetch_add_explicit(&b->arrived, 1, memory_order_acq_rel) + 1 == b->count) {
        atomic_store_explicit(&b->arrived, 0, memory_order_relaxed);
        atomic_store_explicit(&b->round, round + 1, memory_order_release);
        return;
    }
    for (unsigned spins = 0; atomic_load_explicit(&b->round, memory_order_acquire) == round; spins++)
        if (spins > 20000)
            sched_yield();
}

/* In the place of threads that could not be started; not of the last one. */
static void barrier_arrive(struct barrier *b, unsigned count)
{
    atomic_fetch_add_explicit(&b->arrived, count, memory_order_acq_rel);
}

struct team {
    struct fedx_fabric *fabric;
    struct barrier stepped, collected;
    atomic_int stop;
};

struct worker {
    struct team *team;
    int first, last;
    pthread_t thread;
};

static void *work(void *argument)
{
    struct worker *w = argument;

    for (;;) {
        barrier_wait(&w->team->collected);
        if (atomic_load_explicit(&w->team->stop, memory_order_relaxed))
            return NULL;
        fedx_fabric_step(w->team->fabric, w->first, w->last);
        barrier_wait(&w->team->stepped);
    }
}

/* One cycle of the whole fabric, with the helpers of team (or none). */
static int cycle(struct fedx_fabric *f, struct team *team, int last)
{
    if (team)
        barrier_wait(&team->collected);
    fedx_fabric_step(f, 0, last);
    if (team)
        barrier_wait(&team->stepped);
    return fedx_fabric_collect(f);
}

static void run_cycles(struct fedx_fabric *f, uint64_t cycles, struct team *team, int last,
                       fedx_engine_watch watch, void *context, uint64_t period)
{
    for (uint64_t i = 1; i <= cycles; i++) {
        if (cycle(f, team, last))
            return;
        if (watch && i % period == 0 && watch(context, f))
            return;
    }
}

static int run(struct fedx_fabric *f, uint64_t cycles, int threads, fedx_engine_watch watch, void *context,
               uint64_t period)
{
    struct worker workers[FEDX_MAX_THREADS];
    struct team team = {.fabric = f};
    int nodes = fedx_fabric_nodes(f), started = 1;

    threads = threads > FEDX_MAX_THREADS ? FEDX_MAX_THREADS : threads;
    threads = threads > nodes ? nodes : threads;
    if (threads <= 1) {
        run_cycles(f, cycles, NULL, nodes, watch, context, period);
        return 0;
    }
    team.stepped.count = team.collected.count = (unsigned)threads;
    for (; started < threads; started++) {
        struct worker *w = &workers[started];
        *w = (struct worker){&team, nodes * started / threads, nodes * (started + 1) / threads, 0};
        if (pthread_create(&w->thread, NULL, work, w) != 0)
            break;
    }
    if (started == threads)
        run_cycles(f, cycles, &team, nodes / threads, watch, context, period);
    /* With fewer threads than asked for, release the ones there are and report. */
    atomic_store(&team.stop, 1);
    barrier_arrive(&team.collected, (unsigned)(threads - started));
    barrier_wait(&team.collected);
    for (int i = 1; i < started; i++)
        pthread_join(workers[i].thread, NULL);
    return started == threads ? 0 : -1;
}

const struct fedx_engine_ops fedx_engine_cycle = {.name = "cycle", .run = run, .archive = fedx_fabric_archive};
