/* SPDX-License-Identifier: Apache-2.0
 *
 * The invariant of the AXI4-Stream switch: what its registers always satisfy, whatever comes in. docs/spec/axis.md
 * section 10.
 */
#ifndef AXIS_LEGAL_H
#define AXIS_LEGAL_H

#include "axis/switch.h"

/* Clause: name, what holds. */
#define AXIS_LEGAL_CLAUSES(CLAUSE)                                                                         \
    CLAUSE(ingress, "an input's spare place holds a beat behind its front only, and then it is not ready") \
    CLAUSE(egress, "an output's spare place holds a beat behind its front only, and then it is not ready") \
    CLAUSE(numbers, "owner and turn are inputs")                                                           \
    CLAUSE(owners, "two outputs have different owners")                                                    \
    CLAUSE(active, "an input whose packet is under way, and not dropped, owns an output; no other does")   \
    CLAUSE(dropping, "a packet that is dropped is under way")

enum {
#define CLAUSE(name, words) AXIS_LEGAL_##name,
    AXIS_LEGAL_CLAUSES(CLAUSE)
#undef CLAUSE
        AXIS_CLAUSES
};

/** Names of the clauses, and a line about each. */
extern const char *const axis_clauses[AXIS_CLAUSES];
extern const char *const axis_clause_words[AXIS_CLAUSES];

/** @return the broken clauses, bit k for axis_clauses[k]; 0: the registers are legal */
uint32_t axis_legal(const struct axis_parameters *p, const struct axis_regs *r);

#endif
