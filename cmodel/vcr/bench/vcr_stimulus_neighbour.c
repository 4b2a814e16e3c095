/* SPDX-License-Identifier: Apache-2.0
 *
 * Neighbours of the stimulus: what they send, which credits they keep, and what they do wrong.
 */
#include <string.h>

#include "../model/vcr_internal.h"
#include "vcr_stimulus_internal.h"

/* What a neighbour sends ------------------------------------------------------------------------------------------ */

/* Is there a flit for a channel? */
static int has_flit(struct vcr_stimulus *s, unsigned p, unsigned v)
{
    struct sending *packet = &s->neighbour[p].sending[v];

    if (packet->sent < packet->flits)
        return 1;
    if (s->destinations == 0 || (s->follow && s->serials == FOLLOWED))
        return 0;
    vcr_stimulus_packet(s, packet, p);
    return 1;
}

/* Marks and channel as they should be, mostly. */
static void drive(struct vcr_stimulus *s, unsigned p, unsigned v, unsigned head, unsigned tail)
{
    unsigned bit = 1u << p;

    head ^= (unsigned)vcr_once_in(s, s->attributes.head);
    tail ^= (unsigned)vcr_once_in(s, s->attributes.tail);
    if (vcr_once_in(s, s->attributes.channel))
        v = vcr_below(s, 1u << vcr_bits(s->parameters->vcs));
    s->in.valid |= (uint16_t)bit;
    s->in.head |= (uint16_t)(head ? bit : 0);
    s->in.tail |= (uint16_t)(tail ? bit : 0);
    s->in.vc[p] = (uint8_t)v;
}

static void send(struct vcr_stimulus *s, unsigned p, unsigned v)
{
    struct neighbour *n = &s->neighbour[p];
    struct sending *packet = &n->sending[v];

    if (!has_flit(s, p, v))
        return;
    if (!vcr_once_in(s, s->attributes.loss)) {
        vcr_stimulus_flit(s, packet, &s->in.flit[p * s->parameters->words]);
        drive(s, p, v, packet->sent == 0, packet->sent + 1 == packet->flits);
    }
    s->base.result.accepted += packet->serial != NOT_FOLLOWED && packet->sent == 0;
    packet->sent++;
    n->credits[v] -= n->credits[v] > 0;
}

static void return_credits(struct vcr_stimulus *s, unsigned p)
{
    struct neighbour *n = &s->neighbour[p];

    for (unsigned v = 0; v < s->parameters->vcs; v++) {
        unsigned gives = n->owed[v] > 0 && vcr_below(s, 64) < s->giving;
        n->owed[v] -= gives;
        gives = (gives && !vcr_once_in(s, s->attributes.keep)) || vcr_once_in(s, s->attributes.credit);
        s->in.credit[p] |= (uint16_t)(gives << v);
    }
}

/* Random wires. */
static void drive_noise(struct vcr_stimulus *s)
{
    struct rng *r = &s->base.random;
    unsigned all = vcr_all_ports(s->parameters);

    s->in.valid = (uint16_t)(rng_next(r) & all);
    s->in.head = (uint16_t)(rng_next(r) & all);
    s->in.tail = (uint16_t)(rng_next(r) & all);
    s->in.sat = (uint16_t)(rng_next(r) & all);
    s->in.up |= (uint16_t)(rng_next(r) & rng_next(r) & all);
    for (unsigned p = 0; p < s->parameters->ports; p++) {
        s->in.credit[p] = (uint16_t)(rng_next(r) & vcr_all_vcs(s->parameters));
        s->in.vc[p] = (uint8_t)vcr_below(s, 1u << vcr_bits(s->parameters->vcs));
        for (unsigned k = 0; k < s->parameters->words; k++) {
            uint64_t *word = &s->in.flit[p * s->parameters->words + k];
            *word = rng_next(r);
            *word &= ~((uint64_t)vcr_below(s, 2) * 0xff80u << VCR_HEAD_DESTINATION);
        }
    }
}

/* Cycles from a link that goes down to the one in which packets of it are closed, its own included; and to where it
 * comes up again. */
enum { CLOSES = 3, MOST_DOWN = 250 };

/* Whether the link of a port is up, with a packet under way in one of its channels. */
static int is_busy(const struct vcr_stimulus *s, unsigned p)
{
    unsigned busy = 0;

    for (unsigned v = 0; v < s->parameters->vcs; v++) {
        const struct sending *packet = &s->neighbour[p].sending[v];
        busy |= packet->sent > 0 && packet->sent < packet->flits;
    }
    return busy && s->connected >> p & 1u;
}

