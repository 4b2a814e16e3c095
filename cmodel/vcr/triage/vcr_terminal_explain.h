/* SPDX-License-Identifier: Apache-2.0
 *
 * A difference between model and RTL of a terminal as an explanation (triage/triage.h): what was decided at the edge
 * that led to it, by which rule of docs/spec/vcr.md sections 15 to 18, from which values, on both sides.
 */
#ifndef VCR_TERMINAL_EXPLAIN_H
#define VCR_TERMINAL_EXPLAIN_H

#include "../../triage/triage.h"

extern const struct explain_ops vcr_terminal_explain;

/** As triage_kind.address. */
const char *vcr_terminal_explain_address(const struct router_kind *kind, unsigned address, char text[TRIAGE_ADDRESS]);

#endif
