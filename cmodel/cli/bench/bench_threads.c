/* SPDX-License-Identifier: Apache-2.0
 *
 * fedx bench, the part on threads of the event engine: what several make of a fabric, in wall time, beside one thread
 * and beside independent copies of the fabric at the same time, in turn, so that a machine that changes speed hurts
 * all.
 */
#include <pthread.h>
#include <stdlib.h>

#include "../../base/clock.h"
#include "../common/cli.h"
#include "bench_main.h"

enum { WARMUP = 4000 /* cycles */ };

/* One of the copies. */
struct copy {
    struct session session;
    uint64_t cycles;
    pthread_t thread;
    int status;
};

/* What came out: seconds of a measurement, one value a round. */
struct times {
    double one[BENCH_MAX_ROUNDS], speed_up[BENCH_MAX_ROUNDS], copies[BENCH_MAX_ROUNDS];
};

static int run(struct copy *c, uint64_t cycles, int threads)
{
    return c->session.engine->run(c->session.fabric, cycles, threads, NULL, NULL, 1);
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

/* @return 0, or CLI_EXIT_BAD_INPUT after saying why */
static int make(struct copy *c, const struct scenario *scenario)
{
    char error[SCENARIO_ERROR];

    return session_prepare(&c->session, scenario, error, sizeof error) == 0 ? 0 : cli_bad("bench", "%s", error);
}

static json_t *results(const struct copy *c, int threads, int rounds, const struct times *t)
{
    const struct setup *s = &c->session.setup;
    double cycle = bench_median(t->one, rounds) / (double)c->cycles;

    return json_pack("{s:s, s:s, s:i, s:i, s:i, s:f, s:f, s:f}", "router", s->kind->name, "engine",
                     c->session.engine->name, "routers", s->topology->nodes, "latency", s->kind->latency(&s->settings),
                     "threads", threads, "ns_per_router_cycle", 1e9 * cycle / s->topology->nodes, "speed_up",
                     bench_median(t->speed_up, rounds), "speed_up_of_copies", bench_median(t->copies, rounds));
}

json_t *bench_threads(const struct bench_asked *asked, const struct scenario *scenario)
{
    struct copy *copy = calloc((size_t)asked->threads, sizeof *copy);
    struct times t;
    json_t *table = NULL;
    int status = copy ? 0 : cli_bad("bench", "out of memory");

    for (int i = 0; i < asked->threads && status == 0; i++)
        status = make(&copy[i], scenario);
    if (status == 0 && !(copy->cycles = bench_cycles(&copy->session)))
        status = CLI_EXIT_BAD_INPUT;
    for (int i = 1; i < asked->threads && status == 0; i++)
        copy[i].cycles = copy->cycles;
    if (status == 0 && measure(copy, asked->threads, asked->rounds, &t) != 0)
        cli_bad("bench", "out of memory or threads");
    else if (status == 0)
        table = results(copy, asked->threads, asked->rounds, &t);
    for (int i = 0; copy && i < asked->threads; i++)
        session_finish(&copy[i].session);
    free(copy);
    return table;
}

void bench_threads_print(json_t *results)
{
    const char *router, *engine;
    int routers, latency, threads;
    double cost, speed_up, copies;

    json_unpack(results, "{s:s, s:s, s:i, s:i, s:i, s:F, s:F, s:F}", "router", &router, "engine", &engine, "routers",
                &routers, "latency", &latency, "threads", &threads, "ns_per_router_cycle", &cost, "speed_up", &speed_up,
                "speed_up_of_copies", &copies);
    printf("%d routers (%s), L = %d, %s engine: %.2f ns a router-cycle on one thread; %d threads %.2f times as fast; "
           "%d copies at once %.2f times\n",
           routers, router, latency, engine, cost, threads, speed_up, threads, copies);
}
