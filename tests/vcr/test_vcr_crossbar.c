/* SPDX-License-Identifier: Apache-2.0
 *
 * Crossbar against docs/spec/vcr.md section 10: random grants over random registers, every output looked at by
 * itself.
 */
#include "vcr_unit.h"

static const struct vcr_parameters parameters[] = {
    {.ports = 5, .vcs = 4, .depth = 4, .words = 1},
    {.ports = 12, .vcs = 16, .depth = 2, .words = 4},
    {.ports = 2, .vcs = 1, .depth = 2, .words = 2},
};

/* Any fronts, and grants to outputs of lanes that are not granted twice. */
static void draw_wires(struct rng *r, const struct vcr_parameters *s, struct vcr_wires *w)
{
    unsigned lanes = (unsigned)s->ports * s->vcs, first = vcr_unit_upto(r, lanes - 1);

    memset(w, 0, sizeof *w);
    w->out_grant = vcr_unit_some(r, (1u << s->ports) - 1u);
    for (unsigned i = 0; i < lanes * s->words; i++)
        w->front_flit[i] = rng_next(r);
    for (unsigned p = 0; p < s->ports; p++) {
        w->front_head[p] = vcr_unit_some(r, 0xffff);
        w->front_tail[p] = vcr_unit_some(r, 0xffff);
        w->out_lane[p] = (uint8_t)((first + p) % lanes);
        w->out_vc[p] = (uint8_t)vcr_unit_upto(r, s->vcs - 1u);
        w->deflect[p] = (uint16_t)(w->front_head[p] & vcr_unit_some(r, 0xffff));
    }
    for (unsigned lane = 0; lane < lanes; lane++) /* what is deflected has deflections left */
        w->front_flit[lane * s->words] |= UINT64_C(1) << 42;
}

static void check_output(const struct vcr_parameters *s, const struct vcr_crossbar *x, const struct vcr_wires *w,
                         unsigned p)
{
    unsigned granted = w->out_grant >> p & 1u, lane = w->out_lane[p], in = lane / s->vcs, vc = lane % s->vcs;
    uint64_t less = (uint64_t)(granted & w->deflect[in] >> vc & 1u) * 4 * 1024 * 1024 * 1024 * 1024;

    assert_int_equal(x->valid >> p & 1u, granted);
    assert_int_equal(x->head >> p & 1u, granted & w->front_head[in] >> vc & 1u);
    assert_int_equal(x->tail >> p & 1u, granted & w->front_tail[in] >> vc & 1u);
    assert_int_equal(x->vc[p], granted ? w->out_vc[p] : 0);
    for (unsigned k = 0; k < s->words; k++)
        assert_int_equal(x->flit[p * s->words + k], granted ? w->front_flit[lane * s->words + k] - (k ? 0 : less) : 0);
}

TEST(follows_grants)
{
    struct rng r = rng_stream(211, 0);
    static struct vcr_wires w;
    unsigned outputs = 0;

    for (unsigned k = 0; k < 3; k++) {
        const struct vcr_parameters *s = &parameters[k];
        struct vcr_crossbar x;
        memset(&x, 0, sizeof x);
        for (int n = 0; n < 3000; n++) {
            draw_wires(&r, s, &w);
            vcr_crossbar_commit(s, &x, &w);
            for (unsigned p = 0; p < s->ports; p++, outputs++)
                check_output(s, &x, &w, p);
            assert_int_equal((x.valid | x.head | x.tail) >> s->ports, 0);
        }
    }
    COMPARED(outputs, "outputs");
}

RUN_TESTS
