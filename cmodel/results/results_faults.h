/* SPDX-License-Identifier: Apache-2.0
 *
 * The outcomes of the faults of a run: in words, and as JSON. docs/reference/faults.md.
 */
#ifndef RESULTS_RESULTS_FAULTS_H
#define RESULTS_RESULTS_FAULTS_H

#include <jansson.h>

#include "../run/session.h"

/** Print how many faults of which kind there were, their outcomes, and where packets that did not arrive are. */
void results_faults_print(const struct session *session);
/** The same. @return null without faults; NULL when out of memory */
json_t *results_faults_json(const struct session *session);

#endif
