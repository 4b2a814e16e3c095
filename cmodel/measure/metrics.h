/* SPDX-License-Identifier: Apache-2.0
 *
 * What a run measures beyond totals: distributions of latency with confidence
 * intervals, warm-up detection, saturation, utilisation, refusals by reason, buffer
 * occupancy, fairness. docs/reference/statistics.md defines every figure.
 *
 * Metrics are fed with facts that every engine reports alike, by scoreboard.c:
 * deliveries, attempts that have ended, and samples of buffers. The order of the
 * facts of one cycle changes nothing.
 */
#ifndef MEASURE_METRICS_H
#define MEASURE_METRICS_H

#include <stdint.h>

#include "../base/archive.h"
#include "../base/histogram.h"
#include "batches.h"
#include "hop.h"
#include "message_spread.h"
#include "saturation.h"
#include "stats.h"
#include "windows.h"

/** Slices with messages that the second half must have for a warm-up to be detected. */
enum { STEADY_SLICES = LEAST_BATCHES };

/** Whose packets and messages; the second and third only with hot spots, of two tasks, or requests and responses. */
enum metrics_group {
    GROUP_ALL,
    GROUP_INDEPENDENT,
    GROUP_HOT,
    GROUPS,
    GROUP_FIRST = GROUP_INDEPENDENT,
    GROUP_SECOND = GROUP_HOT
};
/**
 * Which latency. Paper section 3; normalized: of a message, over the packets of it; round trip: of a request and its
 * response; copy: of a message that is one of a multicast's, and from when those appear until the first of them has
 * arrived, and the last. From the round trip on of GROUP_ALL alone.
 */
enum metrics_kind {
    LATENCY_PACKET,
    LATENCY_MESSAGE,
    LATENCY_SHORT,
    LATENCY_LONG,
    LATENCY_NORMALIZED,
    LATENCY_ROUND_TRIP,
    LATENCY_COPY,
    LATENCY_FIRST_COPY,
    LATENCY_LAST_COPY,
    LATENCY_KINDS
};

struct metrics_settings {
    int endpoints;          /**< that send and receive */
    int routers;            /**< that hold packets and pass them on */
    int ports;              /**< of a router */
    int buffers;            /**< of a router */
    int packet_cycles;      /**< that a packet takes on a cable */
    int attributes;         /**< that are counted of hops: router_kind.attribute_count */
    uint64_t warmup;        /**< cycles left out, unless it is detected */
    int detect_warmup;      /**< 1: find the end of the warm-up by MSER; the first half of the run at most */
    uint64_t end;           /**< cycle from which nothing counts for throughput, utilisation and occupancy */
    uint64_t sample_period; /**< cycles between samples of buffers and queues */
    int spread;             /**< 1: count over how many routers messages are spread */
    int distances;          /**< latencies are counted of packets that go less than so many hops by shortest ways */
    int windows; /**< of so many packets each that are counted by source, from the end of the warm-up on; 0: none */
    uint64_t window_packets;
    int endless; /**< 1: senders to hot spots always have a message waiting */
};

struct metrics;

/** @return NULL when out of memory */
struct metrics *metrics_create(const struct metrics_settings *settings);
/** NULL is legal. */
void metrics_destroy(struct metrics *m);

/** A packet or message of endpoint `source` that began in cycle `since` took `cycles`. */
void metrics_latency(struct metrics *m, enum metrics_group group, enum metrics_kind kind, int source, uint64_t since,
                     uint64_t cycles);
/**
 * Up to cycle `now` an endpoint has created so many packets and messages of a group in all.
 * @param group  GROUP_ALL where there are no others
 */
void metrics_created(struct metrics *m, enum metrics_group group, int endpoint, uint64_t packets, uint64_t messages,
                     uint64_t now);
/** A packet of endpoint `source` that began in cycle `since` was delivered in cycle `now`. @param group  as above */
void metrics_delivered(struct metrics *m, enum metrics_group group, int source, uint64_t since, uint64_t now);
/** A packet between endpoints so many hops apart that began in cycle `since` took `cycles`; only with distances. */
void metrics_distance(struct metrics *m, int distance, uint64_t since, uint64_t cycles);
/**
 * An attempt ended in cycle `now`: from its first cycle on there was a byte on the wire, until it ended or was whole.
 */
void metrics_attempt(struct metrics *m, const struct attempt *attempt, uint64_t now);
/** A router held `used` packets at the end of cycle `now`. */
void metrics_sample(struct metrics *m, int router, unsigned used, uint64_t now);
/** At the end of cycle `now` so many packets had been taken from all endpoints since the beginning; those created are
 * known. */
void metrics_sample_queues(struct metrics *m, uint64_t injected, uint64_t now);
/**
 * At the end of cycle `now` the packets that routers hold are to be seen.
 * @return what sees them, one router after the other; NULL: nobody asked, or this cycle does not count
 */
