/* SPDX-License-Identifier: Apache-2.0
 *
 * X-mesh: the wrapped rectangular 2D mesh of the Fed-X paper (section 2), its six
 * links in axial hexagonal order. Node number = row * cols + column. Port p and
 * p ^ 1 are the two ends of a link. The lowest of the best ports, which deterministic
 * packets take, is dimension order: along the row first, then along the column,
 * diagonals last.
 */
#include "topology.h"

/* Step of each port: columns, rows. */
enum { LINKS = 6 };
static const int step[LINKS][2] = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}, {1, 1}, {-1, -1}};

static const char *check(int rows, int cols)
{
    if (rows < 2 || cols < 2)
        return "an X-mesh needs at least 2 rows and 2 columns";
    if ((long long)rows * cols > TOPOLOGY_NODES)
        return "fabric too large: an X-mesh has at most 1048576 nodes";
    return NULL;
}

static int wrap(int i, int n)
{
    return (i + n) % n;
}

static struct topology_end neighbour(const struct topology *t, int node, int port)
{
    int col = wrap(node % t->cols + step[port][0], t->cols);
    int row = wrap(node / t->cols + step[port][1], t->rows);

    return (struct topology_end){row * t->cols + col, port ^ 1, 0};
}

const struct topology_kind topology_xmesh = {
    .name = "xmesh",
    .summary = "wrapped 2D mesh with six links in axial hexagonal order (the Fed-X paper)",
    .symmetric = 1,
    .links = LINKS,
    .check = check,
    .neighbour = neighbour,
    .preferred = topology_longest,
};
