/* SPDX-License-Identifier: Apache-2.0
 *
 * What mesh and torus share: a rectangle of routers with four links each. Node number = row * cols + column. Port 0
 * leads one column on, port 1 one back, port 2 one row on, port 3 one back, so p and p ^ 1 are the two ends of a link;
 * and the lowest of the best ports, which deterministic packets take, is dimension order: along the row first.
 */
#ifndef TOPOLOGY_GRID_H
#define TOPOLOGY_GRID_H

#include "topology.h"

enum { GRID_LINKS = 4 };

/** As topology_kind.check. */
static inline const char *grid_check(int rows, int cols)
{
    if (rows < 1 || cols < 1 || (rows == 1 && cols == 1))
        return "a mesh or a torus needs at least 2 nodes";
    if ((long long)rows * cols > TOPOLOGY_NODES)
        return "fabric too large: a mesh or a torus has at most 1048576 nodes";
    return NULL;
}

/** Far end of a port. @param wraps  the first and the last node of a row or column are neighbours, too */
static inline struct topology_end grid_neighbour(const struct topology *t, int node, int port, int wraps)
{
    int along_row = port < 2, size = along_row ? t->cols : t->rows, at = along_row ? node % t->cols : node / t->cols;
    int next = at + (port & 1 ? -1 : 1);

    if (size == 1 || (!wraps && (next < 0 || next == size)))
        return (struct topology_end){-1, 0, 0};
    next = (next + size) % size;
    return (struct topology_end){node + (next - at) * (along_row ? 1 : t->cols), (int16_t)(port ^ 1), 0};
}

#endif
