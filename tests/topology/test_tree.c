/* SPDX-License-Identifier: Apache-2.0
 *
 * k-ary n-trees: wiring, distances, and the ways of every pair of endpoints, whatever best ports are taken. What is
 * expected comes from the digits of the numbers, worked out here for themselves.
 */
#include <stdlib.h>

#include "../unit.h"
#include "topology/topology.h"

static const int sizes[][2] = {{2, 1}, {2, 2}, {2, 3}, {2, 5}, {3, 1}, {3, 2}, {3, 3}, {4, 3}, {5, 2}, {6, 2}, {6, 1}};
enum { SIZES = sizeof sizes / sizeof *sizes, MOST_DIGITS = 16 };

static struct topology *make(int arity, int levels)
{
    const char *error = "";
    struct topology *t = topology_create(&topology_tree, arity, levels, &error);

    if (!t)
        fail_msg("%d-ary %d-tree: %s", arity, levels, error);
    return t;
}

static unsigned long every_size(unsigned long (*check)(const struct topology *t, int arity, int levels))
{
    unsigned long compared = 0;

    for (int i = 0; i < SIZES; i++) {
        struct topology *t = make(sizes[i][0], sizes[i][1]);
        compared += check(t, sizes[i][0], sizes[i][1]);
        topology_destroy(t);
    }
    return compared;
}

/* A router as level and digits. */
struct router {
    int level, digit[MOST_DIGITS];
};

static int power(int k, int n)
{
    return n == 0 ? 1 : k * power(k, n - 1);
}

static struct router router_of(int arity, int levels, int number)
{
    int width = power(arity, levels - 1), w = number % width;
    struct router r = {.level = number / width};

    for (int i = 0; i < levels - 1; i++, w /= arity)
        r.digit[i] = w % arity;
    return r;
}

static int number_of(int arity, int levels, const struct router *r)
{
    int w = 0;

    for (int i = levels - 2; i >= 0; i--)
        w = w * arity + r->digit[i];
    return r->level * power(arity, levels - 1) + w;
}

static void check_up(const struct topology *t, int arity, int levels, int n, int u)
{
    struct router r = router_of(arity, levels, n);
    struct topology_end far = t->links[n][arity + u];
    int old = r.digit[r.level];

    if (r.level == levels - 1) {
        assert_int_equal(far.node, -1);
        return;
    }
    r.digit[r.level++] = u;
    assert_int_equal(far.node, number_of(arity, levels, &r));
    assert_int_equal(far.port, old);
    assert_int_equal(t->links[far.node][far.port].node, n);
    assert_int_equal(t->links[far.node][far.port].port, arity + u);
    assert_int_equal((t->side[n] >> (arity + u) & 1) ^ (t->side[far.node] >> far.port & 1), 1);
}

static unsigned long check_wiring(const struct topology *t, int arity, int levels)
{
    assert_int_equal(t->nodes, levels * power(arity, levels - 1));
    assert_int_equal(t->endpoints, power(arity, levels));
    for (int n = 0; n < t->nodes; n++)
        for (int p = 0; p < TOPOLOGY_PORTS; p++) {
            struct topology_end far = t->links[n][p];
            if (p >= 2 * arity)
                assert_int_equal(far.node, -1);
            else if (p >= arity)
                check_up(t, arity, levels, n, p - arity);
            else if (n < power(arity, levels - 1))
                assert_true(far.port == TOPOLOGY_ENDPOINT && far.node == n * arity + p);
            else
                assert_int_equal(t->links[far.node][far.port].node, n);
        }
    for (int e = 0; e < t->endpoints; e++)
        assert_true(t->attached[e].node == e / arity && t->attached[e].port == e % arity);
    return (unsigned long)t->nodes * TOPOLOGY_PORTS;
}

TEST(wiring)
{
    COMPARED(every_size(check_wiring), "ports");
}

/* Levels up from the leaves to the lowest router that is above both endpoints. */
static int levels_up(int arity, int from, int to)
{
    int up = 0;

    for (from /= arity, to /= arity; from != to; from /= arity, to /= arity)
        up++;
    return up;
}

static unsigned long check_distances(const struct topology *t, int arity, int levels)
{
    double total = 0;

    for (int a = 0; a < t->endpoints; a++)
        for (int b = 0; b < t->endpoints; b++) {
            int hops = 2 * levels_up(arity, a, b);
            assert_int_equal(topology_distance(t, t->attached[a].node, t->attached[b].node), hops);
            assert_int_equal(topology_route(t, t->attached[a].node, b).distance, hops);
            total += hops;
        }
    assert_int_equal(t->diameter, 2 * (levels - 1));
    assert_float_equal(t->mean_distance, total / t->endpoints / (t->endpoints - 1), 1e-9);
    return (unsigned long)t->endpoints * (unsigned long)t->endpoints;
}

TEST(distances)
{
    COMPARED(every_size(check_distances), "distances");
}

