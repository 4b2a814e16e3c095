/* SPDX-License-Identifier: Apache-2.0
 *
 * What a run measures beyond totals: distributions of latency with confidence
 * intervals, warm-up detection, saturation, utilisation, refusals by cause, buffer
 * occupancy, fairness. docs/statistics.md defines every figure.
 *
 * Metrics are fed with facts that every engine reports alike, by fedx_ledger.c:
 * deliveries, attempts that have ended, and samples of buffers. The order of the
 * facts of one cycle changes nothing.
 */
#ifndef FEDX_METRICS_H
#define FEDX_METRICS_H

#include <stdint.h>

#include "../base/archive.h"
#include "fedx_batches.h"
#include "../base/histogram.h"
#include "fedx_hop.h"

/** Slices with messages that the second half must have for a warm-up to be detected. */
enum { FEDX_STEADY_SLICES = FEDX_LEAST_BATCHES };

/** Whose packets and messages; the second and third only with hot spots. */
enum fedx_metrics_group { FEDX_GROUP_ALL, FEDX_GROUP_INDEPENDENT, FEDX_GROUP_HOT, FEDX_GROUPS };
/** Which latency. Paper section 3. */
enum fedx_metrics_kind { FEDX_KIND_PACKET, FEDX_KIND_MESSAGE, FEDX_KIND_SHORT, FEDX_KIND_LONG, FEDX_KINDS };

struct fedx_metrics_settings {
    int nodes;           /**< that send and receive */
    int routers;         /**< that hold packets and pass them on */
    int buffers;         /**< of a router */
    int packet_cycles;   /**< that a packet takes on a cable */
    uint64_t warmup;     /**< cycles left out, unless it is detected */
    int detect_warmup;   /**< 1: find the end of the warm-up by MSER; the first half of the run at most */
    uint64_t end;        /**< cycle from which nothing counts for throughput, utilisation and occupancy */
    uint64_t sample_period; /**< cycles between samples of the buffers */
    int endless;         /**< 1: senders to hot spots always have a message waiting */
};

struct fedx_metrics;

/** @return NULL when out of memory */
struct fedx_metrics *fedx_metrics_create(const struct fedx_metrics_settings *settings);
/** NULL is legal. */
void fedx_metrics_destroy(struct fedx_metrics *m);

/** A packet or message of node `source` that began in cycle `since` took `cycles`. */
void fedx_metrics_latency(struct fedx_metrics *m, enum fedx_metrics_group group, enum fedx_metrics_kind kind, int source,
                          uint64_t since, uint64_t cycles);
/**
 * Up to cycle `now` the PE of a node has created so many packets and messages in all.
 * @param group  that the node belongs to; FEDX_GROUP_ALL without hot spots
 */
void fedx_metrics_created(struct fedx_metrics *m, enum fedx_metrics_group group, int node, uint64_t packets,
                          uint64_t messages, uint64_t now);
/** A packet of node `source` that began in cycle `since` was delivered in cycle `now`. @param group  as above */
void fedx_metrics_delivered(struct fedx_metrics *m, enum fedx_metrics_group group, int source, uint64_t since, uint64_t now);
/** An attempt ended in cycle `now`: from its first cycle on there was a byte on the wire, until it ended or was whole. */
void fedx_metrics_attempt(struct fedx_metrics *m, const struct fedx_attempt *attempt, uint64_t now);
/** A router held `used` packets at the end of cycle `now`. */
void fedx_metrics_sample(struct fedx_metrics *m, int node, unsigned used, uint64_t now);
/** Cycle `now` is over. @return 1 when the buffers are to be sampled */
int fedx_metrics_close(struct fedx_metrics *m, uint64_t now);
/** Save or load what was measured so far, into metrics with the same settings. */
void fedx_metrics_archive(struct fedx_metrics *m, struct archive *a);

