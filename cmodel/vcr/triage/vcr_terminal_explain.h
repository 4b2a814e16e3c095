/* SPDX-License-Identifier: Apache-2.0
 *
 * A difference between model and RTL of a terminal as an explanation (triage/triage.h): what was decided at the edge
 * that led to it, by which rule of docs/spec/vcr.md sections 15 to 18, from which values, on both sides.
 */
#ifndef VCR_TERMINAL_EXPLAIN_H
#define VCR_TERMINAL_EXPLAIN_H

#include <stdio.h>

#include "../../triage/triage.h"
#include "vcr/params.h"

struct router_kind;

/** As in struct explain_ops, of a build. */
void *vcr_terminal_explain_create(const struct router_kind *kind, const struct vcr_terminal_parameters *parameters,
                                  const struct vectors *v);
void vcr_terminal_explain_destroy(void *explain);
struct observer vcr_terminal_explain_observer(void *explain);
int vcr_terminal_explain_print(void *explain, const struct mismatch *d, FILE *out);

/** What is at an address of the configuration, in words. @return text */
const char *vcr_terminal_explain_address(unsigned address, char text[TRIAGE_ADDRESS]);

#endif
