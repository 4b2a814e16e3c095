/* SPDX-License-Identifier: Apache-2.0
 *
 * Meshes and tori of all sizes from 1x2 to 9x9: wiring, distances against the formula, best ports against their
 * definition, and the ways: any choice of best ports arrives, deterministic packets go along the row first, adaptive
 * ones prefer the direction in which more hops are left.
 */
#include <stdlib.h>

#include "../unit.h"
#include "fedx/kind/fedx_table.h"
#include "topology/topology.h"

enum { LARGEST = 9, LINKS = 4 };

static struct topology *make(const struct topology_kind *kind, int rows, int cols)
{
    const char *error = "";
    struct topology *t = topology_create(kind, rows, cols, &error);

    if (!t)
        fail_msg("%d x %d %s: %s", rows, cols, kind->name, error);
    return t;
}

/* Run a check on every size of both. */
static unsigned long every_size(unsigned long (*check)(const struct topology *t))
{
    unsigned long compared = 0;

    for (int rows = 1; rows <= LARGEST; rows++)
        for (int cols = rows == 1 ? 2 : 1; cols <= LARGEST; cols++) {
            struct topology *mesh = make(&topology_mesh, rows, cols), *torus = make(&topology_torus, rows, cols);
            compared += check(mesh) + check(torus);
            topology_destroy(mesh);
            topology_destroy(torus);
        }
    return compared;
}

/* What a port leads to, by the picture: one step on, and where the border is joined round it. -1: nowhere */
static int expected_neighbour(const struct topology *t, int node, int port)
{
    static const int step[LINKS][2] = {{0, 1}, {0, -1}, {1, 0}, {-1, 0}};
    int row = node / t->cols + step[port][0], col = node % t->cols + step[port][1];
    int inside = row >= 0 && row < t->rows && col >= 0 && col < t->cols;

    if (!inside && (t->kind == &topology_mesh || (port < 2 ? t->cols : t->rows) == 1))
        return -1;
    return (row + t->rows) % t->rows * t->cols + (col + t->cols) % t->cols;
}

static unsigned long check_wiring(const struct topology *t)
{
    for (int n = 0; n < t->nodes; n++) {
        for (int p = 0; p < LINKS; p++) {
            struct topology_end far = t->links[n][p];
            assert_int_equal(far.node, expected_neighbour(t, n, p));
            if (far.node < 0)
                continue;
            assert_int_equal(far.port, p ^ 1);
            assert_int_equal(t->links[far.node][far.port].node, n);
            assert_int_equal(t->links[far.node][far.port].port, p);
            assert_int_equal((t->side[n] >> p & 1) ^ (t->side[far.node] >> far.port & 1), 1);
        }
        assert_int_equal(t->attached[n].node, n);
        assert_int_equal(t->attached[n].port, LINKS);
        for (int p = LINKS + 1; p < TOPOLOGY_PORTS; p++)
            assert_int_equal(t->links[n][p].node, -1);
    }
    return (unsigned long)t->nodes * TOPOLOGY_PORTS;
}

TEST(wiring)
{
    COMPARED(every_size(check_wiring), "ports");
}

/* Hops along a row or a column. */
static int expected_along(const struct topology *t, int from, int to, int size)
{
    int apart = abs(to - from);

    return t->kind == &topology_torus && apart > size - apart ? size - apart : apart;
}

static int expected_distance(const struct topology *t, int from, int to)
{
    return expected_along(t, from % t->cols, to % t->cols, t->cols) +
           expected_along(t, from / t->cols, to / t->cols, t->rows);
}

static unsigned long check_distances(const struct topology *t)
{
    int diameter = 0;
    double total = 0;

    for (int a = 0; a < t->nodes; a++)
        for (int b = 0; b < t->nodes; b++) {
            int hops = expected_distance(t, a, b);
            assert_int_equal(topology_distance(t, a, b), hops);
            total += hops;
            diameter = hops > diameter ? hops : diameter;
        }
    assert_int_equal(t->diameter, diameter);
    assert_float_equal(t->mean_distance, total / t->nodes / (t->nodes - 1), 1e-9);
    return (unsigned long)t->nodes * (unsigned long)t->nodes;
}

TEST(distances)
{
    COMPARED(every_size(check_distances), "distances");
}

/* By the formula: the ports that lead one hop nearer; of the lowest dimension the rising one first; the one with most
 * hops. */
static unsigned long check_routes(const struct topology *t)
{
    for (int a = 0; a < t->nodes; a++)
        for (int b = 0; b < t->nodes; b++) {
            struct topology_route way = topology_route(t, a, b);
            int best = 0, along_row = expected_along(t, a % t->cols, b % t->cols, t->cols);
            int along_col = expected_along(t, a / t->cols, b / t->cols, t->rows);
            if (a == b) {
                assert_int_equal(way.best, 1 << LINKS);
                continue;
            }
            for (int p = 0; p < LINKS; p++) {
                int next = expected_neighbour(t, a, p);
                best |= (next >= 0 && expected_distance(t, next, b) < along_row + along_col) << p;
            }
            assert_int_equal(way.best, best);
            assert_int_equal(way.other, 0);
            assert_int_equal(way.deterministic, __builtin_ctz((unsigned)best));
            assert_int_equal(way.deterministic<2, along_row> 0);
            assert_true(best >> way.preferred & 1);
            assert_int_equal(way.preferred < 2, along_row >= along_col);
        }
    return (unsigned long)t->nodes * (unsigned long)t->nodes;
}

