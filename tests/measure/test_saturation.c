/* SPDX-License-Identifier: Apache-2.0
 *
 * Runs that are saturated, that are not, and that are too short to tell: queues of known behaviour, at all endpoints
 * and at few of them.
 */
#include <string.h>

#include "../unit.h"
#include "fedx/rng.h"
#include "measure/saturation.h"

enum { TRIALS = 40, LANES = 64, WARMUP_SLICES = 8 };

/* Each lane is a queue that a packet comes to, and leaves, with a chance in every cycle. */
struct queues {
    double come, leave; /* of all lanes */
    int slow;           /* so many lanes are left with this chance: */
    double leave_slow;
    int cycles; /* of a slice */
};

/* @return packets that wait at the end */
static int run(const struct queues *q, uint64_t seed, struct flow (*flow)[METRICS_LANES])
{
    struct rng r = rng_stream(seed, 0);
    int left = 0;

    memset(flow, 0, SLICES * sizeof *flow);
    for (int lane = 0; lane < LANES; lane++) {
        double leave = lane < q->slow ? q->leave_slow : q->leave;
        int waits = 0;
        for (int t = 0; t < SLICES * q->cycles; t++) {
            struct flow *f = &flow[t / q->cycles][lane];
            if (rng_chance(&r, q->come)) {
                f->created++;
                waits++;
            }
            if (waits && rng_chance(&r, leave)) {
                f->delivered++;
                waits--;
            }
        }
        left += waits;
    }
    return left;
}

TEST(told)
{
    static const struct {
        struct queues q;
        int may[3]; /* not told, not saturated, saturated */
    } cases[] = {
        {{0.05, 0.10, 0, 0, 100}, {0, 1, 0}},       /* half full */
        {{0.05, 0.10, 0, 0, 4}, {1, 0, 0}},         /* 16 packets of each: too short */
        {{0.09, 0.10, 0, 0, 400}, {0, 1, 0}},       /* nearly full, and long enough */
        {{0.12, 0.10, 0, 0, 100}, {0, 0, 1}},       /* a sixth more than can leave, at all */
        {{0.05, 0.10, 16, 0.04, 400}, {0, 0, 1}},   /* at a quarter of the lanes */
        {{0.05, 0.10, 4, 0.025, 400}, {0, 0, 1}},   /* at four of them, at which half remains */
        {{0.05, 0.10, 8, 0.04, 20}, {1, 0, 0}},     /* a fifth at an eighth of them, in a short run */
        {{0.05, 0.10, 64, 0.0505, 100}, {1, 0, 0}}, /* full to the brim: neither */
    };
    static struct flow flow[SLICES][METRICS_LANES];

    for (size_t c = 0; c < sizeof cases / sizeof *cases; c++)
        for (uint64_t t = 0; t < TRIALS; t++) {
            int left = run(&cases[c].q, 100 * c + t, flow);
            struct backlog b = saturation_of(flow, WARMUP_SLICES, SLICES);
            assert_float_equal(b.packets, left, 1e-6);
            if (!cases[c].may[saturation_is_decided(b.reason) + 1])
                fail_msg("case %zu, trial %d: %d: growth %g +- %g, waiting %g and %g", c, (int)t, b.reason, b.growth,
                         b.half_width, b.waiting, b.most_waiting);
            assert_int_equal(saturation_of(flow, SLICES - LEAST_BATCHES + 1, SLICES).reason, SATURATION_SHORT);
        }
    COMPARED(TRIALS * sizeof cases / sizeof *cases, "runs");
}

/* What fills, by a twentieth of what comes, is saturated unless it stays at some height. */
TEST(transients)
{
    static const struct {
        int fills; /* slices */
        int saturated;
    } cases[] = {{40, 0}, {SLICES, 1}, {20, 0}};

    for (size_t c = 0; c < sizeof cases / sizeof *cases; c++) {
        struct flow flow[SLICES][METRICS_LANES] = {{{0, 0}}};
        for (int i = 0; i < SLICES; i++)
            for (int lane = 0; lane < LANES; lane++)
                flow[i][lane] =
                    (struct flow){1000, (uint32_t)(i < cases[c].fills ? 950 - i % 7 : 1000 - i % 2 + (i - 1) % 2)};
        struct backlog b = saturation_of((const struct flow(*)[METRICS_LANES])flow, 0, SLICES);
        assert_int_equal(saturation_is_decided(b.reason) == 1, cases[c].saturated);
    }
    COMPARED(sizeof cases / sizeof *cases, "runs");
}

/* More than routes carry is saturated, however short; sources that are held back are, others that created less by
 * chance are not. */
TEST(demands)
{
    static const struct {
        struct demand demand;
        double created;
        int saturated;
        enum saturation_reason reason;
    } cases[] = {
        {{0, 0, 1}, 10, -1, SATURATION_SHORT},      {{0, 1, 1}, 10, -1, SATURATION_SHORT},
        {{0, 1.01, 1}, 10, 1, SATURATION_ROUTES},   {{0.1, 0, 1}, 10000, -1, SATURATION_SHORT},
        {{0.1, 0, 1}, 9850, -1, SATURATION_SHORT},  {{0.1, 0, 1}, 9000, 1, SATURATION_HELD},
        {{0.0001, 0, 1}, 7, -1, SATURATION_SHORT},  {{0.1, 0, 1}, 9500, 1, SATURATION_HELD},
        {{0.1, 0, 16}, 9500, -1, SATURATION_SHORT},
    };

    for (size_t c = 0; c < sizeof cases / sizeof *cases; c++) {
        struct backlog b = {.reason = SATURATION_SHORT};
        int held = cases[c].demand.packets > 0;
        saturation_by_demand(&b, &cases[c].demand, cases[c].created, 100000, 1);
        assert_int_equal(saturation_is_decided(b.reason), cases[c].saturated);
        assert_int_equal(b.reason, cases[c].reason);
        assert_int_equal(b.unbounded, cases[c].saturated == 1 && !held);
    }
    COMPARED(sizeof cases / sizeof *cases, "demands");
}

RUN_TESTS
