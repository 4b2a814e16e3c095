/* SPDX-License-Identifier: Apache-2.0
 *
 * What the proof harnesses of the terminal have besides vcr_ports.h: the build, and the wires of a cycle by the
 * function that gives them.
 */
#ifndef VCR_TERMINAL_PORTS_H
#define VCR_TERMINAL_PORTS_H

#define VCR_PROOF_OF_TERMINAL
#include "vcr_ports.h"

static const struct vcr_terminal_parameters terminal_parameters = {PORTS, VCS, DEPTH, WORDS, LENGTH, BUFFER, QUEUE};
#define TERMINAL (&terminal_parameters)

#define VALUES_PACKET (LENGTH * WORDS)
#define BITS_PACKET 1u

/* All registers, of the C alone. */
static inline void take_any_terminal(struct vcr_terminal_regs *r)
{
    VCR_WIDTHS(PARAMETERS);
    VCR_TERMINAL_WIDTHS(TERMINAL);

    memset(r, 0, sizeof *r);
    VCR_TERMINAL_BLOCKS(FREE_BLOCK)
}

/* As in vcr_ports.h: the wires that each function gives, and their lanes. */
#define SAT_GATE_EVAL_OUTPUTS(X) X(unsigned, open, 1) X(unsigned, begin, 1)
// clang-format off
#define INJECT_EVAL_OUTPUTS(X)                                                                   \
    X(unsigned, put, 1) X(unsigned, pass, 1) X(uint16_t, rise, 1) X(uint16_t, fall, 1)         \
    X(uint8_t, credits_now, LANES) X(unsigned, start_port, 1) X(unsigned, start_vc, 1)         \
    X(uint16_t, going, 1) X(uint16_t, last, 1)
// clang-format on
#define ALL_TERMINAL_WIRES(X) SAT_GATE_EVAL_OUTPUTS(X) INJECT_EVAL_OUTPUTS(X) X(uint32_t, rdata, 1)

#define TERMINAL_LEAVES_OTHERS(GIVES, call) LEAVES_OTHERS_OF(vcr_terminal_wires, ALL_TERMINAL_WIRES, GIVES, call)

static inline void take_old_terminal_wires(struct vcr_terminal_wires *w)
{
    memset(w, 0, sizeof *w);
    ALL_TERMINAL_WIRES(OLD_WIRE)
}

#endif
