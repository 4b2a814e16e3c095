/* SPDX-License-Identifier: Apache-2.0
 *
 * Routers and endpoints of the event engine. See vcr_event.h.
 */
#include "vcr_event.h"

#include "../kind/vcr_kind.h"

/* To be compiled into a step of each build, with its numbers as constants. */
#define PART static inline __attribute__((always_inline))

PART unsigned credits_of(const struct vcr_event_channel *c, unsigned latency, uint64_t now)
{
    unsigned back = vcr_event_left(c->back[0] + latency, now) + vcr_event_left(c->back[1] + latency, now);

    return (unsigned)c->room + VCR_PACKET_FLITS - vcr_event_left(c->sent, now) + back - 2 * VCR_PACKET_FLITS;
}

unsigned vcr_event_credits(const struct vcr_event_channel *c, unsigned latency, uint64_t now)
{
    return credits_of(c, latency, now);
}

void vcr_event_random(struct vcr_event_router *r, uint64_t now)
{
    for (; r->random_at < now; r->random_at++)
        r->regs.route.random = vcr_route_random(r->regs.route.random);
}

void vcr_event_to_front(const struct vcr_shape *s, struct vcr_event_router *r, unsigned lane, uint64_t now)
{
    struct vcr_event_lane *l = &r->lane[lane];
    const struct vcr_event_packet *p = &l->queue[l->first];

    l->front = now;
    r->w.front_flit[lane * s->words] = p->head;
    r->w.front_route[lane] = p->route;
    r->w.request[lane / s->vcs] |= (uint16_t)(1u << lane % s->vcs);
    r->waiting |= (uint16_t)(1u << lane / s->vcs);
}

/* Cables ---------------------------------------------------------------------------------------------------------------- */

/* What is free on a cable in this cycle. @param credits  of its channels, or NULL: nobody asks */
PART void look_at_channels(const struct vcr_shape *s, struct vcr_event_engine *e, unsigned cable, unsigned need, uint64_t now,
                           uint16_t *free, uint8_t *credits)
{
    unsigned moving = e->cable[cable].moving, latency = e->wire[cable].latency, rest = 0, open = 0;

    VCR_FOR_EACH(v, moving) {
        const struct vcr_event_channel *c = &e->channel[cable * s->vcs + v];
        unsigned has = credits_of(c, latency, now), sent = vcr_event_left(c->sent, now) == VCR_PACKET_FLITS;
        unsigned back = vcr_event_left(c->back[0] + latency, now) == VCR_PACKET_FLITS;
        open |= (unsigned)(sent && has >= need) << v;
        rest |= (unsigned)(sent && back) << v;
        if (credits)
            credits[v] = (uint8_t)has;
    }
    *free = (uint16_t)((*free & ~moving) | open);
    e->cable[cable].moving = (uint16_t)(moving & ~rest);
}

/* The head of a packet leaves at the end of this cycle: the sender's part, and when it comes to the other end. */
PART void begin(const struct vcr_shape *s, struct vcr_event_engine *e, unsigned cable, unsigned vc, uint64_t head, uint64_t now)
{
    const struct vcr_event_wire *w = &e->wire[cable];
    struct vcr_event_cable *c = &e->cable[cable];
    struct vcr_event_channel *channel = &e->channel[cable * s->vcs + vc];
    uint64_t at = now + 1 + w->latency + (w->to_endpoint ? 0u : s->route_stage);

    c->until = now + VCR_PACKET_FLITS;
    c->head = head;
    c->moving |= (uint16_t)(1u << vc);
    channel->sent = now;
    channel->room -= VCR_PACKET_FLITS;
    c->coming[(c->first + c->count) % VCR_EVENT_COMING] = (struct vcr_event_packet){.head = head, .at = at, .vc = vc};
    c->count++;
    if (!w->to_endpoint)
        e->router[w->reader].coming |= (uint16_t)(1u << w->reader_port);
    wheel_mark(&e->wheel, at, w->to_endpoint ? VCR_MARK_ENDPOINT : VCR_MARK_ROUTER, w->reader);
}

/* The packet that has come is there: take it off the cable. */
PART struct vcr_event_packet take(struct vcr_event_cable *c)
{
    struct vcr_event_packet packet = c->coming[c->first];

    c->first = (uint8_t)((c->first + 1) % VCR_EVENT_COMING);
    c->count--;
    return packet;
}

