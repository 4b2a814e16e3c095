/* SPDX-License-Identifier: Apache-2.0
 *
 * The choice of one head, and its place among those that ask for the same output: what selection and allocation do for
 * each lane. docs/spec/vcr.md sections 7 and 9.
 *
 * A caller that knows which heads can ask, such as the event engine, applies these rules to them alone.
 */
#ifndef VCR_CHOICE_H
#define VCR_CHOICE_H

#include "vcr_internal.h"

/* Compiled into whoever applies it, with the numbers of a configuration as constants. */
#define VCR_RULE static inline __attribute__((always_inline))

/* What heads of one traffic class can have, ports as masks. */
struct vcr_offer {
    unsigned room;                  /* a channel of the class can be taken */
    unsigned idle;                  /* ... and no packet holds the link */
    unsigned level[VCR_MOST_PORTS]; /* credits of all channels of the class; only where heads select by credits */
};

/* A head as selection sees it. */
struct vcr_head {
    uint32_t route : VCR_ROUTE_BITS;
    uint32_t class : 2;
    uint32_t all : 1;      /* it chooses among all best ports */
    uint32_t deflects : 1; /* it may go to a port that is not among the best ones */
    uint32_t port : 4;     /* of one that has committed: to this one */
};

/* What a head asks for. */
struct vcr_ask {
    unsigned port, vcs; /* one of these channels of a port; no channel: nothing */
    unsigned deflects;  /* that is a deflection */
    unsigned choice;    /* the port that it has chosen */
    unsigned commits;   /* it commits to its choice, unless it is granted */
};

VCR_RULE struct vcr_head vcr_head_of(const struct vcr_config *c, uint64_t flit, uint32_t route)
{
    unsigned class = vcr_flit_class(flit), arrived = (vcr_route_best(route) & ~(unsigned)c->links) != 0;

    return (struct vcr_head){.route = route & VCR_SLOT_ROUTE,
                             .class = class & 3u,
                             .all = arrived || (c->adaptive[class] && vcr_flit_adaptive(flit)),
                             .deflects = !arrived && vcr_flit_deflections(flit) != 0};
}

/* The ports that a head chooses among. */
VCR_RULE unsigned vcr_head_candidates(struct vcr_head head)
{
    return head.all ? vcr_route_best(head.route) : 1u << vcr_route_preferred(head.route);
}

/* Credits of some of a port's channels. */
VCR_RULE unsigned vcr_level(const struct vcr_parameters *s, const uint8_t *credits, unsigned port, unsigned vcs)
{
    unsigned level = 0;

    VCR_FOR_EACH(v, vcs & vcr_all_vcs(s))
    level += credits[port * s->vcs + v];
    return level;
}

/* Those of a set where most credits are. */
VCR_RULE unsigned vcr_fullest(const struct vcr_offer *offer, unsigned set)
{
    unsigned most = 0, found = 0;

    VCR_FOR_EACH(p, set)
    {
        if (offer->level[p] > most) {
            most = offer->level[p];
            found = 0;
        }
        found |= (unsigned)(offer->level[p] == most) << p;
    }
    return found;
}

/* One of a set, which is not empty. */
VCR_RULE unsigned vcr_pick(const struct vcr_offer *offer, unsigned how, unsigned set, unsigned preferred, unsigned draw)
{
    if (how == VCR_SELECT_RANDOM)
        return vcr_route_pick(set, draw);
    if (how == VCR_SELECT_CREDITS)
        return vcr_route_pick(vcr_fullest(offer, set), draw);
    return set >> preferred & 1u ? preferred : (unsigned)__builtin_ctz(set);
}

/* The escape channel: the last resort. */
VCR_RULE void vcr_ask_escape(const struct vcr_config *c, struct vcr_head head, struct vcr_ask *ask)
{
    ask->port = vcr_route_escape(head.route);
    ask->vcs = vcr_route_class(head.route) ? c->escape_high[head.class] : c->escape_low[head.class];
}

