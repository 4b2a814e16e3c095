/* SPDX-License-Identifier: Apache-2.0
 *
 * fedx bench, the part on threads of the event engine: what several make of a fabric, in wall time, beside one thread and beside
 * independent copies of the fabric at the same time, in turn, so that a machine that changes speed hurts all.
 */
#include <pthread.h>
#include <stdlib.h>

#include "../base/clock.h"
#include "../engine/engine.h"
#include "../fedx/speed/fedx_engine_event.h"
#include "fedx_bench.h"

/* Cycles of the warm-up, and switch-cycles of a measurement. */
enum { WARMUP = 4000, ROUND = 1 << 24 };

/* One of the copies. */
struct copy {
    struct fabric *fabric;
    uint64_t cycles;
    pthread_t thread;
    int status;
};

/* What came out: seconds of a measurement, one value a round. */
struct times {
    double one[FEDX_BENCH_MAX_ROUNDS], speed_up[FEDX_BENCH_MAX_ROUNDS], copies[FEDX_BENCH_MAX_ROUNDS];
};

static int run(struct fabric *f, uint64_t cycles, int threads)
{
    return fedx_engine_event.run(f, cycles, threads, NULL, NULL, 1);
}

static void *run_copy(void *copy)
{
    struct copy *c = copy;

    c->status = run(c->fabric, c->cycles, 1);
    return NULL;
}

/* All copies at the same time. @return 0, or -1 */
static int run_copies(struct copy *copy, int count)
{
    int started = 1, status = 0;

    while (started < count && pthread_create(&copy[started].thread, NULL, run_copy, &copy[started]) == 0)
        started++;
    run_copy(&copy[0]);
    for (int i = 1; i < started; i++)
        pthread_join(copy[i].thread, NULL);
    for (int i = 0; i < started; i++)
        status |= copy[i].status;
    return started == count ? status : -1;
}

/* @return 0, or -1 */
static int measure_round(struct copy *copy, int threads, struct times *t, int round)
{
    double start = clock_wall(), one, many, copies;

    if (run(copy->fabric, copy->cycles, 1) != 0)
        return -1;
    one = clock_wall() - start;
    start = clock_wall();
    if (run(copy->fabric, copy->cycles, threads) != 0)
        return -1;
    many = clock_wall() - start;
    start = clock_wall();
    if (run_copies(copy, threads) != 0)
        return -1;
    copies = clock_wall() - start;
    t->one[round] = one;
    t->speed_up[round] = one / many;
    t->copies[round] = threads * one / copies;
    return 0;
}

/* @return 0, or -1 */
static int measure(struct copy *copy, int threads, int rounds, struct times *t)
{
    for (int i = 0; i < threads; i++)
        if (run(copy[i].fabric, WARMUP, 1) != 0)
            return -1;
    for (int i = 0; i < rounds; i++)
        if (measure_round(copy, threads, t, i) != 0)
            return -1;
    return 0;
}

json_t *fedx_bench_threads(const struct topology *topology, struct fedx_bench_fabric fabric, int rounds)
{
    struct fedx_bench_parts parts = {.topology = topology};
    struct copy copy[MAX_THREADS] = {{0}};
    struct times t;
    uint64_t cycles = ROUND / (uint64_t)topology->nodes;
    int made = 0, status = -1;

    for (; made < fabric.threads && (copy[made].fabric = fedx_bench_create(fabric, &parts)); made++)
        copy[made].cycles = cycles;
    if (made == fabric.threads)
        status = measure(copy, fabric.threads, rounds, &t);
    for (int i = 0; i < made; i++)
        fabric_destroy(copy[i].fabric);
    if (status != 0)
        return NULL;
    return json_pack("{s:i, s:i, s:i, s:f, s:i, s:i, s:f, s:f, s:f}", "size", topology->rows, "nodes", topology->nodes, "buffers", parts.buffers,
                     "load", parts.load, "latency", fabric.latency, "threads", fabric.threads, "ns_per_switch_cycle",
                     1e9 * fedx_bench_median(t.one, rounds) / (double)cycles / topology->nodes, "speed_up",
                     fedx_bench_median(t.speed_up, rounds), "speed_up_of_copies", fedx_bench_median(t.copies, rounds));
}

void fedx_bench_threads_print(json_t *results)
{
    int size, latency, threads;
    double cost, speed_up, copies;

    json_unpack(results, "{s:i, s:i, s:i, s:F, s:F, s:F}", "size", &size, "latency", &latency, "threads", &threads,
                "ns_per_switch_cycle", &cost, "speed_up", &speed_up, "speed_up_of_copies", &copies);
    printf("event engine, %d x %d, L = %d: %.2f ns a switch-cycle on one thread; %d threads %.2f times as fast; %d copies at once %.2f times\n",
           size, size, latency, cost, threads, speed_up, threads, copies);
}
