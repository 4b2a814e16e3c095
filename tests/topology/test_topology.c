/* SPDX-License-Identifier: Apache-2.0
 *
 * X-mesh topologies of all sizes from 2x2 to 14x14: wiring, distances, routes,
 * sides, and the sizes that are refused (docs/spec/fedx.md section 10).
 */
#include <stdlib.h>

#include "../unit.h"
#include "fedx/kind/fedx_table.h"
#include "topology/topology.h"

/* Run a check on every size that can be built. */
static unsigned every_size(unsigned (*check)(const struct topology *))
{
    unsigned compared = 0, sizes = 0;

    for (int rows = 2; rows <= 14; rows++)
        for (int cols = 2; cols <= 14; cols++, sizes++) {
            const char *error = NULL;
            struct topology *t = topology_create(&topology_xmesh, rows, cols, &error);
            if (error)
                print_error("%dx%d: %s\n", rows, cols, error);
            assert_non_null(t);
            assert_int_equal(t->nodes, rows * cols);
            compared += check(t);
            topology_destroy(t);
        }
    assert_int_equal(sizes, 169);
    return compared;
}

static unsigned check_wiring(const struct topology *t)
{
    for (int n = 0; n < t->nodes; n++)
        for (int p = 0; p < FEDX_LINKS; p++) {
            struct topology_end far = t->links[n][p];
            assert_in_range(far.node, 0, t->nodes - 1);
            assert_in_range(far.port, 0, FEDX_LINKS - 1);
            struct topology_end back = t->links[far.node][far.port];
            assert_int_equal(back.node, n);
            assert_int_equal(back.port, p);
            /* One end of each link is side 0, the other side 1. */
            assert_int_equal((t->side[n] >> p & 1) ^ (t->side[far.node] >> far.port & 1), 1);
        }
    for (int n = 0; n < t->nodes; n++)
        assert_int_equal(t->side[n] >> FEDX_LINKS, 0);
    return (unsigned)t->nodes * FEDX_LINKS;
}

TEST(wiring_is_symmetric)
{
    COMPARED(every_size(check_wiring), "ports of 169 sizes");
}

/* Six links in axial hexagonal order: along the row, along the column, along one diagonal. */
TEST(neighbours_of_8x8)
{
    const char *error;
    struct topology *t = topology_create(&topology_xmesh, 8, 8, &error);
    static const int of_9[6] = {10, 8, 17, 1, 18, 0}, of_0[6] = {1, 7, 8, 56, 9, 63};

    for (int p = 0; p < FEDX_LINKS; p++) {
        assert_int_equal(t->links[9][p].node, of_9[p]);
        assert_int_equal(t->links[0][p].node, of_0[p]);
        assert_int_equal(t->links[9][p].port, p ^ 1);
    }
    topology_destroy(t);
}

/* Fewest moves on the wrapped mesh, worked out by trying every split into columns, rows and diagonals. */
static int moves(int dx, int dy)
{
    int most = abs(dx) > abs(dy) ? abs(dx) : abs(dy);

    return (dx >= 0) == (dy >= 0) ? most : abs(dx) + abs(dy); /* a diagonal serves both when they agree */
}

static int expected_distance(const struct topology *t, int from, int to)
{
    int dx = to % t->cols - from % t->cols, dy = to / t->cols - from / t->cols, least = 1000;

    for (int i = -1; i <= 1; i++)
        for (int k = -1; k <= 1; k++) {
            int m = moves(dx + i * t->cols, dy + k * t->rows);
            least = m < least ? m : least;
        }
    return least;
}

static unsigned check_distances(const struct topology *t)
{
    long total = 0;
    int diameter = 0;

    for (int a = 0; a < t->nodes; a++)
        for (int b = 0; b < t->nodes; b++) {
            int d = topology_distance(t, a, b);
            assert_int_equal(d, expected_distance(t, a, b));
            assert_int_equal(d, topology_distance(t, b, a));
            total += d;
            diameter = d > diameter ? d : diameter;
        }
    assert_int_equal(t->diameter, diameter);
    assert_true(t->mean_distance > (double)total / t->nodes / (t->nodes - 1) - 1e-9);
    assert_true(t->mean_distance < (double)total / t->nodes / (t->nodes - 1) + 1e-9);
    return (unsigned)(t->nodes * t->nodes);
}

TEST(distances)
{
    COMPARED(every_size(check_distances), "distances");
}

TEST(paper_numbers_of_8x8)
{
    const char *error;
    struct topology *t = topology_create(&topology_xmesh, 8, 8, &error);

    assert_int_equal(t->diameter, 5);
    assert_int_equal((int)(t->mean_distance * 100 + 0.5), 314);
    topology_destroy(t);
}

static unsigned check_best_ports(const struct topology *t)
{
    for (int a = 0; a < t->nodes; a++)
        for (int b = 0; b < t->nodes; b++) {
            int best = topology_route(t, a, b).best;
            if (a == b) {
                assert_int_equal(best, PE);
                continue;
            }
            assert_int_not_equal(best, 0);
            for (int p = 0; p < FEDX_LINKS; p++)
                assert_int_equal(best >> p & 1,
                                 expected_distance(t, t->links[a][p].node, b) == expected_distance(t, a, b) - 1);
            assert_int_equal(best >> FEDX_LINKS, 0);
        }
    return (unsigned)(t->nodes * t->nodes);
}

