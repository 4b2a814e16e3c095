/* SPDX-License-Identifier: Apache-2.0
 *
 * What is left of rows of parts, of which a failure needs some: these, and nothing else.
 */
#include "../unit.h"

#include <string.h>

#include "base/minimise.h"

enum { MOST = 200 };

struct row {
    int part[MOST];
    size_t count;
    uint8_t needed[MOST]; /* [part] */
    int trials, most;     /* most: trials that there is time for */
    int ends;             /* the failure ends the row: what is behind the last part that it needs goes with any */
};

static int fails(const struct row *r, const int *part, size_t count)
{
    size_t found = 0, all = 0;

    for (int i = 0; i < MOST; i++)
        all += r->needed[i];
    for (size_t i = 0; i < count; i++)
        found += r->needed[part[i]];
    return found == all;
}

static size_t without(void *context, size_t from, size_t to)
{
    struct row *r = context;
    int left[MOST];
    size_t count = r->count - (to - from);

    assert_true(from < to && to <= r->count);
    r->trials++;
    memcpy(left, r->part, from * sizeof *left);
    memcpy(left + from, r->part + to, (r->count - to) * sizeof *left);
    if (!fails(r, left, count))
        return r->count;
    while (r->ends && count > 1 && !r->needed[left[count - 1]])
        count--;
    memcpy(r->part, left, count * sizeof *left);
    return r->count = count;
}

static int is_over(void *context)
{
    const struct row *r = context;

    return r->trials >= r->most;
}

static void begin(struct row *r, struct rng *random, size_t count, int needed)
{
    *r = (struct row){.count = count, .most = 1 << 30};
    for (size_t i = 0; i < count; i++)
        r->part[i] = (int)i;
    for (int i = 0; i < needed; i++)
        r->needed[rng_below(random, (uint32_t)count)] = 1;
}

static struct minimise of(struct row *r, size_t keep)
{
    return (struct minimise){.count = r->count, .keep = keep, .without = without, .is_over = is_over, .context = r};
}

TEST(test_nothing_else_is_left)
{
    struct rng random = rng_stream(7, 1);
    int trials = 0, rows = 0;

    for (size_t count = 1; count <= MOST; count++)
        for (int needed = 0; needed <= 6; needed++, rows++) {
            struct row r;
            begin(&r, &random, count, needed);
            r.ends = (int)rng_below(&random, 2);
            struct minimise m = of(&r, 0);
            minimise(&m, count);
            assert_int_equal(m.count, r.count);
            for (size_t i = 0; i < r.count; i++)
                assert_true(r.needed[r.part[i]]);
            assert_true(fails(&r, r.part, r.count));
            trials += r.trials;
        }
    assert_true(trials < rows * 60); /* one at a time would be 100 in the mean */
    COMPARED(rows, "rows");
}

TEST(test_some_must_stay)
{
    struct rng random = rng_stream(7, 2);

    for (size_t keep = 1; keep <= 20; keep++) {
        struct row r;
        begin(&r, &random, 20, 0);
        struct minimise m = of(&r, keep);
        assert_int_equal(minimise(&m, 20), keep < 20);
        assert_int_equal(r.count, keep);
    }
}

TEST(test_no_time)
{
    struct rng random = rng_stream(7, 3);
    struct row r;

    begin(&r, &random, 100, 3);
    r.most = 5;
    struct minimise m = of(&r, 0);
    minimise(&m, 100);
    assert_int_equal(r.trials, 5);
    assert_true(fails(&r, r.part, r.count));
}

RUN_TESTS
