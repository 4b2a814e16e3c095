/* SPDX-License-Identifier: Apache-2.0 */
#include "vcr_faults.h"

#include <string.h>
#include <xxhash.h>

#include "../model/vcr_internal.h"
#include "vcr_legal.h"
#include "vcr_port.h"
#include "vcr_settings.h"
#include "vcr_terminal_kind.h"

/* What comes of a fault, beside nothing and timing: errors of section 6 and 8 of docs/spec/vcr.md, or the link fell. */
enum {
    VCR_FAULT_LINK = FAULT_TIMING + 1,
    VCR_FAULT_CREDIT,
    VCR_FAULT_FULL,
    VCR_FAULT_VC,
    VCR_FAULT_ORDER,
    VCR_FAULT_ROUTE
};

/* With and without ----------------------------------------------------------------------------------------------------
 *
 * A flit that is stored changes memories, which are no registers: what was written to them is hashed into a register
 * that nothing depends on. What memories hold already is the same with and without the fault, and read by neither: all
 * that pins change in a cycle is what is stored, or registers.
 */

static uint64_t note_stored(uint64_t before, const void *stored, size_t bytes)
{
    return XXH3_64bits_withSeed(stored, bytes, before);
}

static void step_router(const struct router_kind *kind, void *registers, const void *in, const void *control,
                        const void *settings)
{
    const struct vcr_parameters *s = kind->parameters;
    struct vcr_regs *r = registers;
    size_t bytes = vcr_router_bytes(s);
    uint64_t room[bytes / 8 + 1];
    struct vcr_router *router = (struct vcr_router *)room;
    uint32_t before = r->config.rdata;

    (void)settings;
    memset(room, 0, sizeof room);
    router->parameters = *s;
    router->regs = *r;
    vcr_router_cycle(s, router, in, control);
    *r = router->regs;
    r->config.rdata = (uint32_t)note_stored(before, router->memory, bytes - sizeof *router);
}

/* State of an endpoint's port: its terminal's, and what the host keeps. Padding is zero. */
struct end {
    struct vcr_terminal_regs terminal;
    struct vcr_tokens tokens;
    uint64_t stored; /* what was written to memories */
    uint16_t left;
    uint8_t starting, place, owing;
    struct {
        uint8_t come[VCR_MOST_VCS], owed[VCR_MOST_VCS], error;
    } cable[KIND_MOST_CABLES];
};
_Static_assert(sizeof(struct end) <= sizeof(struct vcr_regs), "it is kept in the place of a router's registers");

static void take_port(const struct vcr_port *p, struct end *e)
{
    e->terminal = *vcr_terminal_state(vcr_port_terminal(p));
    e->tokens = p->tokens;
    e->left = p->left;
    e->starting = p->starting;
    e->place = p->place;
    e->owing = p->owing;
    for (unsigned k = 0; k < p->cables; k++) {
        memcpy(e->cable[k].come, p->cable[k].come, sizeof e->cable[k].come);
        memcpy(e->cable[k].owed, p->cable[k].owed, sizeof e->cable[k].owed);
        e->cable[k].error = p->cable[k].error;
    }
}

static void describe_port(const struct end *e, struct vcr_port *p)
{
    vcr_terminal_set_state(p->terminal, &e->terminal);
    p->tokens = e->tokens;
    p->left = e->left;
    p->starting = e->starting;
    p->place = e->place;
    p->owing = e->owing;
    for (unsigned k = 0; k < p->cables; k++) {
        memcpy(p->cable[k].come, e->cable[k].come, sizeof e->cable[k].come);
        memcpy(p->cable[k].owed, e->cable[k].owed, sizeof e->cable[k].owed);
        p->cable[k].error = e->cable[k].error;
    }
}

static void port_state(const void *port, void *state)
{
    struct end *e = state;

    memset(e, 0, sizeof *e);
    take_port(port, e);
}

/* With what the endpoint offered in this cycle. */
static void step_port(const struct router_kind *kind, void *state, const void *in, const void *port)
{
    const struct vcr_parameters *s = kind->parameters;
    struct vcr_port p = *(const struct vcr_port *)port;
    size_t bytes = vcr_terminal_bytes(&p.parameters), words = vcr_port_words(&p);
    uint64_t room[bytes / 8 + 1], packets[words];
    struct packet received[KIND_MOST_CABLES];
    struct end *e = state;

    memset(room, 0, sizeof room);
    p.node = NULL;
    p.terminal = (struct vcr_terminal_unit *)room;
    vcr_terminal_init(p.terminal, &p.parameters);
    describe_port(e, &p);
    memset(packets, 0, sizeof packets);
    memcpy(packets, p.packets, 8u * 2u * p.parameters.length * p.parameters.words); /* those that are ready */
    p.packets = packets;
    vcr_port_step(s, &p, in, p.offer, received);
    take_port(&p, e);
    e->stored = note_stored(e->stored, p.terminal->packet, bytes - sizeof *p.terminal);
    e->stored = note_stored(e->stored, packets, sizeof packets);
}

