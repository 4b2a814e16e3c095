/* SPDX-License-Identifier: Apache-2.0
 *
 * Verdicts: figures are paired seed by seed, an interval meets its bounds, fails or
 * is undecided, and every list of outcomes has the verdict that the rule gives it.
 */
#include <math.h>

#include "../unit.h"
#include "results/verdict.h"

static struct figure figure(int count, const double *value)
{
    struct figure f = {.count = count};

    memcpy(f.value, value, (size_t)count * sizeof *value);
    return f;
}

TEST(pairs)
{
    struct figure a = figure(4, (double[]){2, 9, NAN, 8}), b = figure(5, (double[]){1, 3, 5, 0, 7});
    struct figure ratio = figure_ratio(&a, &b), difference = figure_difference(&a, &b);

    assert_int_equal(ratio.count, 4);
    assert_true(ratio.value[0] == 2 && ratio.value[1] == 3);
    assert_true(isnan(ratio.value[2])); /* a seed without a figure does not move the others up */
    assert_true(isinf(ratio.value[3])); /* of nothing it is any multiple */
    assert_true(difference.value[1] == 6 && isnan(difference.value[2]) && difference.value[3] == 8);
    a.marks = FIGURE_UNSETTLED; /* what stands on it has not settled either */
    b.marks = FIGURE_MOVES;
    assert_int_equal(figure_ratio(&a, &b).marks, FIGURE_UNSETTLED | FIGURE_MOVES);
    assert_int_equal(figure_difference(&a, &a).marks, FIGURE_UNSETTLED);
    COMPARED(2 * ratio.count, "pairs");
}

/* What moved when runs became twice as long goes into what is worked out, and into the interval beside the spread of
 * the seeds. */
TEST(moves)
{
    struct figure a = figure(3, (double[]){4, 6, INFINITY}), b = figure(3, (double[]){2, 2, 2}),
                  level = figure(2, (double[]){5, 5});
    const double moved[] = {1, 2, 7};

    memcpy(a.moved, moved, sizeof moved);
    b.moved[0] = 1;
    struct figure ratio = figure_ratio(&a, &b), product = figure_product(&a, &b),
                  difference = figure_difference(&a, &b);
    assert_true(ratio.moved[0] == 4 / 2.0 - 3 / 1.0 && ratio.moved[1] == 6 / 2.0 - 4 / 2.0);
    assert_true(product.moved[0] == 8 - 3 && product.moved[1] == 12 - 8);
    assert_true(difference.moved[0] == 0 && difference.moved[1] == 2);
    assert_true(figure_scaled(a, 10).value[0] == 40 && figure_scaled(a, 10).moved[0] == 10);
    level.moved[0] = 3;
    level.moved[1] = -1; /* the mean moved by 1; the seeds are alike */
    assert_float_equal(figure_estimate(&level).half_width, 1, 1e-12);
    level.value[1] = 7; /* they spread by 12.706 */
    assert_float_equal(figure_estimate(&level).half_width, hypot(12.706, 1), 0.01);
    struct figure one = figure(1, (double[]){2});
    one.moved[0] = 1;
    assert_true(figure_estimate(&one).half_width < 0 &&
                figure_estimate(&a).half_width < 0); /* there is no interval that it could widen */
    COMPARED(10, "figures that moved");
}

/* An error that seeds share, such as the step of a search, does not fall with their number, nor cancel in a ratio. */
TEST(shared_errors)
{
    struct figure a = figure(2, (double[]){6, 6}), b = figure(3, (double[]){3, 3, NAN}), c = a;

    a.known_to = 0.5;
    b.known_to = 0.25;
    struct figure ratio = figure_ratio(&a, &b), product = figure_product(&a, &b),
                  difference = figure_difference(&a, &b);
    assert_float_equal(figure_estimate(&a).half_width, 0.5, 1e-12);
    assert_float_equal(ratio.known_to, hypot(6.5 / 3 - 2, 6 / 3.25 - 2), 1e-12);
    assert_float_equal(figure_estimate(&ratio).half_width, ratio.known_to, 1e-12);
    assert_float_equal(product.known_to, hypot(0.5 * 3, 0.25 * 6), 1e-12);
    assert_float_equal(difference.known_to, hypot(0.5, 0.25), 1e-12);
    assert_float_equal(figure_scaled(a, -2).known_to, 1, 1e-12);
    assert_true(figure_ratio(&c, &c).known_to == 0);
    a.value[1] = 8; /* beside a spread */
    assert_float_equal(figure_estimate(&a).half_width, hypot(12.706, 0.5), 0.01);
    COMPARED(8, "figures with an error of all seeds");
}

