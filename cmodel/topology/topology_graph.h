/* SPDX-License-Identifier: Apache-2.0
 *
 * Wiring of any shape, built up link by link: what files and generators of topologies make.
 */
#ifndef TOPOLOGY_TOPOLOGY_GRAPH_H
#define TOPOLOGY_TOPOLOGY_GRAPH_H

#include <stddef.h>

#include "topology.h"

struct topology_graph {
    int routers;
    int endpoints;                              /**< that are placed; 0: one per router, at a port that it has left */
    struct topology_end (*far)[TOPOLOGY_PORTS]; /**< [router][port]; node -1: not connected */
    struct topology_end *attached;              /**< [endpoint] router and port */
    uint16_t *occupied;                         /**< [router] mask of the ports with a link or an endpoint */
};

enum { TOPOLOGY_GRAPH_ERROR = 160 /**< bytes that hold every reason */ };

/** Routers without links. @return 0, or -1 when out of memory */
int topology_graph_init(struct topology_graph *graph, int routers);
/**
 * Connect two ports in both directions.
 * @param to  its latency is that of the link: extra stages, 0 to TOPOLOGY_LATENCY
 * @param[out] reason  [TOPOLOGY_GRAPH_ERROR] why it cannot be: a router or a port that there is not, one that is
 *                     connected already
 * @return 0, or -1
 */
int topology_graph_link(struct topology_graph *graph, struct topology_end at, struct topology_end to, char *reason);
/** Place the next endpoint. @param[out] reason  likewise @return 0, or -1 */
int topology_graph_attach(struct topology_graph *graph, struct topology_end at, char *reason);
/** The lowest port of a router that nothing is connected to; TOPOLOGY_PORTS: there is none. */
int topology_graph_free_port(const struct topology_graph *graph, int router);
void topology_graph_free(struct topology_graph *graph);

/**
 * The topology with that wiring; it keeps nothing of the graph.
 * @param dead, count  as of topology_create_without
 * @param[out] error   one sentence when NULL is returned
 */
struct topology *topology_create_graph(const struct topology_graph *graph, const struct topology_end *dead,
                                       size_t count, const char **error);

#endif
