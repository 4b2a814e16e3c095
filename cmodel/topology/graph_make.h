/* SPDX-License-Identifier: Apache-2.0
 *
 * Generators of wirings: topologies of the literature as graphs.
 */
#ifndef TOPOLOGY_GRAPH_MAKE_H
#define TOPOLOGY_GRAPH_MAKE_H

#include "topology_graph.h"

enum { GRAPH_SIZES = 4 /**< numbers that a size has, at most */ };

/** What is to be made. */
struct graph_size {
    int number[GRAPH_SIZES];
    int count;     /**< of the numbers */
    int endpoints; /**< per router, 0 to TOPOLOGY_PORTS - 1; of a clos per leaf */
    uint64_t seed; /**< of what is drawn */
};

struct graph_maker {
    const char *name;    /**< as on the command line */
    const char *size;    /**< what its numbers are: "X,Y,Z" */
    const char *summary; /**< one line for --help */
    int least, most;     /**< numbers that its size has */
    int floor;           /**< every number is at least so large */
    /** How many routers such a size has; over TOPOLOGY_UNLIKE_NODES: too many. */
    int64_t (*routers)(const struct graph_size *size);
    /** Add the links. @return 0, or -1 with the reason, as topology_graph_link */
    int (*link)(struct topology_graph *graph, const struct graph_size *size, char *reason);
    int leaves; /**< 1: only the first number[0] routers have endpoints */
};

/** Every generator, ended by one without a name. */
extern const struct graph_maker graph_makers[];
/** @return the one with that name, or NULL */
const struct graph_maker *graph_maker_find(const char *name);
/**
 * Make a graph. One endpoint per router is not placed, so that routers have it where they want it.
 * @param[out] graph   to be freed with topology_graph_free, also when it fails
 * @param[out] reason  [TOPOLOGY_GRAPH_ERROR]
 * @return 0, or -1
 */
int graph_make(const struct graph_maker *maker, const struct graph_size *size, struct topology_graph *graph,
               char *reason);

#endif
