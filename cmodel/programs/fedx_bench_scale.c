/* SPDX-License-Identifier: Apache-2.0
 *
 * fedx bench, the part on scale: what a switch-cycle and a node cost from 4 x 4 to
 * 128 x 128, with the event engine.
 *
 * The load of the links is the same in all sizes: a packet takes more hops in a
 * larger fabric, so the density u goes down as the mean distance goes up.
 */
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#include "../base/clock.h"
#include "../base/process.h"
#include "../base/share.h"
#include "../engine/engine.h"
#include "../fedx/speed/fedx_engine_event.h"
#include "../scenario/setup.h"
#include "../fedx/bench/fedx_keys.h"
#include "../fedx/kind/fedx_kind.h"
#include "fedx_bench.h"
#include "fedx_cli.h"

/* The density of the smallest fabric, and the switch-cycles of the warm-up and of a round. */
static const double smallest_load = 0.7;
enum { SMALLEST = 4, WARMUP_CYCLES = 20000, ROUND_SWITCH_CYCLES = 1 << 26 };

static const int sizes[] = {SMALLEST, 8, 16, 32, 64, 128};
enum { SIZES = sizeof sizes / sizeof sizes[0] };

static double mean_distance(int size)
{
    const char *error;
    struct topology *t = topology_create(&topology_xmesh, size, size, &error);
    double mean = t ? t->mean_distance : 0;

    topology_destroy(t);
    return mean;
}

/* Nanoseconds a switch-cycle, one value a round. */
static int measure(struct fabric *f, int rounds, double *cost)
{
    uint64_t cycles = ROUND_SWITCH_CYCLES / (uint64_t)fabric_nodes(f);

    if (fedx_engine_event.run(f, WARMUP_CYCLES, 1, NULL, NULL, 1) != 0)
        return -1;
    for (int i = 0; i < rounds; i++) {
        double start = clock_user();
        if (fedx_engine_event.run(f, cycles, 1, NULL, NULL, 1) != 0)
            return -1;
        cost[i] = 1e9 * (clock_user() - start) / (double)cycles / fabric_nodes(f);
    }
    return 0;
}

static long most_memory(void)
{
    struct rusage usage;

    getrusage(RUSAGE_SELF, &usage);
    return usage.ru_maxrss * 1024;
}

static json_t *measure_topology(const struct topology *t, int rounds)
{
    int buffers = topology_buffers(t);
    double cost[FEDX_BENCH_MAX_ROUNDS];
    struct scenario defaults;

    scenario_defaults(&defaults);
    struct fedx_settings settings = fedx_keys_settings(&defaults);
    struct fabric_config config = {
        .topology = t,
        .kind = &fedx_kind,
        .settings = &settings,
        .endpoint = {.workload = workload_find("wk-mixture"), .adaptive = 1, .seed = 1},
    };
    struct fabric *f;
    int status;

    config.endpoint.load = smallest_load * mean_distance(SMALLEST) / t->mean_distance;
    if (settings.buffers < buffers)
        settings.buffers = buffers;
    f = fabric_create(&config);
    status = f ? measure(f, rounds, cost) : -1;
    fabric_destroy(f);
    if (status != 0)
        return NULL;
    return json_pack("{s:i, s:i, s:i, s:f, s:f, s:I}", "size", t->rows, "nodes", t->nodes, "buffers",
                     settings.buffers, "load", config.endpoint.load, "ns_per_switch_cycle",
                     fedx_bench_median(cost, rounds), "memory_bytes", (json_int_t)most_memory());
}

int fedx_bench_buffers(int size)
{
    const char *error;
    struct topology *t = topology_create(&topology_xmesh, size, size, &error);
    int buffers = t ? topology_buffers(t) : 0;

    topology_destroy(t);
    return buffers;
}

