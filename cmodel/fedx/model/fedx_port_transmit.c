/* SPDX-License-Identifier: Apache-2.0
 *
 * Port transmit: frames from the buffer store to the wires. docs/spec/fedx.md
 * section 6; RTL twin rtl/fedx/fedx_port_transmit.v.
 *
 * An attempt goes sending -> await -> idle, or sending -> gap -> idle when it is
 * ended early. A port in none of these states is idle.
 */
#include "fedx_switch_internal.h"

/* The byte on the wire when the window in which an attempt can be refused has just closed. */
static unsigned window_end(const struct fedx_config *c)
{
    return 11u + fedx_port_transmit_round_trip(c);
}

/* Ports that could start, from what the counters tell: settled, and the candidates of an acceptance. */
void fedx_port_transmit_open(const struct fedx_port_transmit *t, const struct fedx_ownership *o, int hold,
                             struct fedx_wires *w)
{
    unsigned busy = fedx_port_transmit_busy(t), differs_last = t->acc_last ^ t->bit;

    w->available = hold ? 0
                        : o->own_last & ((~busy & ~(unsigned)t->refuse_last & ~differs_last) |
                                         (w->settled & ~differs_last) | w->accepted_candidate);
}

/* What registers alone tell: which attempts reach a decision, which ports could start. */
void fedx_port_transmit_eval(const struct fedx_port_transmit *t, const struct fedx_ownership *o,
                             const struct fedx_config *c, struct fedx_wires *w)
{
    unsigned round_trip = fedx_port_transmit_round_trip(c), window = window_end(c);
    unsigned last = 0, settled = 0, passed = 0, ripe = 0, late = 0, abort = 0;

    FEDX_FOR_EACH_PORT(p, t->sending)
    {
        last |= (unsigned)(t->count[p] == FEDX_PACKET_BYTES - 1) << p;
        passed |= (unsigned)(t->count[p] == window) << p;
    }
    FEDX_FOR_EACH_PORT(p, t->await)
    {
        ripe |= (unsigned)(t->count[p] >= round_trip) << p;
        late |= (unsigned)(t->count[p] == FEDX_ACK_TIMEOUT) << p;
    }
    FEDX_FOR_EACH_PORT(p, t->gap)
    settled |= (unsigned)(t->count[p] >= round_trip) << p;
    if (w->abort_buffers)
        FEDX_FOR_EACH_PORT(p, t->sending)
    abort |= (unsigned)(w->abort_buffers >> t->buf[p] & 1u) << p;
    w->last = last;
    w->settled = settled;
    w->passed = passed;
    w->late = late;
    w->abort = abort;
    w->accepted_candidate = ripe & (t->acc_last ^ t->bit) & ~(unsigned)t->refuse_last;
    fedx_port_transmit_open(t, o, c->hold, w);
}

/* What the levels of this cycle add. */
void fedx_port_transmit_events(const struct fedx_port_transmit *t, const struct fedx_ownership *o,
                               const struct fedx_pins *in, struct fedx_wires *w)
{
    unsigned differs = in->acc ^ t->bit, refuse = in->refuse;

    w->accepted = w->accepted_candidate & differs & ~refuse;
    w->expired = w->late & ~w->accepted;
    w->stopped = t->sending & ~w->last & ~w->abort & (refuse | ~(w->own_now | o->own_last));
    w->ended = w->accepted | w->expired | w->stopped | w->abort;
    w->keep = w->keep_candidate & w->accepted;
    w->start = w->grant & w->own_now & ~refuse & (w->accepted | (~(unsigned)t->await & ~differs)) &
               ~(w->ended & in->req & ~w->keep);
}

static void start_frame(struct fedx_port_transmit *t, unsigned p, uint8_t buffer)
{
    t->count[p] = 0;
    t->buf[p] = buffer;
    t->data[p] = FEDX_START_CODE;
    t->check[p] = fedx_header_check(0, FEDX_START_CODE);
}

static void send_byte(struct fedx_port_transmit *t, unsigned p, uint8_t byte)
{
    unsigned number = t->count[p] + 1u;

    if (number == FEDX_BYTE_FLAGS)
        byte = (uint8_t)((byte & ~FEDX_FLAG_BIT) | ((t->bit >> p & 1u) ? FEDX_FLAG_BIT : 0));
    if (number == FEDX_BYTE_CHECK)
        byte = t->check[p];
    else if (number < FEDX_BYTE_CHECK)
        t->check[p] = fedx_header_check(t->check[p], byte);
    t->count[p] = (uint8_t)number;
    t->data[p] = byte;
}

/* The next byte of each of these ports, in the middle of a frame. */
void fedx_port_transmit_bytes(struct fedx_port_transmit *t, unsigned ports, const struct fedx_wires *w)
{
    FEDX_FOR_EACH_PORT(p, ports)
    send_byte(t, p, w->next_byte[p]);
}

/*
 * Cycles for which every port that sends only puts bytes on the wire, the window
 * for a refusal closed: 0 when one does something else.
 */
unsigned fedx_port_transmit_ahead(const struct fedx_port_transmit *t, const struct fedx_config *c)
{
    unsigned cycles = FEDX_NO_FRAME, window = window_end(c);

    if ((t->await | t->gap) != 0)
        return 0;
    FEDX_FOR_EACH_PORT(p, t->sending)
    {
        unsigned left = t->count[p] <= window ? 0 : FEDX_PACKET_BYTES - 1u - t->count[p];
        cycles = left < cycles ? left : cycles;
    }
    return cycles;
}

/* Everything but the bytes in the middle of a frame. */
static void change_state(struct fedx_port_transmit *t, const struct fedx_wires *w, unsigned sent, unsigned over)
{
    unsigned cut_short = w->stopped | w->abort;

    FEDX_FOR_EACH_PORT(p, cut_short | sent)
    {
        t->count[p] = 1;
        t->data[p] = 0;
    }
    FEDX_FOR_EACH_PORT(p, t->await | t->gap)
    t->count[p]++;
    FEDX_FOR_EACH_PORT(p, w->start)
    start_frame(t, p, w->grant_buf[p]);
    FEDX_FOR_EACH_PORT(p, over)
    if (t->out_of_step[p] != 0xff)
        t->out_of_step[p]++;
    t->sending = (uint8_t)((t->sending & ~cut_short & ~sent) | w->start);
    t->await = (uint8_t)((t->await & ~w->accepted & ~w->expired) | sent);
    t->gap = (uint8_t)((t->gap & ~w->settled) | cut_short);
    t->bit ^= (uint8_t)(w->accepted | over);
}

void fedx_port_transmit_commit(struct fedx_port_transmit *t, const struct fedx_pins *in, const struct fedx_wires *w)
{
    unsigned busy = fedx_port_transmit_busy(t), differs = in->acc ^ t->bit, differs_last = t->acc_last ^ t->bit;
    unsigned sent = t->sending & w->last & ~w->abort;
    unsigned over = ~(busy | w->start) & differs & differs_last & FEDX_ALL_PORTS; /* take bit over from acc */

    fedx_port_transmit_bytes(t, t->sending & ~w->ended & ~sent, w);
    if (w->ended | w->start | sent | over | t->await | t->gap)
        change_state(t, w, sent, over);
    t->acc_last = in->acc & FEDX_ALL_PORTS;
    t->refuse_last = in->refuse & FEDX_ALL_PORTS;
}
