/* SPDX-License-Identifier: Apache-2.0
 *
 * Output: the channels of the far ends, who has them, and what they have room for.
 * docs/spec/vcr.md section 8; RTL twin rtl/vcr/vcr_output.v.
 */
#include <string.h>

#include "vcr_internal.h"

/* Credits that are on the wire count at once where pins go into logic. */
static void count_now(const struct vcr_parameters *s, const struct vcr_output *o, const struct vcr_pins *in,
                      struct vcr_wires *w, unsigned first)
{
    VCR_FOR_EACH_LANE(at, s, first, vcr_sets(s, &in->credit[first]) & vcr_all_lanes(s, first))
    {
        uint8_t *now = &w->credits_now[at.p * s->vcs + at.v];
        *now = (uint8_t)(*now + (*now != s->depth && (o->linked >> at.p & 1u)));
    }
}

/* Channels with a credit, and those that a head may take. Lanes of four channels a port are compared all at once. */
static void look_at_credits(const struct vcr_parameters *s, const struct vcr_output *o, struct vcr_wires *w,
                            unsigned enough)
{
    const uint8_t *now = w->credits_now;

    if (vcr_all_fours(s)) {
        vcr_put_sets(s, w->sendable, vcr_fours(vcr_at_least(now, vcr_lanes(s), 1)));
        vcr_put_sets(s, w->free, vcr_fours(vcr_at_least(now, vcr_lanes(s), enough)) & ~vcr_sets(s, o->owned));
        return;
    }
    for (unsigned p = 0; p < s->ports; p++, now += s->vcs) {
        w->sendable[p] = (uint16_t)vcr_at_least(now, s->vcs, 1);
        w->free[p] = (uint16_t)(vcr_at_least(now, s->vcs, enough) & ~(unsigned)o->owned[p]);
    }
}

void vcr_output_eval(const struct vcr_parameters *s, const struct vcr_output *o, const struct vcr_config *c,
                     const struct vcr_pins *in, struct vcr_wires *w)
{
    memcpy(w->credits_now, o->credits, vcr_lanes(s));
    for (unsigned p = 0; p < s->ports && s->bypass; p += vcr_together(s))
        count_now(s, o, in, w, p);
    look_at_credits(s, o, w, c->alloc_credits == 0 ? 1u : c->alloc_credits);
    w->rise = (uint16_t)(c->quiet ? 0 : ~o->linked & in->up & o->up_last & vcr_all_ports(s));
    w->fall = (uint16_t)(o->linked & ~in->up & ~o->up_last);
}

/* The channel that a flit was sent to. */
static void take(const struct vcr_parameters *s, struct vcr_output *o, const struct vcr_config *c,
                 const struct vcr_wires *w, unsigned p)
{
    unsigned lane = w->out_lane[p], in_port = lane / s->vcs, in_vc = lane % s->vcs, vc = 1u << w->out_vc[p];

    o->credits[p * s->vcs + w->out_vc[p]]--;
    if (w->front_tail[in_port] >> in_vc & 1u) {
        o->owned[p] &= (uint16_t)~vc;
        o->hold &= (uint16_t) ~(1u << p);
    } else if (w->front_head[in_port] >> in_vc & 1u) {
        o->owned[p] |= (uint16_t)vc;
        o->hold |= (uint16_t)((unsigned)c->link_hold << p);
    }
}

static void take_credits(const struct vcr_parameters *s, struct vcr_output *o, const struct vcr_pins *in,
                         unsigned first)
{
    VCR_FOR_EACH_LANE(at, s, first, vcr_sets(s, &in->credit[first]) & vcr_all_lanes(s, first))
    {
        uint8_t *credits = &o->credits[at.p * s->vcs + at.v];
        if (!(o->linked >> at.p & 1u))
            continue;
        if (*credits == s->depth)
            o->credit_error |= (uint16_t)(1u << at.p);
        else
            ++*credits;
    }
}

void vcr_output_commit(const struct vcr_parameters *s, struct vcr_output *o, const struct vcr_config *c,
                       const struct vcr_pins *in, const struct vcr_wires *w)
{
    for (unsigned p = 0; p < s->ports; p += vcr_together(s))
        take_credits(s, o, in, p);
    VCR_FOR_EACH(p, w->out_grant)
    take(s, o, c, w, p);
    VCR_FOR_EACH(p, w->rise | w->fall)
    for (unsigned v = 0; v < s->vcs; v++)
        o->credits[p * s->vcs + v] = w->rise >> p & 1u ? s->depth : 0;
    o->linked = (uint16_t)((o->linked | w->rise) & ~w->fall);
    o->up_last = (uint16_t)(in->up & vcr_all_ports(s));
}
