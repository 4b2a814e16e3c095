/* SPDX-License-Identifier: Apache-2.0
 *
 * A page of one run of `fedx blackbox`: verdict, checks, points at the ports, and of a failure its packets and a
 * picture of the wires. One file without scripts, that any browser shows.
 */
#ifndef RESULTS_VERDICT_PAGE_H
#define RESULTS_VERDICT_PAGE_H

#include <jansson.h>
#include <stddef.h>

/**
 * Write the page.
 * @param run  what --json of the run writes (docs/reference/results.md)
 * @return 0, or -1 with error when the file cannot be written
 */
int verdict_page_write(const char *path, json_t *run, char *error, size_t size);

#endif
