/* SPDX-License-Identifier: Apache-2.0
 *
 * fedx bench --ranks: what several processes make of a fabric, in wall time, beside one of them alone and beside
 * independent copies of the fabric at the same time, in turn, so that a machine that changes speed hurts all.
 * docs/howto/several-machines.md.
 */
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "../../base/clock.h"
#include "../../engine/lp_group.h"
#include "../../run/session.h"
#include "../common/cli_rtl.h"
#include "../common/cli_scenario.h"
#include "bench_fabric.h"
#include "bench_main.h"

/* Exchanges of which the time of one is taken, so many times. */
enum { EXCHANGES = 200, BATCHES = 15 };

/* How long a measurement is if nobody says, seconds. */
static const double usual = 0.5;

/* No fabric is that fast, but one that does not go on. */
static const uint64_t most_cycles = (uint64_t)1 << 32;

/* What every process runs: the fabric that all have a part of, and one of its own. */
struct pair {
    struct session together, alone;
};

/* What came out. One value a round: seconds of one process, and how many times that fast the others are. */
struct times {
    uint64_t cycles; /* of a measurement */
    double one[BENCH_MAX_ROUNDS], speed_up[BENCH_MAX_ROUNDS], copies[BENCH_MAX_ROUNDS];
    double exchange; /* seconds */
};

/* RTL is built by the first process, if need be, and found by the others. */
static int find_rtl(const struct ranks *r, const struct scenario *scenario)
{
    int status = cli_agree("bench", r->rank == 0 ? cli_rtl_of("bench", scenario, 0) : 0);

    if (status == 0 && r->rank > 0)
        status = cli_rtl_of("bench", scenario, 0);
    return cli_agree("bench", status);
}

static int prepare(struct pair *p, const struct scenario *scenario)
{
    char error[SCENARIO_ERROR];
    int status;

    ranks_part();
    status = session_prepare(&p->alone, scenario, error, sizeof error);
    ranks_meet();
    status = cli_agree("bench", status == 0 ? 0 : cli_bad("bench", "%s", error));
    if (status == 0 && session_prepare(&p->together, scenario, error, sizeof error) != 0)
        status = cli_bad("bench", "%s", error);
    return cli_agree("bench", status);
}

/* Measurements ---------------------------------------------------------------------------------------------------- */

/* @param runs  0: this process waits for the others @return seconds until all are done, or -1 for all of them */
static double timed(struct ranks *r, struct session *s, uint64_t cycles, int runs)
{
    int failed = ranks_any(r, 0);
    double start = clock_wall();

    if (runs)
        failed = s->engine->run(s->fabric, cycles, session_threads(s), NULL, NULL, 1) != 0;
    failed = ranks_any(r, failed);
    return failed ? -1 : clock_wall() - start;
}

/* Cycles that one process takes the usual time for. @return 0 when it failed */
static uint64_t usual_cycles(struct ranks *r, struct pair *p)
{
    double seconds = 0, all[r->count];
    uint64_t cycles = 32;

    while (seconds >= 0 && seconds < usual / 4 && cycles < most_cycles) {
        cycles *= 2;
        seconds = timed(r, &p->alone, cycles, r->rank == 0);
        ranks_all(r, &seconds, sizeof seconds, all);
        seconds = all[0]; /* by one clock, so that all go on alike */
    }
    return seconds < 0 ? 0 : (uint64_t)((double)cycles * fmin(usual / seconds, 4)) + 1;
}

/* @return 0, or -1 on every rank */
static int measure_round(struct ranks *r, struct pair *p, struct times *t, int round)
{
    double one = timed(r, &p->alone, t->cycles, r->rank == 0);
    double many = timed(r, &p->together, t->cycles, 1);
    double copies = timed(r, &p->alone, t->cycles, 1);

    t->one[round] = one;
    t->speed_up[round] = one / many;
    t->copies[round] = r->count * one / copies;
    return one < 0 || many < 0 || copies < 0 ? -1 : 0;
}

static double time_of_exchange(struct ranks *r)
{
    double seconds[BATCHES];

    for (int batch = 0; batch < BATCHES; batch++) {
        double start = clock_wall();
        for (int i = 0; i < EXCHANGES; i++)
            ranks_any(r, 0);
        seconds[batch] = (clock_wall() - start) / EXCHANGES;
    }
    return bench_median(seconds, BATCHES);
}

/* @return 0, or CLI_EXIT_BAD_INPUT after saying why */
static int measure(struct ranks *r, struct pair *p, int rounds, struct times *t)
{
    const struct scenario *s = &p->alone.setup.scenario;
    int status = 0;

    t->cycles = s->line[KEY_cycles] ? (uint64_t)s->run.cycles : usual_cycles(r, p);
    for (int i = -1; i < rounds && t->cycles && status == 0; i++) /* the first one warms up */
        status = measure_round(r, p, t, i < 0 ? 0 : i);
    t->exchange = time_of_exchange(r);
    if (!t->cycles || status != 0)
        return cli_agree("bench", cli_bad("bench", "out of memory or threads"));
    return cli_agree("bench", bench_fabric_went_on(&p->alone) != 0 || bench_fabric_went_on(&p->together) != 0
                                  ? CLI_EXIT_BAD_INPUT
                                  : 0);
}

