/* SPDX-License-Identifier: Apache-2.0
 *
 * Text that people write: configurations, experiments, faults, mapping files,
 * traces, and lists of nodes and links as options have them.
 */
#include <stdlib.h>
#include <string.h>

#include "../../cmodel/run/hot_spots.h"
#include "../../cmodel/fedx/kind/fedx_faults.h"
#include "../../cmodel/base/lines.h"
#include "../../cmodel/topology/select.h"
#include "../../cmodel/traffic/trace.h"
#include "../../cmodel/experiment/experiment.h"
#include "../../cmodel/dut/dut_map.h"
#include "../../cmodel/blackbox/description/blackbox.h"
#include "../../cmodel/fedx/kind/fedx_kind.h"
#include "fuzz.h"

enum { ROWS = 4, COLS = 4, NODES = ROWS * COLS, CYCLES = 100000 };

const char *const fuzz_yaml_words[] = {"&a ",         "*a",      "<<: ", "- ",       "? ",    ": ",     "[",
                                       "]",           "{",       "}",    "|\n",      "---\n", "...\n",  "%TAG ! x\n",
                                       "# ",          "\"\\0\"", "''",   "null",     "\n  ",  "!!str ", ">-\n",
                                       "\"\\u2028\"", "\t",      "\r\n", "\xc2\x85", NULL};

int fuzz_copy(const char *path, FILE *out)
{
    FILE *in = fopen(path, "r");
    int c;

    if (!in)
        return -1;
    while ((c = getc(in)) != EOF)
        putc(c, out);
    return fclose(in);
}

/* Configurations */

static int seed_config(int number, FILE *out)
{
    static const char *const set[][4] = {
        {"fabric.rows=4", "traffic.load=0.25", "output.json=a b.json", "traffic.alpha=2.5"},
        {"traffic.hot_spots=random:3:1", "traffic.hot_senders=0.3", "traffic.hot_load=backlog",
         "fabric.lockstep=0,3,5-9"},
        {"fault.faults=random:1e-4", "fabric.dead_links=5:2,17:0", "run.cycles=70000", "run.digest=true"},
    };
    struct scenario s;
    char error[SCENARIO_ERROR];

    if (number > 2)
        return -1;
    scenario_defaults(&s);
    for (int i = 0; i < 4; i++)
        scenario_assign(&s, set[number][i], error, sizeof error);
    scenario_print(&s, out);
    return 0;
}

static int read_config(const char *path, char *error, size_t size)
{
    struct scenario s;

    scenario_defaults(&s);
    if (scenario_load(&s, path, error, size) != 0)
        return -1;
    return scenario_check(&s, error, size);
}

/* Experiments */

/* As figure-01, of a hundredth of the points: each is checked. */
static const char placed[] =
    "title: t\npaper: figure 1\ny: independent.message_latency.mean_cycles\ny_label: cycles\nlog: true\n"
    "x: traffic.load\nvalues: [0.1, 1.0]\nseeds: 10\nplacements: 2\n"
    "base:\n  - traffic.workload=wk1-5\n  - run.cycles=200000\ncurves:\n  - name: one\n"
    "    set: [flow.backpressure=none, \"traffic.hot_spots=random:3:{placement}\"]\n  - name: two\n"
    "    only: [0.1]\n    set: [\"traffic.hot_spots=random:3:{placement}\", traffic.hot_load=0]\n";

static int seed_experiment(int number, FILE *out)
{
    static const char *const names[] = {"buffer-limit", "deadlock"};
    char path[512];

    if (number == 2)
        return fprintf(out, "%s", placed) < 0;
    if (number > 2)
        return -1;
    snprintf(path, sizeof path, FUZZ_SOURCE "/experiments/%s.yaml", names[number]);
    return fuzz_copy(path, out);
}

static int read_experiment(const char *path, char *error, size_t size)
{
    struct experiment *e;
    int status = experiment_load(path, NULL, 0, &e, error, size);

    if (status == 0)
        experiment_free(e);
    return status;
}

/* Faults */

static int seed_faults(int number, FILE *out)
{
    struct fault fault = {.cycle = 700, .length = 3, .node = 5, .bits = 8};

    if (number > 0)
        return -1;
    fprintf(out, "faults:\n");
    for (uint8_t kind = 0; kind < FAULT_KINDS; kind++)
        for (uint8_t wire = 0; wire < FEDX_FAULT_WIRES; wire += 2) {
            fault.kind = kind;
            fault.wire = wire;
            fault.end = wire;
            fault_print(&fedx_kind, &fault, out);
        }
    return 0;
}

static int read_faults(const char *path, char *error, size_t size)
{
    static struct topology *t;
    struct fault_plan plan = {0};

    const char *reason;

    if (!t)
        t = topology_create(topology_find("xmesh"), ROWS, COLS, &reason);
    int status = t ? fault_read(&plan, path, &fedx_kind, t, CYCLES, error, size) : -1;
    fault_finish(&plan);
    return status;
}

/* Mapping files */

static int seed_map(int number, FILE *out)
{
    return number == 0 ? fuzz_copy(FUZZ_SOURCE "/examples/fedx_regs.yaml", out) : -1;
}

