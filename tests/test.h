/* SPDX-License-Identifier: Apache-2.0
 *
 * cmocka, with the headers that it needs first, and tests that register themselves: TEST(name) in place of the head of
 * a function, and RUN_TESTS at the end of the file. They run in the order of the file.
 */
#ifndef FEDX_TESTS_TEST_H
#define FEDX_TESTS_TEST_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

enum { TESTS_MOST = 64 /* of a program */ };

/* One list of a program, whichever of its files has a test. */
__attribute__((weak)) struct CMUnitTest test_list[TESTS_MOST];
__attribute__((weak)) size_t test_count;

static inline void test_register(const char *name, CMUnitTestFunction test)
{
    assert_true(test_count < TESTS_MOST);
    test_list[test_count++] = (struct CMUnitTest){.name = name, .test_func = test};
}

#define TEST(name)                                                 \
    static void name(void **state);                                \
    __attribute__((constructor)) static void register_##name(void) \
    {                                                              \
        test_register(#name, name);                                \
    }                                                              \
    static void name(void **state __attribute__((unused)))

/** @param setup  before the first test, and teardown behind the last one; NULL: nothing */
static inline int test_all(CMFixtureFunction setup, CMFixtureFunction teardown)
{
    return _cmocka_run_group_tests("tests", test_list, test_count, setup, teardown);
}

#define RUN_TESTS RUN_TESTS_BETWEEN(NULL, NULL)
#define RUN_TESTS_BETWEEN(setup, teardown) \
    int main(void)                         \
    {                                      \
        return test_all(setup, teardown);  \
    }

#endif
