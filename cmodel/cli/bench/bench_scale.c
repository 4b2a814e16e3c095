/* SPDX-License-Identifier: Apache-2.0
 *
 * fedx bench, the part on scale: what a switch-cycle and a node cost from 4 x 4 to
 * 128 x 128, with the event engine.
 *
 * The load of the links is the same in all sizes: a packet takes more hops in a
 * larger fabric, so the density u goes down as the mean distance goes up. Switches need
 * more buffers, too; where packets stay near neither is so, and sizes go up to 1024 x 1024.
 */
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "../../base/clock.h"
#include "../../base/install_paths.h"
#include "../../base/platform.h"
#include "../../base/process.h"
#include "../common/cli.h"
#include "fedx/params.h"
#include "bench_main.h"

/* The density of the smallest fabric, and the switch-cycles of the warm-up and of a round. */
static const double smallest_load = 0.7;
enum { SMALLEST = 4, WARMUP_CYCLES = 20000, ROUND_SWITCH_CYCLES = 1 << 26 };
/* Where packets stay near: the density, the warm-up, and the least cycles of a round. */
static const double near_load = 0.3;
enum { NEAR_WARMUP_CYCLES = 2000, LATE_START_CYCLES = 256 };

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

/* What is measured of a fabric: the time until its first cycle is over, seconds, and nanoseconds a switch-cycle, one
 * value a round. */
struct cost {
    double set_up;
    double cycle[BENCH_MAX_ROUNDS];
};

static int run(struct session *s, uint64_t cycles)
{
    return s->engine->run(s->fabric, cycles, 1, NULL, NULL, 1);
}

/* That of the system, which clears the memory, too. */
static double processor_time(void)
{
    return (double)clock() / CLOCKS_PER_SEC;
}

/* @param begun  when its setting up did */
static int measure(struct session *s, int near, int rounds, double begun, struct cost *cost)
{
    uint64_t nodes = (uint64_t)fabric_nodes(s->fabric), cycles = ROUND_SWITCH_CYCLES / nodes;

    if (near && cycles < LATE_START_CYCLES)
        cycles = LATE_START_CYCLES;
    if (run(s, 1) != 0)
        return -1;
    cost->set_up = processor_time() - begun;
    if (run(s, near ? NEAR_WARMUP_CYCLES : WARMUP_CYCLES) != 0)
        return -1;
    for (int i = 0; i < rounds; i++) {
        double start = clock_user();
        if (run(s, cycles) != 0)
            return -1;
        cost->cycle[i] = 1e9 * (clock_user() - start) / (double)cycles / (double)nodes;
    }
    return 0;
}

int bench_size_words(const struct bench_asked *asked, struct arguments *words)
{
    const char *error;
    struct topology *t = topology_create(&topology_xmesh, asked->size, asked->size, &error);

    if (!t)
        return cli_bad("bench", "%d x %d: %s", asked->size, asked->size, error);
    arguments_split(words, "fedx --workload wk-mixture --engine event");
    arguments_add(words, "--rows=%d", asked->size);
    arguments_add(words, "--cols=%d", asked->size);
    arguments_add(words, "--latency=%d", asked->latency);
    arguments_add(words, "--load=%.17g",
                  asked->near ? near_load : smallest_load * mean_distance(SMALLEST) / t->mean_distance);
    if (asked->near)
        arguments_split(words, "--pattern near");
    else if (topology_buffers(t) > FEDX_STANDARD_BUFFERS && topology_buffers(t) <= FEDX_WIDE_BUFFERS)
        arguments_add(words, "--buffers=%d", topology_buffers(t)); /* of more the scenario says why there are none */
    topology_destroy(t);
    return 0;
}

static json_t *results(const struct session *s, const struct cost *cost, int rounds)
{
    const struct setup *setup = &s->setup;

    return json_pack("{s:i, s:i, s:i, s:f, s:f, s:f, s:I}", "size", setup->topology->rows, "nodes",
                     setup->topology->nodes, "buffers", (int)setup->scenario.fabric.buffers, "load", setup->density,
                     "set_up_seconds", cost->set_up, "ns_per_switch_cycle", bench_median(cost->cycle, rounds),
                     "memory_bytes", (json_int_t)platform_most_memory());
}

json_t *bench_size(const struct bench_asked *asked, const struct scenario *scenario)
{
    double begun = processor_time();
    char error[SCENARIO_ERROR];
    struct session session;
    struct cost cost;
    json_t *table = NULL;

    if (session_prepare(&session, scenario, error, sizeof error) != 0)
        cli_bad("bench", "%s", error);
    else if (measure(&session, asked->near, asked->rounds, begun, &cost) != 0)
        cli_bad("bench", "out of memory");
    else
        table = results(&session, &cost, asked->rounds);
    session_finish(&session);
    return table;
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

/* A cost is the inverse of a speed. */
static void print_times(json_t *row, json_t *before)
{
    bench_print_times(number(before, "ns_per_switch_cycle"), number(row, "ns_per_switch_cycle"));
}

static void print_head(void)
{
    printf("event engine, wk-mixture, the same load of the links in every size\n"
           "  size        buffers     u     switch-cycle  switch-cycles");
}

void bench_size_print(json_t *results, json_t *before)
{
    print_head();
    printf("  set up  memory\n");
    print_row(results);
    printf("  %6.2f s  %.0f MB", number(results, "set_up_seconds"), number(results, "memory_bytes") / 1e6);
    print_times(results, before);
}

/* In a process of its own. @param instance  for so many buffers */
static json_t *measure_apart(int instance, int size, int rounds)
{
    struct arguments a = {0};
    char path[PATH_MAX];
    json_t *results;
    pid_t process;
    FILE *pipe;

    if (install_path_beside("fedx", path) != 0)
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

int bench_scale(int rounds, json_t **table)
{
    *table = json_array();
    for (int i = 0; i < SIZES; i++) {
        json_t *row = measure_apart(FEDX_WIDE_BUFFERS, sizes[i], rounds), *standard = NULL;
        if (!row || json_array_append_new(*table, row) != 0)
            return cli_bad("bench", "cannot measure a %d x %d in a process of its own", sizes[i], sizes[i]);
        add_comparison(row, json_array_get(*table, 0));
        if (sizes[i] <= 8 && (standard = measure_apart(FEDX_STANDARD_BUFFERS, sizes[i], rounds)))
            json_object_set(row, "ns_per_switch_cycle_standard", json_object_get(standard, "ns_per_switch_cycle"));
        json_decref(standard);
    }
    return 0;
}

void bench_scale_print(json_t *table, json_t *before)
{
    json_t *row;
    size_t i;

    print_head();
    printf("  to 4 x 4  memory a node  with ten buffers\n");
    json_array_foreach(table, i, row)
    {
        double memory = number(row, "memory_bytes_per_node"), standard = number(row, "ns_per_switch_cycle_standard");
        print_row(row);
        printf("  %8.2f", number(row, "cost_to_smallest"));
        /* A page or two of a small fabric say nothing about a node. */
        if (number(row, "nodes") >= 1024)
            printf("  %10.1f KB", memory / 1024);
        else if (standard > 0)
            printf("  %13s  %8.2f ns", "", standard);
        print_times(row, json_array_get(before, i));
    }
}