/* Student t at 0.975: of three values 4.303 s / sqrt(3), of two 12.706 s / sqrt(2). */
TEST(intervals)
{
    struct figure three = figure(4, (double[]){1, NAN, 2, 3}), two = figure(2, (double[]){0, 2});
    struct figure one = figure(2, (double[]){NAN, 5}), none = {.count = 0};
    struct estimate i = figure_estimate(&three);

    assert_int_equal(i.count, 3);
    assert_true(fabs(i.mean - 2) < 1e-12 && fabs(i.half_width - 4.303 / sqrt(3)) < 1e-9);
    i = figure_estimate(&two);
    assert_true(fabs(i.mean - 1) < 1e-12 && fabs(i.half_width - 12.706) < 1e-9);
    i = figure_estimate(&one);
    assert_true(i.count == 1 && i.mean == 5 && i.half_width < 0);
    i = figure_estimate(&none);
    assert_true(i.count == 0 && isnan(i.mean) && i.half_width < 0);
    struct figure grow = figure(3, (double[]){INFINITY, INFINITY, INFINITY}),
                  some = figure(3, (double[]){1, INFINITY, 2});
    struct figure under = figure_ratio(&three, &grow), neither = figure_ratio(&grow, &grow);
    i = figure_estimate(&grow);
    assert_true(i.count == 3 && isinf(i.mean) && i.half_width == 0);
    i = figure_estimate(&some);
    assert_true(i.count == 3 && isinf(i.mean) && i.half_width < 0); /* no mean of those that do not grow */
    i = figure_estimate(&under);
    assert_true(i.mean == 0 && i.half_width == 0);
    i = figure_estimate(&neither);
    assert_int_equal(i.count, 0);
    COMPARED(8, "intervals");
}

TEST(outcomes)
{
    static const struct {
        double mean, half_width, least, most;
        enum outcome outcome;
    } cases[] = {{1.0, 0.1, 0.8, 1.2, OUTCOME_MET},
                 {1.15, 0.1, 0.8, 1.2, OUTCOME_UNDECIDED},
                 {0.75, 0.1, 0.8, 1.2, OUTCOME_UNDECIDED},
                 {0.85, 0.1, 0.8, 1.2, OUTCOME_UNDECIDED},
                 {1.25, 0.1, 0.8, 1.2, OUTCOME_UNDECIDED},
                 {1.4, 0.1, 0.8, 1.2, OUTCOME_FAILED},
                 {0.6, 0.1, 0.8, 1.2, OUTCOME_FAILED},
                 {1.0, 0.5, 0.8, 1.2, OUTCOME_UNDECIDED},
                 {9.0, 0.1, 1, INFINITY, OUTCOME_MET},
                 {0.9, 0.05, 1, INFINITY, OUTCOME_FAILED},
                 {-9.0, 0.1, -INFINITY, 1, OUTCOME_MET},
                 {1.05, 0.1, -INFINITY, 1, OUTCOME_UNDECIDED},
                 {1.0, 0, 1, 1, OUTCOME_MET},
                 {1 - 1e-12, 1e-15, 1, 1, OUTCOME_MET},
                 {0.9999, 0, 1, 1, OUTCOME_FAILED},
                 {INFINITY, 0, 1, INFINITY, OUTCOME_MET},
                 {INFINITY, 0, -INFINITY, 1, OUTCOME_FAILED},
                 {INFINITY, -1, 1, INFINITY, OUTCOME_UNDECIDED},
                 {1.0, -1, -INFINITY, INFINITY, OUTCOME_UNDECIDED}};
    enum { CASES = sizeof cases / sizeof *cases };

    for (int i = 0; i < CASES; i++) {
        struct estimate interval = {10, cases[i].mean, cases[i].half_width};
        struct bound bound = {cases[i].least, cases[i].most};
        assert_int_equal(estimate_outcome(interval, bound), cases[i].outcome);
        if (cases[i].half_width >= 1e-6 && cases[i].outcome == OUTCOME_MET)
            assert_true(estimate_margin(interval, bound) > 0);
    }
    COMPARED(CASES, "intervals held against bounds");
}

/* Every list of up to five outcomes, against the rule said the other way round. */
TEST(verdicts)
{
    unsigned compared = 0;

    for (int count = 1; count <= 5; count++) {
        int lists = (int)pow(3, count);
        for (int list = 0; list < lists; list++, compared++) {
            enum outcome all[5];
            int met = 0, failed = 0, rest = list;
            for (int i = 0; i < count; i++, rest /= 3) {
                all[i] = (enum outcome)(rest % 3);
                met += all[i] == OUTCOME_MET;
                failed += all[i] == OUTCOME_FAILED;
            }
            enum verdict verdict = verdict_judge(all, count);
            assert_int_equal(verdict == VERDICT_HOLDS, met == count);
            assert_int_equal(verdict == VERDICT_NOT, met == 0 && failed > 0);
            assert_int_equal(verdict == VERDICT_PARTLY, met < count && (met > 0 || failed == 0));
        }
    }
    assert_string_equal(verdict_name(VERDICT_NOT), "does not hold");
    assert_string_equal(outcome_name(OUTCOME_FAILED), "failed");
    COMPARED(compared, "lists of outcomes");
}

RUN_TESTS
