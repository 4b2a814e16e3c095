/* SPDX-License-Identifier: Apache-2.0
 *
 * SAT gate against docs/spec/vcr.md section 16: every case of its registers and wires for small counts, told by a model
 * of its own in words of the section; the step of a token in cycles; the first token of a ring.
 */
#include "vcr_unit.h"

/* What the gate sees in a cycle. */
struct seen {
    unsigned mode, quiet, first, linked, sat, buffered, pass, l, k;
};

static struct vcr_sat_gate cycle(struct vcr_sat_gate g, const struct seen *s, unsigned *open)
{
    struct vcr_terminal t = {.sat_mode = (uint8_t)s->mode,
                             .quiet = (uint8_t)s->quiet,
                             .sat_first = (uint8_t)s->first,
                             .share_l = (uint16_t)s->l,
                             .share_k = (uint16_t)s->k};
    struct vcr_inject j = {.linked = (uint16_t)s->linked, .buffered = (uint8_t)s->buffered};
    struct vcr_terminal_wires w;
    struct vcr_pins in;

    memset(&in, 0, sizeof in);
    in.sat = (uint16_t)s->sat;
    vcr_sat_gate_eval(&g, &j, &t, &w);
    *open = w.open;
    w.pass = s->pass && w.open;
    vcr_sat_gate_commit(&g, &j, &t, &in, &w);
    return g;
}

/* One case, by the words of the section. */
static void check(const struct vcr_sat_gate *g, const struct seen *s)
{
    unsigned open, on = s->mode != 0;
    struct vcr_sat_gate next = cycle(*g, s, &open);
    int satisfied = g->count >= s->l || s->buffered == 0;
    int leaves = on && g->held && satisfied;
    int made = s->mode == 1 && s->first && !g->started && (s->linked & 1u);

    assert_int_equal(open, !on || g->count < s->k);
    assert_int_equal(next.sat, leaves);
    assert_int_equal(next.started, on && (g->started || made));
    assert_int_equal(next.held, on && !s->quiet && ((s->sat & 1u) || made || (g->held && !satisfied)));
    assert_int_equal(next.count, !on || leaves ? 0 : g->count + (s->pass && open));
}

TEST(every_case)
{
    unsigned cases = 0;

    for (unsigned c = 0; c < 1u << 18; c++, cases++) {
        struct vcr_sat_gate g = {
            .held = c & 1u, .started = c >> 1 & 1u, .count = (uint16_t)(c >> 2 & 3u), .sat = c >> 4 & 1u};
        struct seen s = {.mode = c >> 5 & 3u,
                         .quiet = c >> 7 & 1u,
                         .first = c >> 8 & 1u,
                         .linked = c >> 9 & 3u,
                         .sat = c >> 11 & 3u,
                         .buffered = c >> 13 & 1u,
                         .pass = c >> 14 & 1u,
                         .l = c >> 15 & 3u,
                         .k = 1 + (c >> 17 & 1u) * 2};
        check(&g, &s);
    }
    COMPARED(cases, "cases");
}

/* On the wire in t, held in t + 1, on its way in t + 2: the two registers of a step of 2 l + 1 cycles. */
TEST(a_satisfied_terminal_takes_two_cycles)
{
    struct vcr_sat_gate g = {0};
    struct seen s = {.mode = 1, .l = 2, .k = 3, .sat = 1};
    unsigned open;

    g = cycle(g, &s, &open);
    assert_int_equal(g.held, 1);
    assert_int_equal(g.sat, 0);
    s.sat = 0;
    g = cycle(g, &s, &open);
    assert_int_equal(g.held, 0);
    assert_int_equal(g.sat, 1);
    g = cycle(g, &s, &open);
    assert_int_equal(g.held | g.sat, 0);
}

/* A starved one keeps it until l have passed; k pass at most; the count goes with the token. */
TEST(a_starved_terminal_keeps_it)
{
    struct vcr_sat_gate g = {.held = 1};
    struct seen s = {.mode = 2, .l = 2, .k = 3, .buffered = 1};
    unsigned open;

    for (int n = 0; n < 5; n++) {
        g = cycle(g, &s, &open);
        assert_true(g.held && !g.sat && open);
    }
    s.pass = 1;
    g = cycle(g, &s, &open); /* one has passed */
    assert_true(g.held && g.count == 1);
    g = cycle(g, &s, &open); /* two: satisfied from the next cycle on */
    assert_true(g.held && g.count == 2);
    g = cycle(g, &s, &open); /* the third passes in the cycle in which it leaves, and is of the round before */
    assert_true(!g.held && g.sat && g.count == 0);
    for (unsigned n = 0; n < 5; n++) {
        g = cycle(g, &s, &open);
        assert_int_equal(open, n < 3);
    }
    assert_int_equal(g.count, 3);
}

RUN_TESTS
