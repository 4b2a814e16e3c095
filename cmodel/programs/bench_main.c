/* SPDX-License-Identifier: Apache-2.0
 *
 * fedx bench: speeds. One core is measured in user time, two threads in wall time;
 * what is compared runs in turn, so that a machine that changes speed hurts both.
 */
#include <stdlib.h>
#include <string.h>

#include "../base/clock.h"
#include "../base/json_file.h"
#include "../engine/engine.h"
#include "../fedx/speed/fedx_engine_event.h"
#include "../scenario/setup.h"
#include "../fedx/bench/fedx_keys.h"
#include "../fedx/kind/fedx_kind.h"
#include "../fedx/bench/fedx_lockstep_node.h"
#include "../vcr/kind/vcr_kind.h"
#include "bench_main.h"
#include "cli.h"
#include "cli_parse.h"
#include "instance.h"

enum {
    KEY_ROUNDS = 256,
    KEY_OBJECT,
    KEY_JSON,
    KEY_SIZE,
    KEY_NEAR,
    KEY_LATENCY,
    KEY_THREADS,
    KEY_ROUTER,
    KEY_RANKS,
    KEY_AGAINST
};
enum { MAX_ROUNDS = BENCH_MAX_ROUNDS };

static const struct argp_option argp_options[] = {
    {"rounds", KEY_ROUNDS, "N", 0, "measurements of each row, of which the median is printed (default 5)", 0},
    {"rtl-object", KEY_OBJECT, "FILE", 0, "the Verilated RTL (default: libfedx_rtl.so of this program)", 0},
    {"size", KEY_SIZE, "N", 0, "measure only the event engine, on an N x N", 0},
    {"near", KEY_NEAR, 0, 0, "with --size: traffic that stays near, so that N may be up to 1024", 0},
    {"latency", KEY_LATENCY, "L", 0, "with --size: extra stages of cables, cycles (default 0)", 0},
    {"threads", KEY_THREADS, "N", 0,
     "with --size: compare so many threads with one, and with so many copies at the same time", 0},
    {"router", KEY_ROUTER, "NAME", 0,
     "with --threads: fedx (default), or vcr-mesh in a mesh, so that N may be up to 64", 0},
    {"ranks", KEY_RANKS, 0, 0,
     "the fabric behind --, with the options of fedx run, on the processes that mpirun or srun has started: beside one of them, and "
     "beside a copy on each of them at the same time",
     0},
    {"against", KEY_AGAINST, "FILE", 0,
     "print how many times as fast each row is as in FILE, which --json wrote in a run like this one", 0},
    {"json", KEY_JSON, "FILE", 0, "write the results as JSON, - for standard output", 0},
    {0},
};

struct options {
    int rounds;
    struct bench_fabric fabric;
    const char *object, *json, *against;
    json_t *before; /* what that file has; NULL: none was given */
    int ranks;      /* several processes are measured, and nothing else */
    int first;      /* argument of their fabric; 0: none is given */
};

/* What is no option: where the fabric of several processes begins. */
static error_t parse_fabric(struct options *o, const char *text, struct argp_state *state)
{
    if (!o->ranks)
        argp_failure(state, CLI_EXIT_BAD_INPUT, 0, "unexpected argument '%s'", text);
    o->first = state->next - 1;
    state->next = state->argc;
    return 0;
}

/* The first one is meant when none is named. */
static const struct bench_router routers[] = {{&fedx_kind, 1 << 24, bench_create, bench_size},
                                              {&vcr_kind_mesh, 1 << 22, bench_vcr_create, bench_vcr_threads}};
enum { ROUTERS = sizeof routers / sizeof *routers };

static error_t parse_router(struct options *o, const char *text, struct argp_state *state)
{
    for (int i = 0; i < ROUTERS; i++)
        if (strcmp(text, routers[i].kind->name) == 0) {
            o->fabric.router = &routers[i];
            return 0;
        }
    argp_failure(state, CLI_EXIT_BAD_INPUT, 0, "--router: %s or %s, not '%s'", routers[0].kind->name,
                 routers[1].kind->name, text);
    return 0;
}

