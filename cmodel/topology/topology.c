/* SPDX-License-Identifier: Apache-2.0
 *
 * What every topology shares: distances by breadth-first search over its wiring,
 * the checks, and the route table entries. docs/spec.md section 10.
 */
#include "topology.h"

#include <stdlib.h>
#include <string.h>

const struct topology_kind *const topology_kinds[] = {&topology_xmesh, NULL};

const struct topology_kind *topology_find(const char *name)
{
    for (int i = 0; topology_kinds[i]; i++)
        if (strcmp(topology_kinds[i]->name, name) == 0)
            return topology_kinds[i];
    return NULL;
}

static void wire(struct topology *t)
{
    for (int n = 0; n < t->nodes; n++)
        for (int p = 0; p < FEDX_LINKS; p++) {
            struct topology_link far = t->links[n][p] = t->kind->neighbour(t, n, p);
            /* Either rule will do, as long as the two ends differ. */
            if (far.node < n || (far.node == n && far.port < p))
                t->side[n] |= (uint8_t)(1u << p);
        }
}

/* @return NULL, or why a link cannot be taken away */
static const char *cut_links(struct topology *t, const struct topology_link *dead, size_t count)
{
    static const struct topology_link none = {-1, 0};

    for (size_t i = 0; i < count; i++) {
        int node = dead[i].node, port = dead[i].port;
        if (node < 0 || node >= t->nodes || port < 0 || port >= FEDX_LINKS)
            return "a dead link is not in the fabric";
        struct topology_link far = t->links[node][port];
        if (far.node < 0)
            return "a dead link is named twice, or was never there";
        t->links[node][port] = t->links[far.node][far.port] = none;
    }
    return NULL;
}

static void find_places(struct topology *t)
{
    for (int n = 0; n < t->nodes; n++)
        t->place[n] = (struct topology_place){(uint16_t)(n / t->cols), (uint16_t)(n % t->cols)};
}

enum { UNREACHED = UINT16_MAX };

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
        for (int p = 0; p < FEDX_LINKS; p++) {
            int next = t->links[at][p].node;
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
    if (!error && t->diameter >= FEDX_WIDE_BUFFERS)
        error = "fabric too large: its diameter must stay under the 128 buffers that a switch can have (deadlock rule)";
    t->mean_distance = t->nodes > 1 ? total / ((double)destinations * (t->nodes - 1)) : 0;
    return error;
}

static const char *work_out(struct topology *t, const struct topology_link *dead, size_t count)
{
    wire(t);
    if (t->place)
        find_places(t);
    const char *error = cut_links(t, dead, count);
    return error ? error : measure(t);
}

struct topology *topology_create(const struct topology_kind *kind, int rows, int cols,
                                           const char **error)
{
    return topology_create_without(kind, rows, cols, NULL, 0, error);
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
    int symmetric = kind->symmetric && count == 0;
    if (t) {
        size_t nodes = (size_t)rows * (size_t)cols;
        *t = (struct topology){.kind = kind, .rows = rows, .cols = cols, .nodes = (int)nodes};
        t->pairs = symmetric ? nodes : nodes * nodes;
        t->links = calloc(nodes, sizeof *t->links);
        t->place = symmetric ? calloc(nodes, sizeof *t->place) : NULL;
        t->distance = calloc(t->pairs, sizeof *t->distance);
        t->side = calloc(nodes, 1);
    }
    if (!t || !t->links || (symmetric && !t->place) || !t->distance || !t->side) {
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
    free(t->place);
    free(t->distance);
    free(t->side);
    free(t);
}

int topology_best(const struct topology *t, int node, int destination)
{
    int hops = topology_distance(t, node, destination), best = 0;

    if (node == destination)
        return 1 << FEDX_PE_PORT;
    for (int p = 0; p < FEDX_LINKS; p++) {
        int next = t->links[node][p].node;
        if (next >= 0 && topology_distance(t, next, destination) == hops - 1)
            best |= 1 << p;
    }
    return best;
}

uint32_t topology_entry(const struct topology *t, int node, int destination)
{
    struct fedx_route_fields f = {
        .distance = topology_distance(t, node, destination),
        .best = topology_best(t, node, destination),
        .deterministic = FEDX_PE_PORT,
        .preferred = FEDX_PE_PORT,
    };

    if (node != destination) {
        f.deterministic = t->kind->deterministic(t, node, destination, f.best);
        f.preferred = t->kind->preferred(t, node, destination, f.best);
    }
    return fedx_route_entry(&f);
}

void topology_entries(const struct topology *t, uint32_t *entry)
{
    int sources = t->place ? 1 : t->nodes;

    for (int n = 0; n < sources; n++)
        for (int d = 0; d < t->nodes; d++)
            entry[topology_pair(t, n, d)] = topology_entry(t, n, d);
}
