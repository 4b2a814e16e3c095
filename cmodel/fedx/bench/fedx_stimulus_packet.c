/* SPDX-License-Identifier: Apache-2.0
 *
 * Packets of the stimulus, and the scoreboard that follows them. See fedx_stimulus_internal.h.
 */
#include <string.h>

#include "fedx_stimulus_internal.h"

static void fill_body(int serial, uint8_t *body)
{
    struct rng r = rng_stream(0xb0d7, (uint64_t)serial);

    for (int i = 0; i < BODY_BYTES; i++)
        body[i] = (uint8_t)rng_next(&r);
    memcpy(body, &serial, sizeof serial);
}

/* A fault of the sender's memory: the port still sends a good header check, the packet check is wrong. */
static void damage_image(struct fedx_stimulus *s, uint8_t *image)
{
    unsigned number = below(s, 2) ? below(s, FEDX_HEADER_BYTES) : below(s, FEDX_PACKET_BYTES);

    image[number] ^= (uint8_t)(1 + below(s, 255));
}

/* Similar, for backpressure, to a packet that is in the switch. */
static void imitate(struct fedx_stimulus *s, struct fedx_header *h)
{
    for (int serial = s->serials - 2; serial >= 0; serial--) { /* the last one is the packet itself */
        const struct fedx_header *other = &s->scoreboard[serial].header;
        if (s->scoreboard[serial].state != 1 || below(s, 4) != 0)
            continue;
        h->destination = other->destination;
        h->source = other->source;
        h->message = other->message;
        return;
    }
}

/* The identity of a packet that is offered or was sent last, at this port or any, with at most one bit changed. */
static void resemble(struct fedx_stimulus *s, const struct neighbour *p, struct fedx_header *h)
{
    const struct fedx_header *other = &(below(s, 2) ? p : &s->neighbour[below(s, FEDX_PORTS)])->header[below(s, 2)];
    unsigned bit = below(s, 64);

    h->destination = other->destination;
    h->source = other->source;
    h->message = other->message;
    h->packet = other->packet;
    if (bit < 16)
        h->source ^= (uint16_t)(1u << bit);
    else if (bit < 32)
        h->message ^= (uint16_t)(1u << (bit - 16));
    else if (bit < 40)
        h->packet ^= (uint8_t)(1u << (bit - 32));
    else if (bit < 48 || (bit < 56 && !s->legal)) /* a packet outside the table has no route */
        h->destination ^= (uint16_t)(1u << (bit - 40));
}

/* Identities that need all bits to tell them apart. */
static void widen(struct fedx_stimulus *s, const struct neighbour *p, struct fedx_header *h)
{
    switch (below(s, s->kin ? 16 : 4)) {
    case 0:
        h->source = (uint16_t)rng_next(&s->base.random);
        h->message = (uint16_t)rng_next(&s->base.random);
        break;
    case 1: break;
    default: resemble(s, p, h); break;
    }
}

struct fedx_header fedx_stimulus_packet(struct fedx_stimulus *s, const struct neighbour *p, int serial, uint8_t *image)
{
    uint8_t body[BODY_BYTES];
    struct fedx_header h = {.destination = (uint16_t)below(s, FEDX_TABLE_SIZE)};

    h.source = (uint16_t)(s->corners ? below(s, 2) : p - s->neighbour);
    h.message = (uint16_t)below(s, s->choked ? 256 : 4);
    h.packet = (uint8_t)below(s, 256);
    h.adaptive = (uint8_t)below(s, 2);
    h.last = (uint8_t)below(s, 2);
    h.deroutes = (uint8_t)(s->deroutes ? below(s, s->legal ? 3 : 16) : 0);
    if (below(s, 4) == 0) /* many for few destinations */
        h.destination %= 4;
    if (s->behaviour == FEDX_PROFILE_DAMAGED && !s->choked && below(s, 8) == 0)
        h.destination = (uint16_t)(FEDX_TABLE_SIZE + below(s, 1000));
    if (s->wide)
        widen(s, p, &h);
    if (s->fickle && p == &s->neighbour[FEDX_PE_PORT] && below(s, 2))
        imitate(s, &h);
    fill_body(serial, body);
    fedx_header_packet(&h, body, image);
    if (s->behaviour == FEDX_PROFILE_DAMAGED && !s->choked && below(s, 4) == 0)
        damage_image(s, image);
    return h;
}

