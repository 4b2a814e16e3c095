/* SPDX-License-Identifier: Apache-2.0
 *
 * Destination patterns. docs/reference/workloads.md defines them; those of Dally and
 * Towles, Principles and Practices of Interconnection Networks, section 3.2,
 * unless said otherwise. Endpoint number = row * cols + column.
 */
#ifndef TRAFFIC_PATTERN_H
#define TRAFFIC_PATTERN_H

#include "../topology/topology.h"
#include "fedx/rng.h"

/** A destination pattern. */
struct pattern {
    const char *name;                         /**< as on the command line */
    const char *needs;                        /**< end of a sentence that begins with the pattern, when fits says 0 */
    int fixed;                                /**< 1: one destination an endpoint, nothing is drawn */
    int (*fits)(struct topology_shape shape); /**< 1: the pattern is defined for this size */
    /** Where a message of an endpoint goes; the endpoint itself means that it sends nothing (fixed patterns only). */
    int (*destination)(struct rng *r, struct topology_shape shape, int endpoint);
    /** Share of the messages of an endpoint that go to another one; NULL: all go where destination says. */
    double (*share)(struct topology_shape shape, int endpoint, int other);
    int reach; /**< destinations are at most so many rows and so many columns away, with wrap; 0: anywhere */
};

/** Every pattern, the first one uniform, ended by a row without a name. */
extern const struct pattern traffic_patterns[];

/** @return the pattern with that name, or NULL */
const struct pattern *pattern_find(const char *name);

/** Share of the messages of an endpoint that go to another one, 0 to 1; none go from an endpoint to itself. */
double pattern_share(const struct pattern *p, struct topology_shape shape, int endpoint, int other);
/** The endpoint so many columns and rows on, either less than the size of the fabric, with wrap. */
int pattern_offset(struct topology_shape shape, int endpoint, int cols, int rows);
/** 1 when an endpoint sends anything. */
int pattern_sends(const struct pattern *p, struct topology_shape shape, int endpoint);

#endif
