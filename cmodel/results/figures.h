/* SPDX-License-Identifier: Apache-2.0
 *
 * The figures that words, JSON and tables of a run's results share. Their meaning is
 * in docs/reference/statistics.md.
 */
#ifndef RESULTS_FIGURES_H
#define RESULTS_FIGURES_H

#include "../compare/lockstep.h"
#include "results.h"

/** Whether messages are answered. */
int figures_answered(const struct session *session);
/** 1 when there are two classes of messages: requests and responses, of endpoints or of a trace. */
int figures_classes(const struct session *session);
/** Whether copies of messages go to several endpoints. */
int figures_multicast(const struct session *session);
/** The kind of latency that a group has behind one; LATENCY_KINDS: there is none. */
int figures_next_kind(const struct session *session, enum metrics_group group, int kind);
/** Groups that latencies are listed of, from the first on. */
int figures_groups(const struct session *session);

/** Name of a group of nodes in the results of a run; NULL: it has no such group. */
const char *figures_group(const struct session *session, enum metrics_group group);
/** What ended the run. */
enum fabric_fault figures_fault(const struct session *session);
/** One word for how it ended. */
const char *figures_outcome(const struct session *session);
/** What was compared over the lockstep nodes. */
struct compared figures_compared(const struct session *session);
/** Cycles that were counted. */
uint64_t figures_cycles(const struct session *session);

/** Throughput of a group's endpoints, or with `offered` what they created; as density, its interval too. */
struct rate figures_rate(const struct session *session, enum metrics_group group, int offered);
/** What was delivered in either half of what was counted, as density; NAN: that half has no whole slice. */
struct halves figures_rate_halves(const struct session *session, enum metrics_group group);
/** What waits; growth and its half-width as density. A stalled run is stalled. */
struct backlog figures_backlog(const struct session *session, enum metrics_group group);

/** One word for whether the run is saturated, and how that is known. */
const char *figures_saturation(enum saturation_reason reason);

/** A latency, with what the mean leaves out. */
struct latency_figures {
    struct summary summary;
    uint64_t left_out; /**< that began while counted and had not arrived at the end of the run */
    double at_least;   /**< mean with those at their age up to then, cycles */
};
struct latency_figures figures_latency(const struct session *session, enum metrics_group group, enum metrics_kind kind);
/** One word for whether an interval can be trusted. */
const char *figures_interval(enum interval_verdict verdict);

/** Share of the counted cycles in which the cables to an endpoint carried a part of a packet, all together. */
double figures_endpoint_busy(const struct session *session, int endpoint, int wasted);
/** What terminals in lockstep compared; cycles are 0 without any. */
struct compared figures_terminals_compared(const struct session *session);
/** Packets that left the fabric by them. */
uint64_t figures_ejections(const struct session *session, int endpoint);
/** Share of the counted cycles in which the port of an endpoint was occupied: busy, or by an overhead. */
double figures_endpoint_occupied(const struct session *session, int endpoint);
/** The same over all links, each once, and over all endpoints. */
struct spread figures_links_busy(const struct session *session, int wasted);
struct spread figures_endpoints_busy(const struct session *session, int wasted);
struct spread figures_endpoints_occupied(const struct session *session);
/**
 * Hops from router to router, made while counted; and the share of them that have a property (router_kind.attributes).
 */
uint64_t figures_hops(const struct session *session);
double figures_share_of_hops(const struct session *session, int attribute);
/** The first property that more hops have than router_attribute.most allows, which results flag; NULL: none. */
const struct router_attribute *figures_flagged(const struct session *session);
/** Packets delivered while counted. */
uint64_t figures_delivered(const struct session *session);
/**
 * Hops from router to router of a packet: those made while counted, over the packets delivered meanwhile. 0: none was
 */
double figures_path(const struct session *session);
/** Packets that waited in an endpoint, mean over endpoints and samples; NAN without samples. */
double figures_queue(const struct session *session);
/** Packets that a router held, mean over routers and samples (NAN without samples); and the most that one held. */
double figures_occupancy(const struct session *session);
/** Buffers of a router: packets that it can hold, or parts of one. */
int figures_buffers(const struct session *session);
int figures_most_held(const struct session *session);

/** What was delivered from each endpoint that sends; those that are silent by their role are left out. */
struct fairness {
    double jain;
    struct spread throughput; /**< density */
};
struct fairness figures_fairness(const struct session *session, enum metrics_group group);
/** The same of windows that are over, from one to another, of what arrived or of what went in; and that of a PE in
 * them, density. */
struct fairness figures_windows(const struct session *session, enum windows_what what, int first, int last);
double figures_windows_of(const struct session *session, enum windows_what what, int first, int last, int endpoint);
/** Attempts of all routers, or with `injection` of all PEs. */
struct attempts figures_attempts(const struct session *session, int injection);

#endif
