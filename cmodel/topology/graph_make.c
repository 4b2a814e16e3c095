/* SPDX-License-Identifier: Apache-2.0
 *
 * See graph_make.h. A router has its links at the lowest ports, in the order in which they are made, and its endpoints
 * behind them.
 */
#include "graph_make.h"

#include <stdio.h>
#include <string.h>

#include "fedx/rng.h"

/* Link two routers by the lowest ports that are free. */
static int join(struct topology_graph *graph, int a, int b, char *reason)
{
    struct topology_end at = {a, (int16_t)topology_graph_free_port(graph, a), 0},
                        to = {b, (int16_t)topology_graph_free_port(graph, b), 0};

    if (at.port < TOPOLOGY_PORTS && to.port < TOPOLOGY_PORTS)
        return topology_graph_link(graph, at, to, reason);
    snprintf(reason, TOPOLOGY_GRAPH_ERROR, "router %d needs more than %d ports",
             at.port < TOPOLOGY_PORTS ? to.node : at.node, TOPOLOGY_PORTS);
    return -1;
}

/* Sizes that are products: routers are numbered with the last number running fastest. */
static int64_t product(const struct graph_size *size)
{
    int64_t routers = 1;

    for (int i = 0; i < size->count && routers <= TOPOLOGY_UNLIKE_NODES; i++)
        routers *= size->number[i];
    return routers;
}

/* By how much the number of a router grows from one to the next in a dimension. */
static int stride(const struct graph_size *size, int dimension)
{
    int routers = 1;

    for (int i = dimension + 1; i < size->count; i++)
        routers *= size->number[i];
    return routers;
}

/* Each router in a dimension to the next ones, up to `reach` of them; with `round` past the end, too. */
static int link_dimension(struct topology_graph *graph, const struct graph_size *size, int dimension, int reach,
                          int round, char *reason)
{
    const int step = stride(size, dimension), length = size->number[dimension];

    for (int r = 0; r < graph->routers; r++) {
        int at = r / step % length;
        for (int k = 1; k <= reach && (at + k < length || (round && k < length)); k++)
            if (join(graph, r, r + ((at + k) % length - at) * step, reason) != 0)
                return -1;
    }
    return 0;
}

/* The last dimension first, as in the topologies with rows and columns: routes by the lowest ports are in dimension
 * order. */
static int link_grid(struct topology_graph *graph, const struct graph_size *size, int reach, int round, char *reason)
{
    int status = 0;

    for (int d = size->count - 1; d >= 0 && status == 0; d--)
        status = link_dimension(graph, size, d, reach, round, reason);
    return status;
}

static int link_mesh(struct topology_graph *graph, const struct graph_size *size, char *reason)
{
    return link_grid(graph, size, 1, 0, reason);
}

static int link_torus(struct topology_graph *graph, const struct graph_size *size, char *reason)
{
    return link_grid(graph, size, 1, 1, reason);
}

/* All routers that differ in one number alone. */
static int link_hyperx(struct topology_graph *graph, const struct graph_size *size, char *reason)
{
    return link_grid(graph, size, TOPOLOGY_UNLIKE_NODES, 0, reason);
}

/* A routers in a group, all linked to each other, with H links to other groups each; one link between two groups. */
static int64_t dragonfly_routers(const struct graph_size *size)
{
    return (int64_t)size->number[0] * ((int64_t)size->number[0] * size->number[1] + 1);
}

static int link_dragonfly(struct topology_graph *graph, const struct graph_size *size, char *reason)
{
    const int a = size->number[0], h = size->number[1], groups = a * h + 1;

    for (int g = 0; g < groups; g++)
        for (int i = 0; i < a; i++)
            for (int k = i + 1; k < a; k++)
                if (join(graph, g * a + i, g * a + k, reason) != 0)
                    return -1;
    for (int g = 0; g < groups; g++)
        for (int other = g + 1; other < groups; other++)
            if (join(graph, g * a + (other - g - 1) / h, other * a + (groups - 1 - (other - g)) / h, reason) != 0)
                return -1;
    return 0;
}

static int64_t clos_routers(const struct graph_size *size)
{
    return (int64_t)size->number[0] + size->number[1];
}

static int link_clos(struct topology_graph *graph, const struct graph_size *size, char *reason)
{
    for (int leaf = 0; leaf < size->number[0]; leaf++)
        for (int spine = 0; spine < size->number[1]; spine++)
            if (join(graph, leaf, size->number[0] + spine, reason) != 0)
                return -1;
    return 0;
}

static int64_t first(const struct graph_size *size)
{
    return size->number[0];
}

static int degree_of(const struct topology_graph *graph, int router)
{
    return __builtin_popcount(graph->occupied[router]);
}

