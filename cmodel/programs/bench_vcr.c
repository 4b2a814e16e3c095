/* SPDX-License-Identifier: Apache-2.0
 *
 * fedx bench: fabrics of virtual-channel routers, a row each: builds and topologies as studies and designs use them, on
 * the engine that runs them.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../base/clock.h"
#include "../engine/engine.h"
#include "../scenario/scenario_kind.h"
#include "../traffic/workload.h"
#include "../vcr/kind/vcr_kind.h"
#include "../vcr/kind/vcr_settings.h"
#include "bench_main.h"
#include "cli.h"

enum { WARMUP = 2000, MOST_ROUTERS = 256, MOST_DIAMETER = 127 };

/* A row of the table: a fabric that keeps running from round to round. */
struct row {
    const char *name, *key;
    const struct router_kind *kind;
    const struct vcr_parameters *shape;
    const struct topology_kind *topology;
    int rows, cols, rtl;
    double load;
    uint64_t cycles; /* a round */
};

static const struct row rows[] = {
    {"vcr, 8 x 8 mesh, cycle engine, load 0.25", "vcr_mesh_cycle", &vcr_kind_noc, &vcr_parameters_noc, &topology_mesh,
     8, 8, 0, 0.25, 4000},
    {"vcr, 8 x 8 torus, cycle engine, load 0.3", "vcr_torus_cycle", &vcr_kind_noc, &vcr_parameters_noc, &topology_torus,
     8, 8, 0, 0.3, 4000},
    {"vcr, 8 x 8 mesh, RTL, load 0.25", "vcr_mesh_rtl", &vcr_kind_noc, &vcr_parameters_noc, &topology_mesh, 8, 8, 1,
     0.25, 2000},
    {"vcr-mesh, 16 x 16 torus, event engine, 0.35", "vcr_torus_event", &vcr_kind_mesh, &vcr_parameters_mesh,
     &topology_torus, 16, 16, 0, 0.35, 10000},
    {"vcr-mesh, 16 x 16 mesh, event engine, 0.22", "vcr_mesh_event", &vcr_kind_mesh, &vcr_parameters_mesh,
     &topology_mesh, 16, 16, 0, 0.22, 10000},
    {"vcr-tree, 4-ary 3-tree, event engine, 0.5", "vcr_tree_event", &vcr_kind_tree, &vcr_parameters_tree,
     &topology_tree, 4, 3, 0, 0.5, 40000},
};
enum { ROWS = sizeof rows / sizeof rows[0] };

/* A fabric, and what it runs on. */
struct run {
    struct topology *topology;
    struct vcr_settings settings;
    const struct node_ops *nodes[MOST_ROUTERS];
    const struct engine_ops *engine;
    struct fabric *fabric;
};

/* @return 0, or -1 when it cannot be had: out of memory, or the RTL was not built */
static int build(const struct row *row, struct run *run)
{
    const char *error = "";
    char text[256];
    const struct node_ops *ops =
        row->rtl ? row->kind->parts->scenario->open(row->kind, NULL, text, sizeof text) : row->kind->model;

    memset(run, 0, sizeof *run);
    run->topology = ops ? topology_create(row->topology, row->rows, row->cols, &error) : NULL;
    if (!run->topology)
        return -1;
    topology_attach(run->topology, row->kind->endpoint_port, 1);
    vcr_settings_usual(row->shape, row->topology, &run->settings);
    for (int n = 0; n < run->topology->nodes; n++)
        run->nodes[n] = ops;
    int event = !row->rtl && !row->kind->parts->event->outside(row->kind, &run->settings);
    struct fabric_config config = {
        .topology = run->topology,
        .kind = row->kind,
        .settings = &run->settings,
        .nodes = event ? NULL : run->nodes,
        .endpoint = {.workload = workload_find("single"), .load = row->load, .adaptive = 1, .seed = 1},
    };
    run->engine = event ? row->kind->parts->event->ops : &engine_cycle;
    run->fabric = fabric_create(&config);
    return run->fabric ? run->engine->run(run->fabric, WARMUP, 1, NULL, NULL, 1) : -1;
}

/* Router-cycles a second, the median of so many rounds; 0: it cannot be had. */
static double measure(const struct row *row, int rounds)
{
    double rate[BENCH_MAX_ROUNDS], median = 0;
    struct run run;

    if (build(row, &run) == 0) {
        for (int i = 0; i < rounds; i++) {
            double user = clock_user();
            run.engine->run(run.fabric, row->cycles, 1, NULL, NULL, 1);
            rate[i] = (double)row->cycles * fabric_nodes(run.fabric) / (clock_user() - user);
        }
        median = bench_median(rate, rounds);
    }
    fabric_destroy(run.fabric);
    topology_destroy(run.topology);
    return median;
}

/* Half of what the links in the middle of a mesh can carry. */
struct fabric *bench_vcr_create(struct bench_fabric fabric, struct bench_parts *parts)
{
    struct vcr_settings settings;

    parts->load = 2.0 / fabric.size;
    vcr_settings_usual(&vcr_parameters_mesh, &topology_mesh, &settings);
    settings.latency = (uint8_t)fabric.latency;
    return fabric_create(&(struct fabric_config){
        .topology = parts->topology,
        .kind = &vcr_kind_mesh,
        .settings = &settings,
        .endpoint = {.workload = workload_find("single"), .load = parts->load, .adaptive = 1, .seed = 1},
    });
}

json_t *bench_vcr_threads(struct bench_fabric fabric, int rounds)
{
    const char *error = NULL;
    struct topology *t = topology_create(&topology_mesh, fabric.size, fabric.size, &error);
    json_t *results = NULL;

    if (t && t->diameter > MOST_DIAMETER)
        error = "with virtual-channel routers a diameter is 127 at most";
    if (t && !error) {
        topology_attach(t, vcr_kind_mesh.endpoint_port, 1);
        results = bench_threads(t, fabric, rounds);
        error = results ? NULL : "out of memory or threads";
    }
    if (error)
        cli_bad("bench", "%d x %d: %s", fabric.size, fabric.size, error);
    topology_destroy(t);
    return results;
}

json_t *bench_vcr(int rounds)
{
    json_t *table = json_object();

    for (int i = 0; i < ROWS; i++)
        json_object_set_new(table, rows[i].key, json_real(measure(&rows[i], rounds)));
    return table;
}

void bench_vcr_print(json_t *table, json_t *before)
{
    printf("virtual-channel routers, packets of 16 flits\n");
    for (int i = 0; i < ROWS; i++) {
        double rate = json_real_value(json_object_get(table, rows[i].key));
        if (rate > 0)
            printf("  %-45s %8.2f ns a router-cycle  %8.2f M router-cycles/s", rows[i].name, 1e9 / rate, rate / 1e6);
        else
            printf("  %-45s not built here", rows[i].name);
        bench_print_times(rate, json_real_value(json_object_get(before, rows[i].key)));
    }
}
