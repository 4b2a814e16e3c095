/* SPDX-License-Identifier: Apache-2.0
 *
 * The terminal: injection, SAT gate and SAT watch wired together, the receiving side, configuration. docs/spec/vcr.md
 * section 17; RTL twin rtl/vcr/vcr_terminal.v.
 */
#include <string.h>

#include "vcr_internal.h"

const char *vcr_terminal_parameters_wrong(const struct vcr_terminal_parameters *s)
{
    if (s->ports < 1 || s->ports > VCR_MOST_LOCAL)
        return "a terminal has 1 to 4 ports";
    if (s->vcs < 1 || s->vcs > VCR_MOST_VCS)
        return "a port has 1 to 16 virtual channels";
    if (s->depth < 2 || s->depth > VCR_MOST_DEPTH)
        return "a virtual channel holds 2 to 64 flits";
    if (s->words < 1 || s->words > VCR_MOST_WORDS || s->words == 3)
        return "a flit has 1, 2 or 4 words of 64 bits";
    if (s->length < 2 || s->length > VCR_MOST_LENGTH || s->length * s->words > VCR_MOST_PACKET_WORDS)
        return "a terminal's packets have 2 to 64 flits, and up to 128 words of 64 bits";
    if (s->buffer < 1 || s->queue < 1 || vcr_terminal_slots(s) > VCR_MOST_SLOTS)
        return "a terminal has a buffer and a queue of at least a packet each, and of up to 16 together";
    return NULL;
}

size_t vcr_terminal_bytes(const struct vcr_terminal_parameters *s)
{
    return sizeof(struct vcr_terminal_unit) + 8u * vcr_terminal_slots(s) * s->length * s->words;
}

int vcr_terminal_init(struct vcr_terminal_unit *terminal, const struct vcr_terminal_parameters *s)
{
    if (vcr_terminal_parameters_wrong(s))
        return -1;
    terminal->parameters = *s;
    vcr_terminal_regs_reset(&terminal->regs);
    return 0;
}

/* Configuration --------------------------------------------------------------------------------------------------- */

static uint32_t value_at(const struct vcr_terminal_regs *r)
{
    const struct vcr_terminal *t = &r->terminal;

    switch (t->addr) {
    case VCR_CFG_TERMINAL_MODE:
        return t->sat_mode | (uint32_t)t->sat_first << 2 | (uint32_t)t->sink << 3 | (uint32_t)t->alloc_credits << 8;
    case VCR_CFG_TERMINAL_SHARE: return t->share_l | (uint32_t)t->share_k << 16;
    case VCR_CFG_TERMINAL_STATUS:
        return r->inject.credit_error | (uint32_t)r->inject.lost << 4 | (uint32_t)r->sat_gate.held << 5 |
               (uint32_t)r->sat_watch.met << 6 | (uint32_t)r->sat_watch.timeouts << 8 |
               (uint32_t)r->sat_gate.count << 16;
    case VCR_CFG_TERMINAL_WATCH: return t->sat_timeout;
    default: return 0;
    }
}

static void write_setting(struct vcr_terminal *t)
{
    switch (t->addr) {
    case VCR_CFG_TERMINAL_MODE:
        t->sat_mode = t->wdata & 3u;
        t->sat_first = t->wdata >> 2 & 1u;
        t->sink = t->wdata >> 3 & 1u;
        t->alloc_credits = t->wdata >> 8 & 0x7fu;
        return;
    case VCR_CFG_TERMINAL_SHARE:
        t->share_l = t->wdata & 0xffffu;
        t->share_k = (uint16_t)(t->wdata >> 16);
        return;
    case VCR_CFG_TERMINAL_WATCH: t->sat_timeout = t->wdata & 0xffffffu; return;
    }
}

static void commit_config(struct vcr_terminal *t, const struct vcr_terminal_control *control, uint32_t rdata)
{
    t->rdata = rdata;
    if (t->write)
        write_setting(t);
    if (t->quiet)
        t->quiet--;
    t->write = control->cfg_we & 1u;
    t->addr = control->cfg_addr;
    t->wdata = control->cfg_wdata;
}

/* Receiving side -------------------------------------------------------------------------------------------------- */

static unsigned comes(const struct vcr_terminal_parameters *s, const struct vcr_pins *in, unsigned p)
{
    return (in->valid >> p & 1u) && in->vc[p] < s->vcs ? 1u << in->vc[p] : 0u;
}

static void commit_receive(const struct vcr_terminal_parameters *s, struct vcr_terminal *t, const struct vcr_pins *in,
                           const struct vcr_terminal_control *control)
{
    for (unsigned p = 0; p < s->ports; p++)
        t->credit[p] = (uint16_t)(t->quiet ? 0u : t->sink ? comes(s, in, p) : control->take[p] & ((1u << s->vcs) - 1u));
    t->up = (uint16_t)(t->quiet ? 0u : (1u << s->ports) - 1u);
}

/* Wiring ---------------------------------------------------------------------------------------------------------- */

/* Under reset too, the configuration port is read. */
static void reset(struct vcr_terminal_regs *r)
{
    struct vcr_terminal sampled = r->terminal;

    vcr_terminal_regs_reset(r);
    r->terminal.write = sampled.write;
    r->terminal.addr = sampled.addr;
    r->terminal.wdata = sampled.wdata;
}

