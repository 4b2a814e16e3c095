/* SPDX-License-Identifier: Apache-2.0
 *
 * The proof of the terminal: vcr_terminal_cycle() and vcr_terminal_pins() themselves, the receiving side and the
 * configuration with them, against rtl/vcr/vcr_terminal.v without its modules. For injection, SAT gate and SAT watch
 * there are stand-ins, as vcr_wiring.c has for the mechanisms of the router. docs/verification/proofs.md.
 */
#include <stddef.h>

#include "../../cmodel/vcr/model/vcr_terminal.c"

#include "vcr_terminal_ports.h"
#include "vcr_wired.h"

/* The terminal, its registers before the step, and whether they were reset; its packets are behind it. */
struct wired {
    struct vcr_terminal_regs before;
    unsigned was_reset;
    union {
        struct vcr_terminal_unit terminal;
        uint64_t room[sizeof(struct vcr_terminal_unit) / 8 + PACKETS * LENGTH * WORDS];
    };
};

/* The terminal that registers of a block are part of: each block has a type of its own, so there is no other. */
#define WIRED(block, registers) \
    ((struct wired *)(void *)((char *)(uintptr_t)(registers)-offsetof(struct wired, terminal.regs.block)))

#define WIDTHS              \
    VCR_WIDTHS(PARAMETERS); \
    VCR_TERMINAL_WIDTHS(TERMINAL)

VCR_TERMINAL_BLOCKS(CURRENT_OF_BLOCK)
NEXT_OF_BLOCK(inject, VCR_INJECT_REGS, WIDTHS)
NEXT_OF_BLOCK(sat_gate, VCR_SAT_GATE_REGS, WIDTHS)
NEXT_OF_BLOCK(sat_watch, VCR_SAT_WATCH_REGS, WIDTHS)

/* The wires as each function gives them: the same values whenever they are asked for. */

static inline void put_sat_gate(struct vcr_terminal_wires *w)
{
    ANY_OF(SAT_GATE_EVAL_OUTPUTS)
    w->open = INPUT("u_sat_gate.open");
}

static inline void put_inject(struct vcr_terminal_wires *w)
{
    ANY_OF(INJECT_EVAL_OUTPUTS)
    w->pass = INPUT("u_inject.pass");
}

/* Every wire is as the function whose it is has given it: what a commit goes by. */
static inline void all_given(const struct vcr_terminal_wires *w)
{
    struct vcr_terminal_wires left;
    uint64_t unequal = 0;

    memset(&left, 0, sizeof left);
    put_sat_gate(&left);
    put_inject(&left);
    SAT_GATE_EVAL_OUTPUTS(LEFT_WIRE)
    INJECT_EVAL_OUTPUTS(LEFT_WIRE)
    same(unequal, 0);
}

/* The registers of all are those of this cycle; but the terminal's own are changed last. */
static inline void all_current(const struct wired *all)
{
    current_inject(all, &all->terminal.regs.inject);
    current_terminal(all, &all->terminal.regs.terminal);
}

/* Stand-ins, in the order of the calls */

void vcr_sat_gate_eval(const struct vcr_sat_gate *g, const struct vcr_inject *j, const struct vcr_terminal *t,
                       struct vcr_terminal_wires *w)
{
    const struct wired *all = WIRED(sat_gate, g);

    same(j == &all->terminal.regs.inject && t == &all->terminal.regs.terminal, 1);
    current_sat_gate(all, g);
    all_current(all);
    proof_output("u_sat_gate.sat_mode", 0, 2, t->sat_mode);
    proof_output("u_sat_gate.sat_first", 0, 1, t->sat_first);
    proof_output("u_sat_gate.share_k", 0, 16, t->share_k);
    proof_output("u_sat_gate.linked", 0, 1, j->linked & 1u);
    put_sat_gate(w);
}