static int is_linked(const struct topology_graph *graph, int a, int b)
{
    for (int p = 0; p < TOPOLOGY_PORTS; p++)
        if (graph->far[a][p].node == b)
            return 1;
    return 0;
}

/* A tree that is drawn, so that all can be reached, then links between any two, until few have ports left. */
static int link_random(struct topology_graph *graph, const struct graph_size *size, char *reason)
{
    const int degree = size->number[1], routers = graph->routers, tries = 4 * routers * degree;
    struct rng random = {size->seed * 2 + 1};

    for (int r = 1; r < routers; r++) {
        int other = (int)(rng_next(&random) % (uint64_t)r);
        while (degree_of(graph, other) >= degree)
            other = (other + 1) % r;
        if (join(graph, r, other, reason) != 0)
            return -1;
    }
    for (int i = 0; i < tries; i++) {
        int a = (int)(rng_next(&random) % (uint64_t)routers), b = (int)(rng_next(&random) % (uint64_t)routers);
        if (a != b && degree_of(graph, a) < degree && degree_of(graph, b) < degree && !is_linked(graph, a, b) &&
            join(graph, a, b, reason) != 0)
            return -1;
    }
    return 0;
}

const struct graph_maker graph_makers[] = {
    {"ring", "N", "N routers in a circle", 1, 1, 3, product, link_torus, 0},
    {"mesh", "X,Y,Z", "a mesh of 1 to 4 dimensions", 1, GRAPH_SIZES, 1, product, link_mesh, 0},
    {"torus", "X,Y,Z", "a torus of 1 to 4 dimensions", 1, GRAPH_SIZES, 2, product, link_torus, 0},
    {"hyperx", "X,Y", "HyperX, or flattened butterfly: links to all in the same row, in 1 to 4 dimensions", 1,
     GRAPH_SIZES, 1, product, link_hyperx, 0},
    {"dragonfly", "A,H", "groups of A routers, each with H links to other groups; one link between two groups", 2, 2, 1,
     dragonfly_routers, link_dragonfly, 0},
    {"clos", "LEAVES,SPINES", "folded Clos: each leaf has a link to each spine, and the endpoints", 2, 2, 1,
     clos_routers, link_clos, 1},
    {"random", "N,LINKS", "N routers with up to LINKS links each, drawn", 2, 2, 2, first, link_random, 0},
    {0}};

const struct graph_maker *graph_maker_find(const char *name)
{
    for (const struct graph_maker *m = graph_makers; m->name; m++)
        if (strcmp(m->name, name) == 0)
            return m;
    return NULL;
}

static int check_size(const struct graph_maker *maker, const struct graph_size *size, char *reason)
{
    if (size->count < maker->least || size->count > maker->most) {
        snprintf(reason, TOPOLOGY_GRAPH_ERROR, "the size of a %s is %s", maker->name, maker->size);
        return -1;
    }
    for (int i = 0; i < size->count; i++)
        if (size->number[i] < maker->floor) {
            snprintf(reason, TOPOLOGY_GRAPH_ERROR, "the numbers of the size of a %s are at least %d", maker->name,
                     maker->floor);
            return -1;
        }
    if (maker->routers(size) <= TOPOLOGY_UNLIKE_NODES)
        return 0;
    snprintf(reason, TOPOLOGY_GRAPH_ERROR, "too large: a graph has at most %d routers", TOPOLOGY_UNLIKE_NODES);
    return -1;
}

static int place_endpoints(const struct graph_maker *maker, const struct graph_size *size, struct topology_graph *graph,
                           char *reason)
{
    int routers = maker->leaves ? size->number[0] : graph->routers;

    for (int e = 0; e < routers * size->endpoints; e++) {
        int router = e / size->endpoints, port = topology_graph_free_port(graph, router);
        if (port == TOPOLOGY_PORTS) {
            snprintf(reason, TOPOLOGY_GRAPH_ERROR, "router %d needs more than %d ports", router, TOPOLOGY_PORTS);
            return -1;
        }
        if (topology_graph_attach(graph, (struct topology_end){router, (int16_t)port, 0}, reason) != 0)
            return -1;
    }
    return 0;
}

int graph_make(const struct graph_maker *maker, const struct graph_size *size, struct topology_graph *graph,
               char *reason)
{
    *graph = (struct topology_graph){0};
    if (check_size(maker, size, reason) != 0)
        return -1;
    if (topology_graph_init(graph, (int)maker->routers(size)) != 0) {
        snprintf(reason, TOPOLOGY_GRAPH_ERROR, "out of memory");
        return -1;
    }
    if (maker->link(graph, size, reason) != 0)
        return -1;
    return size->endpoints == 1 && !maker->leaves ? 0 : place_endpoints(maker, size, graph, reason);
}
