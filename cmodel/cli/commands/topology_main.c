/* SPDX-License-Identifier: Apache-2.0
 *
 * fedx topology: wirings of fabrics as files, made or looked at.
 */
#include <stdlib.h>
#include <string.h>

#include "../../base/output.h"
#include "../../base/value.h"
#include "../../config/graph_file.h"
#include "../../topology/graph_make.h"
#include "../../topology/graph_order.h"
#include "../common/cli.h"
#include "../common/cli_parse.h"

enum { KEY_SIZE = 256, KEY_ENDPOINTS, KEY_SEED, KEY_DEPTH_FIRST, KEY_OUT, ERROR = 2560 };

static const struct argp_option argp_options[] = {
    {"size", KEY_SIZE, "N[,N...]", 0, "the numbers that the size of the topology has", 0},
    {"endpoints", KEY_ENDPOINTS, "N", 0, "of each router, of a clos of each leaf (default 1)", 0},
    {"seed", KEY_SEED, "N", 0, "of a topology that is drawn (default 1)", 0},
    {"depth-first", KEY_DEPTH_FIRST, 0, 0,
     "number ports and endpoints along a spanning tree from router 0, for routers that route by ranges of endpoints",
     0},
    {"out", KEY_OUT, "FILE", 0, "write it to FILE (default: standard output)", 0},
    {0},
};

struct options {
    struct graph_size size;
    int depth_first;
    const char *what, *output; /* a topology or a file */
};

static void parse_size(struct options *o, const struct argp_state *state, const char *text)
{
    const char *at = text;
    uint64_t number;
    int more = 1;

    for (o->size.count = 0; more && o->size.count < GRAPH_SIZES; at += more) {
        if (value_digits(&at, TOPOLOGY_UNLIKE_NODES, &number) != 0)
            break;
        o->size.number[o->size.count++] = (int)number;
        more = *at == ',';
    }
    if (o->size.count == 0 || *at || more)
        argp_failure(state, CLI_EXIT_BAD_INPUT, 0, "--size %s: must be one to %d numbers up to %d such as 4,4", text,
                     GRAPH_SIZES, TOPOLOGY_UNLIKE_NODES);
}

static error_t parse(int key, char *text, struct argp_state *state)
{
    struct options *o = state->input;

    switch (key) {
    case KEY_SIZE: parse_size(o, state, text); return 0;
    case KEY_ENDPOINTS: o->size.endpoints = (int)cli_integer(state, "endpoints", text, 0, TOPOLOGY_PORTS - 1); return 0;
    case KEY_SEED: o->size.seed = (uint64_t)cli_integer(state, "seed", text, 0, INT64_MAX / 2); return 0;
    case KEY_DEPTH_FIRST: o->depth_first = 1; return 0;
    case KEY_OUT: o->output = text; return 0;
    case ARGP_KEY_ARG: cli_argument(state, text, &o->what); return 0;
    case ARGP_KEY_END:
        if (!o->what)
            argp_failure(state, CLI_EXIT_BAD_INPUT, 0, "which topology, or which file?");
        return 0;
    default: return ARGP_ERR_UNKNOWN;
    }
}

static const struct argp argp = {
    .options = argp_options,
    .parser = parse,
    .args_doc = "TOPOLOGY|FILE",
    .doc =
        "Make a topology as a file for fedx run --topology graph --graph FILE: ring, mesh, torus, hyperx (also flattened "
        "butterflies), dragonfly, clos or random. Or say what is in such a FILE, which may also be one of BookSim2's "
        "anynet (docs/reference/topologies.md).\vExamples:\n"
        "  # 9 groups of 4 routers, 2 endpoints each\n"
        "  fedx topology dragonfly --size 4,2 --endpoints 2 -o dragonfly.yaml\n"
        "  # a torus of three dimensions\n"
        "  fedx topology torus --size 4,4,4 -o torus.yaml\n"
        "  # what is it?\n"
        "  fedx topology dragonfly.yaml\n"
        "  # 20 routers with up to 4 links each\n"
        "  fedx topology random --size 20,4 --seed 7\n"
        "  # run it\n"
        "  fedx run --router vcr-mesh --topology graph --graph dragonfly.yaml\n"
        "  # with AXI4-Stream switches\n"
        "  fedx topology clos --size 4,2 --endpoints 3 --depth-first -o clos.yaml\n"
        "  fedx run --router axis-noc --topology graph --graph clos.yaml\n",
};

