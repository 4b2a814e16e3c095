/* SPDX-License-Identifier: Apache-2.0
 *
 * Routers of the event engine, and its builds. See vcr_event.h.
 */
#include <string.h>

#include "vcr_event_cable.h"

unsigned vcr_event_credits(const struct vcr_event_engine *e, const struct vcr_event_channel *c, int moves,
                           unsigned latency, uint64_t now)
{
    return moves ? credits_of(e, c, latency, now) : c->room;
}

void vcr_event_random(struct vcr_event_router *r, uint64_t now)
{
    for (; r->random_at < now; r->random_at++)
        r->random = vcr_route_random(r->random);
}

/*
 * What the choice of a head depends on, but for its preference: ports from bit 0 on, its class, and whether it may be
 * deflected.
 */
enum { CHOICE_PORTS = 0xfff, CHOICE_CLASS = 12, CHOICE_DEFLECTS = 1 << 14 };

PART unsigned choice_of(struct vcr_head head)
{
    return vcr_head_candidates(head) | (unsigned)head.class << CHOICE_CLASS | (head.deflects ? CHOICE_DEFLECTS : 0u);
}

/* A head waits for these ports; one that may be deflected for any. */
PART void want(struct vcr_event_router *r, unsigned choice)
{
    unsigned ports = choice & CHOICE_PORTS;

    r->wanted |= (uint16_t)(choice & CHOICE_DEFLECTS ? CHOICE_PORTS : ports);
    r->compared |= (uint16_t)(ports & (ports - 1) ? ports : 0);
}

PART void waits(const struct vcr_parameters *s, struct vcr_event_engine *e, unsigned router, unsigned lane,
                const struct vcr_event_packet *packet)
{
    struct vcr_event_router *r = &e->router[router];
    struct vcr_event_lane *l = vcr_event_lane(s, e, router, lane);
    unsigned port = l->head.port;

    l->head = vcr_head_of(&r->config, packet->head, packet->route);
    l->head.port = port & 15u;
    want(r, choice_of(l->head));
    r->request[lane / s->vcs] |= (uint16_t)(1u << lane % s->vcs);
    r->waiting |= (uint16_t)(1u << lane / s->vcs);
}

void vcr_event_waits(const struct vcr_parameters *s, struct vcr_event_engine *e, unsigned router, unsigned lane)
{
    waits(s, e, router, lane, vcr_event_queued(s, e, router, lane, 0));
}

/* The head of a lane's first packet, which is this one, can go from a cycle on. */
PART void to_front(const struct vcr_parameters *s, struct vcr_event_engine *e, unsigned router, unsigned lane,
                   const struct vcr_event_packet *packet, uint64_t now)
{
    vcr_event_lane(s, e, router, lane)->front = (uint32_t)now;
    waits(s, e, router, lane, packet);
}

/* Routers: what happens ------------------------------------------------------------------------------------------- */

/* Low parts of cycles of eight ports, and what a comparison of them says: all bits of an element, or none. */
typedef int16_t eight_cycles __attribute__((vector_size(16)));
typedef uint8_t eight_flags __attribute__((vector_size(8)));

PART eight_cycles load_cycles(const uint16_t *cycle)
{
    eight_cycles cycles;

    memcpy(&cycles, cycle, sizeof cycles);
    return cycles;
}

/* Of eight ports those of which a comparison says yes: each has a bit of its own, so that a sum puts them together. */
PART unsigned ports_of(eight_cycles says)
{
    const eight_cycles bits = {1, 2, 4, 8, 16, 32, 64, 128};
    eight_flags flags = __builtin_convertvector(says & bits, eight_flags);
    uint64_t all;

    memcpy(&all, &flags, sizeof all);
    return (unsigned)(all * UINT64_C(0x0101010101010101) >> 56);
}

_Static_assert(VCR_MOST_PORTS >= 8 && VCR_MOST_PORTS <= 16, "two times eight ports are all");
enum { LAST_EIGHT = VCR_MOST_PORTS - 8 };

