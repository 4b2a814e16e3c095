/* SPDX-License-Identifier: Apache-2.0
 *
 * Port receive: frames from the wires to the buffer store. docs/spec.md
 * section 5; RTL twin rtl/fedx_port_receive.v.
 *
 * A frame goes header -> decide -> body -> drain when it is admitted, and
 * header -> decide -> refusing -> drain when not. A port in none of these
 * states is idle. Byte k of a frame is on the wire k cycles after byte 0, so
 * admission decides in cycle 10 and a refusal is on the wire in cycle 12.
 */
#include "fedx_switch_internal.h"

void fedx_port_receive_eval(const struct fedx_port_receive *r, unsigned driving, const struct fedx_pins *in,
                            struct fedx_wires *w)
{
    /* A receiver ignores its input while it drives the wire itself. */
    w->rx_valid = in->valid & ~driving & FEDX_ALL_PORTS;
    w->cut_buffers = 0;
    FEDX_FOR_EACH_PORT(p, r->cut)
        w->cut_buffers |= fedx_buffer_bit(r->buf[p]);
}

static void take_header_byte(struct fedx_port_receive *r, unsigned p, uint8_t data)
{
    unsigned port = 1u << p, number = r->count[p];

    if (number == FEDX_BYTE_CHECK) {
        unsigned bit = (fedx_head_flags(r->head[p]) & FEDX_FLAG_BIT) ? port : 0;
        r->bad |= (uint8_t)(data != r->check[p] ? port : 0);
        r->stale = (uint8_t)((r->stale & ~port) | (bit ^ (r->acc & port)));
        r->header &= (uint8_t)~port;
        r->decide |= (uint8_t)port;
    } else {
        unsigned shift = 8 * (8 - number);
        r->head[p] = (r->head[p] & ~((uint64_t)0xff << shift)) | (uint64_t)data << shift;
        r->check[p] = fedx_header_check(r->check[p], data);
        if (number == 2)
            r->lookup |= (uint8_t)port;
    }
    r->crc[p] = fedx_header_crc(r->crc[p], data, (int)number);
    r->count[p] = (uint8_t)(number + 1);
}

static void start_frame(struct fedx_port_receive *r, unsigned p, uint8_t data)
{
    unsigned port = 1u << p;

    r->header |= (uint8_t)port;
    r->bad = (uint8_t)((r->bad & ~port) | (data != FEDX_START_CODE ? port : 0));
    r->count[p] = 1;
    r->check[p] = fedx_header_check(0, data);
    r->crc[p] = fedx_header_crc(0xffffffffu, data, 0);
}

/* Wait for quiet; low = 1 when valid is low already. */
static void start_drain(struct fedx_port_receive *r, unsigned port, unsigned low)
{
    r->header &= (uint8_t)~port;
    r->routed &= (uint8_t)~port;
    r->decide &= (uint8_t)~port;
    r->body &= (uint8_t)~port;
    r->refusing &= (uint8_t)~port;
    r->drain |= (uint8_t)port;
    r->low = (uint8_t)((r->low & ~port) | (low ? port : 0));
}

static void take_body_byte(struct fedx_port_receive *r, unsigned p, uint8_t data)
{
    unsigned port = 1u << p, number = r->count[p];
    uint32_t crc = fedx_header_crc(r->crc[p], data, (int)number);

    r->crc[p] = crc;
    r->data[p] = data;
    r->count[p] = (uint8_t)(number + 1);
    r->write |= (uint8_t)port;
    if (number == FEDX_PACKET_BYTES - 1) {
        if (crc == (uint32_t)FEDX_CRC_RESIDUE)
            r->acc ^= (uint8_t)port;
        else
            r->cut |= (uint8_t)port;
        start_drain(r, port, 0);
    }
}

/* A cycle in which every port that receives is in the middle of its packet. */
void fedx_port_receive_bytes(struct fedx_port_receive *r, const struct fedx_pins *in)
{
    FEDX_FOR_EACH_PORT(p, r->body)
        take_body_byte(r, p, in->data[p]);
}

/*
 * Cycles for which every port that receives only takes bytes in the middle of
 * its packet, if valid stays as it is: 0 when one does something else.
 */
unsigned fedx_port_receive_ahead(const struct fedx_port_receive *r)
{
    unsigned cycles = FEDX_NO_FRAME;

    if ((r->header | r->decide | r->refusing | r->drain | r->cut | r->refuse) != 0 || r->write != r->body)
        return 0;
    FEDX_FOR_EACH_PORT(p, r->body) {
        unsigned left = FEDX_PACKET_BYTES - 1u - r->count[p];
        cycles = left < cycles ? left : cycles;
    }
    return cycles;
}

static void take_verdict(struct fedx_port_receive *r, unsigned p, const struct fedx_pins *in,
                         const struct fedx_wires *w)
{
    unsigned port = 1u << p, valid = w->rx_valid & port, admit = w->admit & port;

    r->decide &= (uint8_t)~port;
    r->routed &= (uint8_t)~port;
    if (admit)
        r->buf[p] = w->admit_buf[p];
    if (!valid) {
        r->cut |= (uint8_t)admit;
        start_drain(r, port, 1);
    } else if (admit) {
        r->body |= (uint8_t)port;
        take_body_byte(r, p, in->data[p]);
    } else {
        r->refusing |= (uint8_t)port;
    }
}

static void wait_for_quiet(struct fedx_port_receive *r, unsigned port, unsigned valid, int hold)
{
    if (valid)
        r->low &= (uint8_t)~port;
    else if (!(r->low & port))
        r->low |= (uint8_t)port;
    else if (!hold)
        r->drain &= (uint8_t)~port;
}

void fedx_port_receive_commit(struct fedx_port_receive *r, const struct fedx_pins *in, int hold,
                              const struct fedx_wires *w)
{
    unsigned active = w->rx_valid | r->header | r->decide | r->body | r->refusing | r->drain;

    r->refuse = hold ? FEDX_ALL_PORTS : (uint8_t)(r->refusing & w->rx_valid);
    r->routed |= r->lookup;
    r->lookup = 0;
    r->write = 0;
    r->cut = 0;
    FEDX_FOR_EACH_PORT(p, active) {
        unsigned port = 1u << p, valid = w->rx_valid & port;

        if (r->body & port) {
            if (valid) {
                take_body_byte(r, p, in->data[p]);
            } else {
                r->cut |= (uint8_t)port;
                start_drain(r, port, 1);
            }
        } else if (r->header & port) {
            if (valid)
                take_header_byte(r, p, in->data[p]);
            else
                start_drain(r, port, 1);
        } else if (r->decide & port) {
            take_verdict(r, p, in, w);
        } else if (r->refusing & port) {
            if (!valid)
                start_drain(r, port, 1);
        } else if (r->drain & port) {
            wait_for_quiet(r, port, valid, hold);
        } else {
            start_frame(r, p, in->data[p]);
        }
    }
}
