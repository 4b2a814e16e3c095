/* SPDX-License-Identifier: Apache-2.0
 *
 * A difference between model and RTL of a virtual-channel router as an explanation (triage/triage.h): what was decided
 * at the edge that led to it, by which rule of which section of docs/spec/vcr.md, from which values, on both sides, and
 * which packets held what meanwhile. The values are the wires of the golden model in the cycle before.
 */
#ifndef VCR_EXPLAIN_H
#define VCR_EXPLAIN_H

#include <stdio.h>

#include "../../triage/triage.h"
#include "vcr/params.h"

struct router_kind;

/** As in struct explain_ops, of a build. */
void *vcr_explain_create(const struct router_kind *kind, const struct vcr_parameters *parameters,
                         const struct vectors *v);
void vcr_explain_destroy(void *explain);
struct observer vcr_explain_observer(void *explain);
int vcr_explain_print(void *explain, const struct mismatch *d, FILE *out);

/** The port that a lane of a register or pin is of; -1: it is of none. */
int vcr_explain_port(const struct vcr_parameters *s, const struct lanes *l, int lane);

/** What is at an address of the configuration, in words. @return text */
const char *vcr_explain_address(const struct vcr_parameters *s, unsigned address, char text[TRIAGE_ADDRESS]);

#endif