/* Ports of which cycles, by their low parts, are this one. */
PART unsigned ports_at(const struct vcr_parameters *s, const uint16_t *cycle, uint64_t now)
{
    const eight_cycles zero = {0}, this = zero + (int16_t)(uint16_t)now;
    unsigned set = ports_of(load_cycles(cycle) == this);

    return s->ports <= 8 ? set : set | ports_of(load_cycles(cycle + LAST_EIGHT) == this) << LAST_EIGHT;
}

/* From cycles up to this one, whose low parts go round. */
PART eight_cycles cycles_since(eight_cycles this, const uint16_t *cycle)
{
    typedef uint16_t modulo __attribute__((vector_size(16)));

    return (eight_cycles)((modulo)this - (modulo)load_cycles(cycle));
}

/* ... or have been. */
PART unsigned ports_since(const struct vcr_parameters *s, const uint16_t *cycle, uint64_t now)
{
    const eight_cycles zero = {0}, this = zero + (int16_t)(uint16_t)now;
    unsigned set = ports_of(cycles_since(this, cycle) >= zero);

    return s->ports <= 8 ? set : set | ports_of(cycles_since(this, cycle + LAST_EIGHT) >= zero) << LAST_EIGHT;
}

/* The far ends of outputs are up: their channels have all credits. @return whether some are */
PART unsigned rise(const struct vcr_parameters *s, struct vcr_event_engine *e, struct vcr_event_router *r,
                   unsigned router, uint64_t now)
{
    unsigned up = 0;

    for (unsigned p = 0; p < s->ports; p++)
        if (e->cable[router * s->ports + p].linked == now) {
            set_free(e, r, p, vcr_all_vcs(s));
            up = 1;
        }
    return up;
}

/*
 * A hop has no attribute if it is by one of the best ports, and not in a channel of last resort; a table may have ports
 * that are not.
 */
PART unsigned is_plain(const struct vcr_event_engine *e, uint32_t route, unsigned p, unsigned channel)
{
    return !e->table && (vcr_route_best(route) >> p & ~(unsigned)e->escapes >> channel & 1u);
}

/* A packet has been sent, in a channel of an output. */
static void report(const struct vcr_event_engine *e, unsigned router, unsigned p, const struct vcr_event_packet *packet,
                   unsigned channel, uint64_t now)
{
    struct attempt attempt = {
        .first = now + 1 - e->flits,
        .packet = vcr_packet_of(packet->head),
        .node = (int)router,
        .router = (int)router,
        .sender = (int)p,
        .ejection = e->router[router].ends >> p & 1u,
        .reason = REJECT_NONE,
    };

    if (!is_plain(e, packet->route, p, channel))
        attempt.attribute = fabric_attribute(e->fabric, &attempt, channel);
    if (e->part)
        lp_group_attempt(e->part, now, &attempt);
    else
        scoreboard_attempt(e->fabric, &attempt);
}

/* The tail of an output's packet is on the wire. */
PART void end_packet(const struct vcr_parameters *s, struct vcr_event_engine *e, unsigned router, unsigned p,
                     uint64_t now)
{
    struct vcr_event_router *r = &e->router[router];
    unsigned lane = r->from[p], in = lane / s->vcs, vc = 1u << lane % s->vcs;
    struct vcr_event_lane *l = vcr_event_lane(s, e, router, lane);
    const struct vcr_event_packet *packet = vcr_event_queued(s, e, router, lane, 0);
    unsigned channel = l->out_vc;

    r->sending &= (uint16_t) ~(1u << p);
    r->hold &= (uint16_t) ~(1u << p);
    r->active[in] &= (uint16_t)~vc;
    l->first = (uint8_t)(l->first + 1u < e->slots ? l->first + 1u : 0);
    if (--l->count > 0)
        to_front(s, e, router, lane, vcr_event_queued(s, e, router, lane, 0), now);
    else
        r->queued[in] &= (uint16_t)~vc;
    if (e->fabric->watched)
        report(e, router, p, packet, channel, now);
}

