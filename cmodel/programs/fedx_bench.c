/* SPDX-License-Identifier: Apache-2.0
 *
 * fedx bench: speeds. One core is measured in user time, two threads in wall time;
 * what is compared runs in turn, so that a machine that changes speed hurts both.
 */
#include <stdlib.h>
#include <string.h>

#include "../engine/fedx_engine.h"
#include "../fabric/fedx_setup.h"
#include "../verify/fedx_lockstep.h"
#include "fedx_cli.h"

enum { KEY_ROUNDS = 256, KEY_OBJECT, KEY_JSON };
enum { MAX_ROUNDS = 100 };

static const struct argp_option argp_options[] = {
    {"rounds", KEY_ROUNDS, "N", 0, "measurements of each row, of which the median is printed (default 5)", 0},
    {"rtl-object", KEY_OBJECT, "FILE", 0, "the Verilated RTL (default: libfedx_rtl.so next to this program)", 0},
    {"json", KEY_JSON, "FILE", 0, "write the results as JSON, - for standard output", 0},
    {0},
};

struct options {
    int rounds;
    const char *object, *json;
};

static error_t parse(int key, char *text, struct argp_state *state)
{
    struct options *o = state->input;

    switch (key) {
    case KEY_ROUNDS: o->rounds = (int)fedx_cli_integer(state, "rounds", text, 1, MAX_ROUNDS); return 0;
    case KEY_OBJECT: o->object = text; return 0;
    case KEY_JSON: o->json = text; return 0;
    case ARGP_KEY_ARG: argp_failure(state, FEDX_EXIT_BAD_INPUT, 0, "unexpected argument '%s'", text); return 0;
    default: return ARGP_ERR_UNKNOWN;
    }
}

static const struct argp argp = {
    .options = argp_options,
    .parser = parse,
    .doc = "Measure the speed of 8x8 fabrics of the golden model, of the RTL and of both in lockstep.",
};

/* One row of the table: a fabric that keeps running from round to round. */
struct row {
    const char *name, *key;
    int rtl;        /* 0 model, 1 RTL, 2 lockstep */
    double load;
    int threads;
    uint64_t cycles; /* a round */
    struct fedx_fabric *fabric;
    const struct fedx_node_ops **nodes;
    double rate[MAX_ROUNDS]; /* fabric-cycles a second */
};

static struct row rows[] = {
    {.name = "cycle engine, model, load 0.6", .key = "model_load_0.6", .load = 0.6, .threads = 1, .cycles = 40000},
    {.name = "cycle engine, model, near idle", .key = "model_idle", .load = 0.01, .threads = 1, .cycles = 40000},
    {.name = "RTL, load 0.6, one thread", .key = "rtl_load_0.6", .rtl = 1, .load = 0.6, .threads = 1, .cycles = 10000},
    {.name = "lockstep, load 0.6, one thread", .key = "lockstep_load_0.6", .rtl = 2, .load = 0.6, .threads = 1,
     .cycles = 10000},
    {.name = "RTL, load 0.6, two threads", .key = "rtl_two_threads", .rtl = 1, .load = 0.6, .threads = 2,
     .cycles = 10000},
};
enum { ROWS = sizeof rows / sizeof rows[0], ROW_RTL = 2, ROW_LOCKSTEP = 3, NODES = 64, WARMUP = 20000 };

static int build(struct row *row, const struct fedx_topology *topology, const struct fedx_node_ops *rtl)
{
    struct fedx_scenario defaults;
    fedx_scenario_defaults(&defaults);
    struct fedx_fabric_config config = {
        .topology = topology,
        .settings = fedx_setup_settings(&defaults),
        .pe = {.workload = fedx_workload_find("wk-mixture"), .load = row->load, .adaptive = 1, .seed = 1},
        .inner = rtl,
    };

    row->nodes = calloc(NODES, sizeof *row->nodes);
    if (!row->nodes)
        return -1;
    for (int n = 0; n < NODES; n++)
        row->nodes[n] = row->rtl == 0 ? &fedx_node_model : row->rtl == 1 ? rtl : &fedx_node_lockstep;
    config.nodes = row->nodes;
    row->fabric = fedx_fabric_create(&config);
    return row->fabric ? fedx_engine_cycle.run(row->fabric, row->rtl ? WARMUP / 4 : WARMUP, 1, NULL, NULL, 1) : -1;
}

