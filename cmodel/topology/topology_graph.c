/* SPDX-License-Identifier: Apache-2.0 */
#include "topology_graph.h"

#include <stdio.h>
#include <stdlib.h>

static const struct topology_end nowhere = {-1, 0, 0};

int topology_graph_init(struct topology_graph *graph, int routers)
{
    *graph = (struct topology_graph){.routers = routers,
                                     .far = calloc((size_t)routers, sizeof *graph->far),
                                     .occupied = calloc((size_t)routers, sizeof *graph->occupied)};
    if (!graph->far || !graph->occupied)
        return -1;
    for (int r = 0; r < routers; r++)
        for (int p = 0; p < TOPOLOGY_PORTS; p++)
            graph->far[r][p] = nowhere;
    return 0;
}

static int fail(char *reason, const char *what, struct topology_end at)
{
    snprintf(reason, TOPOLOGY_GRAPH_ERROR, "router %d port %d %s", at.node, at.port, what);
    return -1;
}

/* Whether there is such a port, and nothing at it. */
static int check_free(const struct topology_graph *graph, struct topology_end at, char *reason)
{
    if (at.node < 0 || at.node >= graph->routers || at.port < 0 || at.port >= TOPOLOGY_PORTS) {
        snprintf(reason, TOPOLOGY_GRAPH_ERROR, "router %d port %d is none of routers 0 to %d with ports 0 to %d",
                 at.node, at.port, graph->routers - 1, TOPOLOGY_PORTS - 1);
        return -1;
    }
    if (graph->far[at.node][at.port].node >= 0)
        return fail(reason, "has a link already", at);
    return graph->occupied[at.node] >> at.port & 1 ? fail(reason, "has an endpoint already", at) : 0;
}

int topology_graph_link(struct topology_graph *graph, struct topology_end at, struct topology_end to, char *reason)
{
    if (check_free(graph, at, reason) != 0 || check_free(graph, to, reason) != 0)
        return -1;
    if (at.node == to.node)
        return fail(reason, "would be linked to its own router", at);
    if (to.latency < 0 || to.latency > TOPOLOGY_LATENCY) {
        snprintf(reason, TOPOLOGY_GRAPH_ERROR, "a latency of %d is none of 0 to %d extra cycles", to.latency,
                 TOPOLOGY_LATENCY);
        return -1;
    }
    at.latency = to.latency;
    graph->far[at.node][at.port] = to;
    graph->far[to.node][to.port] = at;
    graph->occupied[at.node] |= (uint16_t)(1u << at.port);
    graph->occupied[to.node] |= (uint16_t)(1u << to.port);
    return 0;
}

int topology_graph_attach(struct topology_graph *graph, struct topology_end at, char *reason)
{
    struct topology_end *attached;

    if (check_free(graph, at, reason) != 0)
        return -1;
    attached = realloc(graph->attached, (size_t)(graph->endpoints + 1) * sizeof *attached);
    if (!attached) {
        snprintf(reason, TOPOLOGY_GRAPH_ERROR, "out of memory");
        return -1;
    }
    graph->attached = attached;
    graph->attached[graph->endpoints++] = at;
    graph->occupied[at.node] |= (uint16_t)(1u << at.port);
    return 0;
}

int topology_graph_free_port(const struct topology_graph *graph, int router)
{
    unsigned left = ~(unsigned)graph->occupied[router] & ((1u << TOPOLOGY_PORTS) - 1);

    return left ? __builtin_ctz(left) : TOPOLOGY_PORTS;
}

void topology_graph_free(struct topology_graph *graph)
{
    free(graph->far);
    free(graph->attached);
    free(graph->occupied);
    *graph = (struct topology_graph){0};
}

/* The kind ------------------------------------------------------------------------------------------------------- */

static const char *check(int rows, int cols)
{
    (void)rows;
    (void)cols;
    return "its wiring is that of a file";
}

static struct topology_end neighbour(const struct topology *t, int node, int port)
{
    return t->graph->far[node][port];
}

static struct topology_end attached(const struct topology *t, int endpoint)
{
    if (t->graph->endpoints)
        return t->graph->attached[endpoint];
    return (struct topology_end){endpoint, (int16_t)topology_graph_free_port(t->graph, endpoint), 0};
}

/* Levels of the spanning tree are rows. */
static struct topology_place drawn(const struct topology *t, int node)
{
    return t->branch[node].place;
}

const struct topology_kind topology_any = {
    .name = "graph",
    .summary = "any wiring, from a file",
    .given = 1,
    .links = TOPOLOGY_PORTS,
    .check = check,
    .neighbour = neighbour,
    .attached = attached,
    .drawn = drawn,
};
