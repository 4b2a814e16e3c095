/* SPDX-License-Identifier: Apache-2.0
 *
 * What every topology shares: distances by breadth-first search over its wiring,
 * the checks, and the ways.
 */
#include "topology.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

#include "routes.h"
#include "topology_graph.h"

const struct topology_kind *const topology_kinds[] = {
    &topology_xmesh, &topology_hexmesh, &topology_mesh, &topology_torus, &topology_tree, &topology_any, NULL};

const struct topology_kind *topology_find(const char *name)
{
    for (int i = 0; topology_kinds[i]; i++)
        if (strcmp(topology_kinds[i]->name, name) == 0)
            return topology_kinds[i];
    return NULL;
}

int topology_edge(const struct topology_kind *kind, int nodes)
{
    int edge = 1;

    while (kind->nodes_of_edge(edge) < nodes)
        edge++;
    return kind->nodes_of_edge(edge) == nodes ? edge : 0;
}

void topology_title(const struct topology_kind *kind, int rows, int cols, char *name)
{
    if (kind->nodes_of_edge)
        snprintf(name, TOPOLOGY_NAME, "E%d %.16s", topology_edge(kind, cols), kind->name);
    else if (kind->levels)
        snprintf(name, TOPOLOGY_NAME, "%d-ary %d-%.8s", rows, cols, kind->name);
    else if (kind->given)
        snprintf(name, TOPOLOGY_NAME, "%.8s of %d routers", kind->name, cols);
    else
        snprintf(name, TOPOLOGY_NAME, "%d x %d %.16s", rows, cols, kind->name);
}

static const struct topology_end nowhere = {-1, 0, 0};

static void attach(struct topology *t, int endpoint, struct topology_end at)
{
    t->attached[endpoint] = at;
    for (int c = 0; c < t->cables; c++)
        t->links[at.node][at.port + c] = (struct topology_end){endpoint, TOPOLOGY_ENDPOINT, at.latency};
}

static void attach_all(struct topology *t)
{
    for (int n = 0; n < t->endpoints; n++)
        attach(t, n,
               t->kind->attached ? t->kind->attached(t, n) : (struct topology_end){n, (int16_t)t->kind->links, 0});
}

/* How many ports from one on lead to a router nowhere, up to a number of them. */
static int unwired(const struct topology *t, int port, int most)
{
    int count = most;

    for (int n = 0; n < t->nodes; n++)
        for (int c = 0; c < count; c++)
            if (topology_wired(t, n, port + c))
                count = c;
    return count;
}

void topology_attach(struct topology *t, int port, int cables)
{
    if (!t->fixed)
        cables = unwired(t, port, cables);
    if (t->fixed || cables == 0)
        return;
    for (int n = 0; n < t->endpoints; n++)
        for (int c = 0; c < t->cables; c++)
            t->links[t->attached[n].node][t->attached[n].port + c] = nowhere;
    t->cables = cables;
    for (int n = 0; n < t->endpoints; n++) {
        struct topology_end at = t->attached[n];
        attach(t, n, (struct topology_end){at.node, (int16_t)port, at.latency});
    }
}

int topology_share(struct topology *t, int count)
{
    struct topology_end *alone = t->attached, *attached = calloc((size_t)(t->nodes * count), sizeof *attached);

    if (!attached)
        return -1;
    t->attached = attached;
    t->endpoints = t->nodes * count;
    for (int e = 0; e < t->endpoints; e++) {
        struct topology_end at = alone[e / count];
        attach(t, e, (struct topology_end){at.node, (int16_t)(at.port + e % count * t->cables), at.latency});
    }
    free(alone);
    return 0;
}

