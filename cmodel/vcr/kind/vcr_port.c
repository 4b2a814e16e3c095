/* SPDX-License-Identifier: Apache-2.0
 *
 * See vcr_port.h.
 */
#include "vcr_port.h"

#include <string.h>

void vcr_port_init(struct vcr_port *p, int overhead)
{
    p->overhead = (uint16_t)overhead;
    p->out.up = 1;
}

void vcr_port_ready(const struct vcr_shape *s, struct vcr_port *p, int place, const struct packet *packet)
{
    vcr_packet_fill(packet, s->words, p->image[place]);
}

/* As in a router: two equal readings, and all credits when the link comes up. */
static void follow_link(const struct vcr_shape *s, struct vcr_port *p, unsigned up)
{
    if (up == p->up_last && up != p->linked) {
        p->linked = (uint8_t)up;
        memset(p->credits, up ? s->depth : 0, s->vcs);
    }
    p->up_last = (uint8_t)up;
}

/* Credits that are on the cable count at once. */
static void take_credits(const struct vcr_shape *s, struct vcr_port *p, unsigned credit)
{
    for (unsigned v = 0; v < s->vcs && p->linked; v++) {
        unsigned comes = credit >> v & 1u, full = p->credits[v] == s->depth;
        p->credit_error |= (uint8_t)(comes & full);
        p->credits[v] += (uint8_t)(comes & !full);
    }
}

/* The first channel with room for a packet; -1: none. */
static int free_channel(const struct vcr_shape *s, const struct vcr_port *p)
{
    unsigned need = s->depth < VCR_PACKET_FLITS ? s->depth : VCR_PACKET_FLITS;

    for (unsigned v = 0; v < s->vcs; v++)
        if (p->credits[v] >= need)
            return (int)v;
    return -1;
}

static unsigned start(const struct vcr_shape *s, struct vcr_port *p, int offer)
{
    int vc = offer < 0 ? -1 : free_channel(s, p);

    if (vc < 0)
        return 0;
    p->sending = 1;
    memcpy(p->outgoing, p->image[offer], 8 * VCR_PACKET_FLITS * s->words);
    p->vc = (uint8_t)vc;
    p->sent = 0;
    p->left = p->overhead;
    return PORT_STARTED;
}

/* The next flit goes on the cable. */
static void send(const struct vcr_shape *s, struct vcr_port *p)
{
    p->out.valid = 1;
    p->out.head = p->sent == 0;
    p->out.tail = p->sent == VCR_PACKET_FLITS - 1;
    p->out.vc[0] = p->vc;
    memcpy(p->out.flit, p->outgoing + p->sent * s->words, 8 * s->words);
    p->credits[p->vc]--;
    p->sent++;
    p->sending = p->sent < VCR_PACKET_FLITS;
}

static unsigned transmit(const struct vcr_shape *s, struct vcr_port *p, int offer)
{
    unsigned what = p->out.head ? PORT_ACCEPTED : 0;

    p->out.valid = p->out.head = p->out.tail = 0;
    p->out.vc[0] = 0;
    memset(p->out.flit, 0, 8 * s->words);
    if (!p->sending)
        what |= start(s, p, offer);
    if (p->sending && p->left > 0)
        p->left--;
    else if (p->sending && p->credits[p->vc] > 0)
        send(s, p);
    return what;
}

/* What is not as it must be with a flit that comes. */
static unsigned error_of(const struct vcr_shape *s, const struct vcr_port *p, const struct vcr_pins *in)
{
    if (!(in->valid & 1u))
        return 0;
    if (in->vc[0] >= s->vcs)
        return 1u << VCR_ERROR_VC;
    return (unsigned)((in->head & 1u) != (p->come[in->vc[0]] == 0)) << VCR_ERROR_ORDER;
}

/* A flit has come; with the last one of its packet, the packet has. */
static unsigned receive(const struct vcr_shape *s, struct vcr_port *p, const struct vcr_pins *in, struct packet *received)
{
    unsigned v = in->vc[0];
    uint64_t *flits;
    int intact;

    p->error |= (uint8_t)error_of(s, p, in);
    if (!(in->valid & 1u) || v >= s->vcs)
        return 0;
    p->owed[v] += p->owed[v] < UINT8_MAX;
    flits = p->incoming[v];
    p->come[v] = in->head & 1u ? 0 : p->come[v];
    if (p->come[v] < VCR_PACKET_FLITS)
        memcpy(flits + p->come[v] * s->words, in->flit, 8 * s->words);
    p->come[v] += p->come[v] <= VCR_PACKET_FLITS;
    if (!(in->tail & 1u))
        return PORT_BUSY;
    *received = vcr_packet_of(flits[0]);
    intact = vcr_packet_intact(flits, p->come[v], s->words);
    p->come[v] = 0;
    return PORT_BUSY | PORT_RECEIVED | (intact ? 0 : PORT_DAMAGED);
}

/* The credit of a flit goes back at once, but for a port that is stopped. */
static void give_credits(const struct vcr_shape *s, struct vcr_port *p)
{
    p->out.credit[0] = 0;
    for (unsigned v = 0; v < s->vcs && !p->stopped; v++)
        if (p->owed[v] > 0) {
            p->owed[v]--;
            p->out.credit[0] |= (uint16_t)(1u << v);
        }
}

unsigned vcr_port_step(const struct vcr_shape *s, struct vcr_port *p, const struct vcr_pins *in, int offer,
                       struct packet *received)
{
    unsigned what = p->out.valid ? PORT_BUSY : 0;

    follow_link(s, p, in->up & 1u);
    take_credits(s, p, in->credit[0]);
    what |= receive(s, p, in, received);
    give_credits(s, p);
    return what | transmit(s, p, offer);
}

void vcr_port_archive(struct vcr_port *p, struct archive *a)
{
    ARCHIVE(a, *p);
    for (unsigned v = 0; v < VCR_MOST_VCS; v++)
        archive_check(a, p->come[v] <= VCR_PACKET_FLITS + 1);
    archive_check(a, p->vc < VCR_MOST_VCS && p->sent <= VCR_PACKET_FLITS);
}
