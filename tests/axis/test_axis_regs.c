/* SPDX-License-Identifier: Apache-2.0
 *
 * Parameters against docs/spec/axis.md section 3. tests/kind/test_tables.c is for the tables of all kinds.
 */
#include "axis_unit.h"

TEST(bounds)
{
    static const struct axis_parameters good[] = {{1, 1, 1, 1}, {16, 16, 16, 128}, {4, 2, 8, 512}, {2, 2, 1, 63}};
    static const struct axis_parameters bad[] = {{0, 1, 1, 1},    {17, 1, 1, 1},  {1, 0, 1, 1}, {1, 17, 1, 1},
                                                 {1, 1, 0, 1},    {1, 1, 17, 1},  {1, 1, 1, 0}, {1, 1, 1, 65},
                                                 {16, 1, 1, 192}, {1, 16, 1, 192}};

    for (size_t i = 0; i < sizeof good / sizeof *good; i++)
        assert_true(axis_parameters_good(&good[i]));
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_false(axis_parameters_good(&bad[i]));
    COMPARED(sizeof bad / sizeof *bad, "bad parameters");
}

TEST(widths)
{
    const struct axis_widths w = axis_widths(&(struct axis_parameters){5, 2, 7, 192});

    assert_int_equal(w.inputs, 5);
    assert_int_equal(w.dest_bits, 7);
    assert_int_equal(w.words, 3);
    assert_int_equal(w.word_bits, 64);
    assert_int_equal(w.input_bits, 3);
    assert_int_equal(w.weight_bits, 20);
    assert_int_equal(axis_widths(&(struct axis_parameters){1, 1, 1, 8}).input_bits, 1);
    assert_int_equal(axis_widths(&(struct axis_parameters){16, 1, 1, 8}).input_bits, 4);
}

RUN_TESTS
