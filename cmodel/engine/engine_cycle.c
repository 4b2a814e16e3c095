/* SPDX-License-Identifier: Apache-2.0
 *
 * The cycle engine: every node in every cycle, on one thread or several. All
 * outputs are registers, so the nodes of a cycle can be stepped in any order;
 * two barriers a cycle keep the threads together, and the first thread closes
 * the cycle in between, in node order, so that results do not depend on timing.
 *
 * Where nodes check themselves, as in lockstep, two threads do not share each cycle. What a fabric does follows from
 * the RTL; the second thread follows with the models and the comparison, some cycles behind. If it finds a difference,
 * the first one has gone too far: all is put back to where it was saved last, and goes on from there on one thread,
 * which comes to the same difference and ends the run in that cycle.
 */
#include "engine.h"

#include <pthread.h>

#include "barrier.h"
#include "follower.h"

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

/* A run: who watches it. */
struct run {
    struct fabric *fabric;
    uint64_t cycles;
    engine_watch watch;
    void *context;
    uint64_t period;
};

/* @return 1 when whoever watches says stop after so many cycles */
static int is_stopped(const struct run *r, uint64_t cycles)
{
    return r->watch && cycles % r->period == 0 && r->watch(r->context, r->fabric);
}

/* @param from, asked  cycles that have been run; that whoever watches has been asked after, too */
static void run_cycles(const struct run *r, struct lp_group *lp_group, int parts, uint64_t from, uint64_t asked)
{
    for (uint64_t i = from + 1; i <= r->cycles; i++)
        if (cycle(r->fabric, lp_group, parts) || (i > asked && is_stopped(r, i)))
            return;
}

/* Two threads, one of which checks -------------------------------------------------------------------------------- */

enum {
    ROUND = 64,            /* router-cycles that the second thread does at a time, at least */
    AHEAD = 32 * ROUND,    /* ... that the first one may be ahead, as a rule: what it leaves stays in a cache */
    SAVED_CYCLES = 1 << 14 /* from one saving to the next, at least */
};

struct ahead {
    struct fabric *fabric;
    unsigned round_cycles;
    unsigned pending; /* cycles that were stepped, of a round that is not complete */
    struct follower follower;
    struct archive archive;
    uint64_t saved; /* cycles of the run after which it was */
    uint64_t asked; /* ... after which all was checked, and whoever watches was asked */
};

/* @return 1 when a router has failed */
static int check_cycles(const struct ahead *a, unsigned cycles)
{
    int failed = 0;

    for (; cycles > 0 && !failed; cycles--)
        failed = fabric_check(a->fabric);
    return failed;
}

static int check_round(void *context)
{
    const struct ahead *a = context;

    return check_cycles(a, a->round_cycles);
}

/* A cycle was stepped. @return as check_cycles, of those before */
static int pass_on(struct ahead *a)
{
    if (++a->pending < a->round_cycles)
        return 0;
    a->pending = 0;
    return follower_announce(&a->follower);
}

/* Until all that was stepped is checked. @return as check_cycles */
static int catch_up(struct ahead *a)
{
    unsigned pending = a->pending;

    a->pending = 0;
    return follower_wait(&a->follower) || check_cycles(a, pending);
}

/* @return 0, or -1 when it cannot be */
static int save(struct ahead *a, uint64_t cycles)
{
    archive_save(&a->archive);
    fabric_archive(a->fabric, &a->archive);
    a->saved = cycles;
    return archive_end(&a->archive);
}

/* On one thread, to the cycle in which a router fails. @return 0, or -1 when out of memory */
static int run_again(const struct run *r, const struct ahead *a)
{
    struct archive loaded;

    archive_load(&loaded, a->archive.bytes, a->archive.length);
    fabric_archive(r->fabric, &loaded);
    if (archive_end(&loaded) != 0)
        return -1;
    run_cycles(r, NULL, 1, a->saved, a->asked);
    return 0;
}

/* Something is to be done that only what is checked will do for. */
static int is_due(const struct run *r, const struct ahead *a, uint64_t cycles)
{
    return cycles == r->cycles || cycles - a->saved >= SAVED_CYCLES || (r->watch && cycles % r->period == 0);
}

/* @return 0, 1 when a router has failed, -1 when out of memory */
static int run_followed(const struct run *r, struct ahead *a)
{
    for (uint64_t i = 1; i <= r->cycles; i++) {
        int over = cycle(r->fabric, NULL, 1);
        if (pass_on(a) || ((over || is_due(r, a, i)) && catch_up(a)))
            return 1;
        if (over || is_stopped(r, i))
            return 0;
        if (is_due(r, a, i))
            a->asked = i;
        if (i - a->saved >= SAVED_CYCLES && save(a, i) != 0)
            return -1;
    }
    return 0;
}

/* @return 0, -1 when out of memory, 1 when nothing was run: routers cannot be followed */
static int run_ahead(const struct run *r)
{
    unsigned routers = (unsigned)fabric_nodes(r->fabric), cycles = (ROUND + routers - 1) / routers;
    unsigned rounds = AHEAD / (routers * cycles);
    struct ahead a = {.fabric = r->fabric, .round_cycles = cycles};
    int status = 1;

    rounds = rounds < 2 ? 2 : rounds;
    if (fabric_ahead(r->fabric, rounds * cycles) != 0)
        return 1;
    if (save(&a, 0) == 0 && follower_start(&a.follower, check_round, &a, rounds) == 0) {
        status = run_followed(r, &a);
        follower_finish(&a.follower);
        fabric_ahead(r->fabric, 0);
        if (status == 1)
            status = run_again(r, &a);
    }
    fabric_ahead(r->fabric, 0);
    archive_finish(&a.archive);
    return status;
}

/* Two barriers a cycle --------------------------------------------------------------------------------------------- */

static int run_parts(const struct run *r, int threads)
{
    struct worker workers[MAX_THREADS];
    struct lp_group lp_group = {.fabric = r->fabric};
    int started = 1;

    barrier_init(&lp_group.stepped, (unsigned)threads);
    barrier_init(&lp_group.collected, (unsigned)threads);
    for (; started < threads; started++) {
        struct worker *w = &workers[started];
        *w = (struct worker){&lp_group, started, threads, 0};
        if (pthread_create(&w->thread, NULL, work, w) != 0)
            break;
    }
    if (started == threads)
        run_cycles(r, &lp_group, threads, 0, 0);
    /* With fewer threads than asked for, release the ones there are and report. */
    atomic_store(&lp_group.stop, 1);
    barrier_arrive(&lp_group.collected, (unsigned)(threads - started));
    barrier_wait(&lp_group.collected);
    for (int i = 1; i < started; i++)
        pthread_join(workers[i].thread, NULL);
    return started == threads ? 0 : -1;
}

static int run(struct fabric *f, uint64_t cycles, int threads, engine_watch watch, void *context, uint64_t period)
{
    const struct run r = {f, cycles, watch, context, period};
    int nodes = fabric_nodes(f), status = threads == 2 ? run_ahead(&r) : 1;

    if (status <= 0)
        return status;
    threads = threads > MAX_THREADS ? MAX_THREADS : threads;
    threads = threads > nodes ? nodes : threads;
    if (threads > 1)
        return run_parts(&r, threads);
    run_cycles(&r, NULL, 1, 0, 0);
    return 0;
}

const struct engine_ops engine_cycle = {.name = "cycle", .run = run, .archive = fabric_archive};
