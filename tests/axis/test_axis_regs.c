/* SPDX-License-Identifier: Apache-2.0
 *
 * Parameters and tables against docs/spec/axis.md sections 3 and 9: every byte of the structs is of one row, or always
 * 0.
 */
#include "axis_unit.h"

static void bounds(void **state)
{
    static const struct axis_parameters good[] = {{1, 1, 1, 1}, {16, 16, 16, 128}, {4, 2, 8, 512}, {2, 2, 1, 63}};
    static const struct axis_parameters bad[] = {{0, 1, 1, 1},    {17, 1, 1, 1},  {1, 0, 1, 1}, {1, 17, 1, 1},
                                                 {1, 1, 0, 1},    {1, 1, 17, 1},  {1, 1, 1, 0}, {1, 1, 1, 65},
                                                 {16, 1, 1, 192}, {1, 16, 1, 192}};
    (void)state;

    for (size_t i = 0; i < sizeof good / sizeof *good; i++)
        assert_true(axis_parameters_good(&good[i]));
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_false(axis_parameters_good(&bad[i]));
    COMPARED(sizeof bad / sizeof *bad, "bad parameters");
}

static void widths(void **state)
{
    const struct axis_widths w = axis_widths(&(struct axis_parameters){5, 2, 7, 192});
    (void)state;

    assert_int_equal(w.inputs, 5);
    assert_int_equal(w.dest_bits, 7);
    assert_int_equal(w.words, 3);
    assert_int_equal(w.word_bits, 64);
    assert_int_equal(w.input_bits, 3);
    assert_int_equal(w.weight_bits, 20);
    assert_int_equal(axis_widths(&(struct axis_parameters){1, 1, 1, 8}).input_bits, 1);
    assert_int_equal(axis_widths(&(struct axis_parameters){16, 1, 1, 8}).input_bits, 4);
}

/* Mark the bytes of a row's lanes; none may be marked before. */
static unsigned mark(const struct lanes *l, uint8_t *bytes)
{
    for (int i = 0; i < l->count; i++)
        for (int k = 0; k < l->bytes; k++)
            assert_int_equal(bytes[l->offset + l->stride * i + k]++, 0);
    assert_true(lane_value_bits(l) <= 8u * l->bytes);
    return (unsigned)l->count * l->bytes;
}

static void rows(void **state)
{
    unsigned bytes = 0;
    (void)state;

    for (int n = 0; n < AXIS_CASES; n++) {
        struct reg_info registers[AXIS_REG_COUNT];
        struct pin_info pins[AXIS_PIN_COUNT];
        uint8_t of_registers[sizeof(struct axis_regs)] = {0}, of_pins[4][sizeof(struct axis_pins)] = {{0}};
        axis_reg_rows(&axis_cases[n], registers);
        axis_pin_rows(&axis_cases[n], pins);
        for (int i = 0; i < AXIS_REG_COUNT; i++)
            bytes += mark(&registers[i].lanes, of_registers);
        for (int i = 0; i < AXIS_PIN_COUNT; i++) {
            bytes += mark(&pins[i].lanes, of_pins[pins[i].place]);
            assert_true(pin_is_output(&pins[i]) == (*pins[i].shows != 0));
            if (*pins[i].shows)
                assert_non_null(reg_rows_find(registers, AXIS_REG_COUNT, pins[i].shows));
        }
    }
    COMPARED(bytes, "bytes of rows");
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(bounds), cmocka_unit_test(widths), cmocka_unit_test(rows)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