void vcr_inject_eval(const struct vcr_terminal_parameters *s, const struct vcr_inject *j, const struct vcr_terminal *t,
                     const struct vcr_pins *in, unsigned put, struct vcr_terminal_wires *w)
{
    const struct wired *all = WIRED(inject, j);

    same(s == &all->terminal.parameters && t == &all->terminal.regs.terminal, 1);
    all_current(all);
    proof_output("u_inject.quiet", 0, 1, t->quiet != 0);
    proof_output("u_inject.put", 0, 1, put);
    OUTPUT_MASK("u_inject.rx_up", in->up);
    OUTPUT_LANES("u_inject.rx_credit", in->credit, PORTS, VCS);
    proof_output("u_inject.alloc_credits", 0, 7, t->alloc_credits);
    proof_output("u_inject.open", 0, 1, w->open);
    put_inject(w);
}

void vcr_sat_watch_commit(struct vcr_sat_watch *k, const struct vcr_sat_gate *g, const struct vcr_terminal *t,
                          const struct vcr_pins *in)
{
    const struct wired *all = WIRED(sat_watch, k);

    same(g == &all->terminal.regs.sat_gate && t == &all->terminal.regs.terminal, 1);
    current_sat_watch(all, k);
    current_sat_gate(all, g);
    all_current(all);
    proof_output("u_sat_watch.rx_sat", 0, 1, in->sat & 1u);
    proof_output("u_sat_watch.quiet", 0, 1, t->quiet != 0);
    proof_output("u_sat_watch.sat_mode", 0, 2, t->sat_mode);
    proof_output("u_sat_watch.sat_timeout", 0, 24, t->sat_timeout);
    proof_output("u_sat_watch.held", 0, 1, g->held);
    WIDTHS;
    next_sat_watch(k);
}

void vcr_sat_gate_commit(struct vcr_sat_gate *g, const struct vcr_inject *j, const struct vcr_terminal *t,
                         const struct vcr_pins *in, const struct vcr_terminal_wires *w)
{
    const struct wired *all = WIRED(sat_gate, g);

    same(j == &all->terminal.regs.inject && t == &all->terminal.regs.terminal, 1);
    current_sat_gate(all, g);
    all_current(all);
    all_given(w);
    proof_output("u_sat_gate.rx_sat", 0, 1, in->sat & 1u);
    proof_output("u_sat_gate.quiet", 0, 1, t->quiet != 0);
    proof_output("u_sat_gate.share_l", 0, 16, t->share_l);
    proof_output("u_sat_gate.some_buffered", 0, 1, j->buffered != 0);
    proof_output("u_sat_gate.pass", 0, 1, w->pass);
    WIDTHS;
    next_sat_gate(g);
}

void vcr_inject_commit(const struct vcr_terminal_parameters *s, struct vcr_inject *j, uint64_t *packets,
                       const struct vcr_pins *in, const struct vcr_terminal_control *control,
                       const struct vcr_terminal_wires *w)
{
    struct wired *all = WIRED(inject, j);

    same(s == &all->terminal.parameters && packets == all->terminal.packet, 1);
    all_current(all);
    all_given(w);
    same(control->put, INPUT("put"));
    same(in->up, INPUT_MASK("rx_up"));
    for (unsigned p = 0; p < PORTS; p++)
        same(in->credit[p], input_of("rx_credit", p, VCS));
    OUTPUT_LANES("u_inject.packet", control->packet, LENGTH * WORDS, 64);
    WIDTHS;
    next_inject(j);
    /* The build is still the same; said again, for a compiler that does not look back so far. */
    for (unsigned k = 0; k < sizeof *s; k++)
        same(((const uint8_t *)s)[k], ((const uint8_t *)TERMINAL)[k]);
    all->terminal.parameters = terminal_parameters;
}

/* Of the terminal's own registers as the table says; what becomes of the others is in the proofs of their blocks. */
#define RESET_REG(block, dimension, name, type, width, reset, meaning) \
    EACH_VALUE(dimension, ((type *)&r->block.name)[k] = (type)(reset))
