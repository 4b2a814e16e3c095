/* SPDX-License-Identifier: Apache-2.0
 *
 * The crossbar alone against docs/spec/axis.md section 8.
 */
#include "axis_unit.h"

enum { DRAWN = 20000, NOBODY = -1 };

/* Outputs have different inputs, or none. */
static void draw_grants(struct rng *r, const struct axis_parameters *p, int *from)
{
    unsigned rest = axis_ones(p->inputs);

    for (int j = 0; j < p->outputs; j++) {
        unsigned i = unit_below(r, (unsigned)p->inputs);
        from[j] = rest >> i & 1 ? (int)i : NOBODY;
        rest &= ~(1u << i);
    }
}

TEST(carries)
{
    struct rng r = rng_stream(5, 0);
    uint64_t compared = 0;

    for (int n = 0; n < DRAWN; n++) {
        const struct axis_parameters *p = &axis_cases[n % AXIS_CASES];
        struct axis_switch s = {.parameters = *p, .widths = axis_widths(p)};
        const struct axis_skid *in = &s.regs.ingress;
        struct axis_wires w;
        int from[AXIS_MOST_PORTS], words = s.widths.words;
        unsigned sent = 0;
        unit_skid(&r, &s.regs.ingress, p->inputs, words);
        draw_grants(&r, p, from);
        for (int j = 0; j < p->outputs; j++)
            w.grant[j] = (uint16_t)(from[j] == NOBODY ? 0 : 1 << from[j]);
        axis_crossbar_eval(&s, &w);
        for (int j = 0; j < p->outputs; j++) {
            assert_int_equal(w.beat.valid >> j & 1, from[j] != NOBODY);
            if (from[j] == NOBODY)
                continue;
            sent |= 1u << from[j];
            assert_int_equal(w.beat.last >> j & 1, in->last >> from[j] & 1);
            assert_int_equal(w.beat.dest[j], in->dest[from[j]]);
            assert_memory_equal(&w.beat.data[j * words], &in->data[from[j] * words], (size_t)words * sizeof(uint64_t));
            compared++;
        }
        assert_int_equal(w.sent, sent);
        assert_int_equal(w.beat.valid >> p->outputs, 0);
    }
    COMPARED(compared, "beats");
}

RUN_TESTS
