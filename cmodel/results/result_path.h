/* SPDX-License-Identifier: Apache-2.0
 *
 * Figures in the JSON results of a run, by their path: names with dots in between,
 * such as "independent.message_latency.mean_cycles"; of lists, items by their numbers from 0 on.
 * docs/reference/results.md has them all.
 */
#ifndef RESULTS_RESULT_PATH_H
#define RESULTS_RESULT_PATH_H

#include <jansson.h>

/** What is at a path, or NULL. */
const json_t *result_at(const json_t *result, const char *path);
/** The part of the results that a path is in that says whether it is saturated: a group of nodes, or all. */
const json_t *result_group(const json_t *result, const char *path);
/**
 * Find out whether a path leads to a figure: a number, or null.
 * @return 0, or -1 with a part of a sentence in reason: what there is instead
 */
int result_check(const json_t *result, const char *path, char *reason, size_t size);

#endif
