/* SPDX-License-Identifier: Apache-2.0
 *
 * The proof of the wiring: axis_switch_step(), axis_switch_pins() and axis_switch_status() themselves, with stand-ins
 * for the functions of the mechanisms, against rtl/axis/axis_switch.v without its modules. What a function is given is
 * an output u_<module>.<port>, and must be what the RTL connects to that port. What it gives to others is an input, the
 * same on both sides. docs/verification/proofs.md.
 */
#include <stddef.h>

#include "../../cmodel/axis/model/axis_internal.h"

/* One function is for the skid buffers of inputs and of outputs: its stand-in is told of which. */
static void skid_commit(int of_outputs, struct axis_skid *s, const struct axis_pins *in, unsigned taken, int lanes,
                        int words);
#define axis_skid_commit(skid, ...) skid_commit((skid) == &r->egress, skid, __VA_ARGS__)
#include "../../cmodel/axis/model/axis_switch.c"

#include "../common/wired.h"
#include "axis_ports.h"

#define BLOCK_TYPE(block) __typeof__(((struct wired *)0)->before.block)

/* The switch, its registers before the step, and what it is given. */
struct wired {
    struct axis_regs before;
    struct axis_control control;
    struct axis_switch whole;
};

/* The switch that a part of it belongs to. */
#define WIRED(part, pointer) \
    ((const struct wired *)(const void *)((const char *)(pointer)-offsetof(struct wired, whole.part)))

AXIS_BLOCKS(CURRENT_OF_BLOCK)
#define NEXT_OF(block, LIST) NEXT_OF_BLOCK(block, LIST, (void)0)
AXIS_BLOCKS(NEXT_OF)

/* The registers of all are those of this cycle. */
#define CURRENT_IN(block, LIST) current_##block(all, &all->whole.regs.block);
static inline void all_current(const struct wired *all)
{
    AXIS_BLOCKS(CURRENT_IN)
}

/* The wires as each function gives them: the same values whenever they are asked for. */

static inline void put_decode(struct axis_wires *w)
{
    ANY_OF(DECODE_EVAL_OUTPUTS)
    INPUT_LANES("u_decode.request", w->request, OUTPUTS, INPUTS);
    w->refuse = (uint16_t)INPUT_WORD("u_decode.refuse", INPUTS);
}

static inline void put_arbitrate(struct axis_wires *w)
{
    ANY_OF(ARBITRATE_EVAL_OUTPUTS)
    INPUT_LANES("u_arbitrate.grant", w->grant, OUTPUTS, INPUTS);
    w->mixed = (uint16_t)INPUT_WORD("u_arbitrate.mixed", INPUTS);
}

static inline void put_crossbar(struct axis_wires *w)
{
    ANY_OF(CROSSBAR_EVAL_OUTPUTS)
    w->sent = (uint16_t)INPUT_WORD("u_crossbar.sent", INPUTS);
    w->beat.valid = (uint16_t)INPUT_WORD("u_crossbar.to_valid", OUTPUTS);
    w->beat.last = (uint16_t)INPUT_WORD("u_crossbar.to_last", OUTPUTS);
    INPUT_LANES_IF(w->beat.valid >> lane & 1u, "u_crossbar.to_dest", w->beat.dest, OUTPUTS, DEST_BITS);
    INPUT_LANES_IF(w->beat.valid >> lane / WORDS & 1u, "u_crossbar.to_data", w->beat.data, OUTPUTS * WORDS, WORD_BITS);
}

/* Every wire is as the function whose it is has given it: what a commit goes by. */
static inline void all_given(const struct axis_wires *w)
{
    struct axis_wires left;
    uint64_t unequal = 0;

    memset(&left, 0, sizeof left);
    put_decode(&left);
    put_arbitrate(&left);
    put_crossbar(&left);
    ALL_WIRES(LEFT_WIRE)
    same(unequal, 0);
}

/* Stand-ins, in the order of the calls */

static inline void give_fronts(const char *last, const char *dest, const struct axis_skid *s)
{
    proof_output(last, 0, INPUTS, s->last);
    OUTPUT_LANES(dest, s->dest, INPUTS, DEST_BITS);
}

