/* SPDX-License-Identifier: Apache-2.0
 *
 * The proof harnesses of the AXI4-Stream switch, one function per block: the mechanism's own functions between ports
 * that are called like those of its RTL module. A register x of a block is input x_reg.q and output x_reg.d, as Yosys
 * names the two sides of a flip-flop. No block assumes anything of registers. docs/verification/proofs.md.
 */
#include "../../cmodel/axis/model/axis_internal.h"

#include "axis_ports.h"

#define HARNESS_OF_BLOCK(block, LIST)                    \
    static inline void take_##block(struct axis_regs *r) \
    {                                                    \
        LIST(TAKE_REG)                                   \
    }                                                    \
    static inline void put_##block(struct axis_regs *r)  \
    {                                                    \
        if (INPUT("rst"))                                \
            memset(r, 0, sizeof *r);                     \
        LIST(PUT_REG)                                    \
    }

AXIS_BLOCKS(HARNESS_OF_BLOCK)

void axis_ingress(void);
void axis_egress(void);
void axis_decode(void);
void axis_arbitrate(void);
void axis_crossbar(void);

/* The fronts of skid buffers, as another mechanism sees them. */
static inline void take_fronts(struct axis_skid *s)
{
    s->last = (uint16_t)INPUT_WORD("last", INPUTS);
    INPUT_LANES("dest", s->dest, INPUTS, DEST_BITS);
}

/* What comes to skid buffers of so many lanes. Where nothing comes, destination and data are anything. */
static inline void take_beats(struct axis_pins *in, unsigned lanes)
{
    memset(in, 0, sizeof *in);
    in->valid = (uint16_t)INPUT_WORD("in_valid", lanes);
    in->last = (uint16_t)INPUT_WORD("in_last", lanes);
    for (unsigned k = 0; k < lanes; k++)
        in->dest[k] = (uint16_t)any("before.in_dest", k, DEST_BITS);
    for (unsigned k = 0; k < lanes * WORDS; k++)
        in->data[k] = any("before.in_data", k, WORD_BITS);
    INPUT_LANES_IF(in->valid >> lane & 1u, "in_dest", in->dest, lanes, DEST_BITS);
    INPUT_LANES_IF(in->valid >> lane / WORDS & 1u, "in_data", in->data, lanes * WORDS, WORD_BITS);
}

/* Skid buffers of so many lanes between their ports; their registers are taken before. */
static inline void step_skid(struct axis_skid *s, unsigned lanes)
{
    struct axis_pins in;

    take_beats(&in, lanes);
    proof_output("in_ready", 0, lanes, s->ready);
    proof_output("valid", 0, lanes, s->valid);
    proof_output("last", 0, lanes, s->last);
    OUTPUT_LANES("dest", s->dest, lanes, DEST_BITS);
    OUTPUT_LANES("data", s->data, lanes * WORDS, WORD_BITS);
    axis_skid_commit(s, &in, INPUT_WORD("taken", lanes), (int)lanes, WORDS);
}

void axis_ingress(void)
{
    struct axis_switch s;

    take_any_switch(&s);
    take_ingress(&s.regs);
    step_skid(&s.regs.ingress, INPUTS);
    put_ingress(&s.regs);
}

void axis_egress(void)
{
    struct axis_switch s;

    take_any_switch(&s);
    take_egress(&s.regs);
    step_skid(&s.regs.egress, OUTPUTS);
    put_egress(&s.regs);
}

void axis_decode(void)
{
    struct axis_switch s;
    struct axis_control control;
    struct axis_wires w;

    memset(&control, 0, sizeof control);
    take_any_switch(&s);
    take_old_wires(&w);
    take_decode(&s.regs);
    s.regs.ingress.valid = (uint16_t)INPUT_WORD("valid", INPUTS);
    take_fronts(&s.regs.ingress);
    INPUT_LANES("low", control.low, OUTPUTS, DEST_BITS);
    INPUT_LANES("high", control.high, OUTPUTS, DEST_BITS);
    INPUT_LANES("allow", control.allow, OUTPUTS, INPUTS);
    proof_output("drop", 0, INPUTS, s.regs.decode.drop);
    proof_output("dropped", 0, 16, s.regs.decode.dropped);
    LEAVES_OTHERS(DECODE_EVAL_OUTPUTS, axis_decode_eval(same_build(&s), &control, &w));
    OUTPUT_LANES("request", w.request, OUTPUTS, INPUTS);
    proof_output("refuse", 0, INPUTS, w.refuse);
    w.sent = (uint16_t)INPUT_WORD("sent", INPUTS);
    w.mixed = (uint16_t)INPUT_WORD("mixed", INPUTS);
    axis_decode_commit(&s.regs.decode, &s.regs.ingress, &w);
    put_decode(&s.regs);
}

void axis_arbitrate(void)
{
    struct axis_switch s;
    struct axis_control control;
    struct axis_wires w;

    memset(&control, 0, sizeof control);
    take_any_switch(&s);
    take_old_wires(&w);
    take_arbitrate(&s.regs);
    s.regs.ingress.valid = (uint16_t)INPUT_WORD("valid", INPUTS);
    s.regs.ingress.last = (uint16_t)INPUT_WORD("last", INPUTS);
    s.regs.egress.ready = (uint16_t)INPUT_WORD("ready", OUTPUTS);
    INPUT_LANES("mode", control.mode, OUTPUTS, 2);
    INPUT_LANES("weight", control.weight, OUTPUTS, WEIGHT_BITS);
    control.mix = (uint16_t)INPUT_WORD("mix", OUTPUTS);
    INPUT_LANES("request", w.request, OUTPUTS, INPUTS);
    LEAVES_OTHERS(ARBITRATE_EVAL_OUTPUTS, axis_arbitrate_eval(same_build(&s), &control, &w));
    promise(one_at_most(&w));
    OUTPUT_LANES("grant", w.grant, OUTPUTS, INPUTS);
    proof_output("mixed", 0, INPUTS, w.mixed);
    axis_arbitrate_commit(same_build(&s), &control, &w);
    put_arbitrate(&s.regs);
}

void axis_crossbar(void)
{
    struct axis_switch s;
    struct axis_wires w;

    take_any_switch(&s);
    take_old_wires(&w);
    take_fronts(&s.regs.ingress);
    INPUT_LANES("data", s.regs.ingress.data, INPUTS * WORDS, WORD_BITS);
    INPUT_LANES("grant", w.grant, OUTPUTS, INPUTS);
    proof_assume(one_at_most(&w));
    LEAVES_OTHERS(CROSSBAR_EVAL_OUTPUTS, axis_crossbar_eval(same_build(&s), &w));
    proof_output("sent", 0, INPUTS, w.sent);
    proof_output("to_valid", 0, OUTPUTS, w.beat.valid);
    proof_output("to_last", 0, OUTPUTS, w.beat.last);
    OUTPUT_LANES_IF(w.beat.valid >> lane & 1u, "to_dest", w.beat.dest, OUTPUTS, DEST_BITS);
    OUTPUT_LANES_IF(w.beat.valid >> lane / WORDS & 1u, "to_data", w.beat.data, OUTPUTS * WORDS, WORD_BITS);
}
