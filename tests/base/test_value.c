/* SPDX-License-Identifier: Apache-2.0
 *
 * Numbers as text: exact, or refused; and the nearest name to a slip.
 */
#include "base/did_you_mean.h"
#include "base/value.h"
#include "../unit.h"

#include <inttypes.h>

TEST(whole_numbers_are_exact)
{
    static const struct {
        const char *text;
        int64_t value;
    } good[] = {{"0", 0},
                {"-0", 0},
                {"+7", 7},
                {"-12", -12},
                {"007", 7},
                {"1e6", 1000000},
                {"1E6", 1000000},
                {"1.5e6", 1500000},
                {"1.50e1", 15},
                {"12.000", 12},
                {"0.5k", 500},
                {"200k", 200000},
                {"2M", 2000000},
                {"-3G", -3000000000},
                {"0e99", 0},
                {"0.000", 0},
                {"0.000000001G", 1},
                {"100200300", 100200300},
                {"9223372036854775807", INT64_MAX},
                {"9.223372036854775807e18", INT64_MAX},
                {"4611686018427387903", INT64_MAX / 2}};
    int64_t value;

    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        value = 99;
        if (value_integer(good[i].text, INT64_MIN, INT64_MAX, &value) != 0 || value != good[i].value)
            fail_msg("%s is read as %" PRId64 ", not %" PRId64, good[i].text, value, good[i].value);
    }
}

TEST(other_texts_are_refused)
{
    static const char *const bad[] = {"",
                                      "-",
                                      "+",
                                      ".",
                                      "1.",
                                      ".5k.",
                                      "1.5",
                                      "1.2345k",
                                      "1e",
                                      "1e-1",
                                      "e6",
                                      "1e6k",
                                      "1kk",
                                      "1K",
                                      "k",
                                      "--1",
                                      "1 ",
                                      " 1",
                                      "1,000",
                                      "0x10",
                                      "9223372036854775808",
                                      "1e19",
                                      "10000000000G",
                                      "18446744073709551616",
                                      "18446744073709551617",
                                      "1e4294967296",
                                      "1e18446744073709551616",
                                      "0.0000000001G",
                                      "nan",
                                      "inf"};
    int64_t value = 99;

    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        if (value_integer(bad[i], INT64_MIN, INT64_MAX, &value) == 0)
            fail_msg("'%s' is read as %" PRId64, bad[i], value);
    assert_int_equal(value, 99);
    assert_int_equal(value_integer("1k", 0, 999, &value), -1);
    assert_int_equal(value_integer("-1", 0, 999, &value), -1);
}

TEST(every_number_is_read_as_it_is_written)
{
    char text[32];
    int64_t value, number = 1;

    for (int i = 0; i < 100000; i++) {
        number = (int64_t)((uint64_t)number * 6364136223846793005u + 1442695040888963407u) >> (i % 50);
        snprintf(text, sizeof text, "%" PRId64, number);
        if (number != INT64_MIN && (value_integer(text, INT64_MIN, INT64_MAX, &value) != 0 || value != number))
            fail_msg("%s is read as %" PRId64, text, value);
    }
}

static const char *suggested(const char *word)
{
    static const char *const names[] = {"run", "verify", "cycles", "gen-tb", "lockstep", "illegal"};
    struct did_you_mean near = {.word = word, .length = strlen(word)};

    for (int i = 0; i < 6; i++)
        did_you_mean_consider(&near, names[i], i);
    return near.name ? near.name : "none";
}

TEST(a_slip_is_near)
{
    assert_string_equal(suggested("rnu"), "run");
    assert_string_equal(suggested("verfiy"), "verify");
    assert_string_equal(suggested("cycle"), "cycles");
    assert_string_equal(suggested("gentb"), "gen-tb");
    assert_string_equal(suggested("lokcstp"), "lockstep");
    assert_string_equal(suggested("fly"), "none");
    assert_string_equal(suggested("hostile"), "illegal");
    assert_string_equal(suggested("hostil"), "none");
    assert_string_equal(suggested(""), "none");
    assert_string_equal(suggested("frobnicate-and-more-than-any-name-has-letters-of-the-whole-alphabet"), "none");
}

RUN_TESTS