void axis_decode_eval(const struct axis_switch *s, const struct axis_control *control, struct axis_wires *w)
{
    const struct wired *all = WIRED(regs, s);

    same(control == &all->control, 1);
    all_current(all);
    OUTPUT_LANES("u_decode.low", control->low, OUTPUTS, DEST_BITS);
    OUTPUT_LANES("u_decode.high", control->high, OUTPUTS, DEST_BITS);
    OUTPUT_LANES("u_decode.allow", control->allow, OUTPUTS, INPUTS);
    proof_output("u_decode.valid", 0, INPUTS, s->regs.ingress.valid);
    give_fronts("u_decode.last", "u_decode.dest", &s->regs.ingress);
    put_decode(w);
}

void axis_arbitrate_eval(const struct axis_switch *s, const struct axis_control *control, struct axis_wires *w)
{
    const struct wired *all = WIRED(regs, s);

    same(control == &all->control, 1);
    all_current(all);
    OUTPUT_LANES("u_arbitrate.mode", control->mode, OUTPUTS, 2);
    OUTPUT_LANES("u_arbitrate.weight", control->weight, OUTPUTS, WEIGHT_BITS);
    proof_output("u_arbitrate.mix", 0, OUTPUTS, control->mix);
    OUTPUT_LANES("u_arbitrate.request", w->request, OUTPUTS, INPUTS);
    proof_output("u_arbitrate.valid", 0, INPUTS, s->regs.ingress.valid);
    proof_output("u_arbitrate.last", 0, INPUTS, s->regs.ingress.last);
    proof_output("u_arbitrate.ready", 0, OUTPUTS, s->regs.egress.ready);
    put_arbitrate(w);
}

void axis_crossbar_eval(const struct axis_switch *s, struct axis_wires *w)
{
    all_current(WIRED(regs, s));
    OUTPUT_LANES("u_crossbar.grant", w->grant, OUTPUTS, INPUTS);
    give_fronts("u_crossbar.last", "u_crossbar.dest", &s->regs.ingress);
    OUTPUT_LANES("u_crossbar.data", s->regs.ingress.data, INPUTS * WORDS, WORD_BITS);
    put_crossbar(w);
}

void axis_arbitrate_commit(struct axis_switch *s, const struct axis_control *control, const struct axis_wires *w)
{
    const struct wired *all = WIRED(regs, s);

    same(control == &all->control, 1);
    all_current(all);
    all_given(w);
    next_arbitrate(&s->regs.arbitrate);
}

void axis_decode_commit(struct axis_decode *d, const struct axis_skid *ingress, const struct axis_wires *w)
{
    const struct wired *all = WIRED(regs.decode, d);

    same(ingress == &all->whole.regs.ingress, 1);
    current_decode(all, d);
    current_ingress(all, ingress);
    all_given(w);
    proof_output("u_decode.sent", 0, INPUTS, w->sent);
    proof_output("u_decode.mixed", 0, INPUTS, w->mixed);
    next_decode(d);
}

static inline void commit_ingress(struct axis_skid *s, const struct axis_pins *in, unsigned taken)
{
    current_ingress(WIRED(regs.ingress, s), s);
    proof_output("u_ingress.in_valid", 0, INPUTS, in->valid);
    proof_output("u_ingress.in_last", 0, INPUTS, in->last);
    OUTPUT_LANES("u_ingress.in_dest", in->dest, INPUTS, DEST_BITS);
    OUTPUT_LANES("u_ingress.in_data", in->data, INPUTS * WORDS, WORD_BITS);
    proof_output("u_ingress.taken", 0, INPUTS, taken);
    next_ingress(s);
}

static inline void commit_egress(struct axis_skid *s, const struct axis_pins *in, unsigned taken)
{
    current_egress(WIRED(regs.egress, s), s);
    proof_output("u_egress.in_valid", 0, OUTPUTS, in->valid);
    proof_output("u_egress.in_last", 0, OUTPUTS, in->last);
    OUTPUT_LANES_IF(in->valid >> lane & 1u, "u_egress.in_dest", in->dest, OUTPUTS, DEST_BITS);
    OUTPUT_LANES_IF(in->valid >> lane / WORDS & 1u, "u_egress.in_data", in->data, OUTPUTS * WORDS, WORD_BITS);
    proof_output("u_egress.taken", 0, OUTPUTS, taken);
    next_egress(s);
}