static void wire(struct topology *t)
{
    for (int n = 0; n < t->nodes; n++)
        for (int p = 0; p < TOPOLOGY_PORTS; p++) {
            struct topology_end far = p < t->kind->links ? t->kind->neighbour(t, n, p) : nowhere;
            t->links[n][p] = far;
            /* Either rule will do, as long as the two ends differ. */
            if (far.node >= 0 && (far.node < n || (far.node == n && far.port < p)))
                t->side[n] |= (uint16_t)(1u << p);
        }
}

/* @return NULL, or why a link cannot be taken away */
static const char *cut_links(struct topology *t, const struct topology_end *dead, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        int node = dead[i].node, port = dead[i].port;
        if (node < 0 || node >= t->nodes || port < 0 || port >= t->kind->links)
            return "a dead link is not in the fabric";
        struct topology_end far = t->links[node][port];
        if (far.port == TOPOLOGY_ENDPOINT)
            return "a dead link is not in the fabric";
        if (far.node < 0)
            return "a dead link is named twice, or was never there";
        t->links[node][port] = t->links[far.node][far.port] = nowhere;
    }
    return NULL;
}

static void find_places(struct topology *t)
{
    for (int n = 0; n < t->nodes; n++)
        t->place[n] = (struct topology_place){(uint16_t)(n / t->cols), (uint16_t)(n % t->cols)};
}

enum { UNREACHED = UINT16_MAX };

/* The router that a port leads to, or -1. */
static int router_at(const struct topology *t, int node, int port)
{
    struct topology_end far = t->links[node][port];

    return far.port == TOPOLOGY_ENDPOINT ? -1 : far.node;
}

/* Distances to one destination, over links taken backwards (they work both ways). @return nodes reached */
static int search(struct topology *t, int destination, int *queue)
{
    int head = 0, tail = 0;

    for (int n = 0; n < t->nodes; n++)
        t->distance[topology_pair(t, n, destination)] = UNREACHED;
    t->distance[topology_pair(t, destination, destination)] = 0;
    queue[tail++] = destination;
    while (head < tail) {
        int at = queue[head++], hops = topology_distance(t, at, destination);
        for (int p = 0; p < t->kind->links; p++) {
            int next = router_at(t, at, p);
            if (next < 0 || topology_distance(t, next, destination) != UNREACHED)
                continue;
            t->distance[topology_pair(t, next, destination)] = (uint16_t)(hops + 1);
            queue[tail++] = next;
        }
    }
    return tail;
}

/* What distances between endpoints are worked out from. */
struct sum {
    int *at;     /* [node] endpoints there */
    double hops; /* of all ways to those that were looked at */
    double counted;
};

/* Ways from everywhere to the endpoints of a node. */
static void add_ways(struct topology *t, int destination, struct sum *sum)
{
    sum->counted += sum->at[destination];
    for (int n = 0; n < t->nodes && sum->at[destination]; n++) {
        int hops = topology_distance(t, n, destination);
        sum->hops += (double)hops * sum->at[n] * sum->at[destination];
        if (sum->at[n] && hops > t->diameter)
            t->diameter = hops;
    }
}

/* From a symmetric topology one destination tells everything. */
static const char *search_all(struct topology *t, int *queue, struct sum *sum)
{
    int destinations = t->place ? 1 : t->nodes;

    for (int n = 0; n < t->endpoints; n++)
        sum->at[t->attached[n].node]++;
    for (int d = 0; d < destinations; d++) {
        if (search(t, d, queue) != t->nodes)
            return "a node cannot be reached from another";
        add_ways(t, d, sum);
    }
    return NULL;
}

static const char *measure(struct topology *t)
{
    int *queue = malloc(sizeof *queue * (size_t)t->nodes);
    struct sum sum = {.at = calloc((size_t)t->nodes, sizeof *sum.at)};
    const char *error = queue && sum.at ? search_all(t, queue, &sum) : "out of memory";

    free(queue);
    free(sum.at);
    t->mean_distance = !error && t->endpoints > 1 ? sum.hops / (sum.counted * (t->endpoints - 1)) : 0;
    return error;
}

