/* SPDX-License-Identifier: Apache-2.0
 *
 * fedx bench, the table: fabrics of all kinds of routers, a row each. A row is options of fedx run, so that anybody can
 * look at what was measured.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "../../base/clock.h"
#include "../common/cli.h"
#include "../common/cli_rtl.h"
#include "bench_fabric.h"
#include "bench_main.h"

/* Cycles before the first round; how long one takes if nobody says, seconds; no fabric is that fast, but one that does
 * not go on. */
enum { WARMUP = 10000 };
static const double usual_seconds = 0.25;
static const uint64_t most_cycles = (uint64_t)1 << 32;

/* A row of the table. */
struct row {
    const char *key, *name;
    const char *options; /* of fedx run; NULL: they are given */
    const char *over;    /* key of the row of which it is said how much longer this one takes, or NULL */
    uint64_t cycles;     /* a round */
};

#define SWITCHES "--workload wk-mixture --rows 8 --cols 8 "
#define VCR_8 " --workload single --rows 8 --cols 8 "
#define VCR_16 "--router vcr-mesh --workload single --rows 16 --cols 16 "
static const struct row rows[] = {
    {"model_load_0.6", "Fed-X, cycle engine, load 0.6", SWITCHES "--engine cycle --load 0.6", NULL, 40000},
    {"model_idle", "Fed-X, cycle engine, load 0.01", SWITCHES "--engine cycle --load 0.01", NULL, 40000},
    {"rtl_load_0.6", "Fed-X, RTL, load 0.6", SWITCHES "--rtl all --load 0.6", NULL, 10000},
    {"lockstep_load_0.6", "Fed-X, lockstep, load 0.6", SWITCHES "--lockstep all --load 0.6", "rtl_load_0.6", 10000},
    {"rtl_two_threads", "Fed-X, RTL, load 0.6, two threads", SWITCHES "--rtl all --load 0.6 --threads 2", NULL, 10000},
    {"lockstep_two_threads", "Fed-X, lockstep, load 0.6, two threads", SWITCHES "--lockstep all --load 0.6 --threads 2",
     "rtl_load_0.6", 10000},
    {"event_none", "Fed-X, event engine, load 0.7, no backpressure",
     SWITCHES "--engine event --load 0.7 --backpressure none", NULL, 100000},
    {"event_message", "Fed-X, event engine, load 0.7, by message",
     SWITCHES "--engine event --load 0.7 --backpressure message", NULL, 100000},
    {"event_destination", "Fed-X, event engine, load 0.7, by destination",
     SWITCHES "--engine event --load 0.7 --backpressure destination", NULL, 100000},
    {"event_low", "Fed-X, event engine, load 0.05", SWITCHES "--engine event --load 0.05", NULL, 200000},
    {"vcr_mesh_cycle", "vcr, mesh, cycle engine, load 0.25",
     "--router vcr --topology mesh --engine cycle --load 0.25" VCR_8, NULL, 4000},
    {"vcr_torus_cycle", "vcr, torus, cycle engine, load 0.3",
     "--router vcr --topology torus --engine cycle --load 0.3" VCR_8, NULL, 4000},
    {"vcr_mesh_rtl", "vcr, mesh, RTL, load 0.25", "--router vcr --topology mesh --rtl all --load 0.25" VCR_8, NULL,
     2000},
    {"vcr_mesh_lockstep", "vcr, mesh, lockstep, load 0.25",
     "--router vcr --topology mesh --lockstep all --load 0.25" VCR_8, "vcr_mesh_rtl", 2000},
    {"vcr_torus_event", "vcr-mesh, 16 x 16 torus, event engine, load 0.35",
     VCR_16 "--topology torus --engine event --load 0.35", NULL, 10000},
    {"vcr_torus_low", "vcr-mesh, 16 x 16 torus, event engine, load 0.1",
     VCR_16 "--topology torus --engine event --load 0.1", NULL, 10000},
    {"vcr_mesh_event", "vcr-mesh, 16 x 16 mesh, event engine, load 0.22",
     VCR_16 "--topology mesh --engine event --load 0.22", NULL, 10000},
    {"vcr_tree_event", "vcr-tree, 4-ary 3-tree, event engine, load 0.5",
     "--router vcr-tree --topology tree --arity 4 --levels 3 --workload single --engine event --load 0.5", NULL, 40000},
    {"axis_mesh_cycle", "axis-noc, mesh, cycle engine, load 0.2",
     "--router axis-noc --topology mesh --engine cycle --load 0.2" VCR_8, NULL, 4000},
};
enum { ROWS = sizeof rows / sizeof rows[0] };

