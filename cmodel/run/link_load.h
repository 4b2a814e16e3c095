/* SPDX-License-Identifier: Apache-2.0
 *
 * Load as a share of what links can carry, when all packets take shortest ways: the unit in which studies of routing
 * compare patterns, since it counts how far packets go.
 */
#ifndef SCENARIO_LINK_LOAD_H
#define SCENARIO_LINK_LOAD_H

#include "../topology/topology.h"
#include "../traffic/pattern.h"

/** What the mean load of links follows from: link_load_at. */
struct link_load {
    int senders; /**< endpoints that send anything */
    int links;   /**< directions of cables between routers */
    double hops; /**< of a packet, mean over senders and where they send to */
};
/** @param shape  endpoints that the pattern counts: all, or with two tasks (traffic.second), where two endpoints share
 * a router, those of one */
struct link_load link_load_of(const struct topology *t, const struct pattern *pattern, struct topology_shape shape);

/**
 * The mean load of links, as a share, when every sender sends `rate` packets a cycle that take `packet_cycles` each.
 */
static inline double link_load_at(const struct link_load *l, double rate, int packet_cycles)
{
    return rate * packet_cycles * l->hops * l->senders / l->links;
}

#endif
