/* SPDX-License-Identifier: Apache-2.0
 *
 * Performance over load, of models of virtual-channel routers in a mesh: below saturation all comes out that comes into
 * being, hardly later than without load; beyond it what waits grows, and is said to.
 */
#include <math.h>

#include "blackbox/campaign/blackbox_curve.h"
#include "blackbox_networks.h"
#include "vcr/bench/vcr_baseline.h"

enum { FLITS = 5, CYCLES = 6000 };

static const struct pattern *pattern; /* of all points; NULL: any output */

static struct blackbox_load_point point_at(const struct vcr_baseline *v, double load, uint64_t seed)
{
    const struct blackbox_curve c = {.cycles = CYCLES, .seed = seed, .flits = FLITS, .pattern = pattern};
    struct blackbox_load_point p;
    struct blackbox_result r;

    assert_int_equal(blackbox_curve_point(&c, v->f, v->ops, load, &p, &r), 0);
    if (r.failed)
        fail_msg("load %.2f: cycle %u: %s", load, r.cycle, r.text);
    return p;
}

/* Packets that come into being in every cycle with the probability of the load. */
static void check_offered(const struct vcr_baseline *v, const struct blackbox_load_point *p)
{
    double trials = (double)CYCLES * v->f->sources, chance = p->load / FLITS;

    assert_true(fabs((double)p->packets - trials * chance) < 5 * sqrt(trials * chance));
}

TEST(latency_and_throughput)
{
    struct blackbox *f = network_of(5, 2, GRID("mesh", "4"));
    struct vcr_baseline v;
    char error[BLACKBOX_ERROR];
    double before = 0;
    unsigned long points = 0;

    assert_int_equal(vcr_baseline_create(&v, f, 2, 4, error, sizeof error), 0);
    for (int tenth = 1; tenth <= 9; tenth += 4, points++) {
        struct blackbox_load_point p = point_at(&v, tenth / 10.0, 1);
        check_offered(&v, &p);
        if (tenth == 1) {
            assert_int_equal(p.saturated, 0);
            assert_int_equal(p.interval.verdict, INTERVAL_GOOD);
            assert_true(fabs(p.delivered - 0.1) < 3 * p.interval.half_width);
            assert_true(p.interval.half_width < 0.02);
            assert_int_equal(p.latency.min, FLITS + 2); /* to its own router */
            assert_true(p.latency.mean > FLITS + 4 && p.latency.mean < 2 * (FLITS + 14));
        }
        assert_true(p.latency.mean > before);
        before = p.latency.mean;
        if (tenth == 9) {
            assert_int_equal(p.saturated, 1);
            assert_true(p.delivered > 0.3 && p.delivered < 0.8);
        }
    }
    vcr_baseline_destroy(&v);
    blackbox_destroy(f);
    COMPARED(points, "points");
}

TEST(seeds_draw)
{
    struct blackbox *f = network_of(4, 1, "");
    struct vcr_baseline v;
    char error[BLACKBOX_ERROR];
    struct blackbox_load_point one, again, other;

    assert_int_equal(vcr_baseline_create(&v, f, 1, 4, error, sizeof error), 0);
    one = point_at(&v, 0.3, 1);
    again = point_at(&v, 0.3, 1);
    other = point_at(&v, 0.3, 2);
    assert_true(one.packets == again.packets && one.latency.mean == again.latency.mean &&
                one.delivered == again.delivered);
    assert_true(one.latency.mean != other.latency.mean);
    vcr_baseline_destroy(&v);
    blackbox_destroy(f);
}

/* Every pattern that fits: all inputs that send, and only those, send to where it says. In the mean of a mesh of 4 x 4
 * packets of neighbours have a hop each, those of the complement four, and those that go round a corner by the diagonal
 * in between. */
TEST(patterns)
{
    struct blackbox *f = network_of(5, 2, GRID("mesh", "4"));
    double latency[3] = {0};
    const char *const names[3] = {"neighbour", "transpose", "bit-complement"};
    struct vcr_baseline v;
    char error[BLACKBOX_ERROR];
    unsigned long fits = 0;

    assert_int_equal(vcr_baseline_create(&v, f, 2, 4, error, sizeof error), 0);
    for (pattern = traffic_patterns; pattern->name; pattern++) {
        struct blackbox_load_point p;
        if (blackbox_curve_fits(pattern, f, error, sizeof error) != 0)
            continue;
        fits++;
        p = point_at(&v, 0.1, 1);
        assert_true(fabs(p.delivered - 0.1) < 0.02);
        for (int i = 0; i < 3; i++)
            if (strcmp(pattern->name, names[i]) == 0)
                latency[i] = p.latency.mean;
    }
    assert_true(latency[0] > 0 && latency[0] < latency[1] && latency[1] < latency[2]);
    assert_int_equal(fits, 9); /* all but near, which needs a larger one */
    assert_string_equal(error, "needs at least 9 rows and 9 columns");
    pattern = NULL;
    vcr_baseline_destroy(&v);
    blackbox_destroy(f);
    COMPARED(fits, "patterns");
}

RUN_TESTS