static inline void skid_commit(int of_outputs, struct axis_skid *s, const struct axis_pins *in, unsigned taken,
                               int lanes, int words)
{
    same((unsigned)lanes, of_outputs ? OUTPUTS : INPUTS);
    same((unsigned)words, WORDS);
    if (of_outputs)
        commit_egress(s, in, taken);
    else
        commit_ingress(s, in, taken);
}

/* The step */

/* Outputs of RTL modules that are registers. */
static inline void link_registers(const struct axis_regs *r)
{
    proof_link("u_ingress.in_ready", 0, INPUTS, r->ingress.ready);
    proof_link("u_ingress.valid", 0, INPUTS, r->ingress.valid);
    proof_link("u_ingress.last", 0, INPUTS, r->ingress.last);
    LINK_LANES("u_ingress.dest", r->ingress.dest, INPUTS, DEST_BITS);
    LINK_LANES("u_ingress.data", r->ingress.data, INPUTS * WORDS, WORD_BITS);
    proof_link("u_egress.in_ready", 0, OUTPUTS, r->egress.ready);
    proof_link("u_egress.valid", 0, OUTPUTS, r->egress.valid);
    proof_link("u_egress.last", 0, OUTPUTS, r->egress.last);
    LINK_LANES("u_egress.dest", r->egress.dest, OUTPUTS, DEST_BITS);
    LINK_LANES("u_egress.data", r->egress.data, OUTPUTS * WORDS, WORD_BITS);
    proof_link("u_decode.drop", 0, INPUTS, r->decode.drop);
    proof_link("u_decode.dropped", 0, 16, r->decode.dropped);
}

#define PUT_TX(dimension, pin, field, type, width, shows, meaning) PUT(#pin, dimension, out.field, type, width)
#define PUT_STATUS(dimension, pin, field, type, width, shows, meaning) PUT(#pin, dimension, status.field, type, width)

static inline void put_pins(const struct axis_switch *s)
{
    struct axis_pins out;
    struct axis_status status;

    link_registers(&s->regs);
    axis_switch_pins(s, &out);
    axis_switch_status(s, &status);
    AXIS_TX_PINS(PUT_TX)
    AXIS_STATUS_PINS(PUT_STATUS)
}

/* With reset, all registers are 0 after the step, whatever they were. */
#define ZERO_REG(block, dimension, name, type, width, meaning) \
    EACH_VALUE(dimension, left |= (uint64_t)((const type *)&r->block.name)[k])
static inline void resets(const struct axis_pins *in, const struct axis_control *settings)
{
    struct axis_control control = *settings;
    struct axis_switch whole;
    const struct axis_regs *r = &whole.regs;
    uint64_t left = 0;

    take_any_switch(&whole);
    control.rst = 1;
    axis_switch_step(&whole, in, &control);
    AXIS_REGS(ZERO_REG)
    same(left, 0);
}

static inline void put_resets(unsigned rst)
{
    proof_output("u_ingress.rst", 0, 1, rst);
    proof_output("u_egress.rst", 0, 1, rst);
    proof_output("u_decode.rst", 0, 1, rst);
    proof_output("u_arbitrate.rst", 0, 1, rst);
}

void axis_switch(void);

void axis_switch(void)
{
    struct wired all;
    struct axis_regs *r = &all.whole.regs;
    struct axis_pins pins, *in = &pins;
    struct axis_control *control = &all.control;

    memset(in, 0, sizeof *in);
    memset(control, 0, sizeof *control);
    AXIS_RX_PINS(TAKE_RX)
    AXIS_SETTING_PINS(TAKE_CONTROL)
    take_any_switch(&all.whole);
    all.before = *r;
    put_pins(&all.whole);
    put_resets(INPUT("rst"));
    resets(in, control);
    axis_switch_step(&all.whole, in, control);
    AXIS_BLOCKS(SAME_NEXT)
}
