/* SPDX-License-Identifier: Apache-2.0
 *
 * What both ends of a cable between Fed-X switches make of a fault. See fedx_faults.h.
 */
#include "fedx_faults.h"

#include <string.h>

#include "../model/fedx_switch_internal.h"
#include "fedx_port.h"

/* What can be seen of an end of a cable between two cycles. */
struct look {
    uint8_t receive, count, bad, acc;         /* port receive: state, and the registers of this port */
    uint8_t transmit, held, bit, out_of_step; /* port transmit; held: its packet has a buffer */
};
_Static_assert(sizeof(struct look) == sizeof(struct fault_look), "as faults keep it");

/* States of a port, as of docs/spec/fedx.md sections 5 and 6. */
enum { IDLE, HEADER, DECIDE, BODY, REFUSING, DRAIN };
enum { SENDING = 1, AWAIT, GAP };

/* With and without ------------------------------------------------------------------------------------------------ */

static const struct fedx_port_end *end_of(const void *port)
{
    return &((const struct fedx_port *)port)->end;
}

/* What is left of a preparation is in a register that only a switch needs: the twins of a port differ in it, too. */
static void port_state(const void *port, void *registers)
{
    const struct fedx_port_end *e = end_of(port);
    struct fedx_switch_regs *regs = registers;

    memset(regs, 0, sizeof *regs);
    regs->port_receive = e->rx;
    regs->port_transmit = e->tx;
    regs->ownership = e->own;
    regs->config = e->config;
    regs->admission.throttle_count = e->prepare;
}

static void step_router(const struct router_kind *kind, void *registers, const void *in, const void *control,
                        const void *settings)
{
    static const struct fedx_switch empty;
    struct fedx_switch_regs *regs = registers;
    struct fedx_switch sw = empty;

    (void)kind;
    sw.regs = *regs;
    sw.buffers = (unsigned)((const struct fedx_settings *)settings)->buffers;
    fedx_switch_step(&sw, in, control);
    *regs = sw.regs;
}

/* With what the PE offered in this cycle. */
static void step_port(const struct router_kind *kind, void *registers, const void *in, const void *port)
{
    struct fedx_switch_regs *regs = registers;
    struct fedx_port_end e = *end_of(port);

    (void)kind;
    e.rx = regs->port_receive;
    e.tx = regs->port_transmit;
    e.own = regs->ownership;
    e.config = regs->config;
    e.prepare = regs->admission.throttle_count;
    e.cruise = 0;
    fedx_port_end_step(&e, in);
    regs->port_receive = e.rx;
    regs->port_transmit = e.tx;
    regs->ownership = e.own;
    regs->config = e.config;
    regs->admission.throttle_count = e.prepare;
}

static int outputs_differ(const void *one, const void *other, int endpoint)
{
    const struct fedx_switch_regs *a = one, *b = other;

    (void)endpoint;
    return memcmp(a->port_transmit.data, b->port_transmit.data, sizeof a->port_transmit.data) != 0 ||
           a->port_transmit.sending != b->port_transmit.sending || a->ownership.turn != b->ownership.turn ||
           a->ownership.req != b->ownership.req || a->port_receive.refuse != b->port_receive.refuse ||
           a->port_receive.acc != b->port_receive.acc;
}

/* What both ends do ----------------------------------------------------------------------------------------------- */

static unsigned receive_state(const struct fedx_port_receive *r, unsigned port)
{
    return r->header & port     ? HEADER
           : r->decide & port   ? DECIDE
           : r->body & port     ? BODY
           : r->refusing & port ? REFUSING
           : r->drain & port    ? DRAIN
                                : IDLE;
}

static unsigned transmit_state(const struct fedx_port_transmit *t, unsigned port)
{
    return t->sending & port ? SENDING : t->await & port ? AWAIT : t->gap & port ? GAP : IDLE;
}

