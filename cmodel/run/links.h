/* SPDX-License-Identifier: Apache-2.0
 *
 * How busy links are, worked out from the routes and the traffic, without running anything: how orders of routing and
 * traffic patterns spread the load, and at which load a fabric must saturate. Packets have one way each, or many: then
 * they are taken to spread over them as well as they can.
 */
#ifndef SCENARIO_LINKS_H
#define SCENARIO_LINKS_H

#include "session.h"

/** Of each port of each router that leads to another one: the share of time that it sends. */
struct links {
    int nodes;
    double (*busy)[TOPOLOGY_PORTS]; /**< [node][port]; 0 where there is no link */
    int both_ways;                  /**< 1: a link carries one packet at a time, whichever way it goes */
    double mean;                    /**< over the links */
    double max;                     /**< of the busiest, with both_ways the sum of its two ways */
    int max_node, max_port;         /**< the first one that is the busiest */
    int count;                      /**< links */
    double *parts;                  /**< [source][destination] of the parts of ways, links_share; NULL: whole ways */
};

/** 1: packets have many ways. */
int links_adaptive(const struct setup *setup);
/**
 * Work it out for the traffic of a setup: its pattern, at its load. All that is offered is taken to be carried, so that
 * links over 1 say by how much the load exceeds what they can carry.
 * @return 0, or -1 with one sentence in error
 */
int links_work_out(const struct setup *setup, struct links *links, char *error, size_t size);
/**
 * How a finished run compares: the slope of the regression (through 0) of its links' loads on those worked out, with
 * both scaled to the same mean; 1 when every link has its share. Noise of single links hardly moves it.
 */
double links_slope(const struct links *links, const struct session *session);
/** A struct that is all zero is legal. */
void links_finish(struct links *links);

#endif