TEST(best_ports_lead_closer)
{
    COMPARED(every_size(check_best_ports), "masks of best ports");
}

/* Follow one field of the entries: at the destination after exactly `distance` hops. */
static unsigned follow(const struct topology *t, int shift)
{
    for (int a = 0; a < t->nodes; a++)
        for (int b = 0; b < t->nodes; b++) {
            int at = a, hops = 0;
            for (;;) {
                uint32_t e = fedx_table_entry(t, at, b, 0);
                unsigned port = e >> shift & 7;
                assert_int_equal(e >> 31, 1);
                assert_int_equal(e & 0xff, topology_distance(t, at, b));
                assert_int_equal(e >> 8 & 0x7f, topology_route(t, at, b).best);
                assert_int_equal(e >> 22 & 0x7f, 0); /* nobody is derouted */
                assert_int_equal(e >> 8 >> port & 1, 1);
                if (port == FEDX_PE_PORT)
                    break;
                at = t->links[at][port].node;
                hops++;
            }
            assert_int_equal(at, b);
            assert_int_equal(hops, topology_distance(t, a, b));
        }
    return (unsigned)(t->nodes * t->nodes);
}

/* Every size up to 8x8 and the largest ones; each pair is walked hop by hop. */
TEST(paths_arrive)
{
    static const int large[][2] = {{14, 14}, {12, 14}, {9, 13}};
    unsigned deterministic = 0, preferred = 0;
    const char *error;

    for (int i = 0; i < 49 + 3; i++) {
        int rows = i < 49 ? 2 + i / 7 : large[i - 49][0], cols = i < 49 ? 2 + i % 7 : large[i - 49][1];
        struct topology *t = topology_create(&topology_xmesh, rows, cols, &error);
        assert_non_null(t);
        deterministic += follow(t, 16);
        if (i < 49)
            preferred += follow(t, 19);
        topology_destroy(t);
    }
    printf("           %u paths along preferred ports\n", preferred);
    COMPARED(deterministic, "deterministic paths");
}

static void refused(int rows, int cols, const char *word)
{
    const char *error = NULL;

    assert_null(topology_create(&topology_xmesh, rows, cols, &error));
    assert_non_null(error);
    if (!strstr(error, word))
        fail_msg("%dx%d is refused with \"%s\", which does not say \"%s\"", rows, cols, error, word);
}

TEST(sizes_that_are_refused)
{
    static const int small[][2] = {{1, 8}, {8, 1}, {0, 0}, {-3, 5}, {5, -2147483647 - 1}};
    static const int large[][2] = {{1024, 1025}, {2, 524289}, {524289, 2}, {2147483647, 2}, {65536, 65536}};

    for (int i = 0; i < 5; i++) {
        refused(small[i][0], small[i][1], "at least 2");
        refused(large[i][0], large[i][1], "1048576");
    }
    COMPARED(10, "refused sizes");
}

/* The buffers that the diameter asks for: 2 x n has its diameter from n alone. */
TEST(buffers_by_diameter)
{
    const char *error;
    unsigned built = 0;

    for (int cols = 2; cols <= 260; cols++, built++) {
        struct topology *t = topology_create(&topology_xmesh, 2, cols, &error);
        int diameter = 0;
        assert_non_null(t);
        for (int n = 0; n < t->nodes; n++) {
            int d = expected_distance(t, 0, n);
            diameter = d > diameter ? d : diameter;
        }
        assert_int_equal(topology_buffers(t), diameter + 1);
        topology_destroy(t);
    }
    COMPARED(built, "sizes 2 x n");
}

/* All that a symmetric topology tells about a pair of nodes is what it tells about the first node and the same way. */
TEST(symmetric)
{
    static const int sizes[][2] = {{2, 2}, {2, 5}, {5, 3}, {8, 8}, {9, 6}, {12, 13}};
    const char *error;
    unsigned pairs = 0;

    for (unsigned i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        struct topology *t = topology_create(&topology_xmesh, sizes[i][0], sizes[i][1], &error);
        uint32_t *entry = calloc(t->pairs, sizeof *entry);
        assert_int_equal(t->pairs, t->nodes);
        fedx_table_entries(t, t->diameter, 0, entry);
        for (int a = 0; a < t->nodes; a++)
            for (int b = 0; b < t->nodes; b++, pairs++) {
                int row = (b / t->cols - a / t->cols + t->rows) % t->rows, col = (b - a % t->cols + t->cols) % t->cols;
                assert_int_equal(topology_pair(t, a, b), row * t->cols + col);
                assert_int_equal(entry[topology_pair(t, a, b)], fedx_table_entry(t, a, b, 0));
            }
        free(entry);
        topology_destroy(t);
    }
    COMPARED(pairs, "pairs of nodes");
}

/* Distances of the largest fabric in which 128 buffers are enough for all ways, and of a million nodes, against the
 * formula. */
