/* SPDX-License-Identifier: Apache-2.0
 *
 * fedx bench, the part on threads of the event engine: what several make of a fabric, in wall time, beside one thread
 * and beside independent copies of the fabric at the same time, in turn, so that a machine that changes speed hurts
 * all.
 */
#include <pthread.h>
#include <stdlib.h>

#include "../base/clock.h"
#include "../engine/engine.h"
#include "bench_main.h"

enum { WARMUP = 4000 /* cycles */ };

/* One of the copies. */
struct copy {
    const struct engine_ops *engine;
    struct fabric *fabric;
    uint64_t cycles;
    pthread_t thread;
    int status;
};

/* What came out: seconds of a measurement, one value a round. */
struct times {
    double one[BENCH_MAX_ROUNDS], speed_up[BENCH_MAX_ROUNDS], copies[BENCH_MAX_ROUNDS];
};

static int run(const struct copy *c, uint64_t cycles, int threads)
{
    return c->engine->run(c->fabric, cycles, threads, NULL, NULL, 1);
}

static void *run_copy(void *copy)
{
    struct copy *c = copy;

    c->status = run(c, c->cycles, 1);
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

    if (run(copy, copy->cycles, 1) != 0)
        return -1;
    one = clock_wall() - start;
    start = clock_wall();
    if (run(copy, copy->cycles, threads) != 0)
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
        if (run(&copy[i], WARMUP, 1) != 0)
            return -1;
    for (int i = 0; i < rounds; i++)
        if (measure_round(copy, threads, t, i) != 0)
            return -1;
    return 0;
}

/* @return 0, or -1 */
static int make(struct copy *c, struct bench_fabric fabric, struct bench_parts *parts)
{
    c->engine = fabric.router->kind->parts->event->ops;
    c->fabric = fabric.router->create(fabric, parts);
    return c->fabric ? 0 : -1;
}

json_t *bench_threads(const struct topology *topology, struct bench_fabric fabric, int rounds)
{
    struct bench_parts parts = {.topology = topology};
    struct copy copy[MAX_THREADS] = {{0}};
    struct times t;
    uint64_t cycles = fabric.router->cycles / (uint64_t)topology->nodes;
    int made = 0, status = -1;

    while (made < fabric.threads && make(&copy[made], fabric, &parts) == 0)
        copy[made++].cycles = cycles;
    if (made == fabric.threads)
        status = measure(copy, fabric.threads, rounds, &t);
    for (int i = 0; i < made; i++)
        fabric_destroy(copy[i].fabric);
    if (status != 0)
        return NULL;
    return json_pack("{s:s, s:i, s:i, s:i, s:f, s:i, s:i, s:f, s:f, s:f}", "router", fabric.router->kind->name, "size",
                     topology->rows, "nodes", topology->nodes, "buffers", parts.buffers, "load", parts.load, "latency",
                     fabric.latency, "threads", fabric.threads, "ns_per_switch_cycle",
                     1e9 * bench_median(t.one, rounds) / (double)cycles / topology->nodes, "speed_up",
                     bench_median(t.speed_up, rounds), "speed_up_of_copies", bench_median(t.copies, rounds));
}

void bench_threads_print(json_t *results)
{
    const char *router;
    int size, latency, threads;
    double cost, speed_up, copies;

    json_unpack(results, "{s:s, s:i, s:i, s:i, s:F, s:F, s:F}", "router", &router, "size", &size, "latency", &latency,
                "threads", &threads, "ns_per_switch_cycle", &cost, "speed_up", &speed_up, "speed_up_of_copies",
                &copies);
    printf(
        "event engine, %s, %d x %d, L = %d: %.2f ns a switch-cycle on one thread; %d threads %.2f times as fast; %d copies at once %.2f times\n",
        router, size, size, latency, cost, threads, speed_up, threads, copies);
}
