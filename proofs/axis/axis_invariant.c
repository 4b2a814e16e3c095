/* SPDX-License-Identifier: Apache-2.0
 *
 * The invariant of the AXI4-Stream switch, cmodel/axis/bench/axis_legal.c, as a proof harness: from any state in which
 * all clauses hold, and whatever comes in, every clause holds a cycle later. And that no input starves. An output is 1
 * where something does not hold. There is no RTL: it is the C, which the proofs of the blocks show to be equal.
 */
#include "../../cmodel/axis/bench/axis_legal.c"
#include "../../cmodel/axis/model/axis_internal.h"

#include "axis_ports.h"

/* Where data is moved, its words are said again. */
#define axis_crossbar_eval(s, w) axis_crossbar_eval(same_build(s), w)
#define axis_skid_commit(skid, ...) (same_build(s), axis_skid_commit(skid, __VA_ARGS__))
#include "../../cmodel/axis/model/axis_switch.c"

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

/* Packets that others may send to an output before input i: with each of them, the turn comes nearer to i, or a packet
 * of the turn is spent. A turn that has not begun is as long as its input's weight. */
static inline unsigned before_input(const struct axis_arbitrate *a, const struct axis_control *control, unsigned output,
                                    unsigned i)
{
    unsigned turn = a->turn[output], weight = (unsigned)(control->weight[output] >> AXIS_WEIGHT_BITS * turn) & 15u;
    unsigned whole = control->mode[output] == AXIS_WEIGHTED && weight ? weight : 1u;
    unsigned steps = i >= turn ? i - turn : i + INPUTS - turn;

    return steps * 16u + (a->left[output] ? a->left[output] : whole);
}

void axis_fair(void);

void axis_fair(void)
{
    struct axis_switch s;
    struct axis_control settings, *control = &settings;
    struct axis_arbitrate before;
    struct axis_wires w;

    memset(control, 0, sizeof *control);
    AXIS_SETTING_PINS(TAKE_CONTROL)
    take_any_switch(&s);
    take_old_wires(&w);
    for (unsigned j = 0; j < OUTPUTS; j++)
        w.request[j] = (uint16_t)few_bits(w.request[j], INPUTS);
    proof_assume((axis_legal(&parameters, &s.regs) >> AXIS_LEGAL_numbers & 1u) == 0);
    before = s.regs.arbitrate;
    axis_arbitrate_eval(same_build(&s), control, &w);
    axis_arbitrate_commit(same_build(&s), control, &w);
    for (unsigned j = 0; j < OUTPUTS; j++)
        for (unsigned i = 0; i < INPUTS; i++) {
            unsigned was = before_input(&before, control, j, i), is = before_input(&s.regs.arbitrate, control, j, i);
            unsigned waits = (unsigned)(control->mode[j] != AXIS_FIXED) & ~(unsigned)(w.grant[j] >> i) & 1u;
            unsigned begins = (unsigned)(w.grant[j] != 0) & ~(unsigned)(before.locked >> j) & 1u;
            waits &= (unsigned)w.request[j] >> i;
            proof_output("starves", j * INPUTS + i, 1, waits & (unsigned)(is + begins > was));
        }
}
