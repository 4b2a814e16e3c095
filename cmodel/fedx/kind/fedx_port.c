/* SPDX-License-Identifier: Apache-2.0 */
#include "fedx_port.h"

#include <string.h>

#include "fedx/rng.h"
#include "fedx_packet.h"

enum { BODY_BYTES = FEDX_BYTE_CRC - FEDX_HEADER_BYTES };

/* What a packet carries: a pattern that names its header, different in every byte position. */
static void fill_body(const struct fedx_header *h, uint8_t *body)
{
    struct rng r = {(uint64_t)h->source << 48 | (uint64_t)h->destination << 32 | (uint64_t)h->message << 16 |
                    h->packet};

    for (int i = 0; i < BODY_BYTES; i += 8) {
        uint64_t word = rng_next(&r);
        memcpy(body + i, &word, i + 8 <= BODY_BYTES ? 8 : (size_t)(BODY_BYTES - i));
    }
}

static int init(void *port, const struct port_place *place)
{
    struct fedx_port_end *end = &((struct fedx_port *)port)->end;

    fedx_port_end_init(end, 1, place->latency);
    end->overhead = (uint16_t)place->overhead;
    return 0;
}

static void ready(void *port, int place, const struct packet *packet)
{
    uint8_t body[BODY_BYTES];
    struct fedx_header h = fedx_packet_header(packet);

    fill_body(&h, body);
    fedx_header_packet(&h, body, ((struct fedx_port *)port)->image[place]);
}

/* The packet that has just been received. @return PORT_DAMAGED if it carries something else than was sent */
static unsigned take(const struct fedx_port_end *end, struct packet *received)
{
    uint8_t body[BODY_BYTES];
    struct fedx_header h = fedx_header_fields(end->rx.head[0]);

    *received = fedx_packet_of(end->rx.head[0]);
    fill_body(&h, body);
    return memcmp(body, end->incoming + FEDX_HEADER_BYTES, BODY_BYTES) != 0 ? PORT_DAMAGED : 0;
}

static unsigned step(void *port, const void *in, int offer, struct packet *received, void *out)
{
    struct fedx_port *p = port;
    unsigned busy = ((const struct fedx_pins *)in)->valid & 1 ? PORT_BUSY : 0, edge;

    p->end.next = offer >= 0 ? p->image[offer] : NULL;
    p->end.wait = offer == PORT_ASK;
    edge = fedx_port_end_step(&p->end, in);
    fedx_port_end_pins(&p->end, out);
    if (edge & FEDX_END_RECEIVED)
        edge |= take(&p->end, received);
    return busy | edge;
}

static void pins(const void *port, void *out)
{
    fedx_port_end_pins(&((const struct fedx_port *)port)->end, out);
}

static void archive(void *port, struct archive *a)
{
    struct fedx_port *p = port;

    ARCHIVE(a, p->image);
    fedx_port_end_archive(&p->end, p->image[0], 2, a);
}

const struct port_ops fedx_port_ops = {
    .bytes = sizeof(struct fedx_port),
    .init = init,
    .ready = ready,
    .step = step,
    .pins = pins,
    .archive = archive,
};
