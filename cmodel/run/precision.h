/* SPDX-License-Identifier: Apache-2.0
 *
 * How tight the confidence intervals of a run are, whether its figures have settled,
 * and how long the next run is to be. docs/reference/statistics.md section 3.
 */
#ifndef SCENARIO_PRECISION_H
#define SCENARIO_PRECISION_H

#include "../fabric/fabric.h"

struct precision {
    const char *figure; /**< the one that is known worst */
    double percent;     /**< half-width of its interval, in per cent of its mean; negative: it has no good interval */
    int hopeless;       /**< 1: no run is long enough, since a mean grows with its length */
    int lengths;        /**< so many in a row were as precise as asked, this one the last */
};

/**
 * Lengths in a row that must be as precise as asked. The first one that is may be so by chance: an interval that is too
 * narrow and a mean that is too low go together.
 */
enum { PRECISE_LENGTHS = 2 };

/**
 * The worst of message latency, packet latency and throughput; with hot spots those of the independent nodes.
 * Floods that are endless by their nature do not count.
 */
struct precision precision_of(const struct fabric *f);
/** Cycles of the next run, to come to `percent`, or to stay there. @param cycles  of the run that came to p */
uint64_t precision_next(const struct precision *p, double percent, uint64_t cycles);

/** What has become of a run that was to settle. */
enum settle_verdict {
    SETTLE_NOT_ASKED,
    SETTLE_SETTLED,   /**< every figure has settled */
    SETTLE_SATURATED, /**< likewise, of a saturated run: latencies only where they do not grow with its length */
    SETTLE_STALLED,   /**< nothing moves any more */
    SETTLE_LIMIT,     /**< run.latency_limit has ended it */
    SETTLE_BUDGET,    /**< run.max_cycles were not enough */
    SETTLE_FAILED     /**< another fault has ended it */
};

/** What is asked of a run that is to settle; per cent of a mean. */
struct settle_asked {
    double moved; /**< that it may differ from half to half, and from the run of half the length */
    double width; /**< that the half-width of its interval may be */
};

enum { SETTLE_FIGURES = 3 };

/** How far a run has settled, over the runs of all lengths. All zero: no run yet. */
struct settle {
    enum settle_verdict verdict;
    int runs;                      /**< so far, each twice as long as the one before */
    int lengths;                   /**< so many in a row had intervals as tight as asked */
    int alone;                     /**< 1: the throughput was to settle, and no latency */
    const char *figure;            /**< the one that is farthest from what is asked */
    double moved;                  /**< of that figure, per cent; negative: not known */
    double width;                  /**< half-width of its interval, per cent; negative: it has no good one */
    double before[SETTLE_FIGURES]; /**< means of the last run */
};

/**
 * Look at a run of one length, the next ones twice as long as the last. The figures are those of precision_of; where
 * latencies grow with the length of the run the throughput alone, of a run with windows that of its windows.
 * @return 1 when the verdict is SETTLED or SATURATED; else it is BUDGET, until a longer run is looked at
 */
int settle_look(struct settle *s, const struct settle_asked *asked, const struct fabric *f);
/** The word of a verdict in results, such as "settled"; NULL: it was not asked for. */
const char *settle_word(enum settle_verdict verdict);

#endif