static int links_of(const struct topology *t)
{
    int ends = 0;

    for (int n = 0; n < t->nodes; n++)
        for (int p = 0; p < TOPOLOGY_PORTS; p++)
            ends += topology_wired(t, n, p);
    return ends / 2;
}

static int most_ports(const struct topology *t)
{
    int most = 0;

    for (int n = 0; n < t->nodes; n++)
        for (int p = most; p < TOPOLOGY_PORTS; p++)
            if (t->links[n][p].node >= 0)
                most = p + 1;
    return most;
}

/* @param start  of each line @return 0, or CLI_EXIT_BAD_INPUT */
static int describe(const struct topology_graph *graph, const char *start, FILE *out)
{
    const char *reason;
    struct topology *t = topology_create_graph(graph, NULL, 0, &reason);

    if (!t)
        return cli_bad("topology", "%s", reason);
    fprintf(out, "%s%d routers with up to %d ports, %d links, %d endpoints\n", start, t->nodes, most_ports(t),
            links_of(t), t->endpoints);
    fprintf(out, "%sdiameter %d, mean distance %.3f\n", start, t->diameter, t->mean_distance);
    topology_destroy(t);
    return 0;
}

static int write_file(const struct topology_graph *graph, const char *command, FILE *out)
{
    int status;

    fprintf(out, "# %s\n", command);
    status = describe(graph, "# ", out);
    if (status == 0)
        graph_file_write(graph, out);
    return status;
}

static int write_output(const struct topology_graph *graph, const char *command, const char *path)
{
    struct output output = {0};
    char error[ERROR];
    int status;

    if (!path || cli_is_standard_output(path))
        return write_file(graph, command, stdout);
    if (output_open(&output, path, error, sizeof error) != 0)
        return cli_bad("topology", "%s", error);
    status = write_file(graph, command, output.file);
    if (status == 0 && output_close(&output, error, sizeof error) != 0)
        status = cli_bad("topology", "%s", error);
    output_abandon(&output);
    return status;
}

static int order(struct topology_graph *graph, const struct options *o, char *reason)
{
    return o->depth_first ? graph_order_depth_first(graph, reason) : 0;
}

static int make(const struct graph_maker *maker, const struct options *o, const char *command)
{
    struct topology_graph graph;
    char reason[TOPOLOGY_GRAPH_ERROR];
    int failed = graph_make(maker, &o->size, &graph, reason) != 0 || order(&graph, o, reason) != 0;
    int status = failed ? cli_bad("topology", "%s: %s", maker->name, reason) : write_output(&graph, command, o->output);

    topology_graph_free(&graph);
    return status;
}

static int look_at(const struct options *o)
{
    struct topology_graph graph;
    char error[ERROR];
    int status;

    if (graph_file_read(o->what, &graph, error, sizeof error) != 0)
        return cli_bad("topology", "%s", error);
    if (order(&graph, o, error) != 0)
        status = cli_bad("topology", "%s: %s", o->what, error);
    else if (o->output)
        status =
            write_output(&graph, o->depth_first ? "fedx topology FILE --depth-first" : "fedx topology FILE", o->output);
    else
        status = describe(&graph, "", stdout);
    topology_graph_free(&graph);
    return status;
}

int topology_main(int argc, char **argv)
{
    struct options o = {.size = {.endpoints = 1, .seed = 1}};
    const struct graph_maker *maker;
    char *command = cli_command(argc, argv); /* parsing puts words in another order */
    int status;

    cli_parse(&argp, argc, argv, &o);
    maker = graph_maker_find(o.what);
    if (!command)
        status = cli_bad("topology", "out of memory");
    else
        status = maker ? make(maker, &o, command) : look_at(&o);
    free(command);
    return status;
}