static int port_outputs_differ(const struct vcr_terminal_regs *a, const struct vcr_terminal_regs *b)
{
    return a->inject.tx_valid != b->inject.tx_valid || a->inject.tx_head != b->inject.tx_head ||
           a->inject.tx_tail != b->inject.tx_tail ||
           memcmp(a->inject.tx_vc, b->inject.tx_vc, sizeof a->inject.tx_vc) != 0 ||
           memcmp(a->inject.tx_flit, b->inject.tx_flit, sizeof a->inject.tx_flit) != 0 ||
           a->sat_gate.sat != b->sat_gate.sat || a->terminal.up != b->terminal.up ||
           memcmp(a->terminal.credit, b->terminal.credit, sizeof a->terminal.credit) != 0;
}

static int outputs_differ(const void *one, const void *other, int endpoint)
{
    const struct vcr_regs *a = one, *b = other;

    if (endpoint)
        return port_outputs_differ(&((const struct end *)one)->terminal, &((const struct end *)other)->terminal);
    return memcmp(&a->crossbar, &b->crossbar, sizeof a->crossbar) != 0 || a->input.up != b->input.up ||
           memcmp(a->input.credit, b->input.credit, sizeof a->input.credit) != 0 ||
           a->sat_switch.sat != b->sat_switch.sat;
}

/* The state of a fault at an endpoint that is not followed is zero, as if the terminal had no room. */
static int usable(const struct router_kind *kind, const void *state, const void *settings, int endpoint)
{
    const struct vcr_terminal_parameters parameters =
        vcr_settings_terminal(kind->parameters, settings, kind->endpoint_cables);
    const struct end *e = state;
    struct reg_info rows[VCR_TERMINAL_REG_COUNT];

    if (!endpoint)
        return vcr_legal(kind->parameters, state) == 0;
    vcr_terminal_reg_rows(&parameters, rows);
    return e->place <= 1 &&
           (vcr_terminal_legal(&parameters, rows, &e->terminal) & ~(1u << VCR_TERMINAL_LEGAL_room)) == 0;
}

/* What both ends do ----------------------------------------------------------------------------------------------- */

/* What can be seen of an end of a cable between two cycles. */
struct look {
    uint8_t error, credit_error, linked, zero[5];
};
_Static_assert(sizeof(struct look) == sizeof(struct fault_look), "as faults keep it");

static struct look look_at_port(const struct end *e, unsigned cable)
{
    return (struct look){.error = e->cable[cable].error,
                         .credit_error = e->terminal.inject.credit_error >> cable & 1u,
                         .linked = e->terminal.inject.linked >> cable & 1u};
}

static struct look look_at_router(const struct vcr_regs *r, unsigned p)
{
    return (struct look){.error = r->input.error[p],
                         .credit_error = r->output.credit_error >> p & 1u,
                         .linked = r->output.linked >> p & 1u};
}

static struct fault_look look(const void *state, unsigned p, int endpoint)
{
    const struct look l = endpoint ? look_at_port(state, p) : look_at_router(state, p);
    struct fault_look out;

    memcpy(&out, &l, sizeof out);
    return out;
}

static unsigned judge(const struct fault_look *was, const struct fault_look *is, const struct fault_look *far)
{
    static const unsigned outcomes[] = {VCR_FAULT_FULL, VCR_FAULT_VC, VCR_FAULT_ORDER,
                                        VCR_FAULT_ROUTE}; /* by bit of error */
    unsigned outcome = FAULT_NOTHING;
    struct look w, i;

    (void)far;
    memcpy(&w, was, sizeof w);
    memcpy(&i, is, sizeof i);
    if (w.linked && !i.linked)
        outcome = VCR_FAULT_LINK;
    if (i.credit_error && !w.credit_error)
        outcome = fault_later(outcome, VCR_FAULT_CREDIT);
    VCR_FOR_EACH(bit, i.error & ~(unsigned)w.error)
    outcome = fault_later(outcome, outcomes[bit]);
    return outcome;
}

/* Control --------------------------------------------------------------------------------------------------------- */

static void refuse(void *port, int refuses)
{
    ((struct vcr_port *)port)->stopped = (uint8_t)refuses;
}

/* The level, then the settings, then nothing: as a fabric is configured, but for the table, which stays. */
static void reset(void *inputs, const struct boot *b, int router, uint64_t since, uint32_t length)
{
    struct vcr_control *control = inputs;

    *control =
        (struct vcr_control){.rst = since < length, .cfg_we = since >= length && since < length + VCR_SETTINGS_WORDS};
    if (!control->cfg_we)
        return;
    control->cfg_addr = (uint16_t)(since - length);
    control->cfg_wdata = vcr_settings_word(b->settings, b->topology, router, control->cfg_addr);
}

const struct faults_kind vcr_faults = {
    .port_state = port_state,
    .step_router = step_router,
    .step_port = step_port,
    .outputs_differ = outputs_differ,
    .usable = usable,
    .look = look,
    .outcomes = {"nothing", "timing", "link", "credit", "full", "vc", "order", "route"},
    .judge = judge,
    .refuse = refuse,
    .reset = reset,
    .configuration = VCR_SETTINGS_WORDS,
};