static int measure(struct row *row, int round)
{
    double wall = fedx_cli_wall(), user = fedx_cli_user(), seconds;

    if (fedx_engine_cycle.run(row->fabric, row->cycles, row->threads, NULL, NULL, 1) != 0)
        return -1;
    seconds = row->threads > 1 ? fedx_cli_wall() - wall : fedx_cli_user() - user;
    row->rate[round] = (double)row->cycles / seconds;
    return 0;
}

static int by_value(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;

    return (x > y) - (x < y);
}

static double median(const double *values, int count)
{
    double sorted[MAX_ROUNDS];

    memcpy(sorted, values, sizeof *values * (size_t)count);
    qsort(sorted, (size_t)count, sizeof *sorted, by_value);
    return count % 2 ? sorted[count / 2] : 0.5 * (sorted[count / 2 - 1] + sorted[count / 2]);
}

/* Lockstep against the RTL alone, round by round. */
static double slowdown(int rounds)
{
    double ratio[MAX_ROUNDS];

    for (int i = 0; i < rounds; i++)
        ratio[i] = rows[ROW_RTL].rate[i] / rows[ROW_LOCKSTEP].rate[i] - 1;
    return median(ratio, rounds);
}

static int report(const struct options *o)
{
    json_t *json = json_object();

    if (!o->json || strcmp(o->json, "-") != 0) {
        printf("8x8, wk-mixture, median of %d rounds (user time on one thread, wall time on two)\n", o->rounds);
        for (int i = 0; i < ROWS; i++) {
            double rate = median(rows[i].rate, o->rounds);
            printf("  %-34s %9.1f k fabric-cycles/s  %8.2f M switch-cycles/s\n", rows[i].name, rate / 1e3,
                   rate * NODES / 1e6);
        }
        printf("  %-34s %8.1f %%\n", "lockstep slower than RTL alone by", 100 * slowdown(o->rounds));
    }
    for (int i = 0; i < ROWS; i++)
        json_object_set_new(json, rows[i].key, json_real(median(rows[i].rate, o->rounds)));
    json_object_set_new(json, "lockstep_slowdown", json_real(slowdown(o->rounds)));
    if (o->json)
        return fedx_cli_write_json("bench", o->json, json);
    json_decref(json);
    return 0;
}

int fedx_bench_main(int argc, char **argv)
{
    struct options o = {.rounds = 5};
    const char *error = NULL;
    char text[512];
    int status = 0;

    argp_parse(&argp, argc, argv, 0, NULL, &o);
    if ((status = fedx_cli_check_output("bench", o.json)))
        return status;
    const struct fedx_node_ops *rtl = fedx_node_open(o.object, text, sizeof text);
    if (!rtl)
        return fedx_cli_bad("bench", "%s", text);
    struct fedx_topology *topology = fedx_topology_create(&fedx_xmesh, 8, 8, &error);
    for (int i = 0; i < ROWS && topology && status == 0; i++)
        status = build(&rows[i], topology, rtl);
    for (int round = 0; round < o.rounds && topology && status == 0; round++)
        for (int i = 0; i < ROWS && status == 0; i++)
            status = measure(&rows[i], round);
    status = topology && status == 0 ? report(&o) : fedx_cli_bad("bench", "out of memory or threads");
    for (int i = 0; i < ROWS; i++) {
        fedx_fabric_destroy(rows[i].fabric);
        free(rows[i].nodes);
    }
    fedx_topology_destroy(topology);
    return status;
}
