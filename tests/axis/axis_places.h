/* SPDX-License-Identifier: Apache-2.0
 *
 * Fabrics of AXI4-Stream switches for tests.
 */
#ifndef AXIS_PLACES_H
#define AXIS_PLACES_H

#include "../unit.h"
#include "axis/kind/axis_kind.h"
#include "axis/kind/axis_routes.h"
#include "topology/topology_graph.h"

static const struct router_kind *const fabric_kind = &axis_kind_noc.router;
static const struct axis_parameters *const fabric_parameters = &axis_kind_noc.parameters;

/** Attach endpoints as a run does. */
static inline struct topology *placed(struct topology *t, const char *error)
{
    if (!t)
        fail_msg("%s", error);
    topology_attach(t, fabric_kind->endpoint_port, fabric_kind->endpoint_cables);
    return t;
}

static inline struct topology *sized(const struct topology_kind *kind, int rows, int cols)
{
    const char *error = "";
    struct topology *t = topology_create(kind, rows, cols, &error);

    return placed(t, error);
}

enum { UP = 7 /* the port towards router 0, above all others */ };

/**
 * A tree of routers in depth-first order, each with its endpoint.
 * @param above  [routers] the router above each; of router 0 nothing
 */
static inline struct topology *tree_of(const int *above, int routers)
{
    struct topology_graph graph;
    char reason[TOPOLOGY_GRAPH_ERROR];
    const char *error = "";
    struct topology *t;

    assert_int_equal(topology_graph_init(&graph, routers), 0);
    for (int r = 1; r < routers; r++) {
        int port = topology_graph_free_port(&graph, above[r]);
        struct topology_end at = {above[r], (int16_t)port, 0}, to = {r, UP, 0};
        assert_int_equal(topology_graph_link(&graph, at, to, reason), 0);
    }
    t = topology_create_graph(&graph, NULL, 0, &error);
    topology_graph_free(&graph);
    return placed(t, error);
}

#endif
