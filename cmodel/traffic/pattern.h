/* SPDX-License-Identifier: Apache-2.0
 *
 * Destination patterns. docs/workloads.md defines them; those of Dally and
 * Towles, Principles and Practices of Interconnection Networks, section 3.2,
 * unless said otherwise. Node number = row * cols + column.
 */
#ifndef TRAFFIC_PATTERN_H
#define TRAFFIC_PATTERN_H

#include "fedx/random.h"

/** The size of a fabric; one whose size is not rows and columns is one row. */
struct pattern_shape {
    int rows, cols;
};

/** A destination pattern. */
struct pattern {
    const char *name;    /**< as on the command line */
    const char *needs;   /**< end of a sentence that begins with the pattern, when fits says 0 */
    int fixed;           /**< 1: one destination a node, nothing is drawn */
    int (*fits)(struct pattern_shape shape); /**< 1: the pattern is defined for this size */
    /** Where a message of node goes; node itself means that it sends nothing (fixed patterns only). */
    int (*destination)(struct fedx_random *r, struct pattern_shape shape, int node);
    /** Share of the messages of node that go to another node; NULL: all go where destination says. */
    double (*share)(struct pattern_shape shape, int node, int other);
    int reach;           /**< destinations are at most so many rows and so many columns away, with wrap; 0: anywhere */
};

/** Every pattern, the first one uniform, ended by a row without a name. */
extern const struct pattern traffic_patterns[];

/** @return the pattern with that name, or NULL */
const struct pattern *pattern_find(const char *name);

/** Share of the messages of a node that go to another one, 0 to 1; none go from a node to itself. */
double pattern_share(const struct pattern *p, struct pattern_shape shape, int node, int other);
/** The node so many columns and rows on, either less than the size of the fabric, with wrap. */
int pattern_offset(struct pattern_shape shape, int node, int cols, int rows);
/** 1 when a node sends anything. */
int pattern_sends(const struct pattern *p, struct pattern_shape shape, int node);

#endif
