/* SPDX-License-Identifier: Apache-2.0
 *
 * Routes of a fabric of AXI4-Stream switches. tdest is the number of an endpoint, and each output of a switch takes a
 * range of these: the lowest output that takes a packet has it. So a route can be had if the endpoints beyond an output
 * have no others between them but those of lower outputs.
 *
 * Meshes are routed along the column first: beyond each link are then rows, or a part of a row. In a k-ary n-tree each
 * port that leads up is for a part of the endpoints, until a packet is above its own. Any other wiring is routed on its
 * spanning tree.
 */
#ifndef AXIS_ROUTES_H
#define AXIS_ROUTES_H

#include "../../topology/topology.h"
#include "axis/switch.h"

/** The output by which a switch sends to an endpoint. */
int axis_routes_port(const struct topology *t, int router, int endpoint);

/** Endpoint `endpoint` is to leave router `router` by `port`, and a lower output, `taker`, would take it. */
struct axis_routes_conflict {
    int router, endpoint, port, taker;
};

/**
 * The settings of a switch: the range of each output; round robin; every input may send everywhere.
 * @param[out] control   all of it; not in reset
 * @param[out] conflict  with -1: what there are no ranges for
 * @return 0, or -1
 */
int axis_routes_fill(const struct axis_parameters *p, const struct topology *t, int router,
                     struct axis_control *control, struct axis_routes_conflict *conflict);

/** The lowest output that takes a tdest; -1: none does. */
int axis_routes_output(const struct axis_parameters *p, const struct axis_control *control, int dest);

/**
 * Follow the settings of all switches: each endpoint is reached from each router, and no packets wait for each other in
 * a circle.
 * @param control     [router]
 * @param[out] error  one sentence with -1
 * @return routes followed, or -1
 */
long axis_routes_check(const struct axis_parameters *p, const struct topology *t, const struct axis_control *control,
                       char *error, size_t size);

#endif
