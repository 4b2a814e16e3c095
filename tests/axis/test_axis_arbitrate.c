/* SPDX-License-Identifier: Apache-2.0
 *
 * Arbitration alone against docs/spec/axis.md section 7.
 */
#include "axis_unit.h"

enum { DRAWN = 40000, ROUNDS = 3000 };

/* One output as the specification has it. */
struct output {
    int locked, owner, turn, left;
};

static struct axis_switch draw_switch(struct rng *r, const struct axis_parameters *p)
{
    struct axis_switch s = {.parameters = *p, .widths = axis_widths(p)};

    unit_skid(r, &s.regs.ingress, p->inputs, s.widths.words);
    unit_skid(r, &s.regs.egress, p->outputs, s.widths.words);
    s.regs.arbitrate.locked = (uint16_t)(rng_next(r) & rng_next(r) & axis_ones(p->outputs));
    for (int j = 0; j < p->outputs; j++) {
        s.regs.arbitrate.owner[j] = (uint8_t)unit_below(r, (unsigned)p->inputs);
        s.regs.arbitrate.turn[j] = (uint8_t)unit_below(r, (unsigned)p->inputs);
        s.regs.arbitrate.left[j] = (uint8_t)(unit_below(r, 2) ? unit_below(r, 16) : 0);
    }
    return s;
}

static void draw_settings(struct rng *r, const struct axis_parameters *p, struct axis_control *c, struct axis_wires *w)
{
    memset(c, 0, sizeof *c);
    c->mix = (uint16_t)(rng_next(r) & axis_ones(p->outputs));
    for (int j = 0; j < p->outputs; j++) {
        c->mode[j] = (uint8_t)unit_below(r, 4);
        c->weight[j] = rng_next(r) & (unit_below(r, 2) ? UINT64_MAX : UINT64_C(0x1111111111111111));
        w->request[j] = (uint16_t)(rng_next(r) & axis_ones(p->inputs));
    }
}

static struct output output_of(const struct axis_arbitrate *a, int j)
{
    return (struct output){a->locked >> j & 1, a->owner[j], a->turn[j], a->left[j]};
}

/* The granted input of an output, or -1. */
static int granted(const struct axis_switch *s, const struct axis_control *c, unsigned request, int j)
{
    struct output o = output_of(&s->regs.arbitrate, j);
    int n = s->parameters.inputs;

    if (!(s->regs.egress.ready >> j & 1))
        return -1;
    if (o.locked)
        return s->regs.ingress.valid >> o.owner & 1 ? o.owner : -1;
    for (int k = 0; k < n; k++) {
        int i = c->mode[j] == AXIS_FIXED ? k : (o.turn + k) % n;
        if (request >> i & 1)
            return i;
    }
    return -1;
}

static struct output next(const struct axis_switch *s, const struct axis_control *c, int j, int g)
{
    struct output o = output_of(&s->regs.arbitrate, j);
    int weight = (int)(c->weight[j] >> 4 * (g < 0 ? 0 : g) & 15), packets;

    if (g < 0)
        return o;
    if (!o.locked && c->mode[j] != AXIS_FIXED) {
        packets = c->mode[j] == AXIS_WEIGHTED && weight > 1 ? weight : 1;
        if (g == o.turn && o.left > 0)
            packets = o.left;
        o.left = packets - 1;
        o.turn = packets > 1 ? g : (g + 1) % s->parameters.inputs;
    }
    if (!o.locked)
        o.owner = g;
    o.locked = !(s->regs.ingress.last >> g & 1) && !(c->mix >> j & 1);
    return o;
}

TEST(arbitrates)
{
    struct rng r = rng_stream(4, 0);
    uint64_t compared = 0, grants = 0;

    for (int n = 0; n < DRAWN; n++) {
        const struct axis_parameters *p = &axis_cases[n % AXIS_CASES];
        struct axis_switch s = draw_switch(&r, p), after = s;
        struct axis_wires w;
        struct axis_control c;
        unsigned mixed = 0;
        draw_settings(&r, p, &c, &w);
        axis_arbitrate_eval(&s, &c, &w);
        axis_arbitrate_commit(&after, &c, &w);
        for (int j = 0; j < p->outputs; j++, compared++) {
            int g = granted(&s, &c, w.request[j], j);
            struct output want = next(&s, &c, j, g), is = output_of(&after.regs.arbitrate, j);
            assert_int_equal(w.grant[j], g < 0 ? 0 : 1 << g);
            assert_memory_equal(&is, &want, sizeof is);
            grants += g >= 0;
            mixed |= c.mix >> j & 1 ? w.grant[j] : 0u;
        }
        assert_int_equal(w.mixed, mixed);
    }
    assert_true(grants > 1000);
    COMPARED(compared, "outputs");
}

/* Grants per input when all ask in every cycle: with packets of one beat, or longer ones that are mixed. */
static void share(unsigned mode, uint64_t weight, unsigned mix, unsigned *grants)
{
    const struct axis_parameters p = {4, 1, 1, 8};
    struct axis_switch s = {.parameters = p, .widths = axis_widths(&p)};
    struct axis_control c = unit_control(&p, mode);
    struct axis_wires w = {.request = {15}};

    c.weight[0] = weight;
    c.mix = (uint16_t)mix;
    s.regs.ingress.valid = 15;
    s.regs.ingress.last = mix ? 0 : 15;
    s.regs.egress.ready = 1;
    memset(grants, 0, 4 * sizeof *grants);
    for (int t = 0; t < ROUNDS; t++) {
        axis_arbitrate_eval(&s, &c, &w);
        grants[__builtin_ctz(w.grant[0])]++;
        axis_arbitrate_commit(&s, &c, &w);
    }
}

TEST(shares)
{
    unsigned grants[4];

    for (unsigned mix = 0; mix < 2; mix++) {
        share(AXIS_ROUND_ROBIN, 0x4321, mix, grants);
        for (int i = 0; i < 4; i++)
            assert_int_equal(grants[i], ROUNDS / 4);
        share(AXIS_FIXED, 0x4321, mix, grants);
        assert_int_equal(grants[0], ROUNDS);
        share(AXIS_WEIGHTED, 0x4321, mix, grants);
        for (int i = 0; i < 4; i++)
            assert_int_equal(grants[i], ROUNDS * (i + 1) / 10);
        share(AXIS_WEIGHTED, 0x0201, mix, grants); /* 0 is as 1: shares of 1, 1, 2, 1 */
        for (int i = 0; i < 4; i++)
            assert_int_equal(grants[i], ROUNDS * (i == 2 ? 2 : 1) / 5);
    }
    COMPARED(8 * ROUNDS, "grants");
}

RUN_TESTS
