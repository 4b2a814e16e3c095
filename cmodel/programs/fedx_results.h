/* SPDX-License-Identifier: Apache-2.0
 *
 * The results of a run: in words, as JSON, as tables. docs/statistics.md defines
 * every figure, key and column.
 */
#ifndef FEDX_RESULTS_H
#define FEDX_RESULTS_H

#include <jansson.h>

#include "fedx_session.h"

/** One word for how a run ended: good, or what was wrong. */
const char *fedx_results_outcome(const struct fedx_session *session, enum fedx_fault fault);
/** Print fabric, traffic and flow control. */
void fedx_results_print_setup(const struct fedx_session *session);
/** Print what was measured. */
void fedx_results_print(const struct fedx_session *session);
/** All of it; the same bytes for the same scenario. @param outcome  one word. @return NULL when out of memory */
json_t *fedx_results_json(const struct fedx_session *session, const char *outcome);
/** Find out before the work starts whether the tables can be written; the folder is made. @return as fedx_results_csv */
int fedx_results_csv_check(const char *folder, char *error, size_t size);
/**
 * Write nodes.csv, links.csv, latency.csv and series.csv into a folder that is made if need be.
 * @return 0, or -1 with one sentence in error
 */
int fedx_results_csv(const struct fedx_session *session, const char *folder, char *error, size_t size);

/** Packets in a time by so many nodes, as density: 1 is one packet in 320 cycles. */
double fedx_results_density(uint64_t packets, uint64_t cycles, int nodes);
/** Throughput of all PEs (group FEDX_GROUP_ALL) or of a group's senders, as density. */
double fedx_results_throughput(const struct fedx_session *session, enum fedx_metrics_group group);

#endif