/* The route of a head, as vcr_route_of has it. */
PART uint32_t route_of(const struct vcr_parameters *s, struct vcr_event_engine *e, unsigned router, unsigned p,
                       uint64_t head, uint64_t now)
{
    struct vcr_event_router *r = &e->router[router];
    const struct vcr_config *c = &r->config;
    unsigned destination = vcr_flit_destination(vcr_flit_aimed(s, head)), target = destination >> c->local_bits;

    if (e->offset && target != c->node) {
        uint32_t route = e->offset[vcr_event_offset(c, c->prefer[vcr_flit_class(head)], target)];
        if (route != VCR_EVENT_DRAWN)
            return route;
    }
    vcr_event_random(r, now);
    e->desk.route.random = r->random;
    if (e->table)
        e->desk.route.entry[p] = e->table[(size_t)router * e->endpoints + destination];
    return vcr_route_of(s, &e->desk.route, c, p, head);
}

/* A head comes to an input. */
PART void arrive(const struct vcr_parameters *s, struct vcr_event_engine *e, unsigned router, unsigned p, uint64_t now)
{
    struct vcr_event_router *r = &e->router[router];
    struct vcr_event_cable *c = &e->cable[e->feed[router * s->ports + p]];
    struct vcr_event_packet packet = take(c);
    unsigned lane = p * s->vcs + packet.vc;
    struct vcr_event_lane *l = vcr_event_lane(s, e, router, lane);

    expect(e, c);
    packet.head = vcr_route_come(s, &r->config, 1, packet.head);
    packet.route = 0xffffffu & route_of(s, e, router, p, packet.head, now);
    *vcr_event_queued(s, e, router, lane, l->count) = packet;
    r->queued[p] |= (uint16_t)(1u << packet.vc);
    if (l->count++ == 0)
        to_front(s, e, router, lane, &packet, now);
}

/* A head goes, which may have committed to a port. */
PART void ask_no_more(const struct vcr_parameters *s, struct vcr_event_router *r, unsigned port, unsigned in,
                      unsigned bit)
{
    unsigned rest = 0;

    if (!(r->asks[port][in] & bit))
        return;
    r->asks[port][in] &= (uint16_t)~bit;
    for (unsigned p = 0; p < s->ports; p++)
        rest |= r->asks[port][p];
    r->asked &= (uint16_t) ~((unsigned)(rest == 0) << port);
}

/* A head is granted: its packet leaves from here on. */
PART void grant(const struct vcr_parameters *s, struct vcr_event_engine *e, unsigned router, unsigned p, uint64_t now)
{
    struct vcr_event_router *r = &e->router[router];
    const struct vcr_wires *w = &e->desk.w;
    unsigned lane = w->out_lane[p], in = lane / s->vcs, v = lane % s->vcs, vc = w->out_vc[p], bit = 1u << v;
    struct vcr_event_lane *l = vcr_event_lane(s, e, router, lane);
    struct vcr_event_packet *packet = vcr_event_queued(s, e, router, lane, 0);

    if (w->deflect[in] >> v & 1u)
        packet->head = vcr_flit_deflected(packet->head);
    r->active[in] |= (uint16_t)bit;
    ask_no_more(s, r, l->head.port, in, bit);
    r->request[in] &= (uint16_t)~bit;
    r->waiting &= (uint16_t) ~((unsigned)(r->request[in] == 0) << in);
    l->out_port = (uint8_t)p;
    l->out_vc = (uint8_t)vc;
    r->hold |= (uint16_t)((unsigned)e->link_hold << p);
    set_free(e, r, p, r->free[p] & ~(1u << vc));
    r->sending |= (uint16_t)(1u << p);
    goes_on_until(&r->over, now + e->flits);
    r->until[p] = (uint16_t)(now + e->flits);
    r->from[p] = (uint8_t)lane;
    begin(s, e, router * s->ports + p, vc, packet->head, now);
    expect_free(s, e, router, p, vc, now);
    give_back(s, e, e->feed[router * s->ports + in], v, now);
    wheel_mark(&e->wheel, now + e->flits, VCR_MARK_ROUTER, router);
}

/* Routers: decisions ---------------------------------------------------------------------------------------------- */