/* One that is measured. */
struct measured {
    const struct row *row;
    struct arguments words;
    struct session session;
    double rate[BENCH_MAX_ROUNDS];    /* router-cycles a second */
    double packets[BENCH_MAX_ROUNDS]; /* delivered a second */
    double instructions;              /* a router-cycle; 0: they are not counted */
};

/* Measurements ---------------------------------------------------------------------------------------------------- */

/* Lockstep that compares pins alone is fast, and not what a row says. */
static int check_registers(const struct setup *setup)
{
    const struct node_ops *inner = setup->config.inner;

    if (!setup->lockstep_nodes || kind_registers_shown(setup->kind, inner) == setup->kind->register_count)
        return 0;
    return cli_bad("bench", "the RTL of %s does not show all named registers: fedx run --lockstep takes it",
                   setup->kind->name);
}

static int advance(struct session *s, uint64_t cycles)
{
    if (s->engine->run(s->fabric, cycles, session_threads(s), NULL, NULL, 1) != 0)
        return cli_bad("bench", "out of memory or threads");
    return bench_fabric_went_on(s);
}

/* Its routers are those of fedx run if nobody names others. */
static int is_usual_kind(const struct scenario *s)
{
    struct scenario usual;

    scenario_defaults(&usual);
    return setup_kind(s) == setup_kind(&usual);
}

/* Threads that wait for each other would be counted, too. */
static int count_instructions(struct measured *m)
{
    double count = 0;

    if (session_threads(&m->session) == 1)
        count = bench_instructions(&m->words, WARMUP, m->row->cycles ? m->row->cycles : WARMUP);
    m->instructions = count / fabric_nodes(m->session.fabric);
    return count < 0 ? CLI_EXIT_BAD_INPUT : 0;
}

static int prepare(struct measured *m, const struct bench_asked *asked)
{
    struct scenario scenario;
    char error[SCENARIO_ERROR];
    int status;

    if (m->row->options) {
        arguments_add(&m->words, "fedx");
        arguments_split(&m->words, m->row->options);
    }
    if ((status = bench_fabric_of(&m->words, &scenario)) != 0)
        return status;
    if (asked->object && is_usual_kind(&scenario))
        snprintf(scenario.fabric.rtl_object, sizeof scenario.fabric.rtl_object, "%s", asked->object);
    if ((status = cli_rtl_of("bench", &scenario, 0)) != 0)
        return status;
    if (session_prepare(&m->session, &scenario, error, sizeof error) != 0)
        return cli_bad("bench", "%s", error);
    status = check_registers(&m->session.setup);
    if (status == 0 && asked->instructions)
        status = count_instructions(m);
    return status ? status : advance(&m->session, WARMUP);
}

/* In user time on one thread, which others on the machine do not take; in wall time on several. */
static int measure(struct measured *m, uint64_t cycles, int round)
{
    struct session *s = &m->session;
    uint64_t delivered = fabric_stats(s->fabric).delivered;
    double (*clock)(void) = session_threads(s) > 1 ? clock_wall : clock_user;
    double start = clock(), seconds;
    int status = advance(s, cycles);

    seconds = clock() - start;
    if (status == 0 && seconds <= 0)
        return cli_bad("bench", "%" PRIu64 " cycles are over before the clock shows it: give --cycles with more",
                       cycles);
    m->rate[round] = (double)cycles * fabric_nodes(s->fabric) / seconds;
    m->packets[round] = (double)(fabric_stats(s->fabric).delivered - delivered) / seconds;
    return status;
}

uint64_t bench_cycles(struct session *session)
{
    const struct scenario *s = &session->setup.scenario;
    double seconds = 0;
    uint64_t cycles = 32;

    if (s->line[KEY_cycles])
        return (uint64_t)s->run.cycles;
    while (seconds < usual_seconds / 2 && cycles < most_cycles) {
        double start = clock_wall();
        cycles *= 2;
        if (advance(session, cycles) != 0)
            return 0;
        seconds = clock_wall() - start;
    }
    return (uint64_t)((double)cycles * usual_seconds / seconds) + 1;
}