/** Summary of one latency over what was measured. */
struct fedx_summary {
    uint64_t count, min, max;      /**< cycles */
    double mean;                   /**< cycles; 0 without samples */
    struct fedx_interval interval; /**< of the mean, cycles */
    uint64_t p50, p90, p95, p99, p999;
};
struct fedx_summary fedx_metrics_summary(const struct fedx_metrics *m, enum fedx_metrics_group group,
                                         enum fedx_metrics_kind kind);

/** The histogram behind its percentiles. */
void fedx_metrics_histogram(const struct fedx_metrics *m, enum fedx_metrics_group group, enum fedx_metrics_kind kind,
                            struct histogram *h);

/** A rate over the counted cycles. */
struct fedx_rate {
    double packets;                /**< a cycle */
    struct fedx_interval interval; /**< of that */
};
/** What was delivered of a group's packets, or with `offered` what its PEs created. */
struct fedx_rate fedx_metrics_rate(const struct fedx_metrics *m, enum fedx_metrics_group group, int offered);
/** What waits, and whether it grows without end. FEDX_GROUP_ALL: saturated is 1 if a group is. */
struct fedx_backlog fedx_metrics_backlog(const struct fedx_metrics *m, enum fedx_metrics_group group);

/**
 * The end of the warm-up, cycles.
 * @param[out] steady  -1: it was not to be detected. 0: either half of the run was not enough for it, or the run is
 *                     saturated, or there are messages in fewer than FEDX_STEADY_SLICES slices of the second half. 1: found
 */
uint64_t fedx_metrics_warmup(const struct fedx_metrics *m, int *steady);
/** First cycle from which throughput, utilisation, refusals and occupancy count. */
uint64_t fedx_metrics_counted_from(const struct fedx_metrics *m);
/** Cycles that were counted: up to the end, or to where the run stopped before. */
uint64_t fedx_metrics_counted_cycles(const struct fedx_metrics *m);

/** A figure with its spread over nodes or links. */
struct fedx_spread {
    double mean, min, max;
};
/** Attempts of one sender while counted. */
struct fedx_attempts {
    uint64_t accepted, refused; /**< attempts */
};
struct fedx_attempts fedx_metrics_attempts(const struct fedx_metrics *m, int node, int sender);
/** Share of the counted cycles in which a byte of this sender was on the wire. @param wasted  of attempts in vain only */
double fedx_metrics_busy(const struct fedx_metrics *m, int node, int sender, int wasted);
/** Refused attempts by cause, a number of router_kind.causes. @param injection  1: of PEs, 0: of switches */
uint64_t fedx_metrics_refusals(const struct fedx_metrics *m, int injection, int cause);
/** Packets of one source that were delivered while counted. */
uint64_t fedx_metrics_from(const struct fedx_metrics *m, int source);
/** Packets that the PE of a node created while counted: what it offered. */
uint64_t fedx_metrics_offered(const struct fedx_metrics *m, int node);
/** The longest packet latency of one source, cycles, of packets that began while counted and were delivered. */
uint64_t fedx_metrics_longest(const struct fedx_metrics *m, int source);
/** Mean number of packets that a node held. */
double fedx_metrics_occupancy(const struct fedx_metrics *m, int node);
/** Samples, over all routers, in which one held so many packets, 0 to its buffers. */
uint64_t fedx_metrics_held(const struct fedx_metrics *m, int packets);

/** One part of the run, of fedx_metrics_settings.end / FEDX_SLICES cycles. */
struct fedx_slice {
    uint64_t created;         /**< packets */
    uint64_t delivered;       /**< packets */
    double packet_latency;    /**< of packets that began in it, cycles; 0 without any */
    double message_latency;   /**< likewise of messages */
    double occupancy;         /**< mean packets a node; 0 without samples */
};
struct fedx_slice fedx_metrics_slice(const struct fedx_metrics *m, int slice);

/** Jain's index of fairness of n values: 1 when all are equal, 1/n when one has all. 1 for nothing at all. */
double fedx_jain(const double *value, int n);

#endif
