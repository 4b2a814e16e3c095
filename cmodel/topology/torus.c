/* SPDX-License-Identifier: Apache-2.0
 *
 * The torus: a mesh whose rows and columns are rings (grid.h). Half-way round a ring both directions are best, and
 * deterministic packets take the rising one. A ring of two nodes has two cables, from either port of one to the other
 * port of the other, both best; a ring of one node has none.
 */
#include "grid.h"

static struct topology_end neighbour(const struct topology *t, int node, int port)
{
    return grid_neighbour(t, node, port, 1);
}

const struct topology_kind topology_torus = {
    .name = "torus",
    .summary = "a mesh whose rows and columns are rings",
    .symmetric = 1,
    .links = GRID_LINKS,
    .check = grid_check,
    .neighbour = neighbour,
    .preferred = topology_longest,
};
