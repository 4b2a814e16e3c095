/* SPDX-License-Identifier: Apache-2.0
 *
 * Hexagonal meshes E_2 to E_13 and the largest one: wiring, distances, best and further ports, and the map. What is
 * expected comes from a hexagon of its own: nodes at axial coordinates, of which copies of the hexagon fill the plane,
 * and a search through it.
 */
#include <stdlib.h>

#include "../unit.h"
#include "fedx/kind/fedx_table.h"
#include "topology/topology.h"

enum { SMALLEST = 2, LARGEST = 13, LIMIT = 128, LINKS = FEDX_LINKS, OTHER = 22 };

/* Steps of the ports in angular order, along the rows and along the columns of a hexagonal grid (x + y + z = 0). */
static const int step[LINKS][2] = {{1, 0}, {0, 1}, {-1, 1}, {-1, 0}, {0, -1}, {1, -1}};

static int hexagon_nodes(int edge)
{
    return 3 * edge * (edge - 1) + 1;
}

static struct topology *make(int edge)
{
    const char *error = "";
    struct topology *t = topology_create(&topology_hexmesh, 1, hexagon_nodes(edge), &error);

    if (!t)
        fail_msg("E%d: %s", edge, error);
    return t;
}

/* Run a check on every size. */
static unsigned long every_size(unsigned long (*check)(const struct topology *t, int edge))
{
    unsigned long compared = 0;

    for (int edge = SMALLEST; edge <= LARGEST; edge++) {
        struct topology *t = make(edge);
        compared += check(t, edge);
        topology_destroy(t);
    }
    return compared;
}

/* Hops from one place of the grid to another without wrap. */
static int grid_distance(int q, int r)
{
    int a = abs(q), b = abs(r), c = abs(q + r);

    return a > b ? (a > c ? a : c) : (b > c ? b : c);
}

/*
 * Hops in the wrapped hexagon between places q, r apart: to the nearest of the copies around it. The middle of one copy
 * is n places in one direction and n - 1 in the next one away; those of the others are that, turned.
 */
static int wrapped_distance(int edge, int q, int r)
{
    int least = grid_distance(q, r);

    for (int k = 0; k < LINKS; k++) {
        const int *one = step[k], *next = step[(k + 1) % LINKS];
        int d = grid_distance(q + edge * one[0] + (edge - 1) * next[0], r + edge * one[1] + (edge - 1) * next[1]);
        least = d < least ? d : least;
    }
    return least;
}

static unsigned long check_wiring(const struct topology *t, int edge)
{
    assert_int_equal(t->nodes, hexagon_nodes(edge));
    assert_int_equal(t->endpoints, t->nodes);
    assert_int_equal(t->edge, edge);
    for (int n = 0; n < t->nodes; n++)
        for (int p = 0; p < LINKS; p++) {
            struct topology_end far = t->links[n][p];
            assert_in_range(far.node, 0, t->nodes - 1);
            assert_int_equal(far.port, (p + 3) % LINKS);
            assert_int_equal(t->links[far.node][far.port].node, n);
            assert_int_equal(t->links[far.node][far.port].port, p);
            assert_int_equal((t->side[n] >> p & 1) ^ (t->side[far.node] >> far.port & 1), 1);
        }
    return (unsigned long)t->nodes * LINKS;
}

TEST(wiring)
{
    COMPARED(every_size(check_wiring), "ports");
}

TEST(neighbours_of_e3)
{
    static const int of_0[LINKS] = {1, 8, 7, 18, 11, 12}, of_9[LINKS] = {10, 17, 16, 8, 1, 2};
    struct topology *t = make(3);

    for (int p = 0; p < LINKS; p++) {
        assert_int_equal(t->links[0][p].node, of_0[p]);
        assert_int_equal(t->links[9][p].node, of_9[p]);
    }
    assert_string_equal(t->name, "E3 hexmesh");
    topology_destroy(t);
}

/* Hops from a node to all others, searched for over the wiring. @param[out] hops  [nodes] */
static void search(const struct topology *t, int from, int *hops)
{
    int *queue = malloc(sizeof *queue * (size_t)t->nodes), tail = 0;

    for (int n = 0; n < t->nodes; n++)
        hops[n] = -1;
    hops[from] = 0;
    queue[tail++] = from;
    for (int head = 0; head < tail; head++)
        for (int p = 0; p < LINKS; p++) {
            int next = t->links[queue[head]][p].node;
            if (next >= 0 && hops[next] < 0) {
                hops[next] = hops[queue[head]] + 1;
                queue[tail++] = next;
            }
        }
    assert_int_equal(tail, t->nodes);
    free(queue);
}

