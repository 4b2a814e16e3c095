/* SPDX-License-Identifier: Apache-2.0
 *
 * Files that hold the wiring of a fabric: docs/reference/topologies.md.
 */
#ifndef SCENARIO_GRAPH_FILE_H
#define SCENARIO_GRAPH_FILE_H

#include <stddef.h>
#include <stdio.h>

#include "../topology/topology_graph.h"

/**
 * Read a file of YAML (routers, links, endpoints), or one of BookSim2's network `anynet`, whose first word is router or
 * node.
 * @param[out] graph  to be freed with topology_graph_free
 * @param[out] error  one sentence with file and line
 * @return 0, or -1
 */
int graph_file_read(const char *path, struct topology_graph *graph, char *error, size_t size);
/** Write such a file of YAML. */
void graph_file_write(const struct topology_graph *graph, FILE *out);

#endif