static error_t parse(int key, char *text, struct argp_state *state)
{
    struct options *o = state->input;

    switch (key) {
    case KEY_ROUNDS: o->rounds = (int)cli_integer(state, "rounds", text, 1, MAX_ROUNDS); return 0;
    case KEY_OBJECT: o->object = text; return 0;
    case KEY_SIZE: o->fabric.size = (int)cli_integer(state, "size", text, 2, 1 << 10); return 0;
    case KEY_NEAR: o->fabric.near = 1; return 0;
    case KEY_LATENCY: o->fabric.latency = (int)cli_integer(state, "latency", text, 0, FEDX_MAX_LATENCY); return 0;
    case KEY_THREADS: o->fabric.threads = (int)cli_integer(state, "threads", text, 2, MAX_THREADS); return 0;
    case KEY_ROUTER: return parse_router(o, text, state);
    case KEY_JSON: o->json = text; return 0;
    case KEY_AGAINST: o->against = text; return 0;
    case KEY_RANKS: o->ranks = 1; return 0;
    case ARGP_KEY_ARG: return parse_fabric(o, text, state);
    default: return ARGP_ERR_UNKNOWN;
    }
}

static const struct argp argp = {
    .options = argp_options,
    .parser = parse,
    .args_doc = "[-- FABRIC]",
    .doc = "Measure the speed of 8x8 fabrics of the golden model, of the RTL and of both in lockstep, and of the event "
           "engine from 4x4 to 128x128; and of fabrics of virtual-channel routers.",
};

/* One row of the table: a fabric that keeps running from round to round. */
struct row {
    const char *name, *key;
    enum { MODEL, RTL, LOCKSTEP, EVENT } kind;
    int backpressure; /* event engine: of this kind */
    double load;
    int threads;
    uint64_t cycles; /* a round */
    struct fabric *fabric;
    const struct node_ops **nodes;
    double rate[MAX_ROUNDS];    /* fabric-cycles a second */
    double packets[MAX_ROUNDS]; /* delivered a second */
};

static struct row rows[] = {
    {.name = "cycle engine, model, load 0.6", .key = "model_load_0.6", .load = 0.6, .threads = 1, .cycles = 40000},
    {.name = "cycle engine, model, near idle", .key = "model_idle", .load = 0.01, .threads = 1, .cycles = 40000},
    {.name = "RTL, load 0.6, one thread",
     .key = "rtl_load_0.6",
     .kind = RTL,
     .load = 0.6,
     .threads = 1,
     .cycles = 10000},
    {.name = "lockstep, load 0.6, one thread",
     .key = "lockstep_load_0.6",
     .kind = LOCKSTEP,
     .load = 0.6,
     .threads = 1,
     .cycles = 10000},
    {.name = "RTL, load 0.6, two threads",
     .key = "rtl_two_threads",
     .kind = RTL,
     .load = 0.6,
     .threads = 2,
     .cycles = 10000},
    {.name = "event engine, load 0.7, no backpressure",
     .key = "event_none",
     .kind = EVENT,
     .load = 0.7,
     .threads = 1,
     .cycles = 100000,
     .backpressure = FEDX_BACKPRESSURE_NONE},
    {.name = "event engine, load 0.7, by message",
     .key = "event_message",
     .kind = EVENT,
     .load = 0.7,
     .threads = 1,
     .cycles = 100000,
     .backpressure = FEDX_BACKPRESSURE_MESSAGE},
    {.name = "event engine, load 0.7, by destination",
     .key = "event_destination",
     .kind = EVENT,
     .load = 0.7,
     .threads = 1,
     .cycles = 100000,
     .backpressure = FEDX_BACKPRESSURE_DESTINATION},
};
enum { ROWS = sizeof rows / sizeof rows[0], ROW_RTL = 2, ROW_LOCKSTEP = 3, NODES = 64, WARMUP = 20000 };

static const struct engine_ops *engine_of(const struct row *row)
{
    return row->kind == EVENT ? &fedx_engine_event : &engine_cycle;
}

