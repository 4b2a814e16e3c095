/* SPDX-License-Identifier: Apache-2.0
 *
 * Reports: one HTML file that shows runs, sweeps and verifications, and the data in
 * it as JSON. The page itself is made when the project is built (folder report);
 * here the data is put into it. docs/reference/report.md.
 */
#ifndef RESULTS_REPORT_H
#define RESULTS_REPORT_H

#include <jansson.h>
#include <stddef.h>

enum { REPORT_PATH = 1200 };

/* Functions that can fail return 0, or -1 with one sentence in error (SCENARIO_ERROR bytes hold all). */

/** Find out before the work starts whether a report can be made in a folder, which is made if need be. */
int report_check(const char *folder, char *error, size_t size);

/** Data of an empty report. @return NULL when out of memory */
json_t *report_create(void);
/**
 * Add a run, a verification, a sweep or a performance over load; the reference is taken over.
 * @param kind  "runs", "verifications", "sweeps" or "performances"
 * @return 0, or -1 when out of memory, as also for a part that is NULL
 */
int report_add(json_t *report, const char *kind, json_t *part);
/** Add everything that is in the data of a report that was written before. */
int report_load(json_t *report, const char *path, char *error, size_t size);

/** Write report.html and report.json into the folder, and print where. */
int report_write(const json_t *report, const char *folder, char *error, size_t size);
/** All of this for one part; the reference is taken over. */
int report_one(const char *kind, json_t *part, const char *folder, char *error, size_t size);

#endif
