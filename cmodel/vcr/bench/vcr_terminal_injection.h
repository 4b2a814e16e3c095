/* SPDX-License-Identifier: Apache-2.0
 *
 * Random legal states of the terminal, reachable or not, and random inputs from there on (bench/injection.h). Registers
 * are free but for the clauses of vcr_terminal_kind.h; packets hold anything.
 */
#ifndef VCR_TERMINAL_INJECTION_H
#define VCR_TERMINAL_INJECTION_H

#include "../../bench/injection.h"
#include "../kind/vcr_terminal_kind.h"

/** Draw a legal state. @param kind  of a build @param[out] regs  every named register */
void vcr_terminal_injection_draw(const struct router_kind *kind, const struct vcr_terminal_parameters *s, struct rng *r,
                                 struct vcr_terminal_regs *regs);

#define VCR_TERMINAL_BUILD(name, ...) extern const struct injection_kind vcr_terminal_injection_##name;
#include "../kind/vcr_terminals.def"
#undef VCR_TERMINAL_BUILD

#endif
