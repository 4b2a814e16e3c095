/* SPDX-License-Identifier: Apache-2.0
 *
 * Decoding alone against docs/spec/axis.md section 6.
 */
#include "axis_unit.h"

enum { DRAWN = 20000 };

static struct axis_control draw_settings(struct rng *r, const struct axis_parameters *p)
{
    struct axis_control c;

    memset(&c, 0, sizeof c);
    for (int j = 0; j < p->outputs; j++) {
        c.low[j] = (uint16_t)unit_below(r, 8);
        c.high[j] = (uint16_t)unit_below(r, 8);
        c.allow[j] = (uint16_t)((rng_next(r) | rng_next(r)) & axis_ones(p->inputs));
    }
    return c;
}

static struct axis_switch draw_switch(struct rng *r, const struct axis_parameters *p)
{
    struct axis_switch s = {.parameters = *p, .widths = axis_widths(p)};

    unit_skid(r, &s.regs.ingress, p->inputs, s.widths.words);
    s.regs.decode.active = (uint16_t)(rng_next(r) & axis_ones(p->inputs));
    s.regs.decode.dropping = (uint16_t)(rng_next(r) & s.regs.decode.active);
    s.regs.decode.dropped = (uint16_t)rng_next(r);
    return s;
}

/* The output of a destination, by the sentence of the specification; -1: none. */
static int output_of(const struct axis_control *c, int outputs, int input, unsigned dest)
{
    int output = -1;

    for (int j = outputs - 1; j >= 0; j--)
        if (dest >= c->low[j] && dest <= c->high[j] && (c->allow[j] & 1 << input))
            output = j;
    return output;
}

TEST(decodes)
{
    struct rng r = rng_stream(2, 0);
    uint64_t compared = 0, refused = 0;

    for (int n = 0; n < DRAWN; n++) {
        const struct axis_parameters *p = &axis_cases[n % AXIS_CASES];
        struct axis_control c = draw_settings(&r, p);
        struct axis_switch s = draw_switch(&r, p);
        struct axis_wires w;
        axis_decode_eval(&s, &c, &w);
        for (int i = 0; i < p->inputs; i++, compared++) {
            int valid = s.regs.ingress.valid >> i & 1, active = s.regs.decode.active >> i & 1;
            int output = output_of(&c, p->outputs, i, s.regs.ingress.dest[i]);
            int refuse = valid && (active ? s.regs.decode.dropping >> i & 1 : output < 0);
            for (int j = 0; j < p->outputs; j++)
                assert_int_equal(w.request[j] >> i & 1, valid && !active && output == j);
            assert_int_equal(w.refuse >> i & 1, refuse);
            refused += (uint64_t)refuse;
        }
    }
    assert_true(refused > 1000);
    COMPARED(compared, "fronts");
}

/* Packets begin and end, and dropped ones are counted. */
TEST(follows_packets)
{
    struct rng r = rng_stream(3, 0);
    uint64_t compared = 0;

    for (int n = 0; n < DRAWN; n++) {
        const struct axis_parameters *p = &axis_cases[n % AXIS_CASES];
        struct axis_switch s = draw_switch(&r, p);
        struct axis_decode d = s.regs.decode;
        struct axis_wires w = {.refuse = (uint16_t)(rng_next(&r) & s.regs.ingress.valid)};
        unsigned ended = 0;
        w.sent = (uint16_t)(rng_next(&r) & s.regs.ingress.valid & ~w.refuse);
        w.mixed = (uint16_t)(rng_next(&r) & w.sent);
        axis_decode_commit(&d, &s.regs.ingress, &w);
        for (int i = 0; i < p->inputs; i++, compared++) {
            int last = s.regs.ingress.last >> i & 1, refuse = w.refuse >> i & 1, leaves = refuse || (w.sent >> i & 1);
            int ends = last || (w.mixed >> i & 1);
            assert_int_equal(d.active >> i & 1, leaves ? !ends : s.regs.decode.active >> i & 1);
            assert_int_equal(d.dropping >> i & 1, leaves ? refuse && !last : s.regs.decode.dropping >> i & 1);
            assert_int_equal(d.drop >> i & 1, refuse && last);
            ended += refuse && last;
        }
        assert_int_equal(d.dropped, (s.regs.decode.dropped + ended) & 0xffff);
    }
    COMPARED(compared, "fronts");
}

RUN_TESTS