void vcr_terminal_regs_reset(struct vcr_terminal_regs *r)
{
    ((struct wired *)(void *)((char *)r - offsetof(struct wired, terminal.regs)))->was_reset = 1;
    VCR_TERMINAL_OWN_REGS(RESET_REG)
}

/* The step */

static inline void link_registers(const struct vcr_terminal_regs *r)
{
    WIDTHS;

    proof_link("u_inject.room", 0, 1, r->inject.room);
    proof_link("u_inject.lost", 0, 1, r->inject.lost);
    proof_link("u_inject.linked", 0, 1, r->inject.linked & 1u);
    proof_link("u_inject.some_buffered", 0, 1, r->inject.buffered != 0);
    proof_link("u_inject.credit_error", 0, PORTS, r->inject.credit_error);
    proof_link("u_inject.tx_valid", 0, PORTS, r->inject.tx_valid);
    proof_link("u_inject.tx_head", 0, PORTS, r->inject.tx_head);
    proof_link("u_inject.tx_tail", 0, PORTS, r->inject.tx_tail);
    LINK_LANES("u_inject.tx_vc", r->inject.tx_vc, PORTS, vc_bits);
    LINK_LANES("u_inject.tx_flit", r->inject.tx_flit, PORTS * WORDS, 64);
    proof_link("u_sat_gate.tx_sat", 0, 1, r->sat_gate.sat);
    proof_link("u_sat_gate.held", 0, 1, r->sat_gate.held);
    proof_link("u_sat_gate.count", 0, 16, r->sat_gate.count);
    proof_link("u_sat_watch.met", 0, 1, r->sat_watch.met);
    proof_link("u_sat_watch.timeouts", 0, 8, r->sat_watch.timeouts);
}

static inline void take_terminal(struct vcr_terminal_regs *r)
{
    WIDTHS;
    VCR_TERMINAL_OWN_REGS(TAKE_REG)
}

/* After the step: the terminal's own registers, and that those of the modules are what their commits left. */
static inline void put_terminal(const struct wired *all)
{
    const struct vcr_terminal_regs *r = &all->terminal.regs;
    WIDTHS;

    VCR_TERMINAL_OWN_REGS(PUT_REG)
    SAME_NEXT(inject, VCR_INJECT_REGS)
    SAME_NEXT(sat_gate, VCR_SAT_GATE_REGS)
    SAME_NEXT(sat_watch, VCR_SAT_WATCH_REGS)
    proof_output("u_inject.rst", 0, 1, all->was_reset);
    proof_output("u_sat_gate.rst", 0, 1, all->was_reset);
    proof_output("u_sat_watch.rst", 0, 1, all->was_reset);
}

#define PUT_STATUS(dimension, name, type, width, idle, shows, meaning) PUT(#name, dimension, status.name, type, width)

void vcr_terminal(void);

void vcr_terminal(void)
{
    struct wired all;
    struct vcr_terminal_regs *r = &all.terminal.regs;
    struct vcr_pins in, out;
    struct vcr_terminal_control control;
    struct vcr_terminal_status status;
    WIDTHS;

    memset(&in, 0, sizeof in);
    memset(&control, 0, sizeof control);
    VCR_TERMINAL_PINS(TAKE_CONTROL, TAKE_RX, NO_PIN, NO_PIN)
    take_any_terminal(r);
    take_terminal(r);
    all.before = *r;
    all.was_reset = 0;
    all.terminal.parameters = terminal_parameters;
    link_registers(r);
    vcr_terminal_pins(&all.terminal, &out);
    vcr_terminal_status(&all.terminal, &status);
    VCR_TERMINAL_PINS(NO_PIN, NO_PIN, PUT_TX, PUT_STATUS)
    vcr_terminal_cycle(&all.terminal.parameters, &all.terminal, &in, &control);
    put_terminal(&all);
}
