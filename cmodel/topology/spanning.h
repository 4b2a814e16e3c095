/* SPDX-License-Identifier: Apache-2.0
 *
 * One spanning tree of the routers of a topology: breadth first from router 0, by the lowest ports. On it there is one
 * way from each router to each other one, up and then down, which goes round dead links: packets on such ways never
 * wait for each other in a circle.
 */
#ifndef TOPOLOGY_SPANNING_H
#define TOPOLOGY_SPANNING_H

#include <stdint.h>

struct topology;

/** Where a node is. */
struct topology_place {
    uint16_t row, col;
};

/** A router in the tree. Routers are numbered so that those below a router follow it. */
struct topology_branch {
    int16_t up;                  /**< port that leads towards router 0; -1 there */
    struct topology_place place; /**< row: links from router 0; column: place among those of the row */
    uint32_t first, last;        /**< its number, and the highest number below it */
};

/** Work out the tree of a topology whose routers can all be reached: topology.branch. @return 0, or -1 when out of
 * memory */
int topology_span(struct topology *t);

/** The port by which a router leads to another one on the tree. */
int topology_spanning_port(const struct topology *t, int node, int destination);

#endif
