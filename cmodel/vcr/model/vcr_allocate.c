/* SPDX-License-Identifier: Apache-2.0
 *
 * Allocation: of those that ask for an output, one gets it. docs/spec/vcr.md section 9; RTL twin
 * rtl/vcr/vcr_allocate.v.
 */
#include "vcr_choice.h"

/*
 * Of the inputs of a word, the channels that still ask.
 * @param taken  outputs that have been granted in earlier iterations; their inputs have been, too
 */
static uint64_t still_ask(const struct vcr_parameters *s, const struct vcr_wires *w, unsigned first, unsigned taken)
{
    uint64_t want = vcr_sets(s, &w->want[first]), left = 0;

    if (taken == 0)
        return want;
    VCR_FOR_EACH_LANE(at, s, first, want)
    {
        unsigned port = w->want_port[at.p * s->vcs + at.v];
        left |= (uint64_t)(w->grant[at.p] == 0 && !(taken >> port & 1u)) << at.bit;
    }
    return left;
}

/* Without speedup, of each of these inputs the channel that may ask: the only one, or the one that goes first. */
static uint64_t input_stage(const struct vcr_parameters *s, const struct vcr_allocate *a, const struct vcr_input *i,
                            const struct vcr_config *c, unsigned first, uint64_t ask)
{
    uint64_t compete = s->speedup ? 0 : ask & vcr_several(s, ask), may_ask = ask & ~compete;
    unsigned best[VCR_MOST_PORTS] = {0};

    VCR_FOR_EACH_LANE(at, s, first, compete)
    {
        unsigned key = 1u + vcr_priority_key(c, i->age[at.p * s->vcs + at.v], at.v >= a->in_rr[at.p]);
        if (key > best[at.p]) {
            best[at.p] = key;
            may_ask = (may_ask & ~vcr_part(s, at.p, vcr_all_vcs(s))) | (uint64_t)1 << at.bit;
        }
    }
    return may_ask;
}

/* An iteration: of those that ask for an output, the one that gets it. */
static void output_stage(const struct vcr_parameters *s, const struct vcr_allocate *a, const struct vcr_input *i,
                         const struct vcr_config *c, struct vcr_wires *w)
{
    unsigned best[VCR_MOST_PORTS] = {0}, taken = w->out_grant, granted = taken;

    for (unsigned p = 0; p < s->ports; p += vcr_together(s)) {
        VCR_FOR_EACH_LANE(at, s, p, input_stage(s, a, i, c, p, still_ask(s, w, p, taken)))
        {
            unsigned lane = at.p * s->vcs + at.v, port = w->want_port[lane];
            unsigned key = 1u + vcr_priority_key(c, i->age[lane], lane >= a->rr[port]);
            if (key > best[port]) {
                best[port] = key;
                granted |= 1u << port;
                w->out_lane[port] = (uint8_t)lane;
            }
        }
    }
    w->out_grant = (uint16_t)granted;
    vcr_award(s, w);
}

void vcr_allocate_eval(const struct vcr_parameters *s, const struct vcr_allocate *a, const struct vcr_input *i,
                       const struct vcr_config *c, struct vcr_wires *w)
{
    w->out_grant = 0;
    output_stage(s, a, i, c, w);
    w->first_out = w->out_grant;
    VCR_TIMES(n, s->repeats)
    output_stage(s, a, i, c, w);
}

/* A pointer moves on a grant of the first iteration only, behind the lane that has it, or behind all of its input. */
void vcr_allocate_commit(const struct vcr_parameters *s, struct vcr_allocate *a, const struct vcr_config *c,
                         const struct vcr_wires *w)
{
    VCR_FOR_EACH(port, w->first_out)
    {
        unsigned lane = w->out_lane[port], vc = lane % s->vcs + 1u;
        unsigned next = lane + 1u + (!s->speedup && c->by_input ? s->vcs - vc : 0);
        a->rr[port] = (uint8_t)(next == vcr_lanes(s) ? 0 : next);
        if (!s->speedup)
            a->in_rr[lane / s->vcs] = (uint8_t)(vc == s->vcs ? 0 : vc);
    }
}
