/* SPDX-License-Identifier: Apache-2.0 */
#include "axis_port.h"

#include <stddef.h>
#include <string.h>

#include "axis_packet.h"
#include "axis_settings.h"

struct port {
    int overhead;    /* cycles before the first beat of a packet */
    int left;        /* ... that are left of it */
    uint8_t beats;   /* of a packet */
    uint8_t sending; /* a packet has begun, and not all its beats are taken */
    uint8_t place;   /* ... which one */
    uint8_t beat;    /* ... the beat that is on the wires, or will be after the overhead */
    uint8_t come;    /* beats that have come of a packet */
    uint8_t damaged; /* ... and it is not what its source sends */
    uint8_t zero[6]; /* always 0 */
    struct packet ready[2];
    struct packet incoming; /* with come */
    struct axis_pins out;
};

static int init(void *port, const struct port_place *place)
{
    struct port *p = port;

    p->overhead = place->overhead;
    p->beats = (uint8_t)((const struct axis_settings *)place->settings)->beats;
    p->out.ready = 1;
    return 0;
}

static void make_ready(void *port, int place, const struct packet *packet)
{
    ((struct port *)port)->ready[place] = *packet;
}

static void pins(const void *port, void *out)
{
    memcpy(out, &((const struct port *)port)->out, sizeof(struct axis_pins));
}

/* What is on the wires of the source in the next cycle. */
static void drive(struct port *p)
{
    const struct packet *packet = &p->ready[p->place];

    p->out.valid = p->sending && p->left == 0;
    if (!p->out.valid)
        return;
    p->out.last = p->beat + 1 == p->beats;
    p->out.dest[0] = (uint16_t)packet->destination;
    p->out.data[0] = axis_packet_beat(packet, p->beat);
}

/* The beat on the wires was taken. */
static unsigned go_on(struct port *p)
{
    p->beat++;
    p->sending = p->beat < p->beats;
    return PORT_BUSY | (p->sending ? 0u : (unsigned)PORT_ACCEPTED);
}

static unsigned send(struct port *p, const struct axis_pins *in, int offer)
{
    unsigned what = 0;

    if (p->left > 0)
        p->left--;
    else if (p->out.valid & in->ready & 1)
        what = go_on(p);
    if (!p->sending && offer >= 0) {
        p->sending = 1;
        p->place = (uint8_t)offer;
        p->beat = 0;
        p->left = p->overhead;
        what |= PORT_STARTED;
    }
    drive(p);
    return what;
}

static unsigned receive(struct port *p, const struct axis_pins *in, struct packet *received)
{
    unsigned last = in->last & 1u;

    if (!(p->out.ready & in->valid & 1))
        return 0;
    if (p->come == 0)
        p->incoming = axis_packet_of(in->data[0]);
    p->damaged |= in->data[0] != axis_packet_beat(&p->incoming, p->come) || in->dest[0] != p->incoming.destination ||
                  last != (p->come + 1 == p->beats);
    p->come += p->come < p->beats;
    if (!last)
        return PORT_BUSY;
    unsigned what = PORT_BUSY | PORT_RECEIVED | (p->damaged ? (unsigned)PORT_DAMAGED : 0);
    *received = p->incoming;
    p->come = p->damaged = 0;
    return what;
}

static unsigned step(void *port, const void *wires, int offer, struct packet *received, void *out)
{
    struct port *p = port;
    const struct axis_pins *in = wires;
    unsigned what = receive(p, in, received) | send(p, in, offer);

    p->out.ready = offer != PORT_ASK;
    pins(p, out);
    return what;
}

static void archive(void *port, struct archive *a)
{
    struct port *p = port;
    uint8_t beats = p->beats;
    int overhead = p->overhead;

    ARCHIVE(a, *p);
    archive_check(a, p->beats == beats && p->overhead == overhead && p->place <= 1 && p->beat <= beats &&
                         p->come <= beats && p->left >= 0 && p->left <= overhead);
    p->beats = beats;
}

const struct port_ops axis_port = {
    .bytes = sizeof(struct port),
    .init = init,
    .ready = make_ready,
    .step = step,
    .pins = pins,
    .archive = archive,
};
