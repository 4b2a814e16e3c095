/* SPDX-License-Identifier: Apache-2.0
 *
 * Selection: which output a head asks for in this cycle. docs/spec/vcr.md section 7; RTL twin rtl/vcr/vcr_select.v.
 */
#include "vcr_choice.h"

static void look(const struct vcr_parameters *s, const struct vcr_output *o, const struct vcr_config *c,
                 const struct vcr_wires *w, unsigned class, struct vcr_offer *offer)
{
    offer->room = 0;
    for (unsigned p = 0; p < s->ports; p++) {
        offer->room |= (unsigned)((w->free[p] & c->vc_mask[class]) != 0) << p;
        offer->level[p] =
            c->select[class] == VCR_SELECT_CREDITS ? vcr_level(s, w->credits_now, p, c->vc_mask[class]) : 0;
    }
    offer->idle = offer->room & ~(unsigned)o->hold;
}

/* Channels of the ports of a word that ask. */
struct asking {
    uint64_t want, deflect, commit;
};

/* A packet under way goes on where it is. */
static void select_going(const struct vcr_parameters *s, const struct vcr_input *i, struct vcr_wires *w,
                         struct asking *asking, struct vcr_at at)
{
    unsigned lane = at.p * s->vcs + at.v, port = i->out_port[lane];

    w->want_port[lane] = (uint8_t)port;
    w->want_vcs[lane] = (uint16_t)(1u << i->out_vc[lane]);
    asking->want |= (uint64_t)(w->sendable[port] >> i->out_vc[lane] & 1u) << at.bit;
}

/* The classes of the heads that ask, as a set: only they are looked at. */
static unsigned classes_that_ask(const struct vcr_parameters *s, const struct vcr_wires *w)
{
    unsigned classes = 0;

    for (unsigned p = 0; p < s->ports; p += vcr_together(s))
        VCR_FOR_EACH_LANE(at, s, p, vcr_sets(s, &w->request[p]))
    classes |= 1u << vcr_flit_class(w->front_flit[(at.p * s->vcs + at.v) * s->words]);
    return classes;
}

/* What a head asks for goes onto the wires. */
static void put(const struct vcr_parameters *s, struct vcr_wires *w, struct asking *asking, struct vcr_at at,
                unsigned hold, struct vcr_ask ask)
{
    unsigned lane = at.p * s->vcs + at.v, vcs = vcr_ask_channels(s, w->free, hold, ask);

    w->want_port[lane] = (uint8_t)ask.port;
    w->want_vcs[lane] = (uint16_t)vcs;
    w->choice[lane] = (uint8_t)ask.choice;
    asking->want |= (uint64_t)(vcs != 0) << at.bit;
    asking->deflect |= (uint64_t)ask.deflects << at.bit;
    asking->commit |= (uint64_t)ask.commits << at.bit;
}

static void select_head(const struct vcr_parameters *s, const struct vcr_input *i, const struct vcr_output *o,
                        const struct vcr_config *c, const struct vcr_route *r, struct vcr_wires *w,
                        const struct vcr_offer *offers, struct asking *asking, struct vcr_at at)
{
    unsigned lane = at.p * s->vcs + at.v;
    struct vcr_head head = vcr_head_of(c, w->front_flit[lane * s->words], w->front_route[lane]);
    const struct vcr_offer *offer = &offers[head.class];

    head.port = i->commit_port[lane] & 15u;
    if (i->committed[at.p] >> at.v & 1u)
        put(s, w, asking, at, o->hold, vcr_ask_committed(c, offer, head));
    else
        put(s, w, asking, at, o->hold, vcr_ask_free(c, offer, head, vcr_ask_bits(r, at.p, at.v)));
}

void vcr_select_eval(const struct vcr_parameters *s, const struct vcr_input *i, const struct vcr_output *o,
                     const struct vcr_config *c, const struct vcr_route *r, struct vcr_wires *w)
{
    struct vcr_offer offers[VCR_CLASSES];
    unsigned classes = classes_that_ask(s, w);

    for (unsigned class = 0; class < VCR_CLASSES; class ++)
        if (classes >> class & 1u)
            look(s, o, c, w, class, &offers[class]);
    for (unsigned p = 0; p < s->ports; p += vcr_together(s)) {
        struct asking asking = {0, 0, 0};
        VCR_FOR_EACH_LANE(at, s, p, vcr_sets(s, &w->going[p]))
        select_going(s, i, w, &asking, at);
        VCR_FOR_EACH_LANE(at, s, p, vcr_sets(s, &w->request[p]))
        select_head(s, i, o, c, r, w, offers, &asking, at);
        vcr_put_sets(s, &w->want[p], asking.want);
        vcr_put_sets(s, &w->deflect[p], asking.deflect);
        vcr_put_sets(s, &w->commit[p], asking.commit);
    }
}
