/* SPDX-License-Identifier: Apache-2.0
 *
 * What looking into a difference shows of a virtual-channel router, and of its terminal (triage/triage.h).
 */
#ifndef VCR_TRIAGE_H
#define VCR_TRIAGE_H

#include "../../triage/explain.h"
#include "vcr/params.h"

/** What happened to packets: when each came and by which channel, or was put in and passed the gate, when it went on
 * and where, or why it did not. */
extern const struct history_ops vcr_history, vcr_terminal_history;
/**
 * What was decided at the edge that led to a difference, by which rule of which section of docs/spec/vcr.md, from which
 * values, on both sides, and which packets held what meanwhile. The values are the wires of the golden model in the
 * cycle before.
 */
extern const struct explain_ops vcr_explain, vcr_terminal_explain;
/** A state near a difference: what comes before it, and what of it goes together. */
extern const struct late_start_ops vcr_late_start;

/** The port that a lane of a register or pin is of; -1: it is of none. */
int vcr_explain_port(const struct vcr_parameters *s, const struct lanes *l, int lane);
/** That of what differs; -1: it is of none. */
int vcr_explain_port_of(const struct router_kind *kind, const struct vcr_parameters *s, const struct mismatch *d);

/** As triage_kind.address. */
const char *vcr_explain_address(const struct router_kind *kind, unsigned address, char text[TRIAGE_ADDRESS]);
const char *vcr_terminal_explain_address(const struct router_kind *kind, unsigned address, char text[TRIAGE_ADDRESS]);

#endif
