/* SPDX-License-Identifier: Apache-2.0
 *
 * How a network of routers performs under load: packets come into being at random at every input, wait there until they
 * are taken, and go to outputs at random, or by a destination pattern of docs/reference/workloads.md. Measured as the
 * fabrics of this project are (docs/reference/statistics.md).
 */
#ifndef BLACKBOX_BLACKBOX_CURVE_H
#define BLACKBOX_BLACKBOX_CURVE_H

#include "../../measure/metrics.h"
#include "../../traffic/pattern.h"
#include "../bench/blackbox_bench.h"

/** The same for all points of a curve. */
struct blackbox_curve {
    uint64_t cycles; /**< in which packets come into being; the network is drained behind them */
    uint64_t seed;
    int flits;                     /**< of each packet */
    const struct pattern *pattern; /**< of destinations; NULL: any output that an input may send to */
};

/** A point of a curve. */
struct blackbox_load_point {
    double load;              /**< flits a cycle and input that come into being, 1 at most */
    struct summary latency;   /**< of packets, cycles: from coming into being to the last flit out */
    double delivered;         /**< flits a cycle and input that sends */
    struct interval interval; /**< of that */
    int saturated; /**< 1: what waits grows without end, so that latencies mean nothing; 0; -1: too few packets to tell
                    */
    int steady;    /**< 1: the end of the warm-up was found */
    uint64_t warmup;  /**< cycles that are left out */
    uint64_t packets; /**< all of them */
};

/**
 * Whether a destination pattern is defined for a network.
 * @return 0, or -1 with the end of a sentence that begins with the pattern
 */
int blackbox_curve_fits(const struct pattern *pattern, const struct blackbox *f, char *error, size_t size);

/**
 * Run one load, with all the checks of an episode.
 * @param[out] result  when something is wrong, what; the point means nothing then
 * @return 0, or -1 when out of memory
 */
int blackbox_curve_point(const struct blackbox_curve *c, const struct blackbox *f, const struct node_ops *ops,
                         double load, struct blackbox_load_point *point, struct blackbox_result *result);

#endif
