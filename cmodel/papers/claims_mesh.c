/* SPDX-License-Identifier: Apache-2.0
 *
 * Claims of the PO2 paper, section 3: how many ways there are through a hexagonal mesh, and how long. Nothing is run:
 * they are counted in the topology that runs use.
 */
#include <stdlib.h>

#include "../topology/topology.h"
#include "claims_internal.h"

enum { LEAST_EDGE = 2, MOST_EDGE = 13, LINKS = 6 };

/* Counts in E_n, the mesh of edge n, all from router 0: it looks the same from every router ("node" in the paper). */
struct counts {
    double paths, nodes;           /* most shortest paths to a node, and the switches on them */
    double axis_paths, axis_nodes; /* the same to the farthest node along an axis */
    double one_or_two;             /* share of nodes to which one or two ports are best */
    double no_farther;             /* share of nodes to which two others lead no farther */
    double longest;                /* most hops of a derouted packet from distance p, over 2p - 1, of all p */
};

static int far_end(const struct topology *t, int node, int port)
{
    return t->links[node][port].node;
}

/* Shortest paths to a destination. */
static double paths(const struct topology *t, int node, int destination)
{
    int best = node == destination ? 0 : topology_best(t, node, destination);
    double sum = node == destination;

    for (int p = 0; p < LINKS; p++)
        if (best >> p & 1)
            sum += paths(t, far_end(t, node, p), destination);
    return sum;
}

/* Routers on any shortest path from router 0, both ends included. */
static int switches(const struct topology *t, int destination)
{
    int sum = 0;

    for (int n = 0; n < t->nodes; n++)
        sum +=
            topology_distance(t, 0, n) + topology_distance(t, n, destination) == topology_distance(t, 0, destination);
    return sum;
}

/* Most hops to router 0 from each router, with one more deroute. @param fewer  the same with one deroute less */
static void derouted_once_more(const struct topology *t, const int *fewer, int *hops)
{
    for (int n = 1; n < t->nodes; n++) {
        int ports = topology_best(t, n, 0) | topology_other(t, n, 0);
        hops[n] = 0;
        for (int p = 0; p < LINKS; p++)
            if ((ports >> p & 1) && fewer[far_end(t, n, p)] >= hops[n])
                hops[n] = fewer[far_end(t, n, p)] + 1;
    }
}

/* Most hops of a packet that starts at distance p and may be derouted on its first p - 1, over 2p - 1: of all p the
 * most. */
static double longest(const struct topology *t)
{
    int *hops = calloc(2 * (size_t)t->nodes, sizeof *hops), *more = hops + t->nodes;
    double most = 0;

    for (int n = 0; hops && n < t->nodes; n++)
        hops[n] = topology_distance(t, n, 0);
    for (int p = 1; hops && p <= t->diameter; p++) {
        for (int n = 0; n < t->nodes; n++)
            if (topology_distance(t, n, 0) == p)
                most = fmax(most, hops[n] / (2.0 * p - 1));
        derouted_once_more(t, hops, more);
        for (int n = 0; n < t->nodes; n++)
            hops[n] = more[n];
    }
    free(hops);
    return most;
}

/* Share of the destinations for which a mask of ports has from least to most members. */
static double fraction(const struct topology *t, int (*mask)(const struct topology *t, int node, int destination),
                       int least, int most)
{
    int number = 0;

    for (int n = 1; n < t->nodes; n++) {
        int ports = __builtin_popcount((unsigned)mask(t, 0, n));
        number += ports >= least && ports <= most;
    }
    return (double)number / (t->nodes - 1);
}

static struct counts count(const struct topology *t)
{
    struct counts c = {.one_or_two = fraction(t, topology_best, 1, 2),
                       .no_farther = fraction(t, topology_other, 2, 2),
                       .longest = longest(t),
                       .axis_nodes = switches(t, t->edge - 1),
                       .axis_paths = paths(t, 0, t->edge - 1)};

    for (int n = 1; n < t->nodes; n++) {
        double ways = paths(t, 0, n);
        if (ways >= c.paths) {
            c.nodes = ways > c.paths ? 0 : c.nodes;
            c.nodes = fmax(c.nodes, switches(t, n));
            c.paths = ways;
        }
    }
    return c;
}

static double choose(int n, int k)
{
    double ways = 1;

    for (int i = 1; i <= k; i++)
        ways = ways * (n - k + i) / i;
    return ways;
}

/* A count divided by the paper's value, by its number in experiments/claims/po2.yaml. */
static double ratio(const struct topology *t, const struct counts *c, int number)
{
    int n = t->edge;

    switch (number) {
    case 1: return t->nodes / (3.0 * n * (n - 1) + 1);
    case 2: return t->mean_distance / ((2 * n - 1) / 3.0);
    case 3: return c->one_or_two;
    case 4: return c->no_farther;
    case 5: return c->axis_paths * c->axis_nodes / n;
    case 6: return c->paths / choose(n - 1, n / 2);
    case 7: return c->nodes / (((n + 1) / 2) * ((n + 2) / 2));
    case 8: return c->longest;
    default: return NAN;
    }
}

/* For every size of mesh: an interval without width when all ratios are the same. */
struct claims_value claims_mesh(const struct claims_value *arguments, int count_of_arguments)
{
    struct claims_value v = {.kind = CLAIMS_FIGURE};

    (void)count_of_arguments;
    for (int edge = LEAST_EDGE; edge <= MOST_EDGE; edge++) {
        const char *error;
        struct topology *t = topology_create(&topology_hexmesh, 1, topology_hexmesh.nodes_of_edge(edge), &error);
        struct counts c;
        if (!t)
            continue;
        c = count(t);
        v.figure.value[v.figure.count++] = ratio(t, &c, (int)arguments[0].number);
        topology_destroy(t);
    }
    return v;
}
