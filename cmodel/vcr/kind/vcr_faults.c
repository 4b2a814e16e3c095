/* SPDX-License-Identifier: Apache-2.0
 *
 * See vcr_faults.h.
 */
#include "vcr_faults.h"

#include <string.h>
#include <xxhash.h>

#include "../model/vcr_internal.h"
#include "vcr_port.h"
#include "vcr_settings.h"

/* With and without ----------------------------------------------------------------------------------------------------
 *
 * A flit that is stored changes memories, which are no registers: what was written to them is hashed into a register that
 * nothing depends on. What memories hold already is the same with and without the fault, and read by neither: all that pins
 * change in a cycle is what is stored, or registers.
 */

static void note_stored(struct vcr_regs *r, uint32_t before, const void *stored, size_t bytes)
{
    r->config.rdata = (uint32_t)XXH3_64bits_withSeed(stored, bytes, before);
}

void vcr_faults_step_router(const struct vcr_shape *s, struct vcr_regs *r, const void *in, const void *control)
{
    size_t bytes = vcr_router_bytes(s);
    uint64_t room[bytes / 8 + 1];
    struct vcr_router *router = (struct vcr_router *)room;
    uint32_t before = r->config.rdata;

    memset(room, 0, sizeof room);
    router->shape = *s;
    router->regs = *r;
    vcr_router_cycle(s, router, in, control);
    *r = router->regs;
    note_stored(r, before, router->memory, bytes - sizeof *router);
}

/* Where an endpoint's port keeps what a router has no register for: lanes of ages, behind those of its channels. */
enum { COME, SENT = VCR_MOST_VCS, SENDING, CHANNEL, LEFT, OWED, KEPT = OWED + VCR_MOST_VCS };
_Static_assert((int)KEPT <= (int)VCR_MOST_LANES, "room for all");

static void take_port(const struct vcr_shape *s, const struct vcr_port *p, struct vcr_regs *r)
{
    memset(r, 0, sizeof *r);
    r->output.linked = p->linked;
    r->output.up_last = p->up_last;
    r->output.credit_error = p->credit_error;
    r->input.error[0] = p->error;
    r->input.up = p->out.up;
    r->input.credit[0] = p->out.credit[0];
    r->crossbar.valid = p->out.valid;
    r->crossbar.head = p->out.head;
    r->crossbar.tail = p->out.tail;
    r->crossbar.vc[0] = p->out.vc[0];
    memcpy(r->crossbar.flit, p->out.flit, 8 * s->words);
    memcpy(r->output.credits, p->credits, s->vcs);
    for (unsigned v = 0; v < s->vcs; v++) {
        r->input.age[COME + v] = p->come[v];
        r->input.age[OWED + v] = p->owed[v];
    }
    r->input.age[SENT] = p->sent;
    r->input.age[SENDING] = p->sending;
    r->input.age[CHANNEL] = p->vc;
    r->input.age[LEFT] = p->left;
}

static void give_port(const struct vcr_shape *s, const struct vcr_regs *r, struct vcr_port *p)
{
    p->linked = (uint8_t)r->output.linked;
    p->up_last = (uint8_t)r->output.up_last;
    p->credit_error = (uint8_t)r->output.credit_error;
    p->error = r->input.error[0];
    p->out.credit[0] = r->input.credit[0];
    p->out.valid = r->crossbar.valid;
    p->out.head = r->crossbar.head;
    p->out.tail = r->crossbar.tail;
    p->out.vc[0] = r->crossbar.vc[0];
    memcpy(p->out.flit, r->crossbar.flit, 8 * s->words);
    memcpy(p->credits, r->output.credits, s->vcs);
    for (unsigned v = 0; v < s->vcs; v++) {
        p->come[v] = (uint8_t)r->input.age[COME + v];
        p->owed[v] = (uint8_t)r->input.age[OWED + v];
    }
    p->sent = (uint8_t)r->input.age[SENT];
    p->sending = (uint8_t)r->input.age[SENDING];
    p->vc = (uint8_t)r->input.age[CHANNEL];
    p->left = r->input.age[LEFT];
}

void vcr_faults_port_state(const struct vcr_shape *s, const void *port, struct vcr_regs *r)
{
    take_port(s, port, r);
}

void vcr_faults_step_port(const struct vcr_shape *s, struct vcr_regs *r, const void *in, const void *port)
{
    struct vcr_port p = *(const struct vcr_port *)port;
    uint32_t before = r->config.rdata;
    struct packet received;

    give_port(s, r, &p);
    memset(p.incoming, 0, sizeof p.incoming);
    vcr_port_step(s, &p, in, PORT_NOTHING, &received);
    take_port(s, &p, r);
    note_stored(r, before, p.incoming, sizeof p.incoming);
}

int vcr_faults_outputs_differ(const void *one, const void *other)
{
    const struct vcr_regs *a = one, *b = other;

    return memcmp(&a->crossbar, &b->crossbar, sizeof a->crossbar) != 0 || a->input.up != b->input.up ||
           memcmp(a->input.credit, b->input.credit, sizeof a->input.credit) != 0 || a->sat_switch.sat != b->sat_switch.sat;
}

/* What both ends do ---------------------------------------------------------------------------------------------------- */

/* What can be seen of an end of a cable between two cycles. */
struct look {
    uint8_t error, credit_error, linked, zero[5];
};
_Static_assert(sizeof(struct look) == sizeof(struct fault_look), "as faults keep it");

struct fault_look vcr_faults_look(const void *registers, unsigned p, int endpoint)
{
    const struct vcr_regs *r = registers;
    const struct look l = {.error = r->input.error[p],
                           .credit_error = r->output.credit_error >> p & 1u,
                           .linked = r->output.linked >> p & 1u};
    struct fault_look out;

    (void)endpoint;
    memcpy(&out, &l, sizeof out);
    return out;
}

unsigned vcr_faults_judge(const struct fault_look *was, const struct fault_look *is, const struct fault_look *far)
{
    static const unsigned outcomes[] = {VCR_FAULT_FULL, VCR_FAULT_VC, VCR_FAULT_ORDER, VCR_FAULT_ROUTE}; /* by bit of error */
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

/* Control ---------------------------------------------------------------------------------------------------------------- */

void vcr_faults_refuse(void *port, int refuses)
{
    ((struct vcr_port *)port)->stopped = (uint8_t)refuses;
}

/* The level, then the settings, then nothing: as a fabric is configured, but for the table, which stays. */
void vcr_faults_reset(void *inputs, const struct boot *b, int router, uint64_t since, uint32_t length)
{
    struct vcr_control *control = inputs;

    *control = (struct vcr_control){.rst = since < length, .cfg_we = since >= length && since < length + VCR_SETTINGS_WORDS};
    if (!control->cfg_we)
        return;
    control->cfg_addr = (uint16_t)(since - length);
    control->cfg_wdata = vcr_settings_word(b->settings, b->topology, router, control->cfg_addr);
}
