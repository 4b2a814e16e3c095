/* SPDX-License-Identifier: Apache-2.0
 *
 * Allocation: of those that ask for an output, one gets it. docs/spec/vcr.md section 9; RTL twin rtl/vcr/vcr_allocate.v.
 */
#include "vcr_internal.h"

/* Who goes first: the older one, then he who is behind the pointer, then the lower one. */
static unsigned urgency(const struct vcr_config *c, unsigned age, int behind)
{
    return (c->oldest ? age : 0u) << 1 | (unsigned)behind;
}

/* Without speedup, the channel of an input that may ask. */
static unsigned input_stage(const struct vcr_shape *s, const struct vcr_allocate *a, const struct vcr_input *i,
                            const struct vcr_config *c, const struct vcr_wires *w, unsigned p)
{
    unsigned best = 0, winner = 0;

    if (s->speedup)
        return w->want[p];
    VCR_FOR_EACH(v, w->want[p]) {
        unsigned key = 1u + urgency(c, i->age[p * s->vcs + v], v >= a->in_rr[p]);
        if (key > best) {
            best = key;
            winner = 1u << v;
        }
    }
    return winner;
}

void vcr_allocate_eval(const struct vcr_shape *s, const struct vcr_allocate *a, const struct vcr_input *i,
                       const struct vcr_config *c, struct vcr_wires *w)
{
    unsigned best[VCR_MOST_PORTS] = {0};

    w->out_grant = 0;
    for (unsigned p = 0; p < s->ports; p++) {
        w->grant[p] = 0;
        VCR_FOR_EACH(v, input_stage(s, a, i, c, w, p)) {
            unsigned lane = p * s->vcs + v, port = w->want_port[lane];
            unsigned key = 1u + urgency(c, i->age[lane], lane >= a->rr[port]);
            if (key > best[port]) {
                best[port] = key;
                w->out_grant |= (uint16_t)(1u << port);
                w->out_lane[port] = (uint8_t)lane;
            }
        }
    }
    VCR_FOR_EACH(port, w->out_grant) {
        unsigned lane = w->out_lane[port];
        w->out_vc[port] = (uint8_t)__builtin_ctz(w->want_vcs[lane]);
        w->grant[lane / s->vcs] |= (uint16_t)(1u << lane % s->vcs);
    }
}

void vcr_allocate_commit(const struct vcr_shape *s, struct vcr_allocate *a, const struct vcr_wires *w)
{
    VCR_FOR_EACH(port, w->out_grant) {
        unsigned lane = w->out_lane[port], next = lane + 1u, vc = lane % s->vcs + 1u;
        a->rr[port] = (uint8_t)(next == vcr_lanes(s) ? 0 : next);
        if (!s->speedup)
            a->in_rr[lane / s->vcs] = (uint8_t)(vc == s->vcs ? 0 : vc);
    }
}
