/* SPDX-License-Identifier: Apache-2.0
 *
 * The continuous hexagonal mesh E_n of the PO2 paper (section 2): a hexagon of n nodes an edge whose borders are
 * joined, so that it looks the same from every node. The paper gives no addresses; these are the usual ones of wrapped
 * hexagonal meshes: the 3n(n-1)+1 nodes are a circle, and the six links go 1, 3n-1 and 3n-2 nodes on and back. Ports
 * are numbered by their angles, so that p and p + 3 (modulo 6) are the two ends of a link. Lines of nodes in direction
 * of port 0 are the rows of the map, ports 1 and 2 lead to the row below; node 0 is the first of the first row.
 */
#include "topology.h"

enum { LINKS = 6, MAX_NODES = 1 << 16 };

static int nodes_of_edge(int edge)
{
    return 3 * edge * (edge - 1) + 1;
}

static const char *check(int rows, int cols)
{
    if (cols > MAX_NODES)
        return "fabric too large: a hexagonal mesh has at most 65536 nodes (16 bits of node number)";
    if (rows != 1 || cols < 7 || topology_edge(&topology_hexmesh, cols) == 0)
        return "a hexagonal mesh has an edge of n nodes, at least 2, and 3n(n-1)+1 of them in all";
    return NULL;
}

/* Nodes from one to the neighbour below it, in direction of port 1. */
static int below(const struct topology *t)
{
    return 3 * t->edge - 1;
}

static struct topology_end neighbour(const struct topology *t, int node, int port)
{
    const int forward[LINKS / 2] = {1, below(t), below(t) - 1};
    int step = port < LINKS / 2 ? forward[port] : t->nodes - forward[port - LINKS / 2];

    return (struct topology_end){(node + step) % t->nodes, (port + LINKS / 2) % LINKS, 0};
}

/* A mask turned by one port in either direction. */
static int adjacent_ports(int ports)
{
    return (ports << 1 | ports >> (LINKS - 1) | ports >> 1 | ports << (LINKS - 1)) & ((1 << LINKS) - 1);
}

/* Footnote 1 of the paper: the ports beside a best one. At the far side of the mesh others lead no farther, too. */
static int derouted(int best, int no_farther)
{
    return adjacent_ports(best) & no_farther;
}

/*
 * Each row of the hexagon that the mesh is cut into is a run of nodes, one longer than that above it down to the
 * middle.
 */
static struct topology_place drawn(const struct topology *t, int node)
{
    for (int row = 0, first = 0;; row++) {
        int upper = row < t->edge, length = upper ? t->edge + row : 3 * t->edge - 2 - row;
        int col = (node - first + t->nodes) % t->nodes;
        if (col < length)
            return (struct topology_place){(uint16_t)row, (uint16_t)col};
        first = (first + below(t) - (row + 1 < t->edge)) % t->nodes;
    }
}

const struct topology_kind topology_hexmesh = {
    .name = "hexmesh",
    .summary = "hexagon with joined borders, six links in angular order (the PO2 paper)",
    .symmetric = 1,
    .links = LINKS,
    .check = check,
    .nodes_of_edge = nodes_of_edge,
    .neighbour = neighbour,
    .preferred = topology_longest,
    .derouted = derouted,
    .drawn = drawn,
};
