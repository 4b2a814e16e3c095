/* SPDX-License-Identifier: Apache-2.0
 *
 * Testbenches of the Fed-X switch, as a kind of router has them.
 */
#include "../../gen/gen.h"
#include "fedx_testbench.h"

static void *expect(const struct vectors *v, const char *field, int lane, int wrapped, char *error, size_t size)
{
    return fedx_expected_create(v, field, lane, wrapped, error, size);
}

static void forget(void *expected)
{
    fedx_expected_destroy(expected);
}

static struct observer observer(void *expected)
{
    return fedx_expected_observer(expected);
}

static uint64_t compared(const void *expected)
{
    return fedx_expected_compared(expected);
}

static int testbench(const char *folder, const void *expected, const struct testbench *t, char *error, size_t size)
{
    return fedx_testbench_write(folder, expected, t, error, size);
}

const struct gen_kind fedx_kind_gen = {expect, forget, observer, compared, testbench};