static unsigned long check_distances(const struct topology *t, int edge)
{
    int *hops = malloc(sizeof *hops * (size_t)t->nodes);

    for (int from = 0; from < t->nodes; from++) {
        int ring[LARGEST] = {0};
        search(t, from, hops);
        for (int n = 0; n < t->nodes; n++) {
            assert_int_equal(topology_distance(t, from, n), hops[n]);
            assert_in_range(hops[n], 0, edge - 1);
            ring[hops[n]]++;
        }
        for (int d = 1; d < edge; d++)
            assert_int_equal(ring[d], 6 * d);
    }
    free(hops);
    assert_int_equal(t->diameter, edge - 1);
    assert_true(t->mean_distance > (2 * edge - 1) / 3.0 - 1e-9 && t->mean_distance < (2 * edge - 1) / 3.0 + 1e-9);
    return (unsigned long)t->nodes * (unsigned long)t->nodes;
}

TEST(distances)
{
    COMPARED(every_size(check_distances), "distances");
}

/* The nodes of the map are those of a hexagon, each once; ports lead to the next place in their direction, or wrap. */
static unsigned long check_map(const struct topology *t, int edge)
{
    struct {
        int q, r;
    } *at = calloc((size_t)t->nodes, sizeof *at);

    for (int n = 0; n < t->nodes; n++) {
        struct topology_place place = topology_drawn(t, n);
        int r = place.row - (edge - 1), length = 2 * edge - 1 - abs(r);
        assert_in_range(place.row, 0, 2 * edge - 2);
        assert_in_range(place.col, 0, length - 1);
        at[n].q = place.col - (edge - 1) - (r < 0 ? r : 0);
        at[n].r = r;
        assert_true(grid_distance(at[n].q, r) < edge);
    }
    for (int n = 0; n < t->nodes; n++) {
        for (int m = 0; m < n; m++)
            assert_true(at[n].q != at[m].q || at[n].r != at[m].r);
        for (int p = 0; p < LINKS; p++) {
            int q = at[n].q + step[p][0], r = at[n].r + step[p][1], far = t->links[n][p].node;
            if (grid_distance(q, r) < edge)
                assert_true(at[far].q == q && at[far].r == r);
            else
                assert_int_equal(wrapped_distance(edge, q - at[far].q, r - at[far].r), 0);
        }
        assert_int_equal(wrapped_distance(edge, at[n].q - at[0].q, at[n].r - at[0].r), topology_distance(t, 0, n));
    }
    free(at);
    return (unsigned long)t->nodes;
}

TEST(map)
{
    struct topology *t = make(2);

    for (int n = 0; n < 2; n++)
        assert_true(topology_drawn(t, n).row == 0 && topology_drawn(t, n).col == n);
    topology_destroy(t);
    COMPARED(every_size(check_map), "nodes on maps");
}

/* The ports of a mask that come one after the other, the last one before the first. @return 1: they do */
static int in_a_row(int ports)
{
    int begins = 0;

    for (int p = 0; p < LINKS; p++)
        begins += (ports >> p & 1) && !(ports >> (p + LINKS - 1) % LINKS & 1);
    return begins == 1;
}

/*
 * By hops to the destination: one best port for six nodes of a ring, two for the others, and two beside them that lead
 * no farther.
 */