static const char *work_out(struct topology *t, const struct topology_end *dead, size_t count)
{
    topology_title(t->kind, t->rows, t->cols, t->name);
    t->edge = t->kind->nodes_of_edge ? topology_edge(t->kind, t->nodes) : 0;
    wire(t);
    attach_all(t);
    if (t->place)
        find_places(t);
    const char *error = topology_latency(t) > TOPOLOGY_LATENCY ? "a cable has more than 8 stages of its own"
                                                               : cut_links(t, dead, count);
    t->dead_links = (int)count;
    error = error ? error : measure(t);
    return error || topology_span(t) == 0 ? error : "out of memory";
}

struct topology *topology_create(const struct topology_kind *kind, int rows, int cols, const char **error)
{
    return topology_create_without(kind, rows, cols, NULL, 0, error);
}

static struct topology begin(const struct topology_kind *kind, int rows, int cols)
{
    struct topology t = {.kind = kind,
                         .rows = rows,
                         .cols = cols,
                         .fixed = kind->attached != NULL,
                         .nodes = rows * cols,
                         .endpoints = rows * cols,
                         .cables = 1};

    if (kind->count)
        kind->count(rows, cols, &t.nodes, &t.endpoints);
    return t;
}

/* @return 0, or -1 when out of memory */
static int allocate(struct topology *t, int symmetric)
{
    size_t nodes = (size_t)t->nodes;
    t->pairs = symmetric ? nodes : nodes * nodes;
    t->links = calloc(nodes, sizeof *t->links);
    t->attached = calloc((size_t)t->endpoints, sizeof *t->attached);
    t->place = symmetric ? calloc(nodes, sizeof *t->place) : NULL;
    t->distance = calloc(t->pairs, sizeof *t->distance);
    t->side = calloc(nodes, sizeof *t->side);
    return t->links && t->attached && (t->place || !symmetric) && t->distance && t->side ? 0 : -1;
}

static struct topology *create(struct topology begun, const struct topology_end *dead, size_t count, const char **error)
{
    struct topology *t = calloc(1, sizeof *t);

    *error = NULL;
    if (t)
        *t = begun;
    if (count > 0 && begun.nodes > TOPOLOGY_DEAD_NODES)
        *error = "fabric too large: with dead links it has at most 1024 nodes";
    else if (!begun.kind->symmetric && begun.nodes > TOPOLOGY_UNLIKE_NODES)
        *error = "fabric too large: one that does not look the same from every node has at most 8192 nodes";
    else if (!t || allocate(t, begun.kind->symmetric && count == 0) != 0)
        *error = "out of memory";
    else
        *error = work_out(t, dead, count);
    if (*error) {
        topology_destroy(t);
        return NULL;
    }
    t->graph = NULL;
    return t;
}

struct topology *topology_create_without(const struct topology_kind *kind, int rows, int cols,
                                         const struct topology_end *dead, size_t count, const char **error)
{
    *error = kind->check(rows, cols);
    return *error ? NULL : create(begin(kind, rows, cols), dead, count, error);
}

struct topology *topology_create_graph(const struct topology_graph *graph, const struct topology_end *dead,
                                       size_t count, const char **error)
{
    struct topology t = begin(&topology_any, 1, graph->routers);

    t.graph = graph;
    t.fixed = graph->endpoints > 0;
    t.endpoints = t.fixed ? graph->endpoints : graph->routers;
    for (int r = 0; r < graph->routers && !t.fixed; r++)
        if (topology_graph_free_port(graph, r) == TOPOLOGY_PORTS) {
            *error = "a router has no port left for its endpoint";
            return NULL;
        }
    return create(t, dead, count, error);
}