/* Credits of a channel, so many cycles on. */
PART int level(const struct vcr_event_engine *e, const struct vcr_event_levels *l, unsigned lane, int ahead)
{
    return l->rest[lane] - (int)vcr_event_flits(e, l->sent[lane] + ahead) +
           (int)vcr_event_flits(e, l->back[0][lane] + ahead) + (int)vcr_event_flits(e, l->back[1][lane] + ahead);
}

/* Credits of an output, and what they are worked out from, are put on the desk. */
PART void lay_out_level(const struct vcr_parameters *s, struct vcr_event_engine *e, unsigned router, unsigned p,
                        uint64_t now)
{
    struct vcr_event_levels *l = &e->desk.levels;
    const struct vcr_event_cable *k = &e->cable[router * s->ports + p];
    unsigned moving = k->moving, down = now < k->linked;

    for (unsigned v = 0; v < s->vcs; v++) {
        const struct vcr_event_channel *c = &e->channel[(router * s->ports + p) * s->vcs + v];
        unsigned lane = p * s->vcs + v;
        int moves = moving >> v & 1u;
        l->sent[lane] = moves ? (int16_t)((uint16_t)now - c->sent) : VCR_EVENT_OVER;
        l->back[0][lane] = moves ? (int16_t)((uint16_t)now - c->back[0] - k->credit_latency) : VCR_EVENT_OVER;
        l->back[1][lane] = moves ? (int16_t)((uint16_t)now - c->back[1] - k->credit_latency) : VCR_EVENT_OVER;
        l->rest[lane] = (down ? 0 : c->room) - e->flits;
        e->desk.w.credits_now[lane] = (uint8_t)level(e, l, lane, 0);
    }
}

/* What a choice among several ports lacks: heads of a router mostly have the same one. */
struct vcr_hope {
    unsigned choice, lacks;
};

/*
 * Credits that the ports which are idle lack to be chosen by a head that chooses anew in every cycle, one of whose
 * ports is idle; 0: it may ask for one, if it is drawn. @param able  ports that are idle @param ahead  cycles from now
 */
PART unsigned lacking(const struct vcr_parameters *s, const struct vcr_event_engine *e, unsigned router,
                      unsigned choice, unsigned able, int ahead)
{
    unsigned ports = choice & CHOICE_PORTS, class = choice >> CHOICE_CLASS & 3u;
    unsigned vcs = e->router[router].config.vc_mask[class] & vcr_all_vcs(s);
    int most = 0, own = 0;

    if (!(e->compares >> class & 1u) || !(ports & ~able))
        return 0;
    VCR_FOR_EACH(p, ports)
    {
        int has = 0;
        for (unsigned v = 0; v < s->vcs; v++)
            has += vcs >> v & 1u ? level(e, &e->desk.levels, p * s->vcs + v, ahead) : 0;
        most = has > most ? has : most;
        own = (able >> p & 1u) && has > own ? has : own;
    }
    return (unsigned)(most - own);
}

PART unsigned lacks(const struct vcr_parameters *s, const struct vcr_event_engine *e, unsigned router, unsigned choice,
                    unsigned able, struct vcr_hope *h)
{
    if (!(choice & CHOICE_PORTS & ~able))
        return 0;
    if (h->choice != choice)
        *h = (struct vcr_hope){choice, lacking(s, e, router, choice, able, 0)};
    return h->lacks;
}

/*
 * Of heads of the inputs of a word that have not committed, those that can do something in this cycle. A head that
 * chooses anew in every cycle can only if it may choose a port that is idle, or go elsewhere.
 */
PART uint64_t able_heads(const struct vcr_parameters *s, const struct vcr_event_engine *e, unsigned router,
                         unsigned first, struct vcr_hope *h)
{
    const struct vcr_event_router *r = &e->router[router];
    unsigned idle = ~(unsigned)r->hold, able = r->open & idle;
    uint64_t heads = vcr_sets(s, &r->request[first]) & ~vcr_sets(s, &r->committed[first]), found = 0;

    if (!e->redraws || (r->escape & idle))
        return heads;
    VCR_FOR_EACH_LANE(at, s, first, heads)
    {
        unsigned choice = choice_of(vcr_event_lane(s, e, router, at.p * s->vcs + at.v)->head);
        if (choice & CHOICE_DEFLECTS ? able != 0
                                     : (choice & CHOICE_PORTS & able) && lacks(s, e, router, choice, able, h) == 0)
            found |= UINT64_C(1) << at.bit;
    }
    return found;
}

