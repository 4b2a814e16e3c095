/* SPDX-License-Identifier: Apache-2.0
 *
 * The proof harnesses of the terminal's mechanisms, as vcr_proof.c has those of the router's. What injection assumes of
 * its registers is shown to hold again a cycle later, and after a reset: so it holds for ever, of the C and of the RTL,
 * which is shown to be equal. docs/verification/proofs.md.
 */
#include "../../cmodel/vcr/model/vcr_terminal.c"

#include "vcr_terminal_ports.h"

#define HARNESS_OF_BLOCK(block, LIST)                            \
    static inline void take_##block(struct vcr_terminal_regs *r) \
    {                                                            \
        VCR_WIDTHS(PARAMETERS);                                  \
        VCR_TERMINAL_WIDTHS(TERMINAL);                           \
        LIST(TAKE_REG)                                           \
    }                                                            \
    static inline void put_##block(struct vcr_terminal_regs *r)  \
    {                                                            \
        VCR_WIDTHS(PARAMETERS);                                  \
        VCR_TERMINAL_WIDTHS(TERMINAL);                           \
        if (INPUT("rst"))                                        \
            reset(r);                                            \
        LIST(PUT_REG)                                            \
    }

HARNESS_OF_BLOCK(inject, VCR_INJECT_REGS)
HARNESS_OF_BLOCK(sat_gate, VCR_SAT_GATE_REGS)
HARNESS_OF_BLOCK(sat_watch, VCR_SAT_WATCH_REGS)

void vcr_inject(void);
void vcr_sat_gate(void);
void vcr_sat_watch(void);

/* The slot so many behind another, fewer than there are. */
static inline unsigned slot_behind(unsigned slot, unsigned count)
{
    return slot + count >= PACKETS ? slot + count - PACKETS : slot + count;
}

/* Numbers are of something that there is. */
static inline int in_range(const struct vcr_inject *j)
{
    int holds = (j->write < PACKETS) & (j->passed < PACKETS) & (j->read < PACKETS) & (j->buffered <= BUFFER) &
                (j->queued <= QUEUE);

    for (unsigned p = 0; p < PORTS; p++)
        holds &= (j->slot[p] < PACKETS) & (j->sent[p] < LENGTH) & (j->vc[p] < VCS) &
                 ((j->sending >> p & 1u) | (j->sent[p] == 0));
    for (unsigned l = 0; l < LANES; l++)
        holds &= j->credits[l] <= DEPTH;
    return holds;
}

/* The packets of the ring: those that are sent, each by one port, then from read to write; no two in one slot, and no
 * others. */
static inline int legal_inject(const struct vcr_inject *j)
{
    unsigned sending = 0, used = 0;
    int holds = in_range(j);

    for (unsigned p = 0; p < PORTS; p++) {
        unsigned slot = (j->sending >> p & 1u) << (j->slot[p] & 15u);
        holds &= (used & slot) == 0;
        used |= slot;
        sending += j->sending >> p & 1u;
    }
    unsigned waiting = j->queued - sending, all = waiting + j->buffered;
    for (unsigned k = 0; k < PACKETS; k++) {
        unsigned slot = (unsigned)(k < all) << (slot_behind(j->read, k) & 15u);
        holds &= (used & slot) == 0;
        used |= slot;
    }
    return holds & (sending <= j->queued) & (all <= PACKETS) & (used == j->used) &
           (j->passed == slot_behind(j->read, waiting)) & (j->write == slot_behind(j->passed, j->buffered)) &
           (j->room == ((j->buffered < BUFFER) & (int)(~used >> (j->write & 15u) & 1u)));
}

/* The packets, of which the RTL has one slot (proofs/common/rtl_memory.v): the others are 0. */
static inline void take_packets(uint64_t *packets)
{
    VCR_TERMINAL_WIDTHS(TERMINAL);
    unsigned sample = INPUT_WORD("store.sample_reg.q", packet_bits);

    for (unsigned k = 0; k < LENGTH * WORDS; k++) {
        uint64_t word = proof_input("store.cell_reg.q", k, 64);
        for (unsigned slot = 0; slot < PACKETS; slot++)
            packets[slot * LENGTH * WORDS + k] = slot == sample ? word : 0;
    }
    proof_output("store.sample_reg.d", 0, packet_bits, sample);
}

static inline void put_packets(const uint64_t *packets)
{
    VCR_TERMINAL_WIDTHS(TERMINAL);
    unsigned sample = INPUT_WORD("store.sample_reg.q", packet_bits);

    for (unsigned k = 0; k < LENGTH * WORDS; k++) {
        uint64_t word = proof_input("store.cell_reg.q", k, 64) & -(uint64_t)(sample >= PACKETS);
        for (unsigned slot = 0; slot < PACKETS; slot++)
            word |= packets[slot * LENGTH * WORDS + k] & -(uint64_t)(slot == sample);
        proof_output("store.cell_reg.d", k, 64, word);
    }
}

