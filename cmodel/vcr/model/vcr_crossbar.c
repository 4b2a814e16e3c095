/* SPDX-License-Identifier: Apache-2.0
 *
 * Crossbar: from the fronts of the channels to the output registers. docs/spec/vcr.md section 10; RTL twin
 * rtl/vcr/vcr_crossbar.v.
 */
#include <string.h>

#include "vcr_internal.h"

void vcr_crossbar_commit(const struct vcr_parameters *s, struct vcr_crossbar *x, const struct vcr_wires *w)
{
    unsigned was = x->valid;

    x->valid = w->out_grant;
    x->head = x->tail = 0;
    VCR_FOR_EACH(p, was & ~(unsigned)w->out_grant)
    {
        x->vc[p] = 0;
        memset(&x->flit[p * s->words], 0, 8 * s->words);
    }
    VCR_FOR_EACH(p, w->out_grant)
    {
        unsigned lane = w->out_lane[p], in_port = lane / s->vcs, in_vc = lane % s->vcs;
        uint64_t *flit = &x->flit[p * s->words];
        vcr_copy_flit(s, flit, &w->front_flit[lane * s->words]);
        if (w->deflect[in_port] >> in_vc & 1u)
            *flit = vcr_flit_deflected(*flit);
        x->head |= (uint16_t)((w->front_head[in_port] >> in_vc & 1u) << p);
        x->tail |= (uint16_t)((w->front_tail[in_port] >> in_vc & 1u) << p);
        x->vc[p] = w->out_vc[p];
    }
}
