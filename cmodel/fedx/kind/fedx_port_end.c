/* SPDX-License-Identifier: Apache-2.0
 *
 * The switch's own port mechanisms, driven by a one-packet source and sink
 * instead of a buffer pool. docs/spec/fedx.md sections 5 to 7.
 */
#include "fedx_port_end.h"

#include <string.h>

#include "../model/fedx_switch_internal.h"

/* Buffer numbers, so that cutting an arriving packet never touches the one being sent. */
enum { INCOMING = 0, OUTGOING = 1 };

void fedx_port_end_init(struct fedx_port_end *e, int side, int latency)
{
    struct fedx_switch_regs reset;

    memset(e, 0, sizeof *e);
    memset(&reset, 0, sizeof reset);
    fedx_regs_reset(&reset);
    e->rx = reset.port_receive;
    e->tx = reset.port_transmit;
    e->own = reset.ownership;
    e->config = reset.config;
    e->config.side = (uint8_t)side;
    e->config.latency = (uint8_t)latency;
    e->admit = 1;
    /* Ports 1 and up do not exist here: out of drain for good, never visited. */
    e->rx.drain = 1;
}

/* An attempt may begin, or the first byte of one that has. */
static unsigned may_start(const struct fedx_port_end *e, const struct fedx_wires *w)
{
    unsigned wanted = e->prepare ? e->prepare == 1 : w->want;

    return w->available & wanted & 1;
}

/*
 * What would be the start of a packet begins its preparation; the packet starts when that is over. Only a fault takes
 * the turn away meanwhile, and then the attempt has failed.
 */
static unsigned prepare(struct fedx_port_end *e, struct fedx_wires *w)
{
    if (e->prepare == 0 && (w->start & 1)) {
        w->start = 0;
        e->prepare = e->overhead;
        return FEDX_END_STARTED;
    }
    if (e->prepare && !((w->own_now | e->own.own_last) & 1)) {
        e->prepare = 0;
        return FEDX_END_FAILED;
    }
    if (e->prepare > 1 || (w->start & 1))
        e->prepare--;
    return 0;
}

/* @return whether an attempt begins */
static unsigned eval(struct fedx_port_end *e, const struct fedx_pins *in, struct fedx_wires *w)
{
    unsigned number = e->tx.count[0] + 1u, begins;

    fedx_ownership_eval(&e->own, e->config.side, in, w);
    fedx_port_receive_eval(&e->rx, e->tx.sending, in, w);
    w->rx_valid &= 1;
    w->abort_buffers = e->abort ? fedx_buffer_bit(OUTGOING) : 0;
    w->want = e->next && !e->wait;
    w->header_want = e->wait;
    fedx_port_transmit_eval(&e->tx, &e->own, &e->config, w);
    w->grant = may_start(e, w);
    w->grant_buf[0] = OUTGOING;
    w->admit = e->admit ? e->rx.decide & (uint8_t) ~(e->rx.bad | e->rx.dup_bit) : 0;
    w->admit_buf[0] = INCOMING;
    w->keep_candidate = 0;
    fedx_port_transmit_events(&e->tx, &e->own, in, w);
    begins = e->overhead ? prepare(e, w) : w->start & FEDX_END_STARTED;
    fedx_ownership_flip(&e->own, e->tx.sending | e->tx.await | (e->prepare > 0), e->config.hold, in, w);
    if (e->tx.sending & 1)
        w->next_byte[0] = number < FEDX_PACKET_BYTES ? e->outgoing[number] : 0;
    return begins;
}

static unsigned events(const struct fedx_wires *w, const struct fedx_pins *in)
{
    unsigned what = 0;

    if (w->accepted & 1)
        what |= FEDX_END_ACCEPTED;
    if ((w->stopped | w->expired | w->abort) & 1)
        what |= FEDX_END_FAILED;
    if (w->stopped & in->refuse & 1)
        what |= FEDX_END_REFUSED;
    return what;
}

static void take_byte(struct fedx_port_end *e)
{
    e->incoming[e->rx.count[0] - 1u] = e->rx.data[0];
}

/* The header of a finished packet, from the registers that hold it. */
static void take_header(struct fedx_port_end *e)
{
    e->incoming[0] = FEDX_START_CODE;
    for (unsigned i = 1; i < FEDX_BYTE_CHECK; i++)
        e->incoming[i] = fedx_head_byte(e->rx.head[0], i);
    e->incoming[FEDX_BYTE_CHECK] = e->rx.check[0];
}