/* The reader's channel begins to empty: credits of a packet come back to the sender, one a cycle. */
PART void give_back(const struct vcr_shape *s, struct vcr_event_engine *e, unsigned cable, unsigned vc, uint64_t now)
{
    const struct vcr_event_wire *w = &e->wire[cable];
    struct vcr_event_channel *c = &e->channel[cable * s->vcs + vc];

    c->back[1] = c->back[0];
    c->back[0] = now;
    c->room += VCR_PACKET_FLITS;
    e->cable[cable].moving |= (uint16_t)(1u << vc);
    if (!w->from_endpoint)
        e->router[w->sender].changing |= (uint16_t)(1u << w->sender_port);
    wheel_mark(&e->wheel, now + VCR_PACKET_FLITS + w->latency, w->from_endpoint ? VCR_MARK_ENDPOINT : VCR_MARK_ROUTER, w->sender);
}

/* Routers ---------------------------------------------------------------------------------------------------------------- */

/* The far ends of outputs are up: their channels have all credits. */
PART void rise(const struct vcr_shape *s, struct vcr_event_engine *e, struct vcr_event_router *r, unsigned router, uint64_t now)
{
    for (unsigned p = 0; p < s->ports; p++)
        if (e->wire[router * s->ports + p].linked == now) {
            e->cable[router * s->ports + p].moving = (uint16_t)vcr_all_vcs(s);
            r->changing |= (uint16_t)(1u << p);
        }
}

/* The tail of an output's packet is on the wire. */
PART void end_packet(const struct vcr_shape *s, struct vcr_event_engine *e, unsigned router, unsigned p, uint64_t now)
{
    struct vcr_event_router *r = &e->router[router];
    const struct vcr_event_cable *c = &e->cable[router * s->ports + p];
    unsigned lane = c->lane, in = lane / s->vcs, vc = 1u << lane % s->vcs;
    struct vcr_event_lane *l = &r->lane[lane];

    r->sending &= (uint16_t)~(1u << p);
    r->regs.output.hold &= (uint16_t)~(1u << p);
    r->regs.output.owned[p] = 0;
    r->regs.input.active[in] &= (uint16_t)~vc;
    l->first = (uint8_t)((l->first + 1) % VCR_EVENT_QUEUED);
    if (--l->count > 0)
        vcr_event_to_front(s, r, lane, now);
    else
        r->queued[in] &= (uint16_t)~vc;
    if (e->fabric->watched)
        ledger_attempt(e->fabric, &(struct attempt){.first = now + 1 - VCR_PACKET_FLITS,
                                                    .packet = vcr_packet_of(c->head),
                                                    .node = (int)router,
                                                    .router = (int)router,
                                                    .sender = (int)p,
                                                    .ejection = e->wire[router * s->ports + p].to_endpoint,
                                                    .cause = CAUSE_NONE});
}

/* A head comes to an input. */
PART void arrive(const struct vcr_shape *s, struct vcr_event_engine *e, unsigned router, unsigned p, uint64_t now)
{
    struct vcr_event_router *r = &e->router[router];
    struct vcr_event_cable *c = &e->cable[e->feed[router * s->ports + p]];
    struct vcr_event_packet packet = take(c);
    unsigned lane = p * s->vcs + packet.vc;
    struct vcr_event_lane *l = &r->lane[lane];

    if (c->count == 0)
        r->coming &= (uint16_t)~(1u << p);
    vcr_event_random(r, now);
    if (e->table)
        r->regs.route.entry[p] = e->table[(size_t)router * e->endpoints + vcr_flit_destination(packet.head)];
    packet.route = vcr_route_of(s, &r->regs.route, &r->regs.config, p, packet.head);
    l->queue[(l->first + l->count) % VCR_EVENT_QUEUED] = packet;
    r->queued[p] |= (uint16_t)(1u << packet.vc);
    if (l->count++ == 0)
        vcr_event_to_front(s, r, lane, now);
}

/* A head is granted: its packet leaves from here on. */
PART void grant(const struct vcr_shape *s, struct vcr_event_engine *e, unsigned router, unsigned p, uint64_t now)
{
    struct vcr_event_router *r = &e->router[router];
    unsigned lane = r->w.out_lane[p], in = lane / s->vcs, v = lane % s->vcs, vc = r->w.out_vc[p];
    uint64_t head = r->w.front_flit[lane * s->words];

    if (r->w.deflect[in] >> v & 1u)
        head = vcr_flit_deflected(head);
    r->regs.input.active[in] |= (uint16_t)(1u << v);
    r->regs.input.out_port[lane] = (uint8_t)p;
    r->regs.input.out_vc[lane] = (uint8_t)vc;
    r->regs.output.owned[p] |= (uint16_t)(1u << vc);
    r->regs.output.hold |= (uint16_t)((unsigned)e->link_hold << p);
    r->w.request[in] &= (uint16_t)~(1u << v);
    r->w.free[p] &= (uint16_t)~(1u << vc);
    r->sending |= (uint16_t)(1u << p);
    r->changing |= (uint16_t)(1u << p);
    e->cable[router * s->ports + p].lane = (uint16_t)lane;
    begin(s, e, router * s->ports + p, vc, head, now);
    give_back(s, e, e->feed[router * s->ports + in], v, now);
    wheel_mark(&e->wheel, now + VCR_PACKET_FLITS, VCR_MARK_ROUTER, router);
}

