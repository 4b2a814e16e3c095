/* SPDX-License-Identifier: Apache-2.0
 *
 * Topologies: which port of which node is wired to which, and the routing tables.
 * A topology is one file that fills a struct fedx_topology_kind.
 */
#ifndef FEDX_TOPOLOGY_H
#define FEDX_TOPOLOGY_H

#include <stdint.h>

#include "fedx/switch.h"

/** The far end of a link. */
struct fedx_link {
    int node; /**< -1: the port is not connected */
    int port;
};

struct fedx_topology;

/** What one topology file provides. */
struct fedx_topology_kind {
    const char *name;    /**< as on the command line */
    const char *summary; /**< one line for --help */
    /** @return NULL, or one sentence that says which size is out of which bounds */
    const char *(*check)(int rows, int cols);
    /** Far end of a port, 0 to FEDX_LINKS - 1. */
    struct fedx_link (*neighbour)(const struct fedx_topology *t, int node, int port);
    /** Which of the best ports deterministic packets take. */
    int (*deterministic)(const struct fedx_topology *t, int node, int destination, int best);
    /** Which of the best ports adaptive packets prefer. */
    int (*preferred)(const struct fedx_topology *t, int node, int destination, int best);
};

/** A topology of a given size with everything worked out. */
struct fedx_topology {
    const struct fedx_topology_kind *kind;
    int rows, cols;                          /**< size */
    int nodes;                               /**< rows x cols */
    int diameter;                            /**< hops */
    double mean_distance;                    /**< hops, over all pairs of different nodes */
    struct fedx_link (*links)[FEDX_LINKS];   /**< [node][port] */
    uint8_t *distance;                       /**< [node * nodes + destination], hops */
    uint8_t *side;                           /**< [node] mask: which end of each link the node is */
};

/** Every topology, ended by NULL. */
extern const struct fedx_topology_kind *const fedx_topology_kinds[];
/** The axial hexagonal wrap of the Fed-X paper, cmodel/fabric/fedx_xmesh.c. */
extern const struct fedx_topology_kind fedx_xmesh;

/** @return the topology with that name, or NULL */
const struct fedx_topology_kind *fedx_topology_find(const char *name);

/**
 * Work out wiring and distances.
 * @param[out] error  one sentence when NULL is returned: size out of bounds, an
 *                    unreachable node, or a diameter that breaks the deadlock rule
 */
struct fedx_topology *fedx_topology_create(const struct fedx_topology_kind *kind, int rows, int cols,
                                           const char **error);
/** NULL is legal. */
void fedx_topology_destroy(struct fedx_topology *t);

/** Hops between two nodes. */
static inline int fedx_topology_distance(const struct fedx_topology *t, int node, int destination)
{
    return t->distance[node * t->nodes + destination];
}

/** Mask of the ports of node that lie on a shortest path; the PE port at the destination. */
int fedx_topology_best(const struct fedx_topology *t, int node, int destination);
/** Route table entry of node for destination. */
uint32_t fedx_topology_entry(const struct fedx_topology *t, int node, int destination);

#endif
