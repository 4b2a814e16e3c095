/* SPDX-License-Identifier: Apache-2.0
 *
 * Numbers of ports and endpoints for routers that know their ways as ranges of endpoints.
 */
#ifndef TOPOLOGY_GRAPH_ORDER_H
#define TOPOLOGY_GRAPH_ORDER_H

#include "topology_graph.h"

/**
 * Number ports and endpoints along the spanning tree (spanning.h), which stays the same: endpoints depth first; at each
 * router links to others in the order that they have, then endpoints, then the link that leads up the tree.
 * @param graph        its endpoints are placed afterwards
 * @param[out] reason  [TOPOLOGY_GRAPH_ERROR]
 * @return 0, or -1, and the graph is as it was
 */
int graph_order_depth_first(struct topology_graph *graph, char *reason);

#endif
