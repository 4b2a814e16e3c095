/* SPDX-License-Identifier: Apache-2.0
 *
 * The results of a run: in words, as JSON, as tables. docs/reference/statistics.md defines
 * every figure, docs/reference/results.md every key and column.
 */
#ifndef RESULTS_RESULTS_H
#define RESULTS_RESULTS_H

#include <jansson.h>

#include "../run/session.h"

/** 1 when the run ended without a fault, and the engines, if both ran, did the same. */
int results_good(const struct session *session);
/** Print fabric, traffic and settings of routers, and what was measured; or what went wrong. */
void results_print(const struct session *session);
/** Say what went wrong in a run that is not good. */
void results_explain(const struct session *session, FILE *out);
/**
 * The shortest options of `fedx run` that give the same results as a scenario, whatever engine, threads and files it
 * has.
 * @return to be freed; NULL when out of memory
 */
char *results_arguments(const struct scenario *scenario);
/** All of it; the same bytes for the same scenario. @return NULL when out of memory */
json_t *results_to_json(const struct session *session);
/** Find out before the work starts whether the tables can be written; the folder is made. @return as results_csv */
int results_csv_check(const char *folder, char *error, size_t size);
/**
 * Write run.csv, nodes.csv, links.csv, latency.csv and series.csv, spread.csv if it was asked for, and routers.csv
 * where routers and endpoints are not the same, into a folder that is made if need be.
 * @return 0, or -1 with one sentence in error
 */
int results_csv(const struct session *session, const char *folder, char *error, size_t size);

/**
 * The same tables as an object of tables, by name; each is an object of columns, an array each.
 * @return NULL when out of memory
 */
json_t *results_tables(const struct session *session);
/** Name of a kind of latency in results. */
const char *results_kind(enum metrics_kind kind);

/** Packets of so many endpoints in so many cycles, as density: 1 is one packet in endpoint_load_cycles. */
double results_density(const struct session *session, uint64_t packets, uint64_t cycles, int endpoints);

#endif