/* All ways by best ports from a router: each arrives after as many hops as are left. @return how many there are */
static unsigned long walk(const struct topology *t, int node, int to, int left)
{
    struct topology_route way = topology_route(t, node, to);
    unsigned long ways = 0;

    assert_int_equal(way.distance, left);
    assert_true(way.best >> way.deterministic & 1);
    assert_int_equal(way.preferred, way.deterministic);
    for (int p = 0; p < TOPOLOGY_PORTS; p++) {
        struct topology_end far = t->links[node][p];
        if (!(way.best >> p & 1))
            continue;
        if (far.port == TOPOLOGY_ENDPOINT)
            assert_true(left == 0 && far.node == to);
        ways += far.port == TOPOLOGY_ENDPOINT ? 1 : walk(t, far.node, to, left - 1);
    }
    return ways;
}

static unsigned long check_ways(const struct topology *t, int arity, int levels)
{
    unsigned long ways = 0;

    (void)levels;
    for (int a = 0; a < t->endpoints; a++)
        for (int b = 0; b < t->endpoints; b++) {
            int up = levels_up(arity, a, b);
            unsigned long found = walk(t, t->attached[a].node, b, 2 * up);
            assert_int_equal(found, power(arity, up));
            ways += found;
        }
    return ways;
}

TEST(any_way_arrives)
{
    COMPARED(every_size(check_ways), "ways");
}

/* With a packet from everyone to everyone, by deterministic ways, no cable of a level and direction has more than
 * another. */
static unsigned long check_balance(const struct topology *t, int arity, int levels)
{
    unsigned long(*load)[TOPOLOGY_PORTS] = calloc((size_t)t->nodes, sizeof *load), hops = 0;

    for (int a = 0; a < t->endpoints; a++)
        for (int b = 0; b < t->endpoints; b++)
            for (int at = t->attached[a].node;; hops++) {
                int port = topology_route(t, at, b).deterministic;
                load[at][port]++;
                if (t->links[at][port].port == TOPOLOGY_ENDPOINT)
                    break;
                at = t->links[at][port].node;
            }
    for (int n = 0; n < t->nodes; n++)
        for (int p = 0; p < 2 * arity; p++)
            assert_int_equal(load[n][p],
                             load[n / power(arity, levels - 1) * power(arity, levels - 1)][p < arity ? 0 : arity]);
    free(load);
    return hops;
}

TEST(deterministic_ways_are_spread)
{
    COMPARED(every_size(check_balance), "hops of deterministic packets");
}

/* Levels are the rows of the map, and every place has one router. */
static unsigned long check_map(const struct topology *t, int arity, int levels)
{
    for (int n = 0; n < t->nodes; n++) {
        struct topology_place place = topology_drawn(t, n);
        int width = power(arity, levels - 1);
        assert_int_equal(place.row, levels - 1 - n / width);
        assert_int_equal(place.col, n % width);
    }
    return (unsigned long)t->nodes;
}

TEST(map)
{
    COMPARED(every_size(check_map), "routers on maps");
}

TEST(shapes)
{
    static const int want[][4] = {{2, 3, 2, 4}, {3, 2, 3, 3}, {4, 3, 8, 8}, {4, 5, 32, 32}, {3, 3, 3, 9}, {2, 1, 1, 2}};

    for (unsigned i = 0; i < sizeof want / sizeof *want; i++) {
        struct topology *t = make(want[i][0], want[i][1]);
        struct topology_shape shape = topology_shape(t);
        assert_true(shape.rows == want[i][2] && shape.cols == want[i][3]);
        topology_destroy(t);
    }
}

static void refused(int arity, int levels, const char *word)
{
    const char *error = NULL;

    assert_null(topology_create(&topology_tree, arity, levels, &error));
    if (!strstr(error, word))
        fail_msg("%d-ary %d-tree is refused with \"%s\", which does not say \"%s\"", arity, levels, error, word);
}

TEST(refusals)
{
    static const struct topology_end endpoint = {0, 1, 0}, link = {0, 2, 0}, none = {11, 2, 0};
    const char *error;
    struct topology *t = topology_create_without(&topology_tree, 2, 3, &link, 1, &error);

    assert_non_null(t);
    assert_int_equal(topology_best(t, 0, 3), 1 << 3);
    topology_destroy(t);
    refused(1, 3, "arity from 2 to 6");
    refused(7, 2, "arity from 2 to 6");
    refused(2, 0, "at least one level");
    refused(2, 17, "65536 endpoints");
    refused(6, 2147483647, "65536 endpoints");
    refused(4, 7, "8192");
    assert_null(topology_create_without(&topology_tree, 2, 3, &endpoint, 1, &error));
    assert_string_equal(error, "a dead link is not in the fabric");
    assert_null(topology_create_without(&topology_tree, 2, 3, &none, 1, &error));
    assert_string_equal(error, "a dead link is named twice, or was never there");
    COMPARED(8, "refusals");
}

RUN_TESTS