/* All levels that can change while bytes move or nothing does, bit 0 of each. */
static unsigned levels(const struct fedx_port_end *e)
{
    return (e->own.turn & 1u) | (e->own.own_last & 1u) << 1 | (e->own.req & 1u) << 2 | (e->tx.bit & 1u) << 3 |
           (e->tx.acc_last & 1u) << 4 | (e->tx.refuse_last & 1u) << 5 | (e->rx.refuse & 1u) << 6 |
           (e->tx.sending & 1u) << 7 | (e->rx.body & 1u) << 8 | (unsigned)e->config.hold << 9;
}

/* Steps until something other than bytes can change while the inputs stay as they are. */
static unsigned cruise_ahead(const struct fedx_port_end *e)
{
    unsigned receive = fedx_port_receive_ahead(&e->rx), transmit = fedx_port_transmit_ahead(&e->tx, &e->config);

    return receive < transmit ? receive : transmit;
}

static unsigned full_step(struct fedx_port_end *e, const struct fedx_pins *in)
{
    struct fedx_wires w;
    uint8_t acc = e->rx.acc;

    unsigned what = eval(e, in, &w) | events(&w, in);
    if (what & FEDX_END_STARTED)
        e->outgoing = e->next;
    fedx_port_receive_commit(&e->rx, in, e->config.hold, &w);
    if (e->config.hold)
        e->config.hold--;
    fedx_port_transmit_commit(&e->tx, in, &w);
    fedx_ownership_commit(&e->own, &w);
    if (e->rx.write & 1)
        take_byte(e);
    if (e->rx.acc != acc) {
        take_header(e);
        what |= FEDX_END_RECEIVED;
    }
    return what;
}

/* Only bytes move (see fedx_switch.c), or nothing does. */
static void cruise(struct fedx_port_end *e, const struct fedx_pins *in)
{
    struct fedx_wires w;

    if (e->tx.sending & 1) {
        w.next_byte[0] = e->outgoing[e->tx.count[0] + 1u];
        fedx_port_transmit_bytes(&e->tx, 1, &w);
    } else if (e->rx.body & 1) {
        fedx_port_receive_bytes(&e->rx, in);
        take_byte(e);
    }
    e->cruise--;
}

unsigned fedx_port_end_step(struct fedx_port_end *e, const struct fedx_pins *in)
{
    int same = e->next == e->last_next && fedx_pins_levels(in) == e->last_levels;

    if (same && e->cruise > 0 && !e->abort && !e->wait) {
        cruise(e, in);
        return 0;
    }

    unsigned before = levels(e), what = full_step(e, in);
    e->cruise = same && before == levels(e) && what == 0 && !e->wait && !e->prepare ? cruise_ahead(e) : 0;
    e->last_levels = fedx_pins_levels(in);
    e->last_next = e->next;
    return what;
}

void fedx_port_end_pins(const struct fedx_port_end *e, struct fedx_pins *out)
{
    memset(out, 0, sizeof *out);
    out->data[0] = e->tx.data[0];
    out->valid = e->tx.sending & 1;
    out->turn = e->own.turn & 1;
    out->req = e->own.req & 1;
    out->refuse = e->rx.refuse & 1;
    out->acc = e->rx.acc & 1;
}

/* The registers, as those of a switch. */
static int usable(const struct fedx_port_end *e)
{
    struct fedx_switch_regs regs = {
        .port_receive = e->rx, .port_transmit = e->tx, .ownership = e->own, .config = e->config};

    return fedx_regs_usable(&regs) && e->prepare <= e->overhead && (e->outgoing || !((e->tx.sending & 1) | e->prepare));
}

/* Cruising starts anew; that changes the speed of two steps. */
void fedx_port_end_archive(struct fedx_port_end *e, const uint8_t *images, unsigned count, struct archive *a)
{
    uint64_t outgoing = e->outgoing ? 1 + (uint64_t)(e->outgoing - images) / FEDX_PACKET_BYTES : 0;

    ARCHIVE_SPAN(a, e, rx, next);
    ARCHIVE(a, e->admit);
    ARCHIVE(a, e->abort);
    ARCHIVE(a, e->incoming);
    outgoing = archive_count(a, outgoing, count);
    if (!a->loading)
        return;
    e->outgoing = outgoing ? images + (outgoing - 1) * FEDX_PACKET_BYTES : NULL;
    e->next = e->last_next = NULL;
    e->cruise = 0;
    e->last_levels = 0;
    archive_check(a, usable(e));
}