static int read_map(const char *path, char *error, size_t size)
{
    struct dut_map *map = dut_map_load(path, &fedx_kind, error, size);

    dut_map_free(map);
    return map ? 0 : -1;
}

/* Descriptions of routers */

static int seed_router(int number, FILE *out)
{
    static const char *const names[] = {"examples/your-router/stream_switch",
                                        "examples/your-router/mesh_router",
                                        "examples/your-router/mesh_4x4",
                                        "examples/your-router/credit_router",
                                        "examples/your-router/vc_router",
                                        "examples/your-router/yummy_router",
                                        "examples/your-router/stream_guard",
                                        "examples/your-router/stream_store",
                                        "examples/your-router/stream_sweep",
                                        "examples/your-router/lane_switch",
                                        "examples/your-router/read_switch",
                                        "tests/cases/blackbox/scopes/frames",
                                        "tests/cases/blackbox/computed/guard",
                                        "tests/cases/blackbox/sideband/pause",
                                        "tests/cases/blackbox/properties/funnel",
                                        "tests/cases/blackbox/mixed_responses/mix",
                                        "tests/cases/blackbox/computed_responses/checked",
                                        "tests/cases/blackbox/classes/counter",
                                        "tests/cases/blackbox/classic/bridge",
                                        "examples/your-router/wishbone_switch",
                                        "examples/your-router/axi_crossbar",
                                        "examples/your-router/write_switch"};
    char path[1024];

    if (number >= (int)(sizeof names / sizeof *names))
        return -1;
    snprintf(path, sizeof path, FUZZ_SOURCE "/%s.yaml", names[number]);
    return fuzz_copy(path, out);
}

static int read_router(const char *path, char *error, size_t size)
{
    struct blackbox *f = blackbox_load(path, NULL, error, size);

    blackbox_destroy(f);
    return f ? 0 : -1;
}

/* Traces */

static const char *const trace_words[] = {"#", "\n", " ", "\t", "-", "+", "0x", NULL};

static int seed_trace(int number, FILE *out)
{
    if (number > 0)
        return -1;
    fprintf(out, "# time source destination packets class id deps delay\n");
    for (int i = 0; i < 100; i++)
        fprintf(out, "%d %d %d %d\n", 17 * i, i % NODES, (3 * i + 1) % NODES, 1 + i % 255);
    for (int i = 0; i < 100; i++) {
        fprintf(out, "%d %d %d %d %d %d", 17 * (i + 100), i % NODES, (i + 1) % NODES, 1 + i % 255, i % 2, i);
        fprintf(out, i == 0 ? "\n" : " %d,%d %d\n", i - 1, i - 1, 3 * i);
    }
    return 0;
}

static int read_trace(const char *path, char *error, size_t size)
{
    struct trace *t = trace_read(path, NODES, error, size);

    trace_destroy(t);
    return t ? 0 : -1;
}

/* Lists in options, one a line */

static const char *const list_words[] = {"random:", "all", "none", ",", "-", ":", "+", " ", "\n", NULL};

static int seed_lists(int number, FILE *out)
{
    static const char *const lists[] = {"0,3,5-9", "random:7", "random:3:1", "5:2,7:0"};

    return number < 4 ? fprintf(out, "%s", lists[number]) < 0 : -1;
}

/* What no option takes is refused. */
static int read_list(void *context, char *line, char *text, size_t size)
{
    static struct topology_end links[TOPOLOGY_SELECT_LINKS];
    struct scenario *s = context;
    uint8_t chosen[NODES];
    size_t count;

    line[strcspn(line, "\n")] = 0;
    int nodes = topology_select(line, NODES, chosen) == NULL, ends = topology_select_links(line, links, &count) == NULL;
    struct traffic traffic;
    traffic_init(&traffic, ROWS, COLS);
    snprintf(s->traffic.hot_spots, sizeof s->traffic.hot_spots, "%s", line);
    int spots = hot_spots_apply(s, &traffic, text, size) == 0;
    traffic_finish(&traffic);
    snprintf(text, size, "no list");
    return nodes || ends || spots ? 0 : -1;
}

static int read_lists(const char *path, char *error, size_t size)
{
    static struct scenario s;

    scenario_defaults(&s);
    snprintf(s.traffic.hot_senders, sizeof s.traffic.hot_senders, "all");
    return lines_read(path, read_list, &s, error, size);
}

const struct fuzz_format fuzz_config = {"config", seed_config, read_config, NULL, fuzz_yaml_words, NULL};
const struct fuzz_format fuzz_experiment = {"experiment", seed_experiment, read_experiment,
                                            NULL,         fuzz_yaml_words, NULL};
const struct fuzz_format fuzz_faults = {"faults", seed_faults, read_faults, NULL, fuzz_yaml_words, NULL};
const struct fuzz_format fuzz_map = {"map", seed_map, read_map, NULL, fuzz_yaml_words, NULL};
const struct fuzz_format fuzz_router = {"router", seed_router, read_router, NULL, fuzz_yaml_words, NULL};
const struct fuzz_format fuzz_trace = {"trace", seed_trace, read_trace, NULL, trace_words, NULL};
const struct fuzz_format fuzz_lists = {"lists", seed_lists, read_lists, NULL, list_words, NULL};
