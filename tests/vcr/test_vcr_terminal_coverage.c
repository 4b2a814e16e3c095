/* SPDX-License-Identifier: Apache-2.0
 *
 * Functional coverage of terminals: the stimulus hits every reachable point of every build, and none that is said to be
 * unreachable; hits are of what is on the pins, too.
 */
#include "../unit.h"

#include "bench/bench.h"
#include "vcr/bench/vcr_terminal_coverage.h"
#include "vcr/kind/vcr_terminal_kind.h"

/* Until every reachable point is hit, or for so many cycles. @return points hit */
static int covered(const struct router_kind *kind, uint64_t most)
{
    struct coverage *c = coverage_create(kind->parts->coverage);
    const struct stimulus_config config = {.ops = kind->model, .seed = 1, .cycles = most, .profile = -1, .coverage = c};
    struct stimulus *s = kind->parts->bench->stimulus->create(kind, &config);
    struct coverage_count n;
    int done;

    do {
        done = kind->parts->bench->stimulus->episode(s);
        n = coverage_counted(c, VCR_TERMINAL_FAMILY_COUNT);
    } while (!done && n.hit < n.reachable);
    assert_int_equal(s->result.failed, 0);
    assert_int_equal(n.impossible, 0);
    assert_int_equal(n.hit, n.reachable);
    printf("%s: %d of %d reachable points hit in %d cycles\n", kind->name, n.hit, n.reachable, (int)s->result.cycles);
    kind->parts->bench->stimulus->destroy(s);
    coverage_destroy(c);
    return n.hit;
}

static void every_reachable_point_is_hit(void **state)
{
    int hit = 0;

    (void)state;
#define VCR_TERMINAL_BUILD(name, ...) hit += covered(&vcr_terminal_kind_##name, 4000000);
#include "vcr/kind/vcr_terminals.def"
#undef VCR_TERMINAL_BUILD
    COMPARED(hit, "points of all builds");
}

/* How often tails are seen on the pins, and the points that stand for them. */
static void hits_are_what_is_on_the_pins(void **state)
{
    const struct router_kind *kind = &vcr_terminal_kind_wormhole;
    struct coverage *c = coverage_create(kind->parts->coverage);
    struct rng r = rng_stream(3, 1);
    struct vcr_terminal_regs regs;
    struct vcr_pins out, in = {0};
    uint64_t left = 0, hits = 0;
    void *node = kind->model->create(NULL, 0);

    (void)state;
    for (int t = 0; t < 20000; t++) {
        struct vcr_terminal_control control = {.rst = t < 2, .put = (uint8_t)rng_below(&r, 2)};
        in.up = 15;
        for (int p = 0; p < 4; p++)
            in.credit[p] = (uint16_t)rng_below(&r, 16);
        kind->model->state(node, &regs);
        coverage_sample(c, &regs, &in, &control);
        kind->model->step(node, &in, &control);
        kind->model->pins(node, &out);
        left += (uint64_t)__builtin_popcount(out.tail);
    }
    for (int p = 0; p < 4; p++)
        hits += coverage_hits(c, coverage_at(kind->parts->coverage, VCR_TERMINAL_FAMILY_FLIT,
                                             (int[]){VCR_TERMINAL_COVER_FLIT_TAIL, p, 0}))
                    ->hits;
    assert_int_equal(hits, left);
    COMPARED(left, "tails");
    kind->model->destroy(node);
    coverage_destroy(c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(hits_are_what_is_on_the_pins),
        cmocka_unit_test(every_reachable_point_is_hit),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
