/* SPDX-License-Identifier: Apache-2.0
 *
 * Files of BookSim2's network `anynet`: each line has a router or a node, and what it is connected to, with the latency
 * of the channel in cycles behind it where it is not 1, such as
 *
 *   router 0 node 0 router 1 router 2 3
 *
 * Ports have no numbers there: a router has its links in the order of the file, then its nodes.
 */
#ifndef SCENARIO_GRAPH_ANYNET_H
#define SCENARIO_GRAPH_ANYNET_H

#include <stddef.h>

#include "../topology/topology_graph.h"

/** Whether a file is one of these. @return 1, 0, or -1 when it cannot be read, with one sentence in error */
int graph_anynet_is(const char *path, char *error, size_t size);
/**
 * Read one. Nodes are endpoints; where each router has the one of its own number they are not placed.
 * @param[out] graph  to be freed with topology_graph_free, also when it fails
 * @return 0, or -1 with one sentence in error
 */
int graph_anynet_read(const char *path, struct topology_graph *graph, char *error, size_t size);

#endif
