/* SPDX-License-Identifier: Apache-2.0
 *
 * Functional coverage as the programs keep and show it: a JSON file, and words.
 * docs/verification/coverage.md has the keys.
 */
#ifndef COVER_COVERAGE_FILE_H
#define COVER_COVERAGE_FILE_H

#include <jansson.h>
#include <stdio.h>

#include "coverage.h"

/** All of it. @return NULL when out of memory */
json_t *coverage_json(const struct coverage *c);
/** Counts by family, and the holes; no hits. For results and reports. @return NULL when out of memory */
json_t *coverage_summary(const struct coverage *c);
/** The kind of router that a file names; empty where it names none, or cannot be read: coverage_read says so then. */
void coverage_file_router(const char *path, char *name, size_t size);
/** Add what a file says. @return 0, or -1 with one sentence in error */
int coverage_read(struct coverage *c, const char *path, char *error, size_t size);

/** The line of a run: how much was covered. */
void coverage_print_line(const struct coverage *c, FILE *out);
/** Reachable points that were not hit, one line a family. Nothing when there are none. */
void coverage_print_holes(const struct coverage *c, FILE *out);
/** Counts by family, then the holes. */
void coverage_print(const struct coverage *c, FILE *out);
/** Every point of a family: hits and where they began, or why there are none. */
void coverage_print_points(const struct coverage *c, int family, FILE *out);
/** The table of families for docs/verification/results.md. */
void coverage_print_markdown(const struct coverage *c, FILE *out);

/** 1 when every reachable point was hit, and no other. */
int coverage_complete(const struct coverage *c);

#endif
