/* SPDX-License-Identifier: Apache-2.0
 *
 * The invariant of the AXI4-Stream switch, cmodel/axis/bench/axis_legal.c, as a proof harness: from any state in which all
 * clauses hold, and whatever comes in, every clause holds a cycle later. An output is 1 where something does not hold. There is
 * no RTL: it is the C, which the proofs of the blocks show to be equal.
 */
#include "../../cmodel/axis/bench/axis_legal.c"
#include "../../cmodel/axis/model/axis_switch.c"

#include "axis_ports.h"

/* A clause that is not taken for granted before the step, to see which ones need it; none as a rule. */
#ifndef AXIS_PROOF_WITHOUT
#define AXIS_PROOF_WITHOUT AXIS_CLAUSES
#endif

static inline uint32_t broken(const struct axis_regs *r)
{
    return axis_legal(&parameters, r) & ~(UINT32_C(1) << AXIS_PROOF_WITHOUT);
}

void axis_invariant(void);

void axis_invariant(void)
{
    struct axis_switch s;
    struct axis_pins pins, *in = &pins;
    struct axis_control settings, *control = &settings;
    struct axis_regs clear;
    uint32_t after;

    memset(in, 0, sizeof *in);
    memset(control, 0, sizeof *control);
    memset(&clear, 0, sizeof clear);
    AXIS_RX_PINS(TAKE_RX)
    AXIS_SETTING_PINS(TAKE_CONTROL)
    take_any_switch(&s);
    proof_assume(broken(&s.regs) == 0);
    axis_switch_step(same_build(&s), in, control);
    after = broken(&s.regs);
#define CLAUSE(name, words) proof_output(#name, 0, 1, after >> AXIS_LEGAL_##name & 1u);
    AXIS_LEGAL_CLAUSES(CLAUSE)
#undef CLAUSE
    proof_output("reset", 0, 1, axis_legal(&parameters, &clear) != 0);
}
