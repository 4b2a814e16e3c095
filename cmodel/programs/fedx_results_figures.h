/* SPDX-License-Identifier: Apache-2.0
 *
 * The figures that words, JSON and tables of a run's results share. Their meaning is
 * in docs/statistics.md.
 */
#ifndef FEDX_RESULTS_FIGURES_H
#define FEDX_RESULTS_FIGURES_H

#include "../verify/fedx_lockstep.h"
#include "fedx_cli_traffic.h"
#include "fedx_results.h"

/** What the run replayed, for fedx_cli_traffic_print and _json. */
struct fedx_cli_traffic fedx_figures_traffic(const struct fedx_session *session);
/** What ended the run. */
enum fedx_fault fedx_figures_fault(const struct fedx_session *session);
/** One word for how it ended. */
const char *fedx_figures_outcome(const struct fedx_session *session);
/** What was compared over the lockstep nodes. */
struct fedx_compared fedx_figures_compared(const struct fedx_session *session);
/** Cycles that were counted. */
uint64_t fedx_figures_cycles(const struct fedx_session *session);

/** Throughput of a group's nodes, or with `offered` what their PEs created; as density, its interval too. */
struct fedx_rate fedx_figures_rate(const struct fedx_session *session, enum fedx_metrics_group group, int offered);
/** What waits; growth and its half-width as density. */
struct fedx_backlog fedx_figures_backlog(const struct fedx_session *session, enum fedx_metrics_group group);

/** A latency, with what the mean leaves out. */
struct fedx_latency_figures {
    struct fedx_summary summary;
    uint64_t left_out; /**< that began while counted and had not arrived at the end of the run */
    double at_least;   /**< mean with those at their age up to then, cycles */
};
struct fedx_latency_figures fedx_figures_latency(const struct fedx_session *session, enum fedx_metrics_group group,
                                                 enum fedx_metrics_kind kind);
/** One word for whether an interval can be trusted. */
const char *fedx_figures_interval(enum fedx_interval_verdict verdict);

/** Share of the counted cycles in which the cable of a port to another router carried a part of a packet, in either direction. */
double fedx_figures_cable_busy(const struct fedx_session *session, int node, int port, int wasted);
/** The same of the cable to an endpoint. */
double fedx_figures_endpoint_busy(const struct fedx_session *session, int endpoint, int wasted);
/** The same over all links, each once, and over all endpoints. */
struct fedx_spread fedx_figures_links_busy(const struct fedx_session *session, int wasted);
struct fedx_spread fedx_figures_endpoints_busy(const struct fedx_session *session, int wasted);
/** Packets that a switch held, mean over switches and samples; and the most that one held. */
double fedx_figures_occupancy(const struct fedx_session *session);
int fedx_figures_most_held(const struct fedx_session *session);

/** What was delivered from each PE that sends; those that are silent by their role are left out. */
struct fedx_fairness {
    double jain;
    struct fedx_spread throughput; /**< density */
};
struct fedx_fairness fedx_figures_fairness(const struct fedx_session *session, enum fedx_metrics_group group);
/** Attempts of all switches, or with `injection` of all PEs. */
struct fedx_attempts fedx_figures_attempts(const struct fedx_session *session, int injection);

#endif