/* All rows round by round, so that a machine that changes speed hurts all. */
static int measure_rounds(struct measured *all, int count, const struct bench_asked *asked)
{
    uint64_t cycles[ROWS];
    int status = 0;

    for (int i = 0; i < count && status == 0; i++)
        status = prepare(&all[i], asked);
    for (int i = 0; i < count && status == 0; i++) {
        cycles[i] = all[i].row->cycles ? all[i].row->cycles : bench_cycles(&all[i].session);
        status = cycles[i] ? 0 : CLI_EXIT_BAD_INPUT;
    }
    for (int round = 0; round < asked->rounds && status == 0; round++)
        for (int i = 0; i < count && status == 0; i++)
            status = measure(&all[i], cycles[i], round);
    return status;
}

/* Results --------------------------------------------------------------------------------------------------------- */

static const struct measured *find(const struct measured *all, int count, const char *key)
{
    for (int i = 0; i < count; i++)
        if (strcmp(all[i].row->key, key) == 0)
            return &all[i];
    return NULL;
}

/* How much longer one takes than another, round by round. */
static double longer(const struct measured *m, const struct measured *other, int rounds)
{
    double ratio[BENCH_MAX_ROUNDS];

    for (int i = 0; i < rounds; i++)
        ratio[i] = other->rate[i] / m->rate[i] - 1;
    return bench_median(ratio, rounds);
}

static int add_results(const struct measured *all, int count, const struct bench_asked *asked, json_t *table)
{
    for (int i = 0; i < count; i++) {
        const struct measured *m = &all[i], *other = m->row->over ? find(all, count, m->row->over) : NULL;
        json_t *row =
            json_pack("{s:s, s:s*, s:i, s:f, s:f}", "name", m->row->name, "options", m->row->options, "routers",
                      fabric_nodes(m->session.fabric), "router_cycles_per_second", bench_median(m->rate, asked->rounds),
                      "packets_per_second", bench_median(m->packets, asked->rounds));
        if (other)
            json_object_set_new(row, "longer", json_real(longer(m, other, asked->rounds)));
        if (other)
            json_object_set_new(row, "longer_than", json_string(other->row->name));
        if (m->instructions > 0)
            json_object_set_new(row, "instructions_per_router_cycle", json_real(m->instructions));
        if (json_object_set_new(table, m->row->key, row) != 0)
            return cli_bad("bench", "out of memory");
    }
    return 0;
}

static int measure_all(struct measured *all, int count, const struct bench_asked *asked, json_t **table)
{
    int status = measure_rounds(all, count, asked);

    *table = json_object();
    if (status == 0)
        status = add_results(all, count, asked, *table);
    for (int i = 0; i < count; i++) {
        session_finish(&all[i].session);
        arguments_free(&all[i].words);
    }
    free(all);
    return status;
}

int bench_table(const struct bench_asked *asked, json_t **table)
{
    struct measured *all = calloc(ROWS, sizeof *all);

    if (!all)
        return cli_bad("bench", "out of memory");
    for (int i = 0; i < ROWS; i++)
        all[i].row = &rows[i];
    return measure_all(all, ROWS, asked, table);
}

int bench_one(const struct bench_asked *asked, struct arguments *words, json_t **table)
{
    static const struct row given = {"fabric", "the fabric", NULL, NULL, 0};
    struct measured *m = calloc(1, sizeof *m);

    if (!m)
        return cli_bad("bench", "out of memory");
    m->row = &given;
    m->words = *words;
    *words = (struct arguments){0};
    return measure_all(m, 1, asked, table);
}

static double number(json_t *row, const char *key)
{
    return json_number_value(json_object_get(row, key));
}

void bench_table_print(json_t *table, json_t *before)
{
    const char *key;
    json_t *row;

    printf("%-50s %9s %19s %11s\n", "", "ns a", "M router-cycles/s", "k packets/s");
    json_object_foreach(table, key, row)
    {
        double rate = number(row, "router_cycles_per_second"), count = number(row, "instructions_per_router_cycle");
        json_t *old = json_object_get(before, key);
        printf("%-50s %9.2f %19.2f %11.2f", json_string_value(json_object_get(row, "name")), 1e9 / rate, rate / 1e6,
               number(row, "packets_per_second") / 1e3);
        if (count > 0)
            printf("  %7.0f instructions", count);
        bench_print_times(rate, number(old, "router_cycles_per_second"));
        if (json_object_get(row, "longer"))
            printf("  which takes %.1f%% longer than %s\n", 100 * number(row, "longer"),
                   json_string_value(json_object_get(row, "longer_than")));
    }
}