json_t *fedx_bench_size(int size, int rounds)
{
    const char *error;
    struct topology *t = topology_create(&topology_xmesh, size, size, &error);
    json_t *results = NULL;

    if (!t)
        fedx_cli_bad("bench", "%d x %d: %s", size, size, error);
    else if (!(results = measure_topology(t, rounds)))
        fedx_cli_bad("bench", "out of memory");
    topology_destroy(t);
    return results;
}

static double number(json_t *row, const char *key)
{
    return json_number_value(json_object_get(row, key));
}

static void print_row(json_t *row)
{
    double cost = number(row, "ns_per_switch_cycle");

    printf("  %4.0f x %-4.0f %7.0f  %6.4f  %8.2f ns  %8.1f M/s", number(row, "size"), number(row, "size"),
           number(row, "buffers"), number(row, "load"), cost, 1e3 / cost);
}

static void print_head(void)
{
    printf("event engine, wk-mixture, the same load of the links in every size\n"
           "  size        buffers     u     switch-cycle  switch-cycles");
}

void fedx_bench_size_print(json_t *results)
{
    print_head();
    printf("\n");
    print_row(results);
    printf("\n");
}

/* In a process of its own. @param instance  for so many buffers */
static json_t *measure_apart(int instance, int size, int rounds)
{
    struct arguments a = {0};
    char path[PATH_MAX];
    json_t *results;
    pid_t process;
    FILE *pipe;

    if (share_beside("fedx", path) != 0)
        return NULL;
    arguments_add(&a, "%s", path);
    arguments_add(&a, "--instance");
    arguments_add(&a, "%d", instance);
    arguments_split(&a, "bench --json - --size");
    arguments_add(&a, "%d", size);
    arguments_add(&a, "--rounds");
    arguments_add(&a, "%d", rounds);
    pipe = process_read(&a, &process);
    arguments_free(&a);
    if (!pipe)
        return NULL;
    results = json_loadf(pipe, 0, NULL);
    fclose(pipe);
    if (process_wait(process) == 0 && results)
        return results;
    json_decref(results);
    return NULL;
}

/* What the larger fabric has more than the smallest, by node. */
static void add_comparison(json_t *row, json_t *smallest)
{
    double more = number(row, "memory_bytes") - number(smallest, "memory_bytes");
    double nodes = number(row, "nodes") - number(smallest, "nodes");

    json_object_set_new(row, "cost_to_smallest",
                        json_real(number(row, "ns_per_switch_cycle") / number(smallest, "ns_per_switch_cycle")));
    if (nodes > 0)
        json_object_set_new(row, "memory_bytes_per_node", json_real(more / nodes));
}

int fedx_bench_scale(int rounds, json_t **table)
{
    *table = json_array();
    for (int i = 0; i < SIZES; i++) {
        json_t *row = measure_apart(FEDX_WIDE_BUFFERS, sizes[i], rounds), *standard = NULL;
        if (!row || json_array_append_new(*table, row) != 0)
            return fedx_cli_bad("bench", "cannot measure a %d x %d in a process of its own", sizes[i], sizes[i]);
        add_comparison(row, json_array_get(*table, 0));
        if (sizes[i] <= 8 && (standard = measure_apart(FEDX_STANDARD_BUFFERS, sizes[i], rounds)))
            json_object_set(row, "ns_per_switch_cycle_standard", json_object_get(standard, "ns_per_switch_cycle"));
        json_decref(standard);
    }
    return 0;
}

void fedx_bench_scale_print(json_t *table)
{
    json_t *row;
    size_t i;

    print_head();
    printf("  to 4 x 4  memory a node  with ten buffers\n");
    json_array_foreach(table, i, row) {
        double memory = number(row, "memory_bytes_per_node"), standard = number(row, "ns_per_switch_cycle_standard");
        print_row(row);
        printf("  %8.2f", number(row, "cost_to_smallest"));
        /* A page or two of a small fabric say nothing about a node. */
        if (number(row, "nodes") >= 1024)
            printf("  %10.1f KB", memory / 1024);
        else if (standard > 0)
            printf("  %13s  %8.2f ns", "", standard);
        printf("\n");
    }
}
