/* SPDX-License-Identifier: Apache-2.0
 *
 * Random legal states of the terminal, reachable or not, and random inputs from there on (bench/injection.h). Registers
 * are free but for the clauses of vcr_terminal_kind.h; packets hold anything.
 */
#ifndef VCR_TERMINAL_INJECTION_H
#define VCR_TERMINAL_INJECTION_H

#include "../../bench/injection.h"
#include "../kind/vcr_terminal_kind.h"

extern const struct injection_kind vcr_terminal_injection;

#endif