/*
 * Ports with heads that have committed to them and can do something in this cycle: the port is idle, or it is full and
 * there is a last resort. To ask in vain changes nothing.
 */
PART unsigned able_ports(const struct vcr_event_router *r)
{
    unsigned idle = ~(unsigned)r->hold;

    return ((r->open & idle) | (r->escape & idle ? r->full : 0)) & r->asked;
}

/* What heads can have in this cycle is put on the desk, and the random bits. @param counted  ports with levels */
PART void lay_out_offers(const struct vcr_parameters *s, struct vcr_event_engine *e, unsigned router, unsigned counted,
                         uint64_t now)
{
    struct vcr_event_router *r = &e->router[router];
    struct vcr_event_desk *d = &e->desk;

    for (unsigned m = 0; m < e->masks; m++) {
        d->offer[m].room = r->room[m];
        d->offer[m].idle = r->room[m] & ~(unsigned)r->hold;
        VCR_FOR_EACH(p, counted)
        d->offer[m].level[p] = vcr_level(s, d->w.credits_now, p, e->mask[m]);
    }
    if (e->draws)
        vcr_event_random(r, now);
    d->route.random = r->random;
}

/* A lane bids for one of these channels; lanes do so in any order. */
PART void bid(struct vcr_event_desk *d, const struct vcr_event_router *r, unsigned lane, unsigned port, unsigned vcs,
              unsigned age)
{
    unsigned behind = lane >= r->allocate.rr[port < VCR_MOST_PORTS ? port : 0];
    unsigned bids = vcr_bid(&r->config, lane, vcs, age, (int)behind);

    d->best[port] = bids > d->best[port] ? bids : d->best[port];
    d->w.out_grant |= (uint16_t)((unsigned)(bids != 0) << port);
    d->w.want_vcs[lane] = (uint16_t)vcs;
}

/* Who bid most for an output has it. */
PART void end_bids(struct vcr_event_desk *d)
{
    VCR_FOR_EACH(p, d->w.out_grant)
    d->w.out_lane[p] = (uint8_t)vcr_bid_lane(d->best[p]);
}

/* A head that has not committed asks. */
PART void ask_free(const struct vcr_parameters *s, struct vcr_event_engine *e, unsigned router, struct vcr_at at,
                   uint64_t now)
{
    const struct vcr_event_router *r = &e->router[router];
    struct vcr_event_desk *d = &e->desk;
    unsigned lane = at.p * s->vcs + at.v;
    const struct vcr_event_lane *h = vcr_event_lane(s, e, router, lane);
    const struct vcr_offer *offer = &d->offer[e->mask_of[h->head.class]];
    struct vcr_ask ask = vcr_ask_free(&r->config, offer, h->head, vcr_ask_bits(&d->route, at.p, at.v));

    d->w.choice[lane] = (uint8_t)ask.choice;
    d->w.commit[at.p] |= (uint16_t)(ask.commits << at.v);
    d->w.deflect[at.p] |= (uint16_t)(ask.deflects << at.v);
    bid(d, r, lane, ask.port, vcr_ask_channels(s, r->free, r->hold, ask), vcr_event_age(h->front, now));
}

/* Heads that have committed to a port ask. Where all classes share their channels and it is idle, all ask alike. */
PART void ask_committed(const struct vcr_parameters *s, struct vcr_event_engine *e, unsigned router, unsigned port,
                        uint64_t now)
{
    const struct vcr_event_router *r = &e->router[router];
    struct vcr_event_desk *d = &e->desk;
    unsigned alike = e->masks == 1 ? d->offer[0].idle >> port & 1u : 0, known = 0, vcs = 0;
    struct vcr_ask ask = {.port = port};

    for (unsigned first = 0; first < s->ports; first += vcr_together(s))
        VCR_FOR_EACH_LANE(at, s, first, vcr_sets(s, &r->asks[port][first]))
        {
            unsigned lane = at.p * s->vcs + at.v;
            const struct vcr_event_lane *h = vcr_event_lane(s, e, router, lane);
            if (!known) {
                ask = vcr_ask_committed(&r->config, &d->offer[e->mask_of[h->head.class]], h->head);
                vcs = vcr_ask_channels(s, r->free, r->hold, ask);
                known = alike;
            }
            bid(d, r, lane, ask.port, vcs, vcr_event_age(h->front, now));
        }
}

