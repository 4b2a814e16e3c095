/* SPDX-License-Identifier: Apache-2.0
 *
 * A run as the report shows it: results, configuration, tables, histograms, timeline.
 * docs/reference/report.md has its keys.
 */
#ifndef RESULTS_REPORT_RUN_H
#define RESULTS_REPORT_RUN_H

#include <jansson.h>

#include "../run/session.h"

/**
 * Everything about a run that has ended.
 * @param difference  of report_difference; NULL: none, or it cannot be shown
 * @return NULL when out of memory
 */
json_t *report_run(struct session *session, json_t *difference);

#endif
