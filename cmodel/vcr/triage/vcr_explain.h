/* SPDX-License-Identifier: Apache-2.0
 *
 * A difference between model and RTL of a virtual-channel router as an explanation (triage/triage.h): what was decided
 * at the edge that led to it, by which rule of which section of docs/spec/vcr.md, from which values, on both sides, and
 * which packets held what meanwhile. The values are the wires of the golden model in the cycle before.
 */
#ifndef VCR_EXPLAIN_H
#define VCR_EXPLAIN_H

#include "../../triage/triage.h"
#include "vcr/params.h"

extern const struct explain_ops vcr_explain;

/** The port that a lane of a register or pin is of; -1: it is of none. */
int vcr_explain_port(const struct vcr_parameters *s, const struct lanes *l, int lane);
/** That of what differs; -1: it is of none. */
int vcr_explain_port_of(const struct router_kind *kind, const struct vcr_parameters *s, const struct mismatch *d);

/** As triage_kind.address. */
const char *vcr_explain_address(const struct router_kind *kind, unsigned address, char text[TRIAGE_ADDRESS]);

#endif
