/* SPDX-License-Identifier: Apache-2.0
 *
 * What a run cost by the table of --energy, and loads in flits, as the field has them. docs/reference/statistics.md.
 */
#ifndef RESULTS_RESULTS_ENERGY_H
#define RESULTS_RESULTS_ENERGY_H

#include "results.h"

/** As JSON: null without a table. */
json_t *results_energy_json(const struct session *session);
/** Accepted and offered load and the busiest link, flits a cycle, as JSON. */
json_t *results_flits_json(const struct session *session);
/** A line for the terminal of each, that of energy with a table only. */
void results_flits_print(const struct session *session);
void results_energy_print(const struct session *session);

#endif
