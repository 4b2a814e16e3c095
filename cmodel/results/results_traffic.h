/* SPDX-License-Identifier: Apache-2.0
 *
 * What PEs send and in which order, in the results of every subcommand that runs a
 * fabric. docs/reference/workloads.md describes it.
 */
#ifndef RESULTS_RESULTS_TRAFFIC_H
#define RESULTS_RESULTS_TRAFFIC_H

#include <jansson.h>

#include "../fabric/endpoint.h"

/** What the settings of PEs do not hold. */
struct results_traffic {
    const char *matrix; /**< the file of rates, or NULL */
    const char *replay; /**< the trace that is replayed, or NULL */
    double link_load;   /**< load as a share of what links can carry, if it was said so, else 0 */
};

/** What PEs send, a part of a line such as "wk-mixture at load 0.7". */
void results_traffic_print(const struct results_traffic *t, const struct endpoint_settings *settings);
/** Lines about hot spots and schedule, where they are not the usual ones. */
void results_traffic_print_more(const struct endpoint_settings *settings);
/** Add destinations, sources and hot spots to the JSON of traffic. @return 0, or -1 when out of memory */
int results_traffic_json(const struct results_traffic *t, const struct endpoint_settings *settings, json_t *traffic);
/** The schedule for the JSON results. */
json_t *results_schedule_json(const struct endpoint_settings *settings);
/** Overheads and pause. @return NULL when out of memory */
json_t *results_endpoint_json(const struct endpoint_settings *settings);

#endif
