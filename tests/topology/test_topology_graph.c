/* SPDX-License-Identifier: Apache-2.0
 *
 * Graphs: what is refused, wiring both ways, and the topologies that are made: routers, links, degrees and diameters
 * as the literature has them, worked out here for themselves.
 */
#include <stdlib.h>

#include "../unit.h"
#include "topology/graph_make.h"

static struct topology_end end(int node, int port)
{
    return (struct topology_end){node, (int16_t)port, 0};
}

static void refused(const char *reason, const char *words)
{
    if (!strstr(reason, words))
        fail_msg("'%s' does not say '%s'", reason, words);
}

TEST(bad_links_are_refused)
{
    struct topology_graph g;
    char reason[TOPOLOGY_GRAPH_ERROR];
    struct topology_end late = {1, 1, TOPOLOGY_LATENCY + 1};

    assert_int_equal(topology_graph_init(&g, 3), 0);
    assert_int_equal(topology_graph_link(&g, end(0, 0), end(1, 0), reason), 0);
    assert_int_equal(topology_graph_attach(&g, end(2, 0), reason), 0);
    const struct {
        struct topology_end at, to;
        const char *words;
    } bad[] = {
        {end(0, 0), end(2, 1), "router 0 port 0 has a link already"},
        {end(0, 1), end(2, 0), "router 2 port 0 has an endpoint already"},
        {end(3, 1), end(2, 1), "router 3 port 1 is none of routers 0 to 2"},
        {end(-1, 1), end(2, 1), "router -1"},
        {end(0, TOPOLOGY_PORTS), end(2, 1), "router 0 port 12"},
        {end(2, 1), end(2, 2), "its own router"},
        {end(0, 1), late, "a latency of 9"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        assert_int_equal(topology_graph_link(&g, bad[i].at, bad[i].to, reason), -1);
        refused(reason, bad[i].words);
    }
    assert_int_equal(topology_graph_attach(&g, end(1, 0), reason), -1);
    refused(reason, "router 1 port 0 has a link already");
    assert_int_equal(topology_graph_free_port(&g, 0), 1);
    topology_graph_free(&g);
    COMPARED(sizeof bad / sizeof *bad + 1, "links that cannot be");
}

static unsigned check_wiring(const struct topology *t)
{
    unsigned ends = 0;

    for (int n = 0; n < t->nodes; n++)
        for (int p = 0; p < TOPOLOGY_PORTS; p++)
            if (topology_wired(t, n, p)) {
                struct topology_end far = t->links[n][p], back = t->links[far.node][far.port];
                assert_true(back.node == n && back.port == p && back.latency == far.latency);
                assert_int_equal((t->side[n] >> p & 1) ^ (t->side[far.node] >> far.port & 1), 1);
                ends++;
            }
    for (int e = 0; e < t->endpoints; e++) {
        struct topology_end at = t->attached[e];
        assert_int_equal(t->links[at.node][at.port].node, e);
        assert_int_equal(t->links[at.node][at.port].port, TOPOLOGY_ENDPOINT);
    }
    return ends;
}

/* Both ends of a pair of routers are as far from each other, and each best port leads one nearer. */
static void check_distances(const struct topology *t)
{
    for (int a = 0; a < t->nodes; a++)
        for (int b = 0; b < t->nodes; b++) {
            int hops = topology_distance(t, a, b), best = topology_best(t, a, b);
            assert_int_equal(hops, topology_distance(t, b, a));
            assert_int_equal(best != 0, a != b);
            for (int p = 0; p < TOPOLOGY_PORTS; p++)
                if (best >> p & 1)
                    assert_int_equal(topology_distance(t, t->links[a][p].node, b), hops - 1);
        }
}

static struct topology *make(const char *name, const struct graph_size *size)
{
    struct topology_graph g;
    char reason[TOPOLOGY_GRAPH_ERROR];
    const char *error = NULL;
    struct topology *t;

    if (graph_make(graph_maker_find(name), size, &g, reason) != 0)
        fail_msg("%s: %s", name, reason);
    t = topology_create_graph(&g, NULL, 0, &error);
    if (!t)
        fail_msg("%s: %s", name, error);
    topology_graph_free(&g);
    return t;
}

TEST(topologies_of_the_literature)
{
    static const struct {
        const char *name;
        struct graph_size size;
        int routers, links, endpoints, diameter;
    } rows[] = {
        {"ring", {{12}, 1, 1, 0}, 12, 12, 12, 6},
        {"ring", {{7}, 1, 2, 0}, 7, 7, 14, 3},
        {"mesh", {{3, 4, 5}, 3, 1, 0}, 60, 2 * 20 + 3 * 15 + 4 * 12, 60, 9},
        {"torus", {{4, 4, 4}, 3, 1, 0}, 64, 192, 64, 6},
        {"torus", {{3, 3, 3, 3}, 4, 1, 0}, 81, 324, 81, 4},
        {"hyperx", {{4, 4}, 2, 2, 0}, 16, 48, 32, 2},
        {"hyperx", {{8}, 1, 1, 0}, 8, 28, 8, 1},
        {"dragonfly", {{4, 2}, 2, 2, 0}, 36, 9 * 6 + 36, 72, 3},
        {"dragonfly", {{2, 1}, 2, 1, 0}, 6, 3 + 3, 6, 3},
        {"clos", {{8, 4}, 2, 4, 0}, 12, 32, 32, 2},
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct topology *t = make(rows[i].name, &rows[i].size);
        assert_int_equal(t->nodes, rows[i].routers);
        assert_int_equal(check_wiring(t), 2 * rows[i].links);
        assert_int_equal(t->endpoints, rows[i].endpoints);
        assert_int_equal(t->diameter, rows[i].diameter);
        check_distances(t);
        topology_destroy(t);
    }
    COMPARED(sizeof rows / sizeof *rows, "topologies");
}

/* A mesh by its own file and one that is made have the same distances, whatever the ports are called. */
TEST(meshes_are_meshes)
{
    unsigned compared = 0;

    for (int rows = 2; rows <= 6; rows++)
        for (int torus = 0; torus <= 1; torus++) {
            const char *error;
            struct graph_size size = {{rows, 5}, 2, 1, 0};
            struct topology *made = make(torus ? "torus" : "mesh", &size),
                            *own = topology_create(torus ? &topology_torus : &topology_mesh, rows, 5, &error);
            for (int a = 0; a < made->nodes; a++)
                for (int b = 0; b < made->nodes; b++, compared++)
                    assert_int_equal(topology_distance(made, a, b), topology_distance(own, a, b));
            assert_float_equal(made->mean_distance, own->mean_distance, 1e-12);
            topology_destroy(made);
            topology_destroy(own);
        }
    COMPARED(compared, "distances");
}

/* All can be reached, no router has more links than asked for, the seed decides, and hashes tell wirings apart. */
/* The dimension of a router's number in which it differs from another one, the last one being 0; each is 4 long. */
static int dimension_of(int router, int other)
{
    int d = 0;

    while (router >> 2 * (d + 1) != other >> 2 * (d + 1))
        d++;
    return d;
}

TEST(lowest_ports_are_of_the_last_dimension)
{
    static const char *const names[] = {"mesh", "torus", "hyperx"};
    const struct graph_size size = {{4, 4, 4}, 3, 1, 0};
    unsigned ports = 0;

    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        struct topology *t = make(names[i], &size);
        for (int n = 0; n < t->nodes; n++)
            for (int p = 1; p < TOPOLOGY_PORTS && topology_wired(t, n, p); p++, ports++)
                assert_true(dimension_of(n, t->links[n][p - 1].node) <= dimension_of(n, t->links[n][p].node));
        topology_destroy(t);
    }
    COMPARED(ports, "ports");
}