/* Results --------------------------------------------------------------------------------------------------------- */

/*
 * How much faster processes would be that only share the steps, and exchange at the end of a window.
 * @param copies  how much faster steps are by themselves, as the machine is
 */
static double expected(const struct session *s, double copies, double cycle, double exchange)
{
    uint64_t window = s->setup.event_engine ? lp_group_window((unsigned)s->setup.kind->latency(&s->setup.settings)) : 1;
    double steps = (double)window * cycle;

    return steps / (steps / copies + exchange);
}

static json_t *results(const struct ranks *r, const struct session *s, int rounds, const struct times *t)
{
    double cycle = bench_median(t->one, rounds) / (double)t->cycles, copies = bench_median(t->copies, rounds);

    return json_pack("{s:s, s:i, s:s, s:i, s:i, s:i, s:I, s:i, s:f, s:f, s:f, s:f, s:f}", "router", s->setup.kind->name,
                     "routers", s->setup.topology->nodes, "engine", s->engine->name, "latency",
                     s->setup.kind->latency(&s->setup.settings), "processes", r->count, "threads", session_threads(s),
                     "cycles", (json_int_t)t->cycles, "rounds", rounds, "router_cycles_per_second",
                     s->setup.topology->nodes / cycle, "speed_up", bench_median(t->speed_up, rounds),
                     "speed_up_of_copies", copies, "exchange_seconds", t->exchange, "speed_up_expected",
                     expected(s, copies, cycle, t->exchange));
}

static void print(json_t *results)
{
    const char *router, *engine;
    int routers, latency, processes, threads, rounds;
    json_int_t cycles;
    double one, speed_up, copies, exchange, expected;

    json_unpack(results, "{s:s, s:i, s:s, s:i, s:i, s:i, s:I, s:i, s:F, s:F, s:F, s:F, s:F}", "router", &router,
                "routers", &routers, "engine", &engine, "latency", &latency, "processes", &processes, "threads",
                &threads, "cycles", &cycles, "rounds", &rounds, "router_cycles_per_second", &one, "speed_up", &speed_up,
                "speed_up_of_copies", &copies, "exchange_seconds", &exchange, "speed_up_expected", &expected);
    printf("%d routers (%s), L = %d, %s engine, %d processes with %d thread%s each, median of %d times %" PRId64
           " cycles\n",
           routers, router, latency, engine, processes, threads, threads == 1 ? "" : "s", rounds, (int64_t)cycles);
    printf("one process       %9.2f M router-cycles/s\n", one / 1e6);
    printf("%3d processes     %9.2f M  %6.2f times one\n", processes, one * speed_up / 1e6, speed_up);
    printf("%3d copies at once%9.2f M  %6.2f times one\n", processes, one * copies / 1e6, copies);
    printf("an exchange       %9.2f us: with nothing else to do %d processes would be %.2f times as fast as one\n",
           1e6 * exchange, processes, expected);
}

static int report(const struct ranks *r, const struct session *together, const struct bench_asked *o,
                  const struct times *t)
{
    json_t *table = results(r, together, o->rounds, t);

    if (!cli_is_standard_output(o->json))
        print(table);
    if (o->json)
        return cli_write_json("bench", o->json, table);
    json_decref(table);
    return 0;
}

/* All processes together. @return as the program */
static int bench(struct ranks *r, const struct scenario *scenario, const struct bench_asked *o)
{
    static struct pair pair;
    struct times times;
    int status = cli_agree("bench", r->rank == 0 ? cli_check_output("bench", o->json) : 0);

    if (status == 0)
        status = find_rtl(r, scenario);
    r->timeout = 0; /* one process may run for long while the others wait */
    if (status == 0)
        status = prepare(&pair, scenario);
    if (status == 0)
        status = measure(r, &pair, o->rounds, &times);
    if (status == 0 && r->rank == 0)
        status = report(r, &pair.together, o, &times);
    session_finish(&pair.together);
    session_finish(&pair.alone);
    return status;
}

int bench_ranks(int argc, char **argv, const struct bench_asked *o)
{
    static struct scenario scenario;
    char error[SCENARIO_ERROR], *fabric[argc + 1];
    int status, count = argc - o->first;

    if (ranks_join(error, sizeof error) != 0)
        return cli_leave(cli_bad("bench", "%s", error));
    if (!ranks_joined())
        return cli_bad("bench", "--ranks is of processes that are started together: mpirun -n 2 fedx bench --ranks");
    fabric[0] = argv[0];
    memcpy(fabric + 1, argv + o->first, ((size_t)count + 1) * sizeof *fabric);
    status = cli_agree("bench", bench_fabric_read(count + 1, fabric, &scenario));
    if (status == 0 && cli_elsewhere(&scenario))
        return cli_go_on("bench", &scenario, argc, argv);
    return cli_leave(status == 0 ? bench(ranks_joined(), &scenario, o) : status);
}
