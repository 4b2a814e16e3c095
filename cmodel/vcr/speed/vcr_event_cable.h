/* SPDX-License-Identifier: Apache-2.0
 *
 * Cables of the event engine: what is free on them, and what begins. To be compiled into routers and terminals of each
 * configuration.
 */
#ifndef VCR_EVENT_CABLE_H
#define VCR_EVENT_CABLE_H

#include "vcr_event_parts.h"

/* To be compiled into a step of each configuration, with its numbers as constants. */
#define PART static inline __attribute__((always_inline))

/* Flits of a packet that have left a channel, since a cycle whose low part this is. */
PART unsigned left(const struct vcr_event_engine *e, uint16_t begun, unsigned latency, uint64_t now)
{
    return vcr_event_flits(e, (int16_t)((uint16_t)now - begun - latency));
}

PART unsigned credits_of(const struct vcr_event_engine *e, const struct vcr_event_channel *c, unsigned latency,
                         uint64_t now)
{
    return c->room - e->flits - left(e, c->sent, 0, now) + left(e, c->back[0], latency, now) +
           left(e, c->back[1], latency, now);
}

/*
 * Cycles until a packet has left a channel, or its credits have come back, if they have not; else more than that takes.
 */
PART unsigned remaining(const struct vcr_event_engine *e, uint16_t begun, unsigned latency, uint64_t now)
{
    unsigned done = left(e, begun, latency, now);
    int cycles = (int16_t)((uint16_t)begun + latency + e->flits - (uint16_t)now);

    return done == e->flits ? VCR_EVENT_OVER : (unsigned)cycles;
}

/* Of so many cycles until a packet's credits have come back, those until enough of them have, if they have not. */
PART unsigned before(const struct vcr_event_engine *e, unsigned cycles)
{
    return cycles > e->rest ? cycles - e->rest : cycles;
}

/*
 * What is free on a cable in this cycle. @return cycles until something that has begun is over, or a channel may have
 * the credits; at most VCR_EVENT_OVER
 */
PART unsigned look_at_channels(const struct vcr_parameters *s, struct vcr_event_engine *e, unsigned cable,
                               unsigned need, uint64_t now, uint16_t *free)
{
    unsigned moving = e->cable[cable].moving, latency = e->cable[cable].credit_latency, rest = 0, open = 0,
             first = VCR_EVENT_OVER;

    VCR_FOR_EACH(v, moving)
    {
        const struct vcr_event_channel *c = &e->channel[cable * s->vcs + v];
        unsigned has = credits_of(e, c, latency, now), sends = remaining(e, c->sent, 0, now);
        unsigned gets = remaining(e, c->back[0], latency, now), got = remaining(e, c->back[1], latency, now);
        open |= (unsigned)(sends == VCR_EVENT_OVER && has >= need) << v;
        rest |= (unsigned)(sends == VCR_EVENT_OVER && gets == VCR_EVENT_OVER) << v;
        first = sends < first ? sends : first;
        first = before(e, gets) < first ? before(e, gets) : first;
        first = before(e, got) < first ? before(e, got) : first;
    }
    *free = (uint16_t)((*free & ~moving) | open);
    e->cable[cable].moving = (uint16_t)(moving & ~rest);
    return first;
}

/* When the next head comes to a router, if there is one on the cable. */
PART void expect(struct vcr_event_engine *e, const struct vcr_event_cable *c)
{
    struct vcr_event_router *r = &e->router[c->reader];
    unsigned port = 1u << c->reader_port;

    r->coming = (uint16_t)(c->count > 0 ? r->coming | port : r->coming & ~port);
    r->at[c->reader_port] = (uint16_t)c->coming[c->first].at;
}

/* When a terminal hears something next. */
PART void expect_at_end(struct vcr_event_engine *e, const struct vcr_event_cable *c, uint64_t at)
{
    struct vcr_event_terminal *t = &e->terminal[c->reader];
    unsigned cable = 1u << c->reader_port;

    t->coming = (uint8_t)(c->count > 0 ? t->coming | cable : t->coming & ~cable);
    t->at[c->reader_port] = (uint16_t)at;
}