static int build(struct row *row, const struct topology *topology, const struct node_ops *rtl)
{
    struct scenario defaults;
    scenario_defaults(&defaults);
    struct fedx_settings settings = fedx_keys_settings(&defaults);
    struct fabric_config config = {
        .topology = topology,
        .kind = &fedx_kind,
        .settings = &settings,
        .endpoint = {.workload = workload_find("wk-mixture"), .load = row->load, .adaptive = 1, .seed = 1},
        .inner = rtl,
    };

    const struct node_ops *ops[] = {[MODEL] = &fedx_node_model, [RTL] = rtl, [LOCKSTEP] = &fedx_node_lockstep};
    int slow = row->kind == RTL || row->kind == LOCKSTEP;

    row->nodes = calloc(NODES, sizeof *row->nodes);
    if (!row->nodes)
        return -1;
    if (row->kind == EVENT) {
        settings.backpressure = row->backpressure;
    } else {
        for (int n = 0; n < NODES; n++)
            row->nodes[n] = ops[row->kind];
        config.nodes = row->nodes;
    }
    row->fabric = fabric_create(&config);
    return row->fabric ? engine_of(row)->run(row->fabric, slow ? WARMUP / 4 : WARMUP, 1, NULL, NULL, 1) : -1;
}

static int measure(struct row *row, int round)
{
    uint64_t delivered = fabric_stats(row->fabric).delivered;
    double wall = clock_wall(), user = clock_user(), seconds;

    if (engine_of(row)->run(row->fabric, row->cycles, row->threads, NULL, NULL, 1) != 0)
        return -1;
    seconds = row->threads > 1 ? clock_wall() - wall : clock_user() - user;
    row->rate[round] = (double)row->cycles / seconds;
    row->packets[round] = (double)(fabric_stats(row->fabric).delivered - delivered) / seconds;
    return 0;
}

static int by_value(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;

    return (x > y) - (x < y);
}

double bench_median(const double *values, int count)
{
    double sorted[MAX_ROUNDS];

    memcpy(sorted, values, sizeof *values * (size_t)count);
    qsort(sorted, (size_t)count, sizeof *sorted, by_value);
    return count % 2 ? sorted[count / 2] : 0.5 * (sorted[count / 2 - 1] + sorted[count / 2]);
}

void bench_print_times(double now, double before)
{
    if (now > 0 && before > 0)
        printf("  %6.2f times\n", now / before);
    else
        printf("\n");
}

/* Lockstep against the RTL alone, round by round. */
static double slowdown(int rounds)
{
    double ratio[MAX_ROUNDS];

    for (int i = 0; i < rounds; i++)
        ratio[i] = rows[ROW_RTL].rate[i] / rows[ROW_LOCKSTEP].rate[i] - 1;
    return bench_median(ratio, rounds);
}

/* One size only. */
static int run_size(const struct options *o)
{
    json_t *results = o->fabric.router->measure(o->fabric, o->rounds);

    if (!results)
        return CLI_EXIT_BAD_INPUT;
    if (!cli_is_standard_output(o->json) && o->fabric.threads)
        bench_threads_print(results);
    else if (!cli_is_standard_output(o->json))
        bench_size_print(results, o->before);
    if (o->json)
        return cli_write_json("bench", o->json, results);
    json_decref(results);
    return 0;
}

/* @param scale  the table of sizes, and of virtual-channel routers; the references are taken over */
static int report(const struct options *o, json_t *scale, json_t *vcr)
{
    json_t *json = json_object();

    if (!cli_is_standard_output(o->json)) {
        printf("8x8, wk-mixture, median of %d rounds (user time on one thread, wall time on two)\n", o->rounds);
        for (int i = 0; i < ROWS; i++) {
            double rate = bench_median(rows[i].rate, o->rounds);
            printf("  %-39s %9.1f k fabric-cycles/s  %8.2f M switch-cycles/s  %7.2f k packets/s", rows[i].name,
                   rate / 1e3, rate * NODES / 1e6, bench_median(rows[i].packets, o->rounds) / 1e3);
            bench_print_times(rate, json_real_value(json_object_get(o->before, rows[i].key)));
        }
        printf("  %-39s %8.1f %%\n", "lockstep slower than RTL alone by", 100 * slowdown(o->rounds));
        bench_scale_print(scale, json_object_get(o->before, "scale"));
        bench_vcr_print(vcr, json_object_get(o->before, "vcr"));
    }
    for (int i = 0; i < ROWS; i++)
        json_object_set_new(json, rows[i].key, json_real(bench_median(rows[i].rate, o->rounds)));
    json_object_set_new(json, "lockstep_slowdown", json_real(slowdown(o->rounds)));
    json_object_set_new(json, "scale", scale);
    json_object_set_new(json, "vcr", vcr);
    if (o->json)
        return cli_write_json("bench", o->json, json);
    json_decref(json);
    return 0;
}

