/* SPDX-License-Identifier: Apache-2.0
 *
 * A map of numbers beside an array that says the same.
 */
#include "../unit.h"

#include "base/number_map.h"

TEST(beside_an_array)
{
    enum { KEYS = 3000, STEPS = 300000 };
    static uint64_t value[KEYS];
    static uint8_t has[KEYS];
    struct number_map m = {0};
    struct rng r = rng_stream(7, 0);
    size_t count = 0;

    assert_null(number_map_find(&m, 0));
    for (int i = 0; i < STEPS; i++) {
        unsigned n = rng_below(&r, KEYS);
        uint64_t key = (uint64_t)n << (n % 3 * 20), *found = number_map_find(&m, key);

        assert_int_equal(found != NULL, has[n]);
        if (found)
            assert_int_equal(*found, value[n]);
        if (found && rng_below(&r, 2)) {
            number_map_remove(&m, key);
            has[n] = 0;
            count--;
        } else if (!found) {
            value[n] = rng_next(&r);
            assert_int_equal(number_map_add(&m, key, value[n]), 0);
            has[n] = 1;
            count++;
        }
        assert_int_equal(m.count, count);
    }
    number_map_finish(&m);
    assert_null(number_map_find(&m, 0));
    COMPARED(STEPS, "steps");
}

RUN_TESTS