/* Heads that were not granted commit as the model has it. @return whether one did */
PART unsigned commit(struct vcr_event_router *r, const struct vcr_shape *s)
{
    struct vcr_input *i = &r->regs.input;
    unsigned changed = 0;

    VCR_FOR_EACH(p, r->waiting) {
        unsigned anew = r->w.commit[p] & ~(unsigned)(r->w.grant[p] | i->committed[p]);
        VCR_FOR_EACH(v, anew)
            i->commit_port[p * s->vcs + v] = r->w.choice[p * s->vcs + v];
        i->committed[p] = (uint16_t)((i->committed[p] | anew) & ~r->w.grant[p]);
        changed |= anew;
    }
    return changed;
}

/* May a head that waits get something else in the next cycle than in this one, although nothing has changed? */
PART int restless(const struct vcr_event_engine *e, const struct vcr_event_router *r, const struct vcr_shape *s)
{
    unsigned idle = 0;

    if (!e->redraws)
        return 0;
    for (unsigned p = 0; p < s->ports; p++)
        idle |= (unsigned)(r->w.free[p] != 0) << p;
    idle &= ~(unsigned)r->regs.output.hold;
    VCR_FOR_EACH(p, r->waiting)
        VCR_FOR_EACH(v, r->w.request[p] & ~(unsigned)r->regs.input.committed[p])
            if (vcr_route_best(r->w.front_route[p * s->vcs + v]) & idle)
                return 1;
    return 0;
}

/* What selection and allocation read of this cycle. */
PART void prepare(const struct vcr_shape *s, struct vcr_event_engine *e, unsigned router, uint64_t now)
{
    struct vcr_event_router *r = &e->router[router];

    VCR_FOR_EACH(p, r->changing) {
        unsigned cable = router * s->ports + p;
        look_at_channels(s, e, cable, e->alloc_credits, now, &r->w.free[p], e->counts ? &r->w.credits_now[p * s->vcs] : NULL);
        if (e->cable[cable].moving == 0)
            r->changing &= (uint16_t)~(1u << p);
    }
    VCR_FOR_EACH(p, r->regs.config.oldest ? r->waiting : 0)
        VCR_FOR_EACH(v, r->w.request[p]) {
            uint64_t age = now - r->lane[p * s->vcs + v].front;
            r->regs.input.age[p * s->vcs + v] = age < UINT16_MAX ? (uint16_t)age : UINT16_MAX;
        }
    if (e->draws)
        vcr_event_random(r, now);
}

/* Heads that wait ask, and some are granted. */
PART void decide(const struct vcr_shape *s, struct vcr_event_engine *e, unsigned router, uint64_t now)
{
    struct vcr_event_router *r = &e->router[router];
    unsigned changed;

    prepare(s, e, router, now);
    vcr_select_eval(s, &r->regs.input, &r->regs.output, &r->regs.config, &r->regs.route, &r->w);
    vcr_allocate_eval(s, &r->regs.allocate, &r->regs.input, &r->regs.config, &r->w);
    vcr_allocate_commit(s, &r->regs.allocate, &r->w);
    changed = commit(r, s) | r->w.out_grant;
    VCR_FOR_EACH(p, r->w.out_grant)
        grant(s, e, router, p, now);
    VCR_FOR_EACH(p, r->waiting)
        r->waiting &= (uint16_t)~((unsigned)(r->w.request[p] == 0) << p);
    if (r->waiting && (changed || restless(e, r, s)))
        wheel_mark(&e->wheel, now + 1, VCR_MARK_ROUTER, router);
}

PART void router_step(const struct vcr_shape *s, struct vcr_event_engine *e, unsigned router, uint64_t now)
{
    struct vcr_event_router *r = &e->router[router];

    if (now <= e->awake)
        rise(s, e, r, router, now);
    VCR_FOR_EACH(p, r->sending)
        if (e->cable[router * s->ports + p].until == now)
            end_packet(s, e, router, p, now);
    VCR_FOR_EACH(p, r->coming) {
        const struct vcr_event_cable *c = &e->cable[e->feed[router * s->ports + p]];
        if (c->coming[c->first].at == now)
            arrive(s, e, router, p, now);
    }
    if (r->waiting)
        decide(s, e, router, now);
}

/* Endpoints -------------------------------------------------------------------------------------------------------------- */