/* A channel begins to move, if it does not yet: what was before is over. */
PART struct vcr_event_channel *move(const struct vcr_parameters *s, struct vcr_event_engine *e, unsigned cable,
                                    unsigned vc, uint64_t now)
{
    struct vcr_event_channel *c = &e->channel[cable * s->vcs + vc];

    if (!(e->cable[cable].moving >> vc & 1u))
        c->sent = c->back[0] = c->back[1] = (uint16_t)(now - VCR_EVENT_OVER);
    e->cable[cable].moving |= (uint16_t)(1u << vc);
    return c;
}

/* The channels of an output that are free. */
PART void set_free(const struct vcr_event_engine *e, struct vcr_event_router *r, unsigned p, unsigned free)
{
    unsigned others = ~(1u << p), full = 0;

    for (unsigned m = 0; m < e->masks; m++) {
        unsigned room = (free & e->mask[m]) != 0;
        r->room[m] = (uint16_t)((r->room[m] & others) | room << p);
        full |= !room;
    }
    r->free[p] = (uint16_t)free;
    r->open = (uint16_t)((r->open & others) | (unsigned)(free != 0) << p);
    r->escape = (uint16_t)((r->escape & others) | (unsigned)((free & e->escapes) != 0) << p);
    r->full = (uint16_t)((r->full & others) | full << p);
}

/*
 * Cycles until a channel that is not free will be, if no packet begins there: its packet has been sent, and of the last
 * two that left the far end enough credits are back. @return negative: it will not be before another one leaves
 */
PART int cycles_to_free(const struct vcr_event_engine *e, const struct vcr_event_channel *c, unsigned latency,
                        uint64_t now)
{
    int flits = e->flits, spare = c->room - e->alloc_credits, sent, back = 0;

    if (spare < 0)
        return -1;
    sent = (int16_t)(c->sent + flits - (uint16_t)now);
    if (spare < flits)
        back = (int16_t)(c->back[0] + (int)latency + flits - spare - (uint16_t)now);
    else if (spare < 2 * flits)
        back = (int16_t)(c->back[1] + (int)latency + 2 * flits - spare - (uint16_t)now);
    back = back > sent ? back : sent;
    return back > 0 ? back : 0;
}

/* A channel of an output that is not free will be, from now on at another time than was known. */
PART void expect_free(const struct vcr_parameters *s, struct vcr_event_engine *e, unsigned router, unsigned p,
                      unsigned vc, uint64_t now)
{
    struct vcr_event_router *r = &e->router[router];
    unsigned cable = router * s->ports + p, channel = cable * s->vcs + vc, bit = 1u << vc;
    int cycles = cycles_to_free(e, &e->channel[channel], e->cable[cable].credit_latency, now);
    uint16_t at = (uint16_t)(now + (unsigned)cycles);

    if (cycles < 0) {
        r->later[p] &= (uint16_t)~bit;
        return;
    }
    e->channel[channel].free_at = at;
    if (r->later[p] == 0 || (int16_t)(at - r->next[p]) < 0)
        r->next[p] = at;
    r->later[p] |= (uint16_t)bit;
    r->changing |= (uint16_t)(1u << p);
}

/* From end to end: nothing of it counts before 1 + L or 1 + K cycles are over ------------------------------------- */

/* To the reader: a head was granted in this cycle. */
PART void head_leaves(const struct vcr_parameters *s, struct vcr_event_engine *e, unsigned cable, unsigned vc,
                      uint64_t head, uint64_t now)
{
    struct vcr_event_cable *c = &e->cable[cable];
    uint64_t at = now + 1 + c->latency + (c->to_endpoint ? 0u : s->route_stage);

    c->coming[(c->first + c->count) % VCR_EVENT_COMING] =
        (struct vcr_event_packet){.head = head, .at = (uint32_t)at, .vc = vc & 0xffu};
    c->count++;
    if (!c->to_endpoint)
        expect(e, c);
    else if (c->count == 1)
        expect_at_end(e, c, c->coming[c->first].at);
    wheel_mark(&e->wheel, at, c->to_endpoint ? VCR_MARK_ENDPOINT : VCR_MARK_ROUTER, c->reader);
}

