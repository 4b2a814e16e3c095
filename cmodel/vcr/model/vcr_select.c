/* SPDX-License-Identifier: Apache-2.0
 *
 * Selection: which output a head asks for in this cycle. docs/spec/vcr.md section 7; RTL twin rtl/vcr/vcr_select.v.
 */
#include <string.h>

#include "vcr_internal.h"

/* What heads of one traffic class can have, ports as masks. */
struct offer {
    unsigned room;                  /* a channel of the class can be taken */
    unsigned idle;                  /* ... and no packet holds the link */
    unsigned level[VCR_MOST_PORTS]; /* credits of all channels of the class */
};

static void look(const struct vcr_parameters *s, const struct vcr_output *o, const struct vcr_config *c,
                 const struct vcr_wires *w, unsigned class, struct offer *offer)
{
    offer->room = 0;
    for (unsigned p = 0; p < s->ports; p++) {
        offer->room |= (unsigned)((w->free[p] & c->vc_mask[class]) != 0) << p;
        offer->level[p] = 0;
        if (c->select[class] == VCR_SELECT_CREDITS)
            VCR_FOR_EACH(v, c->vc_mask[class] & vcr_all_vcs(s))
        offer->level[p] += w->credits_now[p * s->vcs + v];
    }
    offer->idle = offer->room & ~(unsigned)o->hold;
}

/* Those of a set where most credits are. */
static unsigned fullest(const struct offer *offer, unsigned set)
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
static unsigned pick(const struct offer *offer, unsigned how, unsigned set, unsigned preferred, unsigned draw)
{
    if (how == VCR_SELECT_RANDOM)
        return vcr_route_pick(set, draw);
    if (how == VCR_SELECT_CREDITS)
        return vcr_route_pick(fullest(offer, set), draw);
    return set >> preferred & 1u ? preferred : (unsigned)__builtin_ctz(set);
}

static void ask(const struct vcr_parameters *s, struct vcr_wires *w, unsigned p, unsigned v, unsigned port,
                unsigned vcs)
{
    w->want[p] |= (uint16_t)(1u << v);
    w->want_port[p * s->vcs + v] = (uint8_t)port;
    w->want_vcs[p * s->vcs + v] = (uint16_t)(w->free[port] & vcs);
}

/* The escape channel, if it is free: the last resort. */
static void ask_escape(const struct vcr_parameters *s, const struct vcr_output *o, const struct vcr_config *c,
                       struct vcr_wires *w, unsigned p, unsigned v, unsigned class)
{
    uint32_t route = w->front_route[p * s->vcs + v];
    unsigned port = vcr_route_escape(route),
             vcs = vcr_route_class(route) ? c->escape_high[class] : c->escape_low[class];

    if (port < s->ports && !(o->hold >> port & 1u) && (w->free[port] & vcs) != 0)
        ask(s, w, p, v, port, vcs);
}

static void select_committed(const struct vcr_parameters *s, const struct vcr_input *i, const struct vcr_output *o,
                             const struct vcr_config *c, struct vcr_wires *w, const struct offer *offer, unsigned p,
                             unsigned v, unsigned class)
{
    unsigned port = i->commit_port[p * s->vcs + v];

    if (offer->idle >> port & 1u)
        ask(s, w, p, v, port, c->vc_mask[class]);
    else if (!(offer->room >> port & 1u))
        ask_escape(s, o, c, w, p, v, class);
}

static void select_free(const struct vcr_parameters *s, const struct vcr_output *o, const struct vcr_config *c,
                        struct vcr_wires *w, const struct offer *offer, unsigned p, unsigned v, unsigned draw)
{
    unsigned lane = p * s->vcs + v;
    uint64_t head = w->front_flit[lane * s->words];
    uint32_t route = w->front_route[lane];
    unsigned class = vcr_flit_class(head), best = vcr_route_best(route), preferred = vcr_route_preferred(route);
    int arrived = (best & ~(unsigned)c->links) != 0, all = arrived || (c->adaptive[class] && vcr_flit_adaptive(head));
    unsigned candidates = all ? best : 1u << preferred, idle = candidates & offer->idle;
    unsigned others = arrived || idle != 0 || vcr_flit_deflections(head) == 0 ? 0 : c->links & ~best & offer->idle;
    unsigned among = c->busy_too[class] || idle == 0 ? candidates : idle;
    unsigned choice = pick(offer, c->select[class], among, preferred, draw);

    if (offer->idle >> choice & 1u) {
        ask(s, w, p, v, choice, c->vc_mask[class]);
    } else if (others != 0) {
        ask(s, w, p, v, (unsigned)__builtin_ctz(others), c->vc_mask[class]);
        w->deflect[p] |= (uint16_t)(1u << v);
    } else if ((candidates & offer->room) == 0) {
        ask_escape(s, o, c, w, p, v, class);
    }
    w->choice[lane] = (uint8_t)choice;
    w->commit[p] |= (uint16_t)((unsigned)(!c->redraw[class] && (c->busy_too[class] || idle == 0)) << v);
}

/* A packet under way goes on where it is. */
static void select_going(const struct vcr_parameters *s, const struct vcr_input *i, struct vcr_wires *w, unsigned p,
                         unsigned v)
{
    unsigned lane = p * s->vcs + v, port = i->out_port[lane];

    w->want_port[lane] = (uint8_t)port;
    w->want_vcs[lane] = (uint16_t)(1u << i->out_vc[lane]);
    w->want[p] |= (uint16_t)((w->sendable[port] >> i->out_vc[lane] & 1u) << v);
}

/* The classes of the heads that ask, as a set: only they are looked at. */
static unsigned classes_that_ask(const struct vcr_parameters *s, const struct vcr_wires *w)
{
    unsigned classes = 0;

    for (unsigned p = 0; p < s->ports; p += VCR_TOGETHER)
        VCR_FOR_EACH_LANE(at, s, p, vcr_sets(&w->request[p]))
    classes |= 1u << vcr_flit_class(w->front_flit[(at.p * s->vcs + at.v) * s->words]);
    return classes;
}

void vcr_select_eval(const struct vcr_parameters *s, const struct vcr_input *i, const struct vcr_output *o,
                     const struct vcr_config *c, const struct vcr_route *r, struct vcr_wires *w)
{
    struct offer offer[VCR_CLASSES];
    unsigned classes = classes_that_ask(s, w);

    for (unsigned class = 0; class < VCR_CLASSES; class ++)
        if (classes >> class & 1u)
            look(s, o, c, w, class, &offer[class]);
    memset(w->want, 0, offsetof(struct vcr_wires, want_port) - offsetof(struct vcr_wires, want));
    for (unsigned p = 0; p < s->ports; p += VCR_TOGETHER) {
        VCR_FOR_EACH_LANE(at, s, p, vcr_sets(&w->going[p]))
        select_going(s, i, w, at.p, at.v);
        VCR_FOR_EACH_LANE(at, s, p, vcr_sets(&w->request[p]))
        {
            unsigned class = vcr_flit_class(w->front_flit[(at.p * s->vcs + at.v) * s->words]);
            if (i->committed[at.p] >> at.v & 1u)
                select_committed(s, i, o, c, w, &offer[class], at.p, at.v, class);
            else
                select_free(s, o, c, w, &offer[class], at.p, at.v, vcr_route_bits(r, (5 * at.p + 7 * at.v) & 63u));
        }
    }
}
