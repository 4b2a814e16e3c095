/* SPDX-License-Identifier: Apache-2.0
 *
 * Functional coverage as the programs keep and show it: a JSON file, and words.
 * docs/coverage.md has the keys.
 */
#ifndef FEDX_COVERAGE_FILE_H
#define FEDX_COVERAGE_FILE_H

#include <jansson.h>
#include <stdio.h>

#include "../verify/fedx_coverage.h"

/** All of it. @return NULL when out of memory */
json_t *fedx_coverage_json(const struct fedx_coverage *c);
/** Counts by family, and the holes; no hits. For results and reports. @return NULL when out of memory */
json_t *fedx_coverage_summary(const struct fedx_coverage *c);
/** Add what a file says. @return 0, or -1 with one sentence in error */
int fedx_coverage_read(struct fedx_coverage *c, const char *path, char *error, size_t size);

/** The line of a run: how much was covered. */
void fedx_coverage_print_line(const struct fedx_coverage *c, FILE *out);
/** Reachable points that were not hit, one line a family. Nothing when there are none. */
void fedx_coverage_print_holes(const struct fedx_coverage *c, FILE *out);
/** Counts by family, then the holes. */
void fedx_coverage_print(const struct fedx_coverage *c, FILE *out);
/** Every point of a family: hits and where they began, or why there are none. */
void fedx_coverage_print_points(const struct fedx_coverage *c, int family, FILE *out);
/** The table of families for docs/verification.md. */
void fedx_coverage_print_markdown(const struct fedx_coverage *c, FILE *out);

/** 1 when every reachable point was hit, and no other. */
int fedx_coverage_complete(const struct fedx_coverage *c);

#endif
