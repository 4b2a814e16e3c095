/* SPDX-License-Identifier: Apache-2.0
 *
 * Workloads: how long messages are, how often they come, where they go. Paper
 * section 3.
 */
#ifndef TRAFFIC_WORKLOAD_H
#define TRAFFIC_WORKLOAD_H

#include "fedx/rng.h"

/** Bimodal message lengths: short ones uniform in a range, long ones of one length. */
struct workload {
    const char *name;    /**< as on the command line */
    const char *summary; /**< one line for --help */
    double long_share;   /**< share of messages that are long, 0 to 1 */
    int short_min;       /**< packets */
    int short_max;       /**< packets */
    int long_packets;    /**< packets */
};

/** Every workload, ended by a row without a name. */
extern const struct workload traffic_workloads[];

/** @return the workload with that name, or NULL */
const struct workload *workload_find(const char *name);

/** Mean message length, packets. */
double workload_mean(const struct workload *w);

/**
 * Mean time from message to message of one endpoint, cycles.
 * @param load    density u, over 0
 * @param cycles  for a packet at density 1
 */
double workload_interval(const struct workload *w, double load, int cycles);

/** Draw a message length, packets. */
int workload_length(const struct workload *w, struct rng *r);

/** Draw a destination, uniform over the endpoints other than self. */
int workload_destination(struct rng *r, int endpoints, int self);

#endif
