/* SPDX-License-Identifier: Apache-2.0
 *
 * Functional coverage of virtual-channel routers: aimed stimulus hits every reachable point of the network on a chip,
 * and of no build a point that is said to be unreachable; hits are of cycles in which what they stand for is on the
 * pins, too.
 */
#include "../unit.h"

#include "bench/coverage_steering.h"
#include "bench/bench.h"
#include "vcr/bench/vcr_coverage.h"
#include "vcr/kind/vcr_kind.h"

static const struct router_kind *const kinds[] = {
#define VCR_CONFIGURATION(name, ...) &vcr_kind_##name,
#include "vcr/kind/vcr_configurations.def"
#undef VCR_CONFIGURATION
};

enum { KINDS = sizeof kinds / sizeof *kinds };

/*
 * Episodes chosen by what is missing, up to so many cycles or until nothing is. @return the coverage, to be destroyed
 */
static struct coverage *covered(const struct router_kind *kind, uint64_t cycles, uint64_t *took)
{
    struct coverage *c = coverage_create(kind->parts->coverage);
    const struct stimulus_config config = {
        .ops = kind->model, .seed = 1, .cycles = cycles, .profile = -1, .coverage = c};
    struct stimulus *s = kind->parts->bench->stimulus->create(kind, &config);
    struct coverage_steering *steering = coverage_steering_create(kind->parts->bench->stimulus, c, 1);
    int missing = 1, done = 0;

    for (uint64_t e = 0; !done && missing > 0; e++) {
        struct stimulus_steering next = coverage_steering_next(steering, e);
        stimulus_steer(s, &next);
        done = kind->parts->bench->stimulus->episode(s);
        missing = coverage_steering_learn(steering);
    }
    assert_int_equal(s->result.failed, 0);
    *took = s->result.cycles;
    coverage_steering_destroy(steering);
    kind->parts->bench->stimulus->destroy(s);
    return c;
}

static void every_reachable_point_is_hit(void **state)
{
    uint64_t cycles;
    struct coverage *c = covered(&vcr_kind_noc, 4000000, &cycles);
    struct coverage_count n = coverage_counted(c, VCR_FAMILY_COUNT);

    (void)state;
    assert_int_equal(n.hit, n.reachable);
    assert_int_equal(n.impossible, 0);
    printf("%d of %d reachable points hit in %d cycles\n", n.hit, n.reachable, (int)cycles);
    COMPARED(n.hit, "points");
    coverage_destroy(c);
}

static void no_unreachable_point_is_hit(void **state)
{
    uint64_t cycles;
    int hit = 0;

    (void)state;
    for (int k = 0; k < KINDS; k++) {
        struct coverage *c = covered(kinds[k], 60000, &cycles);
        struct coverage_count n = coverage_counted(c, VCR_FAMILY_COUNT);
        assert_int_equal(n.impossible, 0);
        assert_true(n.reachable < n.points);
        assert_true(n.hit > n.reachable / 2);
        hit += n.hit;
        coverage_destroy(c);
    }
    COMPARED(hit, "points of all builds");
}

/* How often flits are seen on the pins, and the points that stand for them. */
static void hits_are_what_is_on_the_pins(void **state)
{
    const struct router_kind *kind = &vcr_kind_noc;
    struct coverage *c = coverage_create(kind->parts->coverage);
    struct rng r = rng_stream(3, 1);
    struct vcr_regs regs;
    struct vcr_pins out, in = {0};
    uint64_t left = 0, hits = 0;
    void *node = kind->model->create(NULL, 0);

    (void)state;
    for (int t = 0; t < 20000; t++) {
        struct vcr_control control = {.rst = t < 2,
                                      .cfg_we = t == 2 || t == 3,
                                      .cfg_addr = (uint16_t)(t == 2 ? VCR_CFG_PLACE : VCR_CFG_MODE),
                                      .cfg_wdata =
                                          t == 2 ? 5u | 2u << 16 | 2u << 20 : (uint32_t)VCR_ROUTE_MESH | 1u << 8};
        in.up = 31;
        in.valid = (uint16_t)(rng_next(&r) & rng_next(&r) & 31u);
        in.head = in.tail = in.valid;
        for (int p = 0; p < 5; p++) {
            in.vc[p] = (uint8_t)rng_below(&r, 4);
            in.credit[p] = (uint16_t)rng_below(&r, 16);
            in.flit[p] = rng_next(&r) >> 16 | (uint64_t)rng_below(&r, 16) << 48;
        }
        kind->model->state(node, &regs);
        coverage_sample(c, &regs, &in, &control);
        kind->model->step(node, &in, &control);
        kind->model->pins(node, &out);
        left += (uint64_t)__builtin_popcount(out.valid & out.head & out.tail);
    }
    for (int p = 0; p < 5; p++)
        hits += coverage_hits(
                    c, coverage_at(kind->parts->coverage, VCR_FAMILY_LEAVES, (int[]){VCR_COVER_LEAVES_SINGLE, p, 0}))
                    ->hits;
    assert_int_equal(hits, left);
    COMPARED(left, "packets of one flit");
    kind->model->destroy(node);
    coverage_destroy(c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(hits_are_what_is_on_the_pins),
        cmocka_unit_test(no_unreachable_point_is_hit),
        cmocka_unit_test(every_reachable_point_is_hit),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