static struct fault_look look(const void *registers, unsigned p, int pe)
{
    const struct fedx_switch_regs *regs = registers;
    unsigned port = 1u << p;
    const struct look l = {
        .receive = (uint8_t)receive_state(&regs->port_receive, port),
        .count = regs->port_receive.count[p],
        .bad = ((regs->port_receive.bad | regs->port_receive.dup_bit) & port) != 0 ||
               (!pe && regs->admission.reason[p] == FEDX_REJECT_NO_ROUTE),
        .acc = (regs->port_receive.acc & port) != 0,
        .transmit = (uint8_t)transmit_state(&regs->port_transmit, port),
        .held = pe || (regs->buffer_pool.used >> regs->port_transmit.buf[p] & 1u),
        .bit = (regs->port_transmit.bit & port) != 0,
        .out_of_step = regs->port_transmit.out_of_step[p],
    };
    struct fault_look out;

    memcpy(&out, &l, sizeof out);
    return out;
}

/* What an end has just received, or not. */
static unsigned judge_receive(const struct look *was, const struct look *is, const struct look *far)
{
    if (was->receive == DECIDE && is->receive == REFUSING && is->bad)
        return FEDX_FAULT_REFUSED;
    if ((was->receive != HEADER && was->receive != DECIDE && was->receive != BODY) || is->receive != DRAIN)
        return FAULT_NOTHING;
    if (is->count == FEDX_PACKET_BYTES)
        return is->acc == was->acc ? FEDX_FAULT_CHECK : FAULT_NOTHING;
    /* A sender in its gap has stopped by itself, or because its own packet turned out broken. */
    return far->transmit == GAP ? FAULT_NOTHING : far->transmit == IDLE ? FEDX_FAULT_NOISE : FEDX_FAULT_ABORT;
}

static unsigned judge_transmit(const struct look *was, const struct look *is, const struct look *far)
{
    unsigned outcome = was->out_of_step != is->out_of_step ? FEDX_FAULT_STEP : FAULT_NOTHING;

    if (was->transmit == SENDING && is->transmit == GAP && is->held && far->receive != REFUSING)
        outcome = fault_later(outcome, FEDX_FAULT_ABORT);
    if (was->transmit == AWAIT && is->transmit != AWAIT && was->bit == is->bit)
        outcome = fault_later(outcome, FEDX_FAULT_EXPIRED);
    return outcome;
}

static unsigned judge(const struct fault_look *was, const struct fault_look *is, const struct fault_look *far)
{
    struct look w, i, f;

    memcpy(&w, was, sizeof w);
    memcpy(&i, is, sizeof i);
    memcpy(&f, far, sizeof f);
    return fault_later(judge_receive(&w, &i, &f), judge_transmit(&w, &i, &f));
}

/* Control --------------------------------------------------------------------------------------------------------- */

static void refuse(void *port, int refuses)
{
    ((struct fedx_port *)port)->end.admit = !refuses;
}

/* Cycles of a reset after its level is down: the settings are written again. */
enum { CONFIGURATION = FEDX_SETTINGS_WORDS };

/* The level, then the settings, then nothing: as a fabric is configured, but for the tables, which stay. */
static void reset(void *inputs, const struct boot *b, int router, uint64_t since, uint32_t length)
{
    struct fedx_control *control = inputs;

    (void)router;
    control->rst = since < length;
    control->cfg_we = !control->rst && since < length + CONFIGURATION;
    control->cfg_addr = FEDX_IDLE_ADDRESS;
    control->cfg_wdata = 0;
    if (!control->cfg_we)
        return;
    int word = (int)(since - length);
    control->cfg_addr = (uint16_t)(FEDX_CFG_MODE + word);
    control->cfg_wdata = fedx_settings_word(b->settings, word);
}

static int usable(const struct router_kind *kind, const void *registers, const void *settings, int endpoint)
{
    (void)kind;
    (void)settings;
    (void)endpoint;
    return fedx_regs_usable(registers);
}

const struct faults_kind fedx_kind_faults = {
    .port_state = port_state,
    .step_router = step_router,
    .step_port = step_port,
    .outputs_differ = outputs_differ,
    .usable = usable,
    .look = look,
    .outcomes = {"nothing", "timing", "noise", "expired", "check", "abort", "refused", "out_of_step"},
    .judge = judge,
    .refuse = refuse,
    .reset = reset,
    .configuration = CONFIGURATION,
};
