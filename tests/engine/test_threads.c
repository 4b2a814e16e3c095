/* SPDX-License-Identifier: Apache-2.0
 *
 * The trial of threads: with several that are slower than one, one runs on, with faster ones they do; whoever watches
 * sees the same cycles, and a run ends where it would end anyway.
 */
#include <time.h>

#include "../unit.h"
#include "engine/threads.h"
#include "fedx/kind/fedx_kind.h"
#include "fedx/kind/fedx_model_node.h"

enum { NODES = 4, MOST = 4000 };

/* Nanoseconds of a cycle on one thread, and on several; cycles that each had. */
static struct {
    long cost[2];
    uint64_t cycles[2];
} machine;

static int run_slowly(struct fabric *f, uint64_t cycles, int threads, engine_watch watch, void *context,
                      uint64_t period)
{
    long all = machine.cost[threads > 1] * (long)cycles;
    uint64_t before = fabric_cycle(f);
    int status = engine_cycle.run(f, cycles, 1, watch, context, period);

    nanosleep(&(struct timespec){all / 1000000000, all % 1000000000}, NULL);
    machine.cycles[threads > 1] += fabric_cycle(f) - before;
    return status;
}

static const struct engine_ops slow = {.name = "slow", .run = run_slowly};

/* What a watch saw. */
struct seen {
    uint64_t cycles[MOST];
    int count;
    uint64_t stop; /* in this cycle */
};

static int watch(void *context, const struct fabric *fabric)
{
    struct seen *s = context;

    assert_true(s->count < MOST);
    s->cycles[s->count++] = fabric_cycle(fabric);
    return fabric_cycle(fabric) == s->stop;
}

/* @param threads  0: without a trial @return where it ended */
static uint64_t run(int threads, uint64_t cycles, struct seen *s, struct engine_trials *trials)
{
    const char *error;
    struct topology *t = topology_create(&topology_xmesh, 2, 2, &error);
    const struct node_ops *nodes[NODES] = {&fedx_node_model, &fedx_node_model, &fedx_node_model, &fedx_node_model};
    struct fedx_settings settings = fedx_settings_default();
    struct fabric *f = fabric_create(
        &(struct fabric_config){.topology = t, .nodes = nodes, .kind = &fedx_kind, .settings = &settings});
    const struct engine_job job = {&slow, f, watch, s, 16};
    uint64_t end;

    assert_non_null(f);
    memset(&machine.cycles, 0, sizeof machine.cycles);
    if (threads)
        assert_int_equal(engine_run(&job, cycles, threads, trials), 0);
    else
        assert_int_equal(engine_cycle.run(f, cycles, 1, watch, s, 16), 0);
    end = fabric_cycle(f);
    fabric_destroy(f);
    topology_destroy(t);
    return end;
}

/* @param one, all  nanoseconds of a cycle */
static void tried(long one, long all, int alone)
{
    static struct seen s, plain;
    struct engine_trials trials = {0};

    s.count = plain.count = 0;
    machine.cost[0] = one;
    machine.cost[1] = all;
    assert_int_equal(run(2, 40000, &s, &trials), 40000);
    assert_int_equal(run(0, 40000, &plain, NULL), 40000);
    assert_int_equal(trials.count, 1);
    assert_int_equal(trials.alone, alone);
    assert_true((trials.speed_up < 1) == alone);
    assert_int_equal(s.count, plain.count);
    assert_memory_equal(s.cycles, plain.cycles, sizeof *s.cycles * (size_t)s.count);
}

TEST(faster_threads_run_on)
{
    tried(200000, 50000, 0);
}

TEST(one_runs_on_where_more_are_slower)
{
    tried(50000, 200000, 1);
}

TEST(most_cycles_go_to_the_faster)
{
    static struct seen s;
    struct engine_trials trials = {0};

    s.count = 0;
    machine.cost[0] = 50000;
    machine.cost[1] = 200000;
    assert_int_equal(run(2, 40000, &s, &trials), 40000);
    assert_true(machine.cycles[0] > 3 * machine.cycles[1]);
}

/* In a trial and behind it. */
TEST(a_watch_ends_it)
{
    static const uint64_t stops[] = {16, 64, 512, 4096, 30000 / 16 * 16};
    static struct seen s;

    machine.cost[0] = machine.cost[1] = 5000;
    for (size_t i = 0; i < sizeof stops / sizeof *stops; i++) {
        struct engine_trials trials = {0};
        s.count = 0;
        s.stop = stops[i];
        assert_int_equal(run(2, 40000, &s, &trials), stops[i]);
        assert_int_equal(s.cycles[s.count - 1], stops[i]);
    }
    s.stop = 0;
}

TEST(short_runs_have_no_trial)
{
    static struct seen s;
    struct engine_trials trials = {0};

    s.count = 0;
    machine.cost[0] = machine.cost[1] = 1000;
    assert_int_equal(run(2, 100, &s, &trials), 100);
    assert_int_equal(trials.count, 0);
}

RUN_TESTS
