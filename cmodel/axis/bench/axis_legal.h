/* SPDX-License-Identifier: Apache-2.0
 *
 * The invariant of the AXI4-Stream switch: what its registers always satisfy, whatever comes in. docs/spec/axis.md
 * section 10.
 */
#ifndef AXIS_LEGAL_H
#define AXIS_LEGAL_H

#include "axis/switch.h"

enum { AXIS_CLAUSES = 6 };

/** Names of the clauses, and a line about each. */
extern const char *const axis_clauses[AXIS_CLAUSES];
extern const char *const axis_clause_words[AXIS_CLAUSES];

/** @return the broken clauses, bit k for axis_clauses[k]; 0: the registers are legal */
uint32_t axis_legal(const struct axis_parameters *p, const struct axis_regs *r);

#endif