/* What its port does with the packet that it is offered: as vcr_port_step has it. @return PORT_* */
PART unsigned send(const struct vcr_shape *s, struct vcr_event_engine *e, unsigned endpoint, const struct endpoint_slot *offer, uint64_t now)
{
    struct vcr_event_terminal *t = &e->terminal[endpoint];
    unsigned cable = e->routers * s->ports + endpoint, started = 0;
    struct vcr_event_cable *c = &e->cable[cable];
    unsigned edge = c->until == now + VCR_PACKET_FLITS - 1 ? PORT_ACCEPTED : 0;

    if (now < e->wire[cable].linked)
        return 0;
    if (now == e->wire[cable].linked)
        c->moving = (uint16_t)vcr_all_vcs(s);
    if (!t->preparing && offer && now >= c->until) {
        look_at_channels(s, e, cable, VCR_PACKET_FLITS, now, &t->free, NULL);
        started = t->free != 0;
    }
    if (started) {
        struct packet packet = endpoint_packet(&e->fabric->pe[endpoint], offer);
        t->head = vcr_packet_head(&packet);
        t->vc = (uint8_t)__builtin_ctz(t->free);
        t->prepared = now + (uint64_t)e->fabric->config.pe.inject_overhead;
        t->preparing = 1;
    }
    if (t->preparing && now == t->prepared) {
        t->preparing = 0;
        begin(s, e, cable, t->vc, t->head, now);
        wheel_mark(&e->wheel, now + 1, VCR_MARK_ENDPOINT, endpoint);
        wheel_mark(&e->wheel, now + VCR_PACKET_FLITS, VCR_MARK_ENDPOINT, endpoint);
    }
    return edge | (started ? PORT_STARTED : 0);
}

/* What comes: a head, whose packet's credits go back from now on, or a tail. @return ENDPOINT_* */
PART unsigned receive(const struct vcr_shape *s, struct vcr_event_engine *e, unsigned endpoint, uint64_t now)
{
    unsigned cable = e->feed[e->routers * s->ports + endpoint];
    struct vcr_event_cable *c = &e->cable[cable];
    struct packet packet;

    if (c->count == 0)
        return 0;
    if (c->coming[c->first].at == now) {
        give_back(s, e, cable, c->coming[c->first].vc, now);
        wheel_mark(&e->wheel, now + VCR_PACKET_FLITS - 1, VCR_MARK_ENDPOINT, endpoint);
    }
    if (c->coming[c->first].at + VCR_PACKET_FLITS - 1 != now)
        return 0;
    packet = vcr_packet_of(take(c).head);
    return endpoint_received(&e->fabric->pe[endpoint], now, &packet, 0);
}

/* When it has to be looked at again without anything that comes. */
PART void go_on(struct vcr_event_engine *e, unsigned endpoint, uint64_t now)
{
    struct vcr_event_terminal *t = &e->terminal[endpoint];
    const struct endpoint *pe = &e->fabric->pe[endpoint];
    uint64_t due = pe->stale | pe->ejecting ? endpoint_due(pe, now) : UINT64_MAX;

    if (t->preparing && t->prepared < due)
        due = t->prepared;
    if (due != UINT64_MAX)
        wheel_mark(&e->wheel, due < now + WHEEL_AHEAD ? due : now + WHEEL_AHEAD, VCR_MARK_ENDPOINT, endpoint);
    if (!pe->stopped)
        wheel_alarm(&e->wheel, &t->alarm, pe->source.next, now, VCR_MARK_ENDPOINT, endpoint);
}

PART unsigned endpoint_cycle(const struct vcr_shape *s, struct vcr_event_engine *e, unsigned endpoint, uint64_t now)
{
    struct endpoint *pe = &e->fabric->pe[endpoint];
    unsigned what = endpoint_begin(pe, now);

    what |= endpoint_edge(pe, now, send(s, e, endpoint, endpoint_offer(pe), now));
    what |= receive(s, e, endpoint, now);
    go_on(e, endpoint, now);
    return what;
}

/* Builds ----------------------------------------------------------------------------------------------------------------- */

#define VCR_BUILD(name, ...)                                                                                               \
    static void __attribute__((flatten)) router_##name(struct vcr_event_engine *e, unsigned router, uint64_t now)          \
    {                                                                                                                      \
        router_step(&vcr_shape_##name, e, router, now);                                                                    \
    }                                                                                                                      \
    static unsigned endpoint_##name(struct vcr_event_engine *e, unsigned endpoint, uint64_t now)                           \
    {                                                                                                                      \
        return endpoint_cycle(&vcr_shape_##name, e, endpoint, now);                                                        \
    }
#include "../kind/vcr_builds.def"
#undef VCR_BUILD

const struct vcr_event_build vcr_event_builds[] = {
#define VCR_BUILD(name, ...) {&vcr_kind_##name, &vcr_shape_##name, router_##name, endpoint_##name},
#include "../kind/vcr_builds.def"
#undef VCR_BUILD
    {NULL, NULL, NULL, NULL},
};
