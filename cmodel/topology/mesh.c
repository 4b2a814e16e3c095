/* SPDX-License-Identifier: Apache-2.0
 *
 * The rectangular mesh: routers in rows and columns, each with a link to the next one in either direction of either
 * (grid.h). Those at the border have fewer. Adaptive packets prefer the direction with more hops left, so that both
 * stay open for as long as possible.
 */
#include "grid.h"

static struct topology_end neighbour(const struct topology *t, int node, int port)
{
    return grid_neighbour(t, node, port, 0);
}

const struct topology_kind topology_mesh = {
    .name = "mesh",
    .summary = "rows and columns, four links",
    .links = GRID_LINKS,
    .check = grid_check,
    .neighbour = neighbour,
    .preferred = topology_longest,
};