TEST(drawn_ones)
{
    enum { SEEDS = 200 };
    uint64_t before = 0;

    for (unsigned seed = 0; seed < SEEDS; seed++) {
        struct graph_size size = {{2 + (int)seed % 63, 2 + (int)seed % 4}, 2, 1, seed};
        struct topology *t = make("random", &size), *again = make("random", &size);
        check_wiring(t);
        check_distances(t);
        for (int n = 0; n < t->nodes; n++) {
            int links = 0;
            for (int p = 0; p < TOPOLOGY_PORTS; p++)
                links += topology_wired(t, n, p);
            assert_in_range(links, 1, size.number[1]);
        }
        assert_true(topology_hash(t) == topology_hash(again) && topology_hash(t) != before);
        before = topology_hash(t);
        topology_destroy(t);
        topology_destroy(again);
    }
    COMPARED(SEEDS, "graphs drawn");
}

/* Where a router wants its endpoints is asked for in topology_attach, and given as far as links leave it free. */
TEST(endpoints_move)
{
    struct graph_size size = {{6}, 1, 1, 0}, full = {{8}, 1, 1, 0}, placed = {{6}, 1, 2, 0};
    struct topology *ring = make("ring", &size), *all = make("hyperx", &full), *fixed = make("ring", &placed);

    assert_int_equal(ring->attached[3].port, 2);
    topology_attach(ring, 4, 4);
    assert_true(ring->attached[3].port == 4 && ring->cables == 4 && !topology_wired(ring, 3, 2));
    topology_attach(all, 6, 4); /* port 6 has a link */
    assert_true(all->attached[3].port == 7 && all->cables == 1);
    topology_attach(fixed, 4, 4); /* it was said where they are */
    assert_true(fixed->fixed && fixed->attached[3].port == 3 && fixed->attached[3].node == 1);
    topology_destroy(ring);
    topology_destroy(all);
    topology_destroy(fixed);
    COMPARED(3, "fabrics");
}

/* Levels of the spanning tree are rows. */
TEST(places_are_distinct)
{
    struct graph_size size = {{20, 3}, 2, 1, 5};
    struct topology *t = make("random", &size);

    for (int a = 0; a < t->nodes; a++) {
        struct topology_place at = topology_drawn(t, a);
        assert_int_equal(at.row, topology_distance(t, a, 0));
        for (int b = 0; b < a; b++)
            assert_true(at.row != topology_drawn(t, b).row || at.col != topology_drawn(t, b).col);
    }
    COMPARED(t->nodes, "places");
    topology_destroy(t);
}

RUN_TESTS
