/* SPDX-License-Identifier: Apache-2.0
 *
 * What every topology shares: distances by breadth-first search over its wiring,
 * the checks, and the ways.
 */
#include "topology.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const struct topology_kind *const topology_kinds[] = {&topology_xmesh, &topology_hexmesh, NULL};

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
    else
        snprintf(name, TOPOLOGY_NAME, "%d x %d %.16s", rows, cols, kind->name);
}

static const struct topology_link nowhere = {-1, 0, 0};

static void attach(struct topology *t)
{
    for (int n = 0; n < t->endpoints; n++) {
        struct topology_link at = t->kind->attached ? t->kind->attached(t, n) : (struct topology_link){n, t->kind->links, 0};
        t->attached[n] = at;
        t->links[at.node][at.port] = (struct topology_link){n, TOPOLOGY_ENDPOINT, at.latency};
    }
}

static void wire(struct topology *t)
{
    for (int n = 0; n < t->nodes; n++)
        for (int p = 0; p < TOPOLOGY_PORTS; p++) {
            struct topology_link far = p < t->kind->links ? t->kind->neighbour(t, n, p) : nowhere;
            t->links[n][p] = far;
            /* Either rule will do, as long as the two ends differ. */
            if (far.node >= 0 && (far.node < n || (far.node == n && far.port < p)))
                t->side[n] |= (uint8_t)(1u << p);
        }
}

/* @return NULL, or why a link cannot be taken away */
static const char *cut_links(struct topology *t, const struct topology_link *dead, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        int node = dead[i].node, port = dead[i].port;
        if (node < 0 || node >= t->nodes || port < 0 || port >= t->kind->links)
            return "a dead link is not in the fabric";
        struct topology_link far = t->links[node][port];
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

enum { UNREACHED = UINT16_MAX, MOST_BUFFERS = 128 };

/* The router that a port leads to, or -1. */
static int router_at(const struct topology *t, int node, int port)
{
    struct topology_link far = t->links[node][port];

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

/* From a symmetric topology one destination tells everything. */
static const char *measure(struct topology *t)
{
    int *queue = malloc(sizeof *queue * (size_t)t->nodes), destinations = t->place ? 1 : t->nodes;
    const char *error = queue ? NULL : "out of memory";
    double total = 0;

    for (int d = 0; d < destinations && !error; d++) {
        if (search(t, d, queue) != t->nodes)
            error = "a node cannot be reached from another";
        for (int n = 0; n < t->nodes && !error; n++) {
            int hops = topology_distance(t, n, d);
            total += hops;
            if (hops > t->diameter)
                t->diameter = hops;
        }
    }
    free(queue);
    if (!error && t->diameter >= MOST_BUFFERS)
        error = "fabric too large: its diameter must stay under the 128 buffers that a switch can have (deadlock rule)";
    t->mean_distance = t->nodes > 1 ? total / ((double)destinations * (t->nodes - 1)) : 0;
    return error;
}

static const char *work_out(struct topology *t, const struct topology_link *dead, size_t count)
{
    topology_title(t->kind, t->rows, t->cols, t->name);
    t->edge = t->kind->nodes_of_edge ? topology_edge(t->kind, t->nodes) : 0;
    wire(t);
    attach(t);
    if (t->place)
        find_places(t);
    const char *error = topology_latency(t) > TOPOLOGY_LATENCY ? "a cable has more than 8 stages of its own" : cut_links(t, dead, count);
    return error ? error : measure(t);
}

struct topology *topology_create(const struct topology_kind *kind, int rows, int cols, const char **error)
{
    return topology_create_without(kind, rows, cols, NULL, 0, error);
}

/* @return 0, or -1 when out of memory */
static int allocate(struct topology *t, int symmetric)
{
    if (t->kind->count)
        t->kind->count(t->rows, t->cols, &t->nodes, &t->endpoints);
    size_t nodes = (size_t)t->nodes;
    t->pairs = symmetric ? nodes : nodes * nodes;
    t->links = calloc(nodes, sizeof *t->links);
    t->attached = calloc((size_t)t->endpoints, sizeof *t->attached);
    t->place = symmetric ? calloc(nodes, sizeof *t->place) : NULL;
    t->distance = calloc(t->pairs, sizeof *t->distance);
    t->side = calloc(nodes, 1);
    return t->links && t->attached && (t->place || !symmetric) && t->distance && t->side ? 0 : -1;
}

struct topology *topology_create_without(const struct topology_kind *kind, int rows, int cols,
                                         const struct topology_link *dead, size_t count, const char **error)
{
    *error = kind->check(rows, cols);
    if (!*error && count > 0 && rows * cols > TOPOLOGY_DEAD_NODES)
        *error = "fabric too large: with dead links it has at most 1024 nodes";
    if (*error)
        return NULL;

    struct topology *t = calloc(1, sizeof *t);
    if (t)
        *t = (struct topology){.kind = kind, .rows = rows, .cols = cols, .nodes = rows * cols, .endpoints = rows * cols};
    if (!t || allocate(t, kind->symmetric && count == 0) != 0) {
        *error = "out of memory";
    } else {
        *error = work_out(t, dead, count);
    }
    if (*error) {
        topology_destroy(t);
        return NULL;
    }
    return t;
}

void topology_destroy(struct topology *t)
{
    if (!t)
        return;
    free(t->links);
    free(t->attached);
    free(t->place);
    free(t->distance);
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

struct topology_place topology_drawn(const struct topology *t, int node)
{
    if (t->kind->drawn)
        return t->kind->drawn(t, node);
    return (struct topology_place){(uint16_t)(node / t->cols), (uint16_t)(node % t->cols)};
}

struct topology_route topology_route(const struct topology *t, int node, int endpoint)
{
    struct topology_link at = t->attached[endpoint];
    int best, lowest;

    if (at.node == node)
        return (struct topology_route){0, 1 << at.port, 0, at.port, at.port};
    best = topology_best(t, node, at.node);
    lowest = __builtin_ctz((unsigned)best);
    return (struct topology_route){
        .distance = topology_distance(t, node, at.node),
        .best = best,
        .other = topology_other(t, node, at.node),
        .deterministic = t->kind->deterministic ? t->kind->deterministic(t, node, at.node, best) : lowest,
        .preferred = t->kind->preferred ? t->kind->preferred(t, node, at.node, best) : lowest,
    };
}
