/* SPDX-License-Identifier: Apache-2.0
 *
 * A verification as the report shows it. docs/reference/report.md has its keys.
 */
#ifndef RESULTS_REPORT_VERIFY_H
#define RESULTS_REPORT_VERIFY_H

#include <jansson.h>
#include <stdint.h>

#include "../kind/kind.h"

/**
 * Everything about a verification that has ended.
 * @param kind     of the router that was verified
 * @param command  that does the same again
 * @param results  as fedx verify --json gives them; the reference is taken over
 * @param failure  what went wrong, in words; NULL: nothing
 * @param difference  of report_difference; NULL: none, or it cannot be shown
 * @param touched  as lockstep_touched
 * @return NULL when out of memory
 */
json_t *report_verify(const struct router_kind *kind, const char *command, json_t *results, const char *failure,
                      json_t *difference, const uint8_t *touched);

#endif
