/* SPDX-License-Identifier: Apache-2.0
 *
 * How tight the confidence intervals of a run are, and how long a run would have to
 * be for them to be tighter. docs/statistics.md section 3.
 */
#ifndef SCENARIO_PRECISION_H
#define SCENARIO_PRECISION_H

#include "../fabric/fabric.h"

struct precision {
    const char *figure; /**< the one that is known worst */
    double percent;     /**< half-width of its interval, in per cent of its mean; negative: it has no good interval */
    int hopeless;       /**< 1: no run is long enough, since a mean grows with its length */
};

/**
 * The worst of message latency, packet latency and throughput; with hot spots those of the independent nodes.
 * Floods that are endless by their nature do not count.
 */
struct precision precision_of(const struct fabric *f);
/** Cycles of the next run, to come to `percent`. @param cycles  of the run that came to p */
uint64_t precision_next(const struct precision *p, double percent, uint64_t cycles);

#endif