/* A head that has committed to a port. */
VCR_RULE struct vcr_ask vcr_ask_committed(const struct vcr_config *c, const struct vcr_offer *offer,
                                          struct vcr_head head)
{
    struct vcr_ask ask = {.port = head.port};

    if (offer->idle >> head.port & 1u)
        ask.vcs = c->vc_mask[head.class];
    else if (!(offer->room >> head.port & 1u))
        vcr_ask_escape(c, head, &ask);
    return ask;
}

/* A head that has not. @param draw  random bits: vcr_ask_bits */
VCR_RULE struct vcr_ask vcr_ask_free(const struct vcr_config *c, const struct vcr_offer *offer, struct vcr_head head,
                                     unsigned draw)
{
    unsigned class = head.class, candidates = vcr_head_candidates(head), idle = candidates & offer->idle;
    unsigned others = idle != 0 || !head.deflects ? 0 : c->links & ~vcr_route_best(head.route) & offer->idle;
    unsigned among = c->busy_too[class] || idle == 0 ? candidates : idle;
    struct vcr_ask ask = {.port = vcr_pick(offer, c->select[class], among, vcr_route_preferred(head.route), draw)};

    ask.choice = ask.port;
    ask.commits = !c->redraw[class] && (c->busy_too[class] || idle == 0);
    if (offer->idle >> ask.choice & 1u) {
        ask.vcs = c->vc_mask[class];
    } else if (others != 0) {
        ask.port = (unsigned)__builtin_ctz(others);
        ask.vcs = c->vc_mask[class];
        ask.deflects = 1;
    } else if ((candidates & offer->room) == 0) {
        vcr_ask_escape(c, head, &ask);
    }
    return ask;
}

/* The random bits of a channel's head. */
VCR_RULE unsigned vcr_ask_bits(const struct vcr_route *r, unsigned p, unsigned v)
{
    return vcr_route_bits(r, (5 * p + 7 * v) & 63u);
}

/* Channels that a head can have of those that it asks for: its port is idle, and these are free. */
VCR_RULE unsigned vcr_ask_channels(const struct vcr_parameters *s, const uint16_t *free, unsigned hold,
                                   struct vcr_ask ask)
{
    return ask.port < s->ports && !(hold >> ask.port & 1u) ? free[ask.port] & ask.vcs : 0;
}

/* Who goes first: the older one, then he who is behind the pointer, then the lower one. */
VCR_RULE unsigned vcr_priority_key(const struct vcr_config *c, unsigned age, int behind)
{
    return (c->oldest ? age : 0u) << 1 | (unsigned)behind;
}

/*
 * The bid of a lane: 0 if it asks for no channel, else the higher the sooner, and no two are equal. Of all that bid for
 * an output vcr_bid_lane tells who bid most.
 */
VCR_RULE unsigned vcr_bid(const struct vcr_config *c, unsigned lane, unsigned vcs, unsigned age, int behind)
{
    return vcs != 0 ? (1u + vcr_priority_key(c, age, behind)) << 8 | (255u - lane) : 0;
}

VCR_RULE unsigned vcr_bid_lane(unsigned bid)
{
    return 255u - (bid & 255u);
}

/* Each lane that has an output is granted the lowest channel of those that will do. */
VCR_RULE void vcr_award(const struct vcr_parameters *s, struct vcr_wires *w)
{
    uint64_t grant[VCR_SET_WORDS] = {0};

    VCR_FOR_EACH(port, w->out_grant)
    {
        unsigned lane = w->out_lane[port], p = lane / s->vcs;
        w->out_vc[port] = (uint8_t)__builtin_ctz(w->want_vcs[lane]);
        grant[vcr_word_of(s, p)] |= vcr_part(s, p, 1u << lane % s->vcs);
    }
    for (unsigned p = 0; p < s->ports; p += vcr_together(s))
        vcr_put_sets(s, &w->grant[p], grant[vcr_word_of(s, p)]);
}

#endif