/* The far end comes up: it has forgotten its credits, and mostly the packets that were under way. */
static void begin_anew(struct vcr_stimulus *s, unsigned p)
{
    struct neighbour *n = &s->neighbour[p];

    s->connected |= 1u << p;
    n->back = 0;
    memset(n->owed, 0, sizeof n->owed);
    for (unsigned v = 0; v < s->parameters->vcs; v++) {
        n->credits[v] = s->out.up >> p & 1u ? s->parameters->depth : 0;
        if (vcr_below(s, 4))
            n->sending[v].sent = n->sending[v].flits;
    }
}

void vcr_stimulus_disconnect(struct vcr_stimulus *s, unsigned p, unsigned back)
{
    s->connected &= ~(1u << p);
    s->neighbour[p].back = back ? CLOSES + back : 0;
}

/*
 * A link goes down, or comes up again; one that goes down before a reset has a packet under way, if any has. Most come
 * up again before long, so that packets have somewhere to go.
 */
static void change_link(struct vcr_stimulus *s, unsigned cycle)
{
    unsigned ports = s->parameters->ports, p = vcr_below(s, ports);

    s->doom = s->attributes.reset && cycle % 2 ? CLOSES + cycle / 2 % 2 : 0;
    for (unsigned k = 1; s->doom && k < ports && !is_busy(s, p); k++)
        p = p + 1 < ports ? p + 1 : 0;
    if (s->connected >> p & 1u)
        vcr_stimulus_disconnect(s, p, vcr_below(s, 8) ? 1 + vcr_below(s, MOST_DOWN) : 0);
    else
        begin_anew(s, p);
}

/* Links that have been down for long enough. */
static void restore_links(struct vcr_stimulus *s)
{
    for (unsigned p = 0; p < s->parameters->ports; p++)
        if (s->neighbour[p].back != 0 && --s->neighbour[p].back == 0)
            begin_anew(s, p);
}

/* Links that are up, and readings of them. */
static void drive_up(struct vcr_stimulus *s, unsigned cycle)
{
    restore_links(s);
    if (vcr_once_in(s, s->attributes.down))
        change_link(s, cycle);
    s->in.up = (uint16_t)(cycle >= s->up_at ? s->connected : 0);
    if (vcr_once_in(s, s->attributes.glitch))
        s->in.up ^= (uint16_t)(1u << vcr_below(s, s->parameters->ports));
}

void vcr_stimulus_inputs(struct vcr_stimulus *s, unsigned cycle)
{
    memset(&s->in, 0, sizeof s->in);
    drive_up(s, cycle);
    s->in.sat = (uint16_t)(vcr_below(s, 6) == 0 ? rng_next(&s->base.random) & vcr_all_ports(s->parameters) : 0);
    for (unsigned p = 0; p < s->parameters->ports; p++) {
        unsigned v = vcr_below(s, s->parameters->vcs);
        if (s->neighbour[p].back == 0 && vcr_below(s, 64) < s->load &&
            (s->neighbour[p].credits[v] > 0 || vcr_once_in(s, s->attributes.uncredited)))
            send(s, p, v);
        return_credits(s, p);
    }
    if (vcr_once_in(s, s->attributes.noise))
        drive_noise(s);
}

/* What a neighbour sees ------------------------------------------------------------------------------------------- */

/* Its own credits: all when the router comes up, none when it goes down, one more for each that comes. */
static void take_credits(struct vcr_stimulus *s, unsigned p, unsigned was_up)
{
    struct neighbour *n = &s->neighbour[p];
    unsigned up = s->out.up >> p & 1u;

    for (unsigned v = 0; v < s->parameters->vcs; v++) {
        unsigned more = s->out.credit[p] >> v & (n->credits[v] < s->parameters->depth);
        n->credits[v] = up == was_up ? n->credits[v] + (more & 1u) : up ? s->parameters->depth : 0;
    }
    if (up != was_up)
        memset(n->owed, 0, sizeof n->owed);
}

int vcr_stimulus_outputs(struct vcr_stimulus *s, const struct vcr_pins *was)
{
    for (unsigned p = 0; p < s->parameters->ports; p++) {
        take_credits(s, p, was->up >> p & 1u);
        if (!(s->out.valid >> p & 1u))
            continue;
        s->neighbour[p].owed[s->out.vc[p]]++;
        if (s->follow && vcr_stimulus_left(s, p))
            return 1;
    }
    return 0;
}
