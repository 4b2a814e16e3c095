/* SPDX-License-Identifier: Apache-2.0
 *
 * See vcr_port.h.
 */
#include "vcr_port.h"

#include <string.h>

void vcr_port_init(struct vcr_port *p, int cables, int overhead)
{
    p->cables = (uint8_t)cables;
    p->overhead = (uint16_t)overhead;
    p->out.up = (uint16_t)((1u << cables) - 1u);
}

void vcr_port_ready(const struct vcr_shape *s, struct vcr_port *p, int place, const struct packet *packet)
{
    vcr_packet_fill(packet, s->words, p->image[place]);
}

/* As in a router: two equal readings, and all credits when the link comes up. */
static void follow_link(const struct vcr_shape *s, struct vcr_cable *c, unsigned up)
{
    if (up == c->up_last && up != c->linked) {
        c->linked = (uint8_t)up;
        memset(c->credits, up ? s->depth : 0, s->vcs);
    }
    c->up_last = (uint8_t)up;
}

/* Credits that are on the cable count at once. */
static void take_credits(const struct vcr_shape *s, struct vcr_cable *c, unsigned credit)
{
    for (unsigned v = 0; v < s->vcs && c->linked; v++)
        c->credits[v] += (credit >> v & 1u) && c->credits[v] < s->depth;
}

/* The first channel with room for a packet; -1: none. */
static int free_channel(const struct vcr_shape *s, const struct vcr_cable *c)
{
    unsigned need = s->depth < VCR_PACKET_FLITS ? s->depth : VCR_PACKET_FLITS;

    for (unsigned v = 0; v < s->vcs; v++)
        if (c->credits[v] >= need)
            return (int)v;
    return -1;
}

static unsigned start(const struct vcr_shape *s, struct vcr_port *p, struct vcr_cable *c, int offer)
{
    int vc = offer < 0 || c->sending ? -1 : free_channel(s, c);

    if (vc < 0)
        return 0;
    c->sending = 1;
    memcpy(c->outgoing, p->image[offer], 8 * VCR_PACKET_FLITS * s->words);
    c->vc = (uint8_t)vc;
    c->sent = 0;
    p->starting = 1;
    p->left = p->overhead;
    return PORT_STARTED;
}

/* The next flit goes on the cable. */
static void send(const struct vcr_shape *s, struct vcr_port *p, struct vcr_cable *c, unsigned k)
{
    p->out.valid |= (uint16_t)(1u << k);
    p->out.head |= (uint16_t)((unsigned)(c->sent == 0) << k);
    p->out.tail |= (uint16_t)((unsigned)(c->sent == VCR_PACKET_FLITS - 1) << k);
    p->out.vc[k] = c->vc;
    memcpy(p->out.flit + k * s->words, c->outgoing + c->sent * s->words, 8 * s->words);
    c->credits[c->vc]--;
    p->starting = c->sent++ > 0 && p->starting;
    c->sending = c->sent < VCR_PACKET_FLITS;
}

static unsigned transmit(const struct vcr_shape *s, struct vcr_port *p, unsigned k, int offer)
{
    struct vcr_cable *c = &p->cable[k];
    unsigned what = start(s, p, c, offer);

    p->out.vc[k] = 0;
    memset(p->out.flit + k * s->words, 0, 8 * s->words);
    if (c->sending && c->sent == 0 && p->left > 0)
        p->left--;
    else if (c->sending && c->credits[c->vc] > 0)
        send(s, p, c, k);
    return what;
}

static unsigned transmit_all(const struct vcr_shape *s, struct vcr_port *p, int offer)
{
    unsigned what = p->out.head ? PORT_ACCEPTED : 0, may_start = !p->starting;

    p->out.valid = p->out.head = p->out.tail = 0;
    for (unsigned k = 0; k < p->cables; k++)
        what |= transmit(s, p, k, may_start && !(what & PORT_STARTED) ? offer : PORT_NOTHING);
    return what;
}

/* A flit has come by cable k; with the last one of its packet, the packet has. */
static unsigned receive(const struct vcr_shape *s, struct vcr_port *p, const struct vcr_pins *in, unsigned k,
                        struct packet *received)
{
    struct vcr_cable *c = &p->cable[k];
    unsigned v = in->vc[k];
    uint64_t *flits;
    int intact;

    p->out.credit[k] = 0;
    if (!(in->valid >> k & 1u) || v >= s->vcs)
        return 0;
    p->out.credit[k] = (uint16_t)(1u << v);
    flits = c->incoming[v];
    c->come[v] = in->head >> k & 1u ? 0 : c->come[v];
    if (c->come[v] < VCR_PACKET_FLITS)
        memcpy(flits + c->come[v] * s->words, in->flit + k * s->words, 8 * s->words);
    c->come[v] += c->come[v] <= VCR_PACKET_FLITS;
    if (!(in->tail >> k & 1u))
        return 0;
    received[k] = vcr_packet_of(flits[0]);
    intact = vcr_packet_intact(flits, c->come[v], s->words);
    c->come[v] = 0;
    return (PORT_RECEIVED | (intact ? 0u : PORT_DAMAGED)) << k * PORT_CABLE;
}

unsigned vcr_port_step(const struct vcr_shape *s, struct vcr_port *p, const struct vcr_pins *in, int offer,
                       struct packet *received)
{
    unsigned what = p->out.valid | in->valid ? PORT_BUSY : 0;

    for (unsigned k = 0; k < p->cables; k++) {
        follow_link(s, &p->cable[k], in->up >> k & 1u);
        take_credits(s, &p->cable[k], in->credit[k]);
        what |= receive(s, p, in, k, received);
    }
    return what | transmit_all(s, p, offer);
}

void vcr_port_archive(struct vcr_port *p, struct archive *a)
{
    uint8_t cables = p->cables;

    ARCHIVE(a, *p);
    archive_check(a, p->cables == cables);
    p->cables = cables;
    for (unsigned k = 0; k < p->cables; k++) {
        for (unsigned v = 0; v < VCR_MOST_VCS; v++)
            archive_check(a, p->cable[k].come[v] <= VCR_PACKET_FLITS + 1);
        archive_check(a, p->cable[k].vc < VCR_MOST_VCS && p->cable[k].sent <= VCR_PACKET_FLITS);
    }
}
