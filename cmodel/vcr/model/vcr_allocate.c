/* SPDX-License-Identifier: Apache-2.0
 *
 * Allocation: of those that ask for an output, one gets it. docs/spec/vcr.md section 9; RTL twin
 * rtl/vcr/vcr_allocate.v.
 */
#include <string.h>

#include "vcr_choice.h"

/*
 * Without speedup, of each of the inputs of a word the channel that may ask.
 * @param taken  outputs that have been granted in earlier iterations; their inputs have been, too
 */
static uint64_t input_stage(const struct vcr_parameters *s, const struct vcr_allocate *a, const struct vcr_input *i,
                            const struct vcr_config *c, const struct vcr_wires *w, unsigned first, unsigned taken)
{
    unsigned best[VCR_MOST_PORTS] = {0};
    uint16_t winner[VCR_MOST_PORTS] = {0};

    if (s->speedup)
        return vcr_sets(s, &w->want[first]);
    VCR_FOR_EACH_LANE(at, s, first, vcr_sets(s, &w->want[first]))
    {
        unsigned lane = at.p * s->vcs + at.v;
        unsigned key = 1u + vcr_priority_key(c, i->age[lane], at.v >= a->in_rr[at.p]);
        if (taken != 0 && (w->grant[at.p] != 0 || (taken >> w->want_port[lane] & 1u)))
            continue;
        if (key > best[at.p]) {
            best[at.p] = key;
            winner[at.p] = (uint16_t)(1u << at.v);
        }
    }
    return vcr_sets(s, &winner[first]);
}

/* An iteration: of those that ask for an output, the one that gets it. */
static void output_stage(const struct vcr_parameters *s, const struct vcr_allocate *a, const struct vcr_input *i,
                         const struct vcr_config *c, struct vcr_wires *w)
{
    unsigned best[VCR_MOST_PORTS] = {0}, taken = w->out_grant;

    for (unsigned p = 0; p < s->ports; p += vcr_together(s)) {
        VCR_FOR_EACH_LANE(at, s, p, input_stage(s, a, i, c, w, p, taken))
        {
            unsigned lane = at.p * s->vcs + at.v, port = w->want_port[lane];
            unsigned key = 1u + vcr_priority_key(c, i->age[lane], lane >= a->rr[port]);
            if (key > best[port]) {
                best[port] = key;
                w->out_grant |= (uint16_t)(1u << port);
                w->out_lane[port] = (uint8_t)lane;
            }
        }
    }
    vcr_award(s, w);
}

void vcr_allocate_eval(const struct vcr_parameters *s, const struct vcr_allocate *a, const struct vcr_input *i,
                       const struct vcr_config *c, struct vcr_wires *w)
{
    w->out_grant = 0;
    memset(w->grant, 0, sizeof w->grant);
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