static void make_packet(struct fedx_stimulus *s, struct neighbour *p, int which)
{
    int serial = s->legal && s->serials < TRACKED ? s->serials++ : -1;

    p->header[which] = fedx_stimulus_packet(s, p, serial, p->image[which]);
    p->serial[which] = serial;
    if (serial >= 0) {
        s->scoreboard[serial].header = p->header[which];
        s->scoreboard[serial].state = 0;
    }
}

void fedx_stimulus_supply(struct fedx_stimulus *s, struct neighbour *p)
{
    if (p->offered >= 0 || !(s->suppliers >> (p - s->neighbour) & 1u) || !chance(s, s->supply) ||
        (s->legal && s->serials == TRACKED))
        return;
    int which = p->end.outgoing == p->image[0] ? 1 : 0;
    make_packet(s, p, which);
    p->offered = which;
    p->end.next = p->image[which];
}

int fedx_stimulus_started(const struct neighbour *p)
{
    return p->end.outgoing == p->image[0] ? 0 : 1;
}

void fedx_stimulus_accepted(struct fedx_stimulus *s, const struct neighbour *p, int which)
{
    int serial = p->serial[which];

    if (serial < 0)
        return;
    s->scoreboard[serial].state = 1;
    s->inside++;
    s->base.result.accepted++;
}

int fedx_stimulus_left(struct fedx_stimulus *s, int port)
{
    struct neighbour *p = &s->neighbour[port];
    uint8_t image[FEDX_PACKET_BYTES], body[BODY_BYTES];
    int serial;

    memcpy(&serial, p->end.incoming + FEDX_HEADER_BYTES, sizeof serial);
    if (serial < 0 || serial >= s->serials || s->scoreboard[serial].state != 1)
        return stimulus_fail(&s->base, 2, "a packet left the switch that it had not accepted, or left twice");
    /* What a hop may change: the stop-and-wait bit, the deroutes left, the header check. */
    struct fedx_header h = s->scoreboard[serial].header;
    struct fedx_header got = fedx_header_fields((uint64_t)p->end.incoming[FEDX_BYTE_FLAGS] << 40);
    uint32_t entry = s->table[h.destination];
    h.bit = got.bit;
    unsigned best = h.adaptive ? entry >> 8 & 0xff : 1u << (entry >> 16 & 7);
    if (h.deroutes > 0 && (s->settings.deroute_hops || !(best >> port & 1u)))
        h.deroutes--;
    fill_body(serial, body);
    fedx_header_packet(&h, body, image);
    if (memcmp(image, p->end.incoming, sizeof image) != 0)
        return stimulus_fail(&s->base, 2, "a packet left the switch changed");
    unsigned ports = best;
    if (h.adaptive && s->scoreboard[serial].header.deroutes > 0)
        ports |= entry >> 22 & 0xff;
    if (!(ports >> port & 1u))
        return stimulus_fail(&s->base, 2, "a packet left the switch by a port that its route does not allow");
    s->scoreboard[serial].state = 2;
    s->inside--;
    s->base.result.delivered++;
    return 0;
}

void fedx_stimulus_offer_again(struct fedx_stimulus *s, struct neighbour *p, int which)
{
    uint8_t body[BODY_BYTES];
    int serial = p->serial[which];

    p->offered = which;
    p->end.next = p->image[which];
    if (!s->fickle || serial < 0)
        return;
    s->scoreboard[serial].header.deroutes = (uint8_t)below(s, 16);
    fill_body(serial, body);
    fedx_header_packet(&s->scoreboard[serial].header, body, p->image[which]);
}
