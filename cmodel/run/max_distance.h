/* SPDX-License-Identifier: Apache-2.0
 *
 * How far packets of a run go: what the deadlock rule of routers is about. Of a pattern that stays near that is less
 * than the diameter, so that such traffic can be had in fabrics of any size.
 */
#ifndef SCENARIO_MAX_DISTANCE_H
#define SCENARIO_MAX_DISTANCE_H

#include "../config/scenario.h"
#include "../topology/topology.h"

/** Hops from the router of a packet's source to that of its destination, at most. */
int scenario_max_distance(const struct scenario *s, const struct topology *t);

#endif