/* Credits come back from a cycle on: then heads that compare credits may choose otherwise. */
PART void hope_again(struct vcr_event_engine *e, unsigned router, uint64_t cycle)
{
    struct vcr_event_router *r = &e->router[router];

    if (r->hope == UINT64_MAX || r->hope <= cycle)
        return;
    r->hope = cycle;
    wheel_mark(&e->wheel, cycle, VCR_MARK_ROUTER, router);
}

/* Of an output the channels that are free, and when those that move are: all worked out anew. */
PART void renew_output(const struct vcr_parameters *s, struct vcr_event_engine *e, unsigned router, unsigned p,
                       unsigned free, uint64_t now)
{
    struct vcr_event_router *r = &e->router[router];

    set_free(e, r, p, free);
    r->later[p] = 0;
    VCR_FOR_EACH(v, e->cable[router * s->ports + p].moving & ~free)
    expect_free(s, e, router, p, v, now);
}

/* Something begins that is over in a cycle. */
PART void goes_on_until(uint64_t *over, uint64_t cycle)
{
    *over = cycle > *over ? cycle : *over;
}

/*
 * To the sender: credits of a packet come back from this cycle on, one a cycle. A channel of a router that is not free
 * lacks credits, or it is known when it will be.
 */
PART void credits_leave(const struct vcr_parameters *s, struct vcr_event_engine *e, unsigned cable, unsigned vc,
                        uint64_t now)
{
    struct vcr_event_cable *k = &e->cable[cable];
    struct vcr_event_channel *c = move(s, e, cable, vc, now);
    uint64_t over = now + e->flits + k->credit_latency;
    unsigned sender = k->from_endpoint ? VCR_MARK_ENDPOINT : VCR_MARK_ROUTER, lacks = c->room < e->alloc_credits;

    c->back[1] = c->back[0];
    c->back[0] = (uint16_t)now;
    c->room += e->flits;
    if (e->rest)
        wheel_mark(&e->wheel, over - e->rest, sender, k->sender);
    wheel_mark(&e->wheel, over, sender, k->sender);
    goes_on_until(k->from_endpoint ? &e->terminal[k->sender].over : &e->router[k->sender].over, over);
    if (k->from_endpoint) {
        e->terminal[k->sender].moves |= (uint8_t)(1u << k->sender_port);
        return;
    }
    if (lacks || (e->router[k->sender].later[k->sender_port] >> vc & 1u))
        expect_free(s, e, k->sender, k->sender_port, vc, now);
    if (e->compares)
        hope_again(e, k->sender, now + 1 + k->credit_latency);
}

/* What happens at an end ------------------------------------------------------------------------------------------ */

/* The head of a packet leaves at the end of this cycle. */
PART void begin(const struct vcr_parameters *s, struct vcr_event_engine *e, unsigned cable, unsigned vc, uint64_t head,
                uint64_t now)
{
    struct vcr_event_cable *c = &e->cable[cable];
    struct vcr_event_channel *channel = move(s, e, cable, vc, now);

    c->until = now + e->flits;
    channel->sent = (uint16_t)now;
    channel->room -= e->flits;
    if (c->far)
        vcr_event_post(e, cable, VCR_WORD_HEAD, vc, head, now);
    else
        head_leaves(s, e, cable, vc, head, now);
}

/* The packet that has come is there: take it off the cable. */
PART struct vcr_event_packet take(struct vcr_event_cable *c)
{
    struct vcr_event_packet packet = c->coming[c->first];

    c->first = (uint8_t)((c->first + 1) % VCR_EVENT_COMING);
    c->count--;
    return packet;
}

/* The reader's channel begins to empty. */
PART void give_back(const struct vcr_parameters *s, struct vcr_event_engine *e, unsigned cable, unsigned vc,
                    uint64_t now)
{
    if (e->cable[cable].far)
        vcr_event_post(e, cable, VCR_WORD_CREDIT, vc, 0, now);
    else
        credits_leave(s, e, cable, vc, now);
}

#endif
