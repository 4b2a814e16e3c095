/* SPDX-License-Identifier: Apache-2.0 */
#include "../kind/vcr_terminal_kind.h"
#include "vcr_state_injection.h"

#include <string.h>

#include "../../bench/draw.h"
#include "../model/vcr_internal.h"

/* Registers ------------------------------------------------------------------------------------------------------- */

/* A free slot of a ring, which becomes used; there is one. */
static unsigned take_slot(struct rng *r, unsigned slots, uint16_t *used)
{
    unsigned slot = below(r, slots);

    while (*used >> slot & 1u)
        slot = (slot + 1) % slots;
    *used |= (uint16_t)(1u << slot);
    return slot;
}

/* Packets behind the gate, those that have passed, and those that are being sent. */
static void draw_packets(const struct vcr_terminal_parameters *s, struct rng *r, struct vcr_inject *j)
{
    unsigned slots = vcr_terminal_slots(s), all = (1u << s->ports) - 1u, going, waiting;

    j->sending = (uint16_t)(one_in(r, 2) ? j->sending & all : one_in(r, 2) ? all : 0);
    while ((unsigned)__builtin_popcount(j->sending) > s->queue)
        j->sending &= (uint16_t)(j->sending - 1u);
    going = (unsigned)__builtin_popcount(j->sending);
    waiting = injection_edge(r, s->queue - going);
    j->queued = (uint8_t)(waiting + going);
    j->buffered = (uint8_t)injection_edge(r, s->buffer);
    j->read = (uint8_t)below(r, slots);
    j->passed = (uint8_t)((j->read + waiting) % slots);
    j->write = (uint8_t)((j->passed + j->buffered) % slots);
    j->used = 0;
    for (unsigned k = 0; k < waiting + j->buffered; k++)
        j->used |= (uint16_t)(1u << (j->read + k) % slots);
    for (unsigned p = 0; p < s->ports; p++) {
        unsigned sends = j->sending >> p & 1u;
        j->slot[p] = (uint8_t)(sends ? take_slot(r, slots, &j->used) : below(r, slots));
        j->sent[p] = (uint8_t)(sends ? 1 + injection_edge(r, s->length - 2u) : 0);
        j->vc[p] = (uint8_t)below(r, s->vcs);
    }
    j->room = j->buffered < s->buffer && !(j->used >> j->write & 1u);
}

static void draw_wires(const struct vcr_terminal_parameters *s, struct rng *r, struct vcr_inject *j)
{
    j->tx_head &= j->tx_valid;
    j->tx_tail &= j->tx_valid;
    for (unsigned p = 0; p < s->ports; p++) {
        unsigned valid = j->tx_valid >> p & 1u;
        j->tx_vc[p] = (uint8_t)(valid ? below(r, s->vcs) : 0);
        if (!valid)
            memset(&j->tx_flit[p * s->words], 0, 8u * s->words);
    }
    if (!one_in(r, 4))
        j->up_last = j->linked;
    for (unsigned l = 0; l < (unsigned)s->ports * s->vcs; l++)
        j->credits[l] = (uint8_t)(j->linked >> l / s->vcs & 1u ? injection_edge(r, s->depth) : 0);
}

/* Counts near shares, and an address at which something is, mostly. */
static void draw_config(const struct vcr_terminal_parameters *s, struct rng *r, struct vcr_terminal_regs *regs)
{
    struct vcr_terminal *t = &regs->terminal;

    t->quiet = (uint8_t)(one_in(r, 32) ? 1 + below(r, VCR_QUIET_CYCLES) : 0);
    if (t->quiet) {
        t->up = regs->inject.linked = 0;
        memset(regs->inject.credits, 0, sizeof regs->inject.credits);
    }
    t->write = (uint8_t)one_in(r, 8);
    t->addr = (uint16_t)(one_in(r, 4) ? t->addr : below(r, 5));
    t->alloc_credits = (uint8_t)(one_in(r, 8) ? t->alloc_credits : injection_edge(r, s->depth));
    if (one_in(r, 4))
        return;
    if (!one_in(r, 4)) {
        t->share_l = (uint16_t)below(r, 8);
        t->share_k = (uint16_t)below(r, 16);
    }
    if (one_in(r, 4)) /* of whether there is one each bit decides alone */
        t->sat_timeout = 1u << below(r, 24);
    regs->sat_watch.waited = (one_in(r, 2) ? t->sat_timeout + below(r, 3) - 1 : regs->sat_watch.waited) & 0xffffffu;
    unsigned share = one_in(r, 2) ? t->share_l : t->share_k;
    regs->sat_gate.count = (uint16_t)(share + below(r, 3) - 1);
}