void vcr_terminal_cycle(const struct vcr_terminal_parameters *s, struct vcr_terminal_unit *terminal,
                        const struct vcr_pins *in, const struct vcr_terminal_control *control)
{
    struct vcr_terminal_regs *r = &terminal->regs;
    struct vcr_terminal_wires w;

    vcr_sat_gate_eval(&r->sat_gate, &r->inject, &r->terminal, &w);
    vcr_inject_eval(s, &r->inject, &r->terminal, in, control->put & 1u, &w);
    w.rdata = value_at(r);

    vcr_sat_watch_commit(&r->sat_watch, &r->sat_gate, &r->terminal, in);
    vcr_sat_gate_commit(&r->sat_gate, &r->inject, &r->terminal, in, &w);
    vcr_inject_commit(s, &r->inject, terminal->packet, in, control, &w);
    commit_receive(s, &r->terminal, in, control);
    commit_config(&r->terminal, control, w.rdata);
    if (control->rst)
        reset(r);
}

/* Injection rests while there is no packet and none is put in, no flit and no credit are on a wire, and no link
 * changes. */
static int rests(const struct vcr_terminal_parameters *s, const struct vcr_terminal_regs *r, const struct vcr_pins *in,
                 const struct vcr_terminal_control *control)
{
    const struct vcr_inject *j = &r->inject;
    unsigned up = in->up & ((1u << s->ports) - 1u), credits = 0;

    if (control->put | control->rst | j->used | j->buffered | j->queued | j->tx_valid | j->tx_head | j->tx_tail |
        r->terminal.quiet)
        return 0;
    for (unsigned p = 0; p < s->ports; p++)
        credits |= in->credit[p] & ((1u << s->vcs) - 1u);
    return credits == 0 && j->room && up == j->up_last && up == j->linked;
}

void vcr_terminal_advance(const struct vcr_terminal_parameters *s, struct vcr_terminal_unit *terminal,
                          const struct vcr_pins *in, const struct vcr_terminal_control *control)
{
    struct vcr_terminal_regs *r = &terminal->regs;
    struct vcr_terminal_wires w = {.pass = 0};

    if (!rests(s, r, in, control)) {
        vcr_terminal_cycle(s, terminal, in, control);
        return;
    }
    vcr_sat_gate_eval(&r->sat_gate, &r->inject, &r->terminal, &w);
    w.rdata = value_at(r);
    vcr_sat_watch_commit(&r->sat_watch, &r->sat_gate, &r->terminal, in);
    vcr_sat_gate_commit(&r->sat_gate, &r->inject, &r->terminal, in, &w);
    commit_receive(s, &r->terminal, in, control);
    commit_config(&r->terminal, control, w.rdata);
}

void vcr_terminal_step(struct vcr_terminal_unit *terminal, const struct vcr_pins *in,
                       const struct vcr_terminal_control *control)
{
    vcr_terminal_advance(&terminal->parameters, terminal, in, control);
}

int vcr_terminal_idle(const struct vcr_terminal_unit *terminal, const struct vcr_pins *in)
{
    const struct vcr_terminal_parameters *s = &terminal->parameters;
    const struct vcr_terminal_regs *r = &terminal->regs;
    struct vcr_terminal_wires w;
    int free = 0;

    if (r->inject.read != r->inject.write || r->inject.sending == (1u << s->ports) - 1u)
        return 0;
    vcr_sat_gate_eval(&r->sat_gate, &r->inject, &r->terminal, &w);
    vcr_inject_eval(s, &r->inject, &r->terminal, in, 1, &w);
    if (w.start_port == VCR_NO_PORT)
        return 0;
    for (unsigned lane = 0; lane < (unsigned)s->ports * s->vcs; lane++)
        free += !(r->inject.sending >> lane / s->vcs & 1u) && w.credits_now[lane] > 0 &&
                w.credits_now[lane] >= r->terminal.alloc_credits;
    return free;
}

size_t vcr_terminal_pins_bytes(const struct vcr_terminal_parameters *s)
{
    return offsetof(struct vcr_pins, flit) + 8u * s->ports * s->words;
}

size_t vcr_terminal_control_bytes(const struct vcr_terminal_parameters *s)
{
    return offsetof(struct vcr_terminal_control, packet) + 8u * s->length * s->words;
}

void vcr_terminal_show(const struct vcr_terminal_parameters *s, const struct vcr_terminal_unit *terminal,
                       struct vcr_pins *out)
{
    const struct vcr_terminal_regs *r = &terminal->regs;

    memset(out, 0, offsetof(struct vcr_pins, flit));
    out->valid = r->inject.tx_valid;
    out->head = r->inject.tx_head;
    out->tail = r->inject.tx_tail;
    out->up = r->terminal.up;
    out->sat = r->sat_gate.sat;
    memcpy(out->credit, r->terminal.credit, sizeof out->credit);
    memcpy(out->vc, r->inject.tx_vc, sizeof out->vc);
    memcpy(out->flit, r->inject.tx_flit, 8u * s->ports * s->words);
}

void vcr_terminal_pins(const struct vcr_terminal_unit *terminal, struct vcr_pins *out)
{
    vcr_terminal_show(&terminal->parameters, terminal, out);
}

void vcr_terminal_status(const struct vcr_terminal_unit *terminal, struct vcr_terminal_status *out)
{
    out->cfg_rdata = terminal->regs.terminal.rdata;
    out->room = terminal->regs.inject.room;
}

const struct vcr_terminal_regs *vcr_terminal_state(const struct vcr_terminal_unit *terminal)
{
    return &terminal->regs;
}

void vcr_terminal_set_state(struct vcr_terminal_unit *terminal, const struct vcr_terminal_regs *regs)
{
    terminal->regs = *regs;
}

uint64_t *vcr_terminal_packet(struct vcr_terminal_unit *terminal, unsigned slot)
{
    return slot >= (unsigned)vcr_terminal_slots(&terminal->parameters)
               ? NULL
               : terminal->packet + (size_t)slot * terminal->parameters.length * terminal->parameters.words;
}