/* Channels of outputs as they are in this cycle. @return whether others are free */
PART unsigned look_at_outputs(const struct vcr_parameters *s, struct vcr_event_engine *e, unsigned router, uint64_t now)
{
    struct vcr_event_router *r = &e->router[router];
    unsigned changed = 0;

    r->looked = (uint32_t)now;
    for (unsigned p = 0; p < s->ports; p++) {
        uint16_t free = r->free[p];
        if (e->cable[router * s->ports + p].moving == 0)
            continue;
        look_at_channels(s, e, router * s->ports + p, e->alloc_credits, now, &free);
        changed |= free != r->free[p];
        renew_output(s, e, router, p, free, now);
    }
    return changed;
}

/* The channels of an output that have become free, of those of which it is known when. */
PART void open_output(const struct vcr_parameters *s, struct vcr_event_engine *e, unsigned router, unsigned p,
                      uint64_t now)
{
    struct vcr_event_router *r = &e->router[router];
    const struct vcr_event_channel *c = &e->channel[(router * s->ports + p) * s->vcs];
    unsigned open = 0;
    int first = INT16_MAX;

    VCR_FOR_EACH(v, r->later[p])
    {
        int cycles = (int16_t)(c[v].free_at - (uint16_t)now);
        open |= (unsigned)(cycles <= 0) << v;
        first = cycles > 0 && cycles < first ? cycles : first;
    }
    r->later[p] &= (uint16_t)~open;
    r->next[p] = (uint16_t)(now + (unsigned)first);
    r->changing &= (uint16_t) ~((unsigned)(r->later[p] == 0) << p);
    set_free(e, r, p, r->free[p] | open);
}

/* Of some outputs. @return those of which channels may have become free */
PART unsigned open_outputs(const struct vcr_parameters *s, struct vcr_event_engine *e, unsigned router, unsigned ports,
                           uint64_t now)
{
    unsigned due = ports & e->router[router].changing & ports_since(s, e->router[router].next, now);

    VCR_FOR_EACH(p, due)
    open_output(s, e, router, p, now);
    return due;
}

/* Whether a head waits that has not committed. */
PART unsigned undecided(const struct vcr_parameters *s, const struct vcr_event_router *r)
{
    uint64_t heads = 0;

    for (unsigned first = 0; first < s->ports; first += vcr_together(s))
        heads |= vcr_sets(s, &r->request[first]) & ~vcr_sets(s, &r->committed[first]);
    return heads != 0;
}

/*
 * Outputs at which heads that wait see what is free there: all while one has not committed, or may take a last resort
 * since its port is full.
 */
PART unsigned seen_outputs(const struct vcr_parameters *s, const struct vcr_event_engine *e, unsigned router)
{
    const struct vcr_event_router *r = &e->router[router];

    return undecided(s, r) || (e->escapes && (r->full & r->asked)) ? vcr_all_ports(s) : r->asked;
}

/* Heads that were not granted commit as the model has it. @return whether one did */
PART unsigned commit(const struct vcr_parameters *s, struct vcr_event_engine *e, unsigned router)
{
    struct vcr_event_router *r = &e->router[router];
    const struct vcr_wires *w = &e->desk.w;
    uint64_t changed = 0;

    for (unsigned first = 0; first < s->ports; first += vcr_together(s)) {
        uint64_t granted = vcr_sets(s, &w->grant[first]), committed = vcr_sets(s, &r->committed[first]);
        uint64_t anew = vcr_sets(s, &w->commit[first]) & ~(granted | committed);
        VCR_FOR_EACH_LANE(at, s, first, anew)
        {
            unsigned lane = at.p * s->vcs + at.v, port = w->choice[lane];
            vcr_event_lane(s, e, router, lane)->head.port = port & 15u;
            r->asks[port][at.p] |= (uint16_t)(1u << at.v);
            r->asked |= (uint16_t)(1u << port);
        }
        vcr_put_sets(s, &r->committed[first], (committed | anew) & ~granted);
        changed |= anew;
    }
    return changed != 0;
}