static void draw(const struct router_kind *kind, struct rng *r, void *registers)
{
    const struct vcr_terminal_parameters *s = kind->parameters;
    struct vcr_terminal_regs *regs = registers;
    injection_fill(kind, r, regs);
    draw_packets(s, r, &regs->inject);
    draw_wires(s, r, &regs->inject);
    draw_config(s, r, regs);
}

/* Inputs ---------------------------------------------------------------------------------------------------------- */

static void draw_inputs(const struct router_kind *kind, struct rng *r, const void *registers, void *pins, void *control)
{
    const struct vcr_terminal_parameters *s = kind->parameters;
    struct vcr_pins *in = pins;
    struct vcr_terminal_control *c = control;
    unsigned all = (1u << s->ports) - 1u, up = in->up;

    (void)registers;
    memset(in, 0, sizeof *in);
    memset(c, 0, offsetof(struct vcr_terminal_control, packet));
    in->up = (uint16_t)(one_in(r, 8) ? up ^ 1u << below(r, s->ports) : up);
    in->sat = (uint16_t)(rng_next(r) & all);
    in->valid = (uint16_t)(rng_next(r) & all);
    for (unsigned p = 0; p < s->ports; p++) {
        in->vc[p] = (uint8_t)below(r, 1u << vcr_bits(s->vcs));
        in->credit[p] = (uint16_t)(rng_next(r) & rng_next(r) & ((1u << s->vcs) - 1u));
        c->take[p] = (uint16_t)(rng_next(r) & ((1u << s->vcs) - 1u));
    }
    c->rst = (uint8_t)one_in(r, 256);
    c->cfg_we = (uint8_t)one_in(r, 16);
    c->cfg_addr = (uint16_t)(one_in(r, 4) ? rng_next(r) : below(r, 4));
    c->cfg_wdata = (uint32_t)rng_next(r);
    c->put = (uint8_t)one_in(r, 2);
    for (unsigned k = 0; k < (unsigned)s->length * s->words; k++)
        c->packet[k] = rng_next(r);
}

/* States --------------------------------------------------------------------------------------------------------- */

/* The cycles of a reset. @return 1 when the two differ */
static int begin(const struct router_kind *kind, void *node, struct rng *r)
{
    static const struct vcr_pins silent;
    static const struct vcr_terminal_control reset = {.rst = 1};
    const struct node_ops *ops = kind->parts->lockstep->node;

    (void)r;
    return node_step(ops, node, &silent, &reset) || node_step(ops, node, &silent, &reset);
}

static int put(const struct router_kind *kind, void *node, struct rng *r, const uint8_t *fits, void *regs)
{
    const struct vcr_terminal_parameters *s = kind->parameters;
    uint64_t packet[VCR_MOST_PACKET_WORDS];

    (void)fits;
    draw(kind, r, regs);
    for (unsigned slot = 0; slot < vcr_terminal_slots(s); slot++) {
        for (unsigned k = 0; k < (unsigned)s->length * s->words; k++)
            packet[k] = rng_next(r);
        kind->parts->lockstep->node->inject_store(node, (int)slot, (const uint8_t *)packet);
    }
    return lockstep_inject(node, regs) != 0;
}

/* The router is as it was read last. */
static void levels(struct rng *r, const void *registers, void *in)
{
    (void)r;
    ((struct vcr_pins *)in)->up = ((const struct vcr_terminal_regs *)registers)->inject.up_last;
}

const struct injection_kind vcr_terminal_injection = {draw, NULL, begin, put, levels, draw_inputs, 0};