static void large_fabric(int size, int diameter)
{
    const char *error;
    struct topology *t = topology_create(&topology_xmesh, size, size, &error);
    struct rng r = rng_stream(8, 0);
    unsigned pairs = 0;

    assert_non_null(t);
    assert_int_equal(t->diameter, diameter);
    for (; pairs < 100000; pairs++) {
        int a = (int)rng_below(&r, (uint32_t)t->nodes), b = (int)rng_below(&r, (uint32_t)t->nodes);
        assert_int_equal(topology_distance(t, a, b), expected_distance(t, a, b));
    }
    topology_destroy(t);
    COMPARED(pairs, "distances");
}

TEST(large_fabrics)
{
    large_fabric(190, 126);
    large_fabric(1024, 682);
}

/* The way of deterministic packets from a to b, every port of every route on it. @return hops */
static unsigned follow_route(const struct topology *t, int a, int b)
{
    int at = a, left = topology_distance(t, a, b);
    unsigned hops = 0;

    for (; at != b; left--, hops++) {
        uint32_t entry = fedx_table_entry(t, at, b, 0);
        unsigned best = entry >> 8 & 0x7f, deterministic = entry >> 16 & 7, preferred = entry >> 19 & 7;
        assert_int_equal(entry & 0xff, left);
        assert_true(best >> deterministic & 1 && best >> preferred & 1);
        for (unsigned p = 0; p < FEDX_LINKS; p++)
            if (best >> p & 1)
                assert_int_equal(topology_distance(t, t->links[at][p].node, b), left - 1);
        at = t->links[at][deterministic].node;
    }
    assert_int_equal(left, 0);
    return hops;
}

/* Nobody is wired over a dead link, at either end. */
static void not_wired(const struct topology *t, const struct topology *whole, const struct topology_end *dead,
                      size_t count)
{
    for (size_t k = 0; k < count; k++) {
        struct topology_end far = whole->links[dead[k].node][dead[k].port];
        assert_int_equal(t->links[dead[k].node][dead[k].port].node, -1);
        assert_int_equal(t->links[far.node][far.port].node, -1);
    }
}

/* Without a few links: nobody is wired over them, distances are the shortest that the others leave, and every route
 * gets there. */
TEST(dead_links)
{
    struct rng r = rng_stream(9, 0);
    unsigned hops = 0, longer = 0;
    const char *error;

    for (int i = 0; i < 30; i++) {
        struct topology *whole = topology_create(&topology_xmesh, 5, 6, &error);
        struct topology_end dead[8];
        size_t count = 1 + rng_below(&r, 8);
        for (size_t k = 0; k < count; k++)
            dead[k] = (struct topology_end){(int)(5 * k % 30), (int)rng_below(&r, FEDX_LINKS), 0};
        struct topology *t = topology_create_without(&topology_xmesh, 5, 6, dead, count, &error);
        if (!t) {
            assert_string_equal(error, "a dead link is named twice, or was never there");
            topology_destroy(whole);
            continue;
        }
        not_wired(t, whole, dead, count);
        for (int a = 0; a < 30; a++)
            for (int b = 0; b < 30; b++) {
                longer += topology_distance(t, a, b) > topology_distance(whole, a, b);
                assert_true(topology_distance(t, a, b) >= topology_distance(whole, a, b));
                hops += follow_route(t, a, b);
            }
        topology_destroy(t);
        topology_destroy(whole);
    }
    assert_true(longer > 0);
    COMPARED(hops, "hops round dead links");
}

TEST(dead_links_that_are_refused)
{
    static const struct topology_end alone[] = {{7, 0, 0}, {7, 1, 0}, {7, 2, 0}, {7, 3, 0}, {7, 4, 0}, {7, 5, 0}},
                                     twice[] = {{7, 0, 0}, {8, 1, 0}}, outside = {36, 0, 0};
    const char *error;

    assert_null(topology_create_without(&topology_xmesh, 6, 6, alone, 6, &error));
    assert_string_equal(error, "a node cannot be reached from another");
    assert_null(topology_create_without(&topology_xmesh, 6, 6, twice, 2, &error));
    assert_string_equal(error, "a dead link is named twice, or was never there");
    assert_null(topology_create_without(&topology_xmesh, 6, 6, &outside, 1, &error));
    assert_string_equal(error, "a dead link is not in the fabric");
    assert_null(topology_create_without(&topology_xmesh, 33, 33, alone, 1, &error));
    assert_string_equal(error, "fabric too large: with dead links it has at most 1024 nodes");
}

TEST(names)
{
    assert_ptr_equal(topology_find("xmesh"), &topology_xmesh);
    assert_ptr_equal(topology_find("hexmesh"), &topology_hexmesh);
    assert_ptr_equal(topology_find("mesh"), &topology_mesh);
    assert_ptr_equal(topology_find("torus"), &topology_torus);
    assert_ptr_equal(topology_find("tree"), &topology_tree);
    assert_null(topology_find("xmes"));
    assert_null(topology_find(""));
    topology_destroy(NULL);
}

RUN_TESTS