/* Outputs that are registers, or follow from them alone. */
static inline void put_inject_registers(const struct vcr_inject *j)
{
    VCR_WIDTHS(PARAMETERS);

    proof_output("room", 0, 1, j->room);
    OUTPUT_MASK("tx_valid", j->tx_valid);
    OUTPUT_MASK("tx_head", j->tx_head);
    OUTPUT_MASK("tx_tail", j->tx_tail);
    OUTPUT_LANES("tx_vc", j->tx_vc, PORTS, vc_bits);
    OUTPUT_LANES("tx_flit", j->tx_flit, PORTS * WORDS, 64);
    proof_output("linked", 0, 1, j->linked & 1u);
    proof_output("some_buffered", 0, 1, j->buffered != 0);
    OUTPUT_MASK("credit_error", j->credit_error);
    proof_output("lost", 0, 1, j->lost);
}

void vcr_inject(void)
{
    struct vcr_terminal_regs regs, *r = &regs;
    struct vcr_terminal_wires w;
    struct vcr_terminal_control control;
    struct vcr_pins in;
    struct {
        uint64_t packets[PACKETS * LENGTH * WORDS];
        uint64_t behind[LENGTH * WORDS]; /* what the translator knows of an address is that it begins in the packets */
    } store;

    memset(&in, 0, sizeof in);
    memset(&control, 0, sizeof control);
    take_any_terminal(r);
    take_old_terminal_wires(&w);
    take_inject(r);
    take_packets(store.packets);
    memset(store.behind, 0, sizeof store.behind);
    proof_assume(legal_inject(&r->inject));
    in.up = INPUT_MASK("rx_up");
    INPUT_LANES("rx_credit", in.credit, PORTS, VCS);
    control.put = (uint8_t)INPUT("put");
    INPUT_LANES("packet", control.packet, LENGTH * WORDS, 64);
    r->terminal.quiet = (uint8_t)INPUT("quiet");
    r->terminal.alloc_credits = (uint8_t)INPUT_WORD("alloc_credits", 7);
    w.open = INPUT("open");
    put_inject_registers(&r->inject);
    TERMINAL_LEAVES_OTHERS(INJECT_EVAL_OUTPUTS,
                           vcr_inject_eval(TERMINAL, &r->inject, &r->terminal, &in, control.put, &w));
    proof_output("pass", 0, 1, w.pass);
    vcr_inject_commit(TERMINAL, &r->inject, store.packets, &in, &control, &w);
    put_packets(store.packets);
    put_inject(r);
    promise(legal_inject(&r->inject));
}

void vcr_sat_gate(void)
{
    struct vcr_terminal_regs regs, *r = &regs;
    struct vcr_terminal_wires w;
    struct vcr_pins in;

    memset(&in, 0, sizeof in);
    take_any_terminal(r);
    take_old_terminal_wires(&w);
    take_sat_gate(r);
    /* Of sets it looks at the first port alone, of a count at whether there is one. */
    in.sat = (uint16_t)(INPUT("rx_sat") | (any("sat_of_others", 0, PORTS) & ~UINT64_C(1)));
    r->terminal.quiet = (uint8_t)INPUT("quiet");
    r->terminal.sat_mode = (uint8_t)INPUT_WORD("sat_mode", 2);
    r->terminal.sat_first = (uint8_t)INPUT("sat_first");
    r->terminal.share_l = (uint16_t)INPUT_WORD("share_l", 16);
    r->terminal.share_k = (uint16_t)INPUT_WORD("share_k", 16);
    r->inject.linked = (uint16_t)(INPUT("linked") | (r->inject.linked & ~1u));
    proof_assume((r->inject.buffered != 0) == (int)INPUT("some_buffered"));
    proof_output("tx_sat", 0, 1, r->sat_gate.sat);
    proof_output("held", 0, 1, r->sat_gate.held);
    proof_output("count", 0, 16, r->sat_gate.count);
    TERMINAL_LEAVES_OTHERS(SAT_GATE_EVAL_OUTPUTS, vcr_sat_gate_eval(&r->sat_gate, &r->inject, &r->terminal, &w));
    proof_output("open", 0, 1, w.open);
    w.pass = INPUT("pass");
    vcr_sat_gate_commit(&r->sat_gate, &r->inject, &r->terminal, &in, &w);
    put_sat_gate(r);
}

void vcr_sat_watch(void)
{
    struct vcr_terminal_regs regs, *r = &regs;
    struct vcr_pins in;

    memset(&in, 0, sizeof in);
    take_any_terminal(r);
    take_sat_watch(r);
    in.sat = (uint16_t)(INPUT("rx_sat") | (any("sat_of_others", 0, PORTS) & ~UINT64_C(1)));
    r->terminal.quiet = (uint8_t)INPUT("quiet");
    r->terminal.sat_mode = (uint8_t)INPUT_WORD("sat_mode", 2);
    r->terminal.sat_timeout = (uint32_t)INPUT_WORD("sat_timeout", 24);
    r->sat_gate.held = (uint8_t)INPUT("held");
    proof_output("met", 0, 1, r->sat_watch.met);
    proof_output("timeouts", 0, 8, r->sat_watch.timeouts);
    vcr_sat_watch_commit(&r->sat_watch, &r->sat_gate, &r->terminal, &in);
    put_sat_watch(r);
}