/*
 * After how many cycles an idle port may be chosen: levels rise and fall by a credit a channel and cycle. Looking again
 * then is early enough if nothing begins before; something mostly does, so that it is not worth looking far ahead.
 */
PART unsigned cycles_to_hope(const struct vcr_parameters *s, const struct vcr_event_engine *e, unsigned router,
                             unsigned choice, unsigned able)
{
    enum { FAR = 4 };
    unsigned cycles = 1, lack;

    while (cycles < FAR && (lack = lacking(s, e, router, choice, able, (int)cycles)) != 0)
        cycles += (lack + 2 * s->vcs - 1) / (2 * s->vcs);
    return cycles < e->flits ? cycles : e->flits;
}

/* The same, of heads that choose anew in every cycle. @param changed  in this one something did */
PART unsigned soonest_hope(const struct vcr_parameters *s, struct vcr_event_engine *e, unsigned router,
                           unsigned changed)
{
    struct vcr_event_router *r = &e->router[router];
    unsigned able = r->open & ~(unsigned)r->hold, last = 0, soonest = 0;

    r->wanted = r->compared = 0;
    VCR_FOR_EACH(p, r->waiting)
    VCR_FOR_EACH(v, r->request[p])
    {
        unsigned choice = choice_of(vcr_event_lane(s, e, router, p * s->vcs + v)->head), cycles;
        want(r, choice);
        if (changed && (choice & CHOICE_DEFLECTS))
            soonest = 1;
        if (soonest == 1 || choice == last || !(choice & CHOICE_PORTS & able))
            continue;
        last = choice;
        cycles = cycles_to_hope(s, e, router, choice, able);
        soonest = soonest == 0 || cycles < soonest ? cycles : soonest;
    }
    return soonest;
}

/*
 * After how many cycles may a head that waits get something, although nothing else happens? One that has committed can
 * only if its port has become full, and there is a last resort. @return 0: never
 */
PART unsigned restless(const struct vcr_parameters *s, struct vcr_event_engine *e, unsigned router, unsigned changed)
{
    const struct vcr_event_router *r = &e->router[router];

    if (changed && (r->escape & ~(unsigned)r->hold) && (e->redraws || (r->full & r->asked)))
        return 1;
    if (e->redraws)
        return soonest_hope(s, e, router, changed);
    return undecided(s, r);
}

/* The desk is cleared for those that bid. */
PART void clear_bids(struct vcr_event_desk *d)
{
    d->w.out_grant = 0;
    memset(d->w.commit, 0, sizeof d->w.commit);
    memset(d->w.deflect, 0, sizeof d->w.deflect);
    memset(d->best, 0, sizeof d->best);
}

/* Heads that may ask do, and some are granted. @param counted  ports with levels @return whether something changed */
PART unsigned ask_and_grant(const struct vcr_parameters *s, struct vcr_event_engine *e, unsigned router,
                            unsigned counted, uint64_t now)
{
    struct vcr_event_router *r = &e->router[router];
    struct vcr_wires *w = &e->desk.w;
    struct vcr_hope hope = {.choice = 0};
    uint64_t heads[VCR_SET_WORDS], any = 0;
    unsigned changed, ports = able_ports(r);

    for (unsigned first = 0; first < s->ports; first += vcr_together(s))
        any |= heads[vcr_word_of(s, first)] = able_heads(s, e, router, first, &hope);
    if (!any && !ports)
        return 0;
    lay_out_offers(s, e, router, counted, now);
    clear_bids(&e->desk);
    for (unsigned first = 0; first < s->ports; first += vcr_together(s))
        VCR_FOR_EACH_LANE(at, s, first, heads[vcr_word_of(s, first)])
    ask_free(s, e, router, at, now);
    VCR_FOR_EACH(p, ports)
    ask_committed(s, e, router, p, now);
    end_bids(&e->desk);
    vcr_award(s, w);
    w->first_out = w->out_grant;
    vcr_allocate_commit(s, &r->allocate, &r->config, w);
    changed = commit(s, e, router) | w->out_grant;
    VCR_FOR_EACH(p, w->out_grant)
    grant(s, e, router, p, now);
    VCR_FOR_EACH(p, e->compares ? w->out_grant & r->compared : 0u)
    lay_out_level(s, e, router, p, now);
    return changed;
}

