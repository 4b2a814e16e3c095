/* SPDX-License-Identifier: Apache-2.0
 *
 * Functional coverage of every kind of router that has it: stimulus that is aimed at what is missing hits every
 * reachable point, or most of them in a short time where there are many, and none that is said to be unreachable. Fed-X
 * switches have so many points that they have a test of their own (test_coverage.c).
 */
#include "../unit.h"

#include "bench/bench.h"
#include "bench/coverage_steering.h"
#include "gen/gen.h"
#include "config/registry.h"

enum { MOST = 4000000, SHORT = 60000 };

/* Of routers with virtual channels one build is enough. */
static uint64_t cycles_of(const struct router_kind *kind)
{
    return strcmp(kind->parts->gen->unit, "router") != 0 || strcmp(kind->name, "vcr") == 0 ? MOST : SHORT;
}

/* Episodes chosen by what is missing, until nothing is or for so many cycles. @return points hit */
static int covered(const struct router_kind *kind, uint64_t most)
{
    const struct stimulus_kind *stimulus = kind->parts->bench->stimulus;
    struct coverage *c = coverage_create(kind->parts->coverage);
    const struct stimulus_config config = {.ops = kind->model, .seed = 1, .cycles = most, .profile = -1, .coverage = c};
    struct stimulus *s = stimulus_create(stimulus, kind, &config);
    struct coverage_steering *steering = coverage_steering_create(stimulus, c, 1);
    int missing = 1, done = 0;

    for (uint64_t e = 0; !done && missing > 0; e++) {
        struct stimulus_steering next = coverage_steering_next(steering, e);
        stimulus_steer(s, &next);
        done = stimulus->episode(s);
        missing = coverage_steering_learn(steering);
    }
    assert_int_equal(s->result.failed, 0);
    struct coverage_count n = coverage_counted(c, kind->parts->coverage->families);
    assert_int_equal(n.impossible, 0);
    if (most == MOST)
        assert_int_equal(n.hit, n.reachable);
    else
        assert_true(n.reachable < n.points && n.hit > n.reachable / 2);
    printf("%s: %d of %d reachable points hit in %d cycles\n", kind->name, n.hit, n.reachable, (int)s->result.cycles);
    coverage_steering_destroy(steering);
    stimulus_destroy(s);
    coverage_destroy(c);
    return n.hit;
}

TEST(reachable_points_are_hit)
{
    int hit = 0, kinds = 0;

    for (int k = 0; unit_kinds[k]; k++)
        if (unit_kinds[k]->parts->coverage && unit_kinds[k] != registry_default()) {
            hit += covered(unit_kinds[k], cycles_of(unit_kinds[k]));
            kinds++;
        }
    COMPARED(kinds, "kinds of routers");
    COMPARED(hit, "points");
}

RUN_TESTS