struct message_spread *metrics_sample_messages(struct metrics *m, uint64_t now);
/** 1 when buffers and queues are to be sampled at the end of cycle `now`. */
int metrics_sample_time(const struct metrics *m, uint64_t now);
/** Cycle `now` is over. @return 1 when buffers and queues are to be sampled */
int metrics_close(struct metrics *m, uint64_t now);
/** Save or load what was measured so far, into metrics with the same settings. */
void metrics_archive(struct metrics *m, struct archive *a);

/** Summary of one latency over what was measured. */
struct summary {
    uint64_t count, min, max; /**< cycles */
    double mean;              /**< cycles; 0 without samples */
    struct interval interval; /**< of the mean, cycles */
    uint64_t p50, p90, p95, p99, p999;
};
struct summary metrics_summary(const struct metrics *m, enum metrics_group group, enum metrics_kind kind);

/** The histogram behind its percentiles. */
void metrics_histogram(const struct metrics *m, enum metrics_group group, enum metrics_kind kind, struct histogram *h);

/** A rate over the counted cycles. */
struct rate {
    double packets;           /**< a cycle */
    struct interval interval; /**< of that */
};
/** What was delivered of a group's packets, or with `offered` what its endpoints created. */
struct rate metrics_rate(const struct metrics *m, enum metrics_group group, int offered);
/** A mean in either half of what was counted, by slices; NAN: that half has none. */
struct halves {
    double first, second;
};
struct halves metrics_latency_halves(const struct metrics *m, enum metrics_group group, enum metrics_kind kind);
/** Of what was delivered of a group's packets, packets a cycle. */
struct halves metrics_rate_halves(const struct metrics *m, enum metrics_group group);
/**
 * What is known of all sources together beforehand: it decides on saturation, too. To be said before results are read.
 */
void metrics_demand(struct metrics *m, const struct demand *demand);
/** What waits, and whether it grows without end. GROUP_ALL: saturated if a group is. */
struct backlog metrics_backlog(const struct metrics *m, enum metrics_group group);

/**
 * The end of the warm-up, cycles.
 * @param[out] steady  -1: it was not to be detected. 0: either half of the run was not enough for it, or the run is
 *                     saturated, or there are messages in fewer than STEADY_SLICES slices of the second half. 1: found
 */
uint64_t metrics_warmup(const struct metrics *m, int *steady);
/** First cycle from which throughput, utilisation, refusals and occupancy count. */
uint64_t metrics_counted_from(const struct metrics *m);
/** Cycles that were counted: up to the end, or to where the run stopped before. */
uint64_t metrics_counted_cycles(const struct metrics *m);

/** A figure with its spread over endpoints, routers or links. */
struct spread {
    double mean, min, max;
};
/** Attempts of one sender while counted. */
struct attempts {
    uint64_t accepted, refused; /**< attempts */
};
struct attempts metrics_attempts(const struct metrics *m, int node, int sender);
/**
 * Share of the counted cycles in which a byte of this sender was on the wire. @param wasted  of failed attempts only
 */
double metrics_busy(const struct metrics *m, int node, int sender, int wasted);
/** Refused attempts by reason, a number of router_kind.reasons. @param injection  1: of endpoints, 0: of routers */
uint64_t metrics_refusals(const struct metrics *m, int injection, int reason);
/** Hops with a property, a number of router_kind.attributes. */
uint64_t metrics_hops(const struct metrics *m, int attribute);
/** Packets of one source that were delivered while counted, of all groups or of one. */
uint64_t metrics_from(const struct metrics *m, enum metrics_group group, int source);
/** Packets that an endpoint created while counted: what it offered. */
uint64_t metrics_offered(const struct metrics *m, enum metrics_group group, int endpoint);
/** The longest packet latency of one source, cycles, of packets that began while counted and were delivered. */
uint64_t metrics_longest(const struct metrics *m, int source);
/** Mean number of packets that a router held; NAN without samples, as in runs shorter than a sample period. */
double metrics_occupancy(const struct metrics *m, int router);
/** Samples, over all routers, in which one held so many packets, 0 to its buffers. */
uint64_t metrics_held(const struct metrics *m, int packets);
/** Mean number of packets that waited in all endpoints together; NAN without samples. */
double metrics_queued(const struct metrics *m);
/** Latencies of packets that went so many hops and began while counted; NULL: not asked for, or too far. */
const struct latency *metrics_of_distance(const struct metrics *m, int distance);
/** Over how many routers messages were spread; NULL: not asked for. */
const struct message_spread *metrics_spread(const struct metrics *m);

/** Packets delivered by source, in windows of so many packets; NULL: not asked for. */
const struct windows *metrics_windows(const struct metrics *m);

/** One part of the run, of metrics_settings.end / SLICES cycles. */
struct slice {
    uint64_t created;       /**< packets */
    uint64_t delivered;     /**< packets */
    double packet_latency;  /**< of packets that began in it, cycles; 0 without any */
    double message_latency; /**< likewise of messages */
    double occupancy;       /**< mean packets a router; NAN without samples */
};
struct slice metrics_slice(const struct metrics *m, int slice);

/** Jain's index of fairness of n values: 1 when all are equal, 1/n when one has all. 1 for nothing at all. */
double jain(const double *value, int n);

#endif
