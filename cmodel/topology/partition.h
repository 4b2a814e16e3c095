/* SPDX-License-Identifier: Apache-2.0
 *
 * Routers shared out among processes: every part of about the same weight, and few cables between parts. A recursive
 * bisection: a half is grown from one router, always by the one that is wired to it most, and then routers change sides
 * as long as fewer cables are cut (Fiduccia and Mattheyses). Of several such halves the one with the fewest cut cables
 * is taken.
 */
#ifndef TOPOLOGY_PARTITION_H
#define TOPOLOGY_PARTITION_H

#include "topology.h"

/** How a partition came out. */
struct partition_figures {
    int cut, cables; /**< cables between routers of different parts; of all cables between routers */
    int least, most; /**< routers of a part */
};

/**
 * Share out routers.
 * @param weight  [nodes] what a router costs, 1 or more
 * @param parts   1 to nodes
 * @param[out] part  [nodes] 0 to parts - 1; every part has a router
 * @return 0, or -1 when out of memory
 */
int partition(const struct topology *t, const uint32_t *weight, int parts, uint16_t *part);
/** Likewise, in parts of routers that follow each other: some more cables may be cut. */
void partition_in_order(const struct topology *t, const uint32_t *weight, int parts, uint16_t *part);
/** How many cables it cuts, and how large its parts are. */
struct partition_figures partition_look(const struct topology *t, int parts, const uint16_t *part);

#endif