static unsigned long check_routes(const struct topology *t, int edge)
{
    int *hops = malloc(sizeof *hops * (size_t)t->nodes);

    for (int to = 0; to < t->nodes; to++) {
        int single[LARGEST] = {0};
        search(t, to, hops);
        for (int n = 0; n < t->nodes; n++) {
            struct topology_route way = topology_route(t, n, to);
            if (n == to) {
                assert_int_equal(way.best, PE);
                assert_int_equal(way.other, 0);
                continue;
            }
            for (int p = 0; p < LINKS; p++) {
                int change = hops[t->links[n][p].node] - hops[n];
                assert_int_equal(way.best >> p & 1, change == -1);
                if (way.other >> p & 1)
                    assert_int_equal(change, 0);
            }
            int best = __builtin_popcount((unsigned)way.best);
            assert_in_range(best, 1, 2);
            single[hops[n]] += best == 1;
            assert_int_equal(__builtin_popcount((unsigned)way.other), 2);
            assert_int_equal(way.best & way.other, 0);
            assert_true(in_a_row(way.best) && in_a_row(way.best | way.other));
            assert_int_equal(way.deterministic, __builtin_ctz((unsigned)way.best));
            assert_true(way.best >> way.preferred & 1);
        }
        for (int d = 1; d < edge; d++)
            assert_int_equal(single[d], 6);
    }
    free(hops);
    return (unsigned long)t->nodes * (unsigned long)(t->nodes - 1);
}

TEST(routes)
{
    COMPARED(every_size(check_routes), "routes");
}

/*
 * Without deroutes entries are as they are for any topology; with them they have the further ports, and nothing else
 * changes.
 */
TEST(table_entries)
{
    struct topology *t = make(4);
    unsigned entries = 0;

    for (int n = 0; n < t->nodes; n++)
        for (int to = 0; to < t->nodes; to++, entries++) {
            uint32_t plain = fedx_table_entry(t, n, to, 0), derouted = fedx_table_entry(t, n, to, 1);
            assert_int_equal(plain >> OTHER & 0x7f, 0);
            assert_int_equal(derouted ^ plain, (uint32_t)topology_route(t, n, to).other << OTHER);
            assert_int_equal(derouted != plain, n != to);
        }
    topology_destroy(t);
    COMPARED(entries, "entries");
}

/* Nobody gets farther away by a deroute, whatever links are dead. */
TEST(deroutes_round_dead_links)
{
    struct rng r = rng_stream(12, 0);
    unsigned long deroutes = 0, fewer = 0;

    for (int i = 0; i < 40; i++) {
        const struct topology_end dead[] = {{(int)rng_below(&r, 18), (int)rng_below(&r, 6), 0},
                                            {18 + (int)rng_below(&r, 19), (int)rng_below(&r, 6), 0}};
        const char *error = "";
        struct topology *t = topology_create_without(&topology_hexmesh, 1, 37, dead, 2, &error);
        if (!t)
            continue; /* both are one link */
        int hops[37];
        for (int to = 0; to < t->nodes; to++) {
            search(t, to, hops);
            for (int n = 0; n < t->nodes; n++) {
                int other = topology_route(t, n, to).other;
                fewer += n != to && __builtin_popcount((unsigned)other) < 2;
                assert_int_equal(other & topology_route(t, n, to).best, 0);
                for (int p = 0; p < LINKS; p++)
                    if (other >> p & 1) {
                        assert_true(t->links[n][p].node >= 0);
                        assert_int_equal(hops[t->links[n][p].node], hops[n]);
                        deroutes++;
                    }
            }
        }
        topology_destroy(t);
    }
    assert_true(fewer > 0);
    COMPARED(deroutes, "deroutes");
}

static void refused(int rows, int cols, const char *word)
{
    const char *error = NULL;

    assert_null(topology_create(&topology_hexmesh, rows, cols, &error));
    if (!strstr(error, word))
        fail_msg("%d x %d is refused with \"%s\", which does not say \"%s\"", rows, cols, error, word);
}

TEST(sizes)
{
    static const int wrong[][2] = {{1, 0}, {1, 1}, {1, 8}, {1, 18}, {2, 7}, {7, 1}, {1, -5}, {0, 7}};
    const char *error;

    for (unsigned i = 0; i < sizeof wrong / sizeof wrong[0]; i++)
        refused(wrong[i][0], wrong[i][1], "3n(n-1)+1");
    refused(1, 65537, "65536");
    refused(1, 2147483647, "65536");
    assert_null(
        topology_create_without(&topology_hexmesh, 1, 19, (struct topology_end[]){{0, 0, 0}, {1, 3, 0}}, 2, &error));
    assert_string_equal(error, "a dead link is named twice, or was never there");
    struct topology *t = make(LIMIT);
    assert_int_equal(t->nodes, 48769);
    assert_int_equal(t->diameter, LIMIT - 1);
    assert_int_equal(topology_buffers(t), LIMIT);
    topology_destroy(t);
    COMPARED(11, "sizes");
}

RUN_TESTS