/* The results of another run. @return 0, or CLI_EXIT_BAD_INPUT after saying why */
static int read_before(struct options *o)
{
    char error[256];

    if (!o->against)
        return 0;
    o->before = json_file_read(o->against, JSON_FILE_MOST, 0, error, sizeof error);
    if (!o->before)
        return cli_bad("bench", "%s", error);
    return json_is_object(o->before) ? 0 : cli_bad("bench", "%s: not written by fedx bench --json", o->against);
}

static int run_ranks(const struct options *o, int argc, char **argv)
{
    const struct bench_ranks asked = {.rounds = o->rounds, .json = o->json, .first = o->first ? o->first : argc};

    if (o->object || o->against || o->fabric.size || o->fabric.near || o->fabric.latency || o->fabric.threads ||
        o->fabric.router != routers)
        return cli_bad("bench", "with --ranks the options of the fabric go behind --, and are those of fedx run");
    return bench_ranks(argc, argv, &asked);
}

/* All rows. */
static int run_table(const struct options *o)
{
    const char *error = NULL;
    char text[512];
    json_t *scale = NULL;
    int status = 0;
    const struct node_ops *rtl = fedx_node_open(o->object, text, sizeof text);

    if (!rtl)
        return cli_bad("bench", "%s", text);
    if (kind_registers_shown(&fedx_kind, rtl) < fedx_reg_count)
        return cli_bad("bench", "%s does not show all named registers: fedx run --lockstep takes it", o->object);
    struct topology *topology = topology_create(&topology_xmesh, 8, 8, &error);
    for (int i = 0; i < ROWS && topology && status == 0; i++)
        status = build(&rows[i], topology, rtl);
    for (int round = 0; round < o->rounds && topology && status == 0; round++)
        for (int i = 0; i < ROWS && status == 0; i++)
            status = measure(&rows[i], round);
    if (!topology || status != 0)
        status = cli_bad("bench", "out of memory or threads");
    for (int i = 0; i < ROWS; i++) {
        fabric_destroy(rows[i].fabric);
        free(rows[i].nodes);
    }
    topology_destroy(topology);
    /* With the processor to itself, after the others are gone. */
    if (status == 0 && (status = bench_scale(o->rounds, &scale)) == 0)
        return report(o, scale, bench_vcr(o->rounds));
    json_decref(scale);
    return status;
}

int bench_main(int argc, char **argv)
{
    struct options o = {.rounds = 5, .fabric = {.router = routers}};
    int status = 0;

    cli_parse(&argp, argc, argv, &o);
    if (o.ranks)
        return run_ranks(&o, argc, argv);
    const struct instance *instance = instance_for(bench_buffers(o.fabric), 0);
    if (instance->buffers != FEDX_BUFFERS)
        return instance_run(instance, "bench", argc, argv);
    if ((status = cli_check_output("bench", o.json)))
        return status;
    if ((o.fabric.near || o.fabric.latency || o.fabric.threads) && !o.fabric.size)
        return cli_bad("bench", "%s goes with --size",
                       o.fabric.near      ? "--near"
                       : o.fabric.latency ? "--latency"
                                          : "--threads");
    if (o.fabric.router != routers && (!o.fabric.threads || o.fabric.near))
        return cli_bad("bench", "--router %s goes with --threads, and without --near", o.fabric.router->kind->name);
    if (o.against && o.fabric.threads)
        return cli_bad("bench", "--against does not go with --threads");
    if ((status = read_before(&o)))
        return status;
    status = o.fabric.size ? run_size(&o) : run_table(&o);
    json_decref(o.before);
    return status;
}
