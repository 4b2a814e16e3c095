/* SPDX-License-Identifier: Apache-2.0
 *
 * What events in a fabric cost: a table of the user, such as one of energies that a synthesis tool gave. Which events
 * there are, and how they are counted, is in docs/reference/statistics.md.
 */
#ifndef MEASURE_ENERGY_H
#define MEASURE_ENERGY_H

#include <stddef.h>

/** Events that cost something. A flit is what crosses a cable in one cycle. */
enum energy_event {
    ENERGY_BUFFER_WRITE, /**< a flit comes into a router */
    ENERGY_BUFFER_READ,  /**< a flit leaves a router */
    ENERGY_CROSSBAR,     /**< likewise */
    ENERGY_ARBITRATION,  /**< a router sends a packet, or tries to */
    ENERGY_LINK,         /**< a flit is on a cable between routers */
    ENERGY_ENDPOINT,     /**< a flit is on a cable between a router and an endpoint */
    ENERGY_ROUTER_CYCLE, /**< a router is there for a cycle */
    ENERGY_EVENTS
};

/** What they cost, in a unit of the user's. */
struct energy_table {
    double cost[ENERGY_EVENTS];
};

/** The name of an event in tables and results. */
const char *energy_name(enum energy_event event);
/**
 * Read lines of an event and what it costs, 0 or more; # begins a comment; events without a line cost nothing.
 * @param[out] text  why not, one sentence @return 0, or -1
 */
int energy_read(const char *path, struct energy_table *table, char *text, size_t size);

#endif