/* Heads that wait are looked at, and when they are next. */
PART void decide(const struct vcr_parameters *s, struct vcr_event_engine *e, unsigned router, uint64_t now)
{
    struct vcr_event_router *r = &e->router[router];
    unsigned changed, cycles, idle = ~(unsigned)r->hold, able = r->open & idle;
    unsigned counted = !e->counts ? 0u : e->redraws ? r->compared : vcr_all_ports(s);

    r->hope = UINT64_MAX;
    if (e->redraws && !(r->escape & idle) && !(r->wanted & able))
        return;
    VCR_FOR_EACH(p, counted)
    lay_out_level(s, e, router, p, now);
    changed = ask_and_grant(s, e, router, counted, now);
    if (changed && e->escapes && (r->full & r->asked)) /* its heads see the last resorts of all outputs from now on */
        open_outputs(s, e, router, vcr_all_ports(s), now);
    cycles = r->waiting ? restless(s, e, router, changed) : 0;
    if (!cycles)
        return;
    r->hope = now + cycles;
    wheel_mark(&e->wheel, r->hope, VCR_MARK_ROUTER, router);
}

PART void router_step(const struct vcr_parameters *s, struct vcr_event_engine *e, unsigned router, uint64_t now)
{
    struct vcr_event_router *r = &e->router[router];
    unsigned changed = now >= r->hope, ended = r->sending & ports_at(s, r->until, now), seen;

    if (now <= e->awake)
        changed |= rise(s, e, r, router, now);
    VCR_FOR_EACH(p, ended)
    end_packet(s, e, router, p, now);
    VCR_FOR_EACH(p, r->coming & ports_at(s, r->at, now))
    {
        arrive(s, e, router, p, now);
        changed = 1;
    }
    if (now >= r->over || (uint32_t)now - r->looked >= VCR_EVENT_LOOK)
        changed |= look_at_outputs(s, e, router, now);
    if (!r->waiting)
        return;
    seen = seen_outputs(s, e, router);
    changed |= (ended & seen) | open_outputs(s, e, router, seen, now);
    if (changed)
        decide(s, e, router, now);
}

/* Builds ---------------------------------------------------------------------------------------------------------- */

/* Builds without bypass and speedup cannot be had here: nothing is compiled for them. */
#define VCR_CONFIGURATION(name, kind_, ports, vcs, depth, words, bypass, route_stage, speedup, ...)               \
    static void __attribute__((flatten)) router_##name(struct vcr_event_engine *e, unsigned router, uint64_t now) \
    {                                                                                                             \
        if ((bypass) && (speedup))                                                                                \
            router_step(&vcr_parameters_##name, e, router, now);                                                  \
    }
#include "../kind/vcr_configurations.def"
#undef VCR_CONFIGURATION

/* Of any shape: compiled for none. */
static void router_of_shape(struct vcr_event_engine *e, unsigned router, uint64_t now)
{
    router_step(e->configuration->parameters, e, router, now);
}

const struct vcr_event_configuration vcr_event_configurations[] = {
#define VCR_CONFIGURATION(name, ...) \
    {&vcr_kind_##name, &vcr_parameters_##name, router_##name, vcr_event_endpoint_##name},
#include "../kind/vcr_configurations.def"
#undef VCR_CONFIGURATION
#define VCR_CONFIGURATION(name, ...) \
    {&vcr_kind_##name, &vcr_parameters_##name, router_of_shape, vcr_event_endpoint_of_shape},
#include "../kind/vcr_shapes.def"
#undef VCR_CONFIGURATION
    {NULL, NULL, NULL, NULL},
};