uint64_t topology_hash(const struct topology *t)
{
    uint64_t hash = XXH3_64bits(t->links, (size_t)t->nodes * sizeof *t->links);
    size_t pairs = (size_t)t->nodes * (size_t)t->endpoints;

    hash = XXH3_64bits_withSeed(t->attached, (size_t)t->endpoints * sizeof *t->attached, hash);
    return t->routes ? XXH3_64bits_withSeed(t->routes->choice, pairs * sizeof *t->routes->choice, hash) : hash;
}

static void free_routes(struct topology_routes *routes)
{
    if (!routes)
        return;
    free(routes->choice);
    free(routes->hops);
    free(routes);
}

void topology_destroy(struct topology *t)
{
    if (!t)
        return;
    free_routes(t->routes);
    free(t->links);
    free(t->attached);
    free(t->place);
    free(t->distance);
    free(t->branch);
    free(t->side);
    free(t);
}

int topology_latency(const struct topology *t)
{
    int most = 0;

    for (int n = 0; n < t->nodes; n++)
        for (int p = 0; p < TOPOLOGY_PORTS; p++)
            most = t->links[n][p].latency > most ? t->links[n][p].latency : most;
    return most;
}

/* Mask of the ports that lead to a router so many hops from the destination. */
static int ports_at(const struct topology *t, int node, int destination, int hops)
{
    int ports = 0;

    for (int p = 0; p < t->kind->links; p++) {
        int next = router_at(t, node, p);
        if (next >= 0 && topology_distance(t, next, destination) == hops)
            ports |= 1 << p;
    }
    return ports;
}

int topology_best(const struct topology *t, int node, int destination)
{
    return ports_at(t, node, destination, topology_distance(t, node, destination) - 1);
}

int topology_other(const struct topology *t, int node, int destination)
{
    if (!t->kind->derouted || node == destination)
        return 0;
    return t->kind->derouted(topology_best(t, node, destination),
                             ports_at(t, node, destination, topology_distance(t, node, destination)));
}

int topology_longest(const struct topology *t, int node, int destination, int best)
{
    int choice = __builtin_ctz((unsigned)best), most = 0;

    for (int p = choice; p < t->kind->links; p++) {
        int moves = 0;
        for (int at = node; at != destination && topology_best(t, at, destination) >> p & 1; moves++)
            at = t->links[at][p].node;
        if ((best >> p & 1) && moves > most) {
            most = moves;
            choice = p;
        }
    }
    return choice;
}

struct topology_shape topology_shape(const struct topology *t)
{
    int rows = 1;

    if (!t->kind->count && !t->kind->given)
        return (struct topology_shape){t->rows, t->cols};
    for (int n = 2; n * n <= t->endpoints; n++)
        rows = t->endpoints % n == 0 ? n : rows;
    return (struct topology_shape){rows, t->endpoints / rows};
}

struct topology_place topology_drawn(const struct topology *t, int node)
{
    if (t->kind->drawn)
        return t->kind->drawn(t, node);
    return (struct topology_place){(uint16_t)(node / t->cols), (uint16_t)(node % t->cols)};
}

struct topology_route topology_route(const struct topology *t, int node, int endpoint)
{
    struct topology_end at = t->attached[endpoint];
    int best, deterministic;

    if (at.node == node)
        return (struct topology_route){0, ((1 << t->cables) - 1) << at.port, 0, at.port, at.port};
    if (t->routes) {
        struct topology_choice c = *topology_choice_of(t, node, endpoint);
        return (struct topology_route){topology_distance(t, node, at.node), c.ports, 0, c.preferred, c.preferred};
    }
    best = topology_best(t, node, at.node);
    deterministic =
        t->kind->deterministic ? t->kind->deterministic(t, node, endpoint, best) : __builtin_ctz((unsigned)best);
    return (struct topology_route){
        .distance = topology_distance(t, node, at.node),
        .best = best,
        .other = topology_other(t, node, at.node),
        .deterministic = deterministic,
        .preferred = t->kind->preferred ? t->kind->preferred(t, node, at.node, best) : deterministic,
    };
}
