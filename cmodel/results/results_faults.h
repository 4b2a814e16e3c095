/* SPDX-License-Identifier: Apache-2.0
 *
 * The outcomes of the faults of a run, for rows: those of a kind, of a wire, of a packet. docs/reference/faults.md.
 */
#ifndef RESULTS_RESULTS_FAULTS_H
#define RESULTS_RESULTS_FAULTS_H

#include "results_rows.h"

/** Where faults are from, as one word. */
const char *results_fault_mode(enum fault_mode mode);
/** Faults by kind, in words, NULL when there were none, and as JSON. */
json_t *results_fault_words(const struct faults_report *r);
json_t *results_fault_kinds(const struct faults_report *r);
/** By place, wire and outcome. */
void results_fault_table(const struct results_at *x, FILE *out);
json_t *results_fault_outcomes(const struct session *session);
/** Packets that did not arrive; the first ones in words. */
void results_fault_named(const struct results_at *x, FILE *out);
json_t *results_fault_missing(const struct faults_report *r);

#endif
