/* SPDX-License-Identifier: Apache-2.0
 *
 * Destination patterns against tables worked out by hand, and their properties on
 * every size that they fit.
 */
#include <stdlib.h>

#include "../unit.h"
#include "traffic/pattern.h"

static int to(const char *name, int rows, int cols, int node)
{
    return pattern_find(name)->destination(NULL, (struct topology_shape){rows, cols}, node);
}

/* Nodes of a 4x4: row * 4 + column, four address bits. */
TEST(four_by_four)
{
    static const struct {
        const char *name;
        int destination[16];
    } table[] = {
        {"transpose", {0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15}},
        {"bit-complement", {15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0}},
        {"bit-reversal", {0, 8, 4, 12, 2, 10, 6, 14, 1, 9, 5, 13, 3, 11, 7, 15}},
        {"shuffle", {0, 2, 4, 6, 8, 10, 12, 14, 1, 3, 5, 7, 9, 11, 13, 15}},
        {"butterfly", {0, 8, 2, 10, 4, 12, 6, 14, 1, 9, 3, 11, 5, 13, 7, 15}},
        {"neighbour", {5, 6, 7, 4, 9, 10, 11, 8, 13, 14, 15, 12, 1, 2, 3, 0}},
        {"tornado", {5, 6, 7, 4, 9, 10, 11, 8, 13, 14, 15, 12, 1, 2, 3, 0}},
    };
    unsigned compared = 0;

    for (unsigned i = 0; i < sizeof table / sizeof table[0]; i++)
        for (int n = 0; n < 16; n++, compared++)
            assert_int_equal(to(table[i].name, 4, 4, n), table[i].destination[n]);
    /* An 8x8: three columns and three rows on, ceil(8 / 2) - 1; a 5x4: one column, two rows. */
    assert_int_equal(to("tornado", 8, 8, 0), 27);
    assert_int_equal(to("tornado", 8, 8, 63), 18);
    assert_int_equal(to("tornado", 5, 4, 0), 9);
    assert_int_equal(to("bit-reversal", 8, 8, 1), 32);
    assert_int_equal(to("shuffle", 8, 8, 33), 3);
    assert_int_equal(to("neighbour", 3, 5, 14), 0);
    COMPARED(compared, "destinations");
}

/* Fixed patterns are permutations. */
TEST(permutations)
{
    unsigned compared = 0;

    for (const struct pattern *p = traffic_patterns; p->name; p++)
        for (int rows = 2; rows <= 16; rows++)
            for (int cols = 2; cols <= 16 && p->fixed; cols++) {
                struct topology_shape s = {rows, cols};
                uint8_t seen[256] = {0};
                if (!p->fits(s))
                    continue;
                for (int n = 0; n < rows * cols; n++, compared++) {
                    int d = p->destination(NULL, s, n);
                    assert_in_range(d, 0, rows * cols - 1);
                    assert_int_equal(seen[d]++, 0);
                }
            }
    COMPARED(compared, "destinations");
}

TEST(sizes)
{
    static const struct {
        const char *name;
        int rows, cols, fits;
    } table[] = {
        {"uniform", 2, 2, 1},        {"uniform", 3, 5, 1},        {"transpose", 3, 3, 1},    {"transpose", 4, 8, 0},
        {"bit-complement", 2, 8, 1}, {"bit-complement", 3, 4, 0}, {"bit-reversal", 6, 6, 0}, {"shuffle", 8, 4, 1},
        {"shuffle", 8, 5, 0},        {"butterfly", 7, 7, 0},      {"neighbour", 2, 3, 1},    {"tornado", 2, 2, 0},
        {"tornado", 2, 3, 1},        {"hot-region", 3, 5, 0},     {"hot-region", 4, 4, 1},   {"tornado", 1, 19, 0},
        {"transpose", 1, 19, 0},     {"neighbour", 1, 19, 1},     {"hot-region", 1, 19, 1},  {"near", 9, 9, 1},
        {"near", 8, 9, 0},           {"near", 12, 8, 0},          {"near", 1, 81, 0},
    };

    for (unsigned i = 0; i < sizeof table / sizeof table[0]; i++)
        assert_int_equal(pattern_find(table[i].name)->fits((struct topology_shape){table[i].rows, table[i].cols}),
                         table[i].fits);
    assert_null(pattern_find("diagonal"));
}

/* A quarter for the region, evenly, on top of its share of the rest; never to oneself. */
TEST(region)
{
    enum { DRAWS = 400000 };
    const struct pattern *p = pattern_find("hot-region");
    struct rng r = rng_stream(4, 2);

    for (int node = 0; node < 64; node += 63) {
        int counts[64] = {0};
        for (int i = 0; i < DRAWS; i++)
            counts[p->destination(&r, (struct topology_shape){8, 8}, node)]++;
        assert_int_equal(counts[node], 0);
        for (int d = 0; d < 64; d++) {
            double share = pattern_share(p, (struct topology_shape){8, 8}, node, d);
            if (d != node)
                assert_float_equal(counts[d], share * DRAWS, 0.06 * share * DRAWS);
        }
    }
    COMPARED(2 * DRAWS, "destinations");
}

/* Each of the nodes up to four rows and four columns away, with wrap, alike; and offsets, one by one. */
TEST(near_nodes)
{
    enum { ROWS = 10, COLS = 13, DRAWS = 400000 };
    const struct pattern *p = pattern_find("near");
    const struct topology_shape s = {ROWS, COLS};
    struct rng r = rng_stream(4, 3);
    unsigned compared = 0;

    assert_int_equal(p->reach, 4);
    for (int node = 0; node < ROWS * COLS; node += 43) {
        int counts[ROWS * COLS] = {0};
        for (int i = 0; i < DRAWS; i++)
            counts[p->destination(&r, s, node)]++;
        for (int d = 0; d < ROWS * COLS; d++, compared++) {
            int row = abs(d / COLS - node / COLS), col = abs(d % COLS - node % COLS);
            int close = (row <= 4 || ROWS - row <= 4) && (col <= 4 || COLS - col <= 4) && d != node;
            assert_float_equal(pattern_share(p, s, node, d), close / 80.0, 1e-12);
            assert_float_equal(counts[d], close * DRAWS / 80.0, close * 0.07 * DRAWS / 80);
        }
    }
    assert_int_equal(pattern_offset(s, 0, -1, -1), ROWS * COLS - 1);
    assert_int_equal(pattern_offset(s, 2 * COLS + 12, 3, 9), COLS + 2);
    COMPARED(compared, "shares of near nodes");
}

/* What share says is where destination leads: once, or of what is drawn all. */
TEST(shares)
{
    unsigned compared = 0;

    for (const struct pattern *p = traffic_patterns; p->name; p++)
        for (int node = 0; node < 64; node++) {
            struct topology_shape s =
                p->fits((struct topology_shape){8, 8}) ? (struct topology_shape){8, 8} : (struct topology_shape){9, 11};
            double sum = 0;
            for (int d = 0; d < s.rows * s.cols; d++, compared++) {
                double share = pattern_share(p, s, node, d);
                sum += share;
                if (p->fixed)
                    assert_float_equal(share, d != node && p->destination(NULL, s, node) == d, 0);
            }
            assert_float_equal(sum, pattern_sends(p, s, node), 1e-9);
        }
    COMPARED(compared, "shares");
}

RUN_TESTS