TEST(routes)
{
    COMPARED(every_size(check_routes), "routes");
}

/* The ends of a half-way ring and of a double cable. */
TEST(ties)
{
    struct topology *t = make(&topology_torus, 1, 8), *two = make(&topology_torus, 2, 3);

    assert_int_equal(topology_best(t, 1, 5), 3);
    assert_int_equal(topology_route(t, 1, 5).deterministic, 0);
    assert_int_equal(two->links[0][2].node, 3);
    assert_int_equal(two->links[0][3].node, 3);
    assert_int_equal(topology_best(two, 0, 3), 1 << 2 | 1 << 3);
    assert_int_equal(two->diameter, 2);
    topology_destroy(t);
    topology_destroy(two);
}

/* An endpoint goes to the port that its router has for it, and to no other. */
TEST(attaching)
{
    struct topology *t = make(&topology_mesh, 3, 3);

    topology_attach(t, FEDX_PE_PORT, 1);
    for (int n = 0; n < t->nodes; n++) {
        assert_int_equal(t->links[n][LINKS].node, -1);
        assert_int_equal(t->links[n][FEDX_PE_PORT].node, n);
        assert_int_equal(t->links[n][FEDX_PE_PORT].port, TOPOLOGY_ENDPOINT);
        assert_int_equal(fedx_table_entry(t, n, n, 0) >> 8 & 0x7f, PE);
    }
    topology_destroy(t);
}

/* Several cables of one endpoint go to ports that follow each other, and any of them will do. */
TEST(several_cables)
{
    struct topology *t = make(&topology_mesh, 2, 3);

    topology_attach(t, 5, 4);
    assert_int_equal(t->cables, 4);
    for (int n = 0; n < t->nodes; n++) {
        assert_int_equal(t->attached[n].port, 5);
        assert_int_equal(t->links[n][LINKS].node, -1);
        for (int c = 0; c < 4; c++) {
            assert_int_equal(t->links[n][5 + c].node, n);
            assert_int_equal(t->links[n][5 + c].port, TOPOLOGY_ENDPOINT);
        }
        assert_int_equal(topology_route(t, n, n).best, 0xf << 5);
        assert_int_equal(topology_route(t, n, n).deterministic, 5);
    }
    topology_attach(t, LINKS, 1);
    for (int n = 0; n < t->nodes; n++)
        for (int p = LINKS; p < TOPOLOGY_PORTS; p++)
            assert_int_equal(t->links[n][p].node, p == LINKS ? n : -1);
    topology_destroy(t);
}

/* Entries of all pairs of a torus from those of one node. */
TEST(symmetric)
{
    static const int sizes[][2] = {{2, 2}, {1, 7}, {5, 3}, {8, 6}};
    unsigned pairs = 0;

    for (unsigned i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        struct topology *t = make(&topology_torus, sizes[i][0], sizes[i][1]);
        uint32_t *entry = calloc(t->pairs, sizeof *entry);
        topology_attach(t, FEDX_PE_PORT, 1);
        fedx_table_entries(t, t->diameter, 0, entry);
        assert_int_equal(t->pairs, t->nodes);
        for (int a = 0; a < t->nodes; a++)
            for (int b = 0; b < t->nodes; b++, pairs++)
                assert_int_equal(entry[topology_pair(t, a, b)], fedx_table_entry(t, a, b, 0));
        free(entry);
        topology_destroy(t);
    }
    COMPARED(pairs, "pairs of nodes");
}

static void refused(const struct topology_kind *kind, int rows, int cols, const char *word)
{
    const char *error = NULL;

    assert_null(topology_create(kind, rows, cols, &error));
    if (!strstr(error, word))
        fail_msg("%d x %d %s is refused with \"%s\", which does not say \"%s\"", rows, cols, kind->name, error, word);
}

TEST(sizes_that_are_refused)
{
    static const int small[][2] = {{1, 1}, {0, 5}, {5, -3}},
                     large[][2] = {{1024, 1025}, {2147483647, 2}, {65536, 65536}};
    struct topology *t = make(&topology_mesh, 1, 128);

    for (int i = 0; i < 3; i++) {
        refused(&topology_mesh, small[i][0], small[i][1], "at least 2 nodes");
        refused(&topology_torus, large[i][0], large[i][1], "1048576");
    }
    refused(&topology_mesh, 91, 91, "8192");
    assert_int_equal(t->diameter, 127);
    topology_destroy(t);
    COMPARED(7, "refused sizes");
}

RUN_TESTS
