/* SPDX-License-Identifier: Apache-2.0
 *
 * Port receive: frames from the wires to the buffer store. docs/spec/fedx.md
 * section 5; RTL twin rtl/fedx/fedx_port_receive.v.
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
    w->abort_buffers = 0;
    FEDX_FOR_EACH_PORT(p, r->abort)
    w->abort_buffers |= fedx_buffer_bit(r->buf[p]);
}

/* The bytes of one cycle: which ports take one, what of, and what comes of it. */
struct bytes {
    unsigned start;       /* byte 0 of a frame */
    unsigned header_byte; /* bytes 1 to 9 */
    unsigned body_byte;   /* the bytes after them */
    unsigned checked;     /* last header byte */
    unsigned complete;    /* last byte of the packet */
    unsigned good;        /* ... and its check is right */
    unsigned lookup;      /* the destination is complete */
};

static inline void take_body_byte(struct fedx_port_receive *r, unsigned p, uint8_t data, struct bytes *bytes)
{
    unsigned port = 1u << p, number = r->count[p];
    uint32_t crc = fedx_header_crc(r->crc[p], data, (int)number);

    r->crc[p] = crc;
    r->count[p] = (uint8_t)(number + 1);
    r->data[p] = data;
    if (number == FEDX_PACKET_BYTES - 1) {
        bytes->complete |= port;
        bytes->good |= crc == (uint32_t)FEDX_CRC_RESIDUE ? port : 0;
    }
}

static void start_frame(struct fedx_port_receive *r, unsigned p, uint8_t data)
{
    unsigned port = 1u << p;

    r->crc[p] = fedx_header_crc(0xffffffffu, data, 0);
    r->count[p] = 1;
    r->bad = (uint8_t)((r->bad & ~port) | (data != FEDX_START_CODE ? port : 0));
    r->check[p] = fedx_header_check(0, data);
}

static void take_header_byte(struct fedx_port_receive *r, unsigned p, uint8_t data, struct bytes *bytes)
{
    unsigned port = 1u << p, number = r->count[p];

    r->crc[p] = fedx_header_crc(r->crc[p], data, (int)number);
    r->count[p] = (uint8_t)(number + 1);
    if (number == FEDX_BYTE_CHECK) {
        unsigned bit = (fedx_head_flags(r->head[p]) & FEDX_FLAG_BIT) ? port : 0;
        bytes->checked |= port;
        r->bad |= (uint8_t)(data != r->check[p] ? port : 0);
        r->dup_bit = (uint8_t)((r->dup_bit & ~port) | (bit ^ (r->acc & port)));
    } else {
        unsigned shift = 8 * (8 - number);
        r->head[p] = (r->head[p] & ~((uint64_t)0xff << shift)) | (uint64_t)data << shift;
        r->check[p] = fedx_header_check(r->check[p], data);
        bytes->lookup |= number == 2 ? port : 0;
    }
}

static void take_bytes(struct fedx_port_receive *r, const struct fedx_pins *in, struct bytes *bytes)
{
    FEDX_FOR_EACH_PORT(p, bytes->body_byte)
    take_body_byte(r, p, in->data[p], bytes);
    FEDX_FOR_EACH_PORT(q, bytes->start)
    start_frame(r, q, in->data[q]);
    FEDX_FOR_EACH_PORT(h, bytes->header_byte)
    take_header_byte(r, h, in->data[h], bytes);
}

/* A cycle in which every port that receives is in the middle of its packet. */
void fedx_port_receive_bytes(struct fedx_port_receive *r, const struct fedx_pins *in)
{
    struct bytes bytes = {.body_byte = r->body};

    FEDX_FOR_EACH_PORT(p, bytes.body_byte)
    take_body_byte(r, p, in->data[p], &bytes);
}

/*
 * Cycles for which every port that receives only takes bytes in the middle of
 * its packet, if valid stays as it is: 0 when one does something else.
 */
unsigned fedx_port_receive_ahead(const struct fedx_port_receive *r)
{
    unsigned cycles = FEDX_NO_FRAME;

    if ((r->header | r->decide | r->refusing | r->drain | r->abort | r->refuse) != 0 || r->write != r->body)
        return 0;
    FEDX_FOR_EACH_PORT(p, r->body)
    {
        unsigned left = FEDX_PACKET_BYTES - 1u - r->count[p];
        cycles = left < cycles ? left : cycles;
    }
    return cycles;
}

void fedx_port_receive_commit(struct fedx_port_receive *r, const struct fedx_pins *in, int hold,
                              const struct fedx_wires *w)
{
    /* What the ports are doing. No two of these states hold at once. */
    unsigned in_header = r->header & ~(unsigned)r->body, in_decide = r->decide & ~(unsigned)(r->body | r->header);
    unsigned in_drain = r->drain & ~(unsigned)(r->body | r->header | r->decide | r->refusing);
    unsigned in_frame = r->body | r->header | r->decide | r->refusing;
    unsigned valid = w->rx_valid, admitted = in_decide & w->admit, holding = hold ? FEDX_ALL_PORTS : 0;
    struct bytes bytes = {
        .start = valid & ~(in_frame | r->drain),
        .header_byte = valid & in_header,
        .body_byte = valid & (r->body | admitted),
    };

    if (!(valid | in_frame | r->drain | r->routed | r->lookup | r->write | r->abort | r->refuse | holding))
        return; /* nothing arrives, and nothing is left of what has */
    take_bytes(r, in, &bytes);

    /* States */
    unsigned broken = in_frame & ~valid;      /* valid is low too early, or a refused sender has stopped */
    unsigned leave = broken | bytes.complete; /* a frame is over in any way */
    r->refuse = (uint8_t)(holding | (r->refusing & valid));
    r->abort = (uint8_t)((broken & (r->body | admitted)) | (bytes.complete & ~bytes.good));
    r->write = (uint8_t)bytes.body_byte;
    if (!(bytes.start | bytes.checked | bytes.lookup | r->lookup | in_decide | in_drain | leave))
        return; /* frames go on */
    r->header = (uint8_t)((r->header & ~bytes.checked & ~leave) | bytes.start);
    r->routed = (uint8_t)((r->routed | r->lookup) & ~in_decide & ~leave);
    r->lookup = (uint8_t)bytes.lookup;
    r->decide = (uint8_t)((r->decide & ~in_decide & ~leave) | bytes.checked);
    r->body = (uint8_t)((r->body | admitted) & ~leave);
    r->refusing = (uint8_t)((r->refusing | (in_decide & ~w->admit)) & ~leave);
    r->drain = (uint8_t)((r->drain & ~(in_drain & ~valid & r->valid_low_seen & ~holding)) | leave);
    r->valid_low_seen = (uint8_t)((r->valid_low_seen & ~in_drain & ~bytes.complete) | (in_drain & ~valid) | broken);
    r->acc ^= (uint8_t)(bytes.complete & bytes.good);

    /* The buffer that admission gave */
    FEDX_FOR_EACH_PORT(q, admitted)
    r->buf[q] = w->admit_buf[q];
}
