/* SPDX-License-Identifier: Apache-2.0
 *
 * Routes of fabrics of AXI4-Stream switches: in meshes and trees each endpoint is reached by as few hops as can be, in
 * graphs on the spanning tree; what has no ranges is said; and wrong settings are found: routes that end nowhere, at
 * another endpoint, or never, and packets that wait for each other in a circle.
 */
#include <stdlib.h>

#include "axis_places.h"
#include "fedx/rng.h"
#include "topology/graph_make.h"
#include "topology/graph_order.h"

enum { MOST_ROUTERS = 1024, ERROR = 256 };

static struct axis_control control[MOST_ROUTERS];

static void fill(const struct topology *t)
{
    struct axis_routes_conflict conflict;

    assert_true(t->nodes <= MOST_ROUTERS);
    for (int n = 0; n < t->nodes; n++)
        assert_int_equal(axis_routes_fill(fabric_parameters, t, n, &control[n], &conflict), 0);
}

/* By the settings alone. @return hops between routers */
static int hops(const struct topology *t, int router, int endpoint)
{
    for (int hops = 0;; hops++) {
        int output = axis_routes_output(fabric_parameters, &control[router], endpoint);
        assert_in_range(output, 0, fabric_parameters->outputs - 1);
        assert_in_range(hops, 0, t->nodes - 1);
        struct topology_end far = t->links[router][output];
        if (far.port == TOPOLOGY_ENDPOINT) {
            assert_int_equal(far.node, endpoint);
            return hops;
        }
        assert_true(far.node >= 0);
        router = far.node;
    }
}

/* @return routes */
static unsigned long all_routes(struct topology *t, int shortest)
{
    unsigned long routes = (unsigned long)t->nodes * (unsigned long)t->endpoints;
    char error[ERROR] = "";

    fill(t);
    for (int from = 0; from < t->endpoints; from++)
        for (int to = 0; to < t->endpoints; to++) {
            int router = t->attached[from].node, way = hops(t, router, to);
            if (shortest)
                assert_int_equal(way, topology_distance(t, router, t->attached[to].node));
        }
    if (axis_routes_check(fabric_parameters, t, control, error, sizeof error) != (long)routes)
        fail_msg("%s", error);
    topology_destroy(t);
    return routes;
}

TEST(endpoints_are_reached)
{
    static const int sizes[][2] = {{1, 2}, {2, 1}, {2, 2}, {3, 3}, {1, 9}, {9, 1}, {4, 7}, {7, 4}, {16, 16}},
                     trees[][2] = {{2, 1}, {2, 2}, {2, 5}, {2, 8}, {3, 3}, {3, 5}, {4, 1}, {4, 4}};
    unsigned long routes = 0;

    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        routes += all_routes(sized(&topology_mesh, sizes[i][0], sizes[i][1]), 1);
    for (size_t i = 0; i < sizeof trees / sizeof *trees; i++)
        routes += all_routes(sized(&topology_tree, trees[i][0], trees[i][1]), 1);
    COMPARED(routes, "routes followed in meshes and trees");
}

/* Packets from everyone to everyone use no link between routers more often than there are endpoints: it can carry what
 * one of them sends. */
TEST(trees_share_their_links)
{
    static const int trees[][2] = {{2, 2}, {2, 5}, {3, 3}, {3, 4}, {4, 2}, {4, 4}};
    static unsigned pairs[MOST_ROUTERS][TOPOLOGY_PORTS];
    unsigned long links = 0;

    for (size_t i = 0; i < sizeof trees / sizeof *trees; i++) {
        struct topology *t = sized(&topology_tree, trees[i][0], trees[i][1]);
        memset(pairs, 0, sizeof pairs);
        for (int from = 0; from < t->endpoints; from++)
            for (int to = 0, router; to < t->endpoints; to++)
                for (router = t->attached[from].node; router != t->attached[to].node;) {
                    int port = axis_routes_port(t, router, to);
                    links += pairs[router][port]++ == 0;
                    assert_in_range(pairs[router][port], 1, t->endpoints);
                    router = t->links[router][port].node;
                }
        topology_destroy(t);
    }
    COMPARED(links, "links of trees");
}

/* A router goes below one on the way up from the router before it, at which there is a port left. */
static void draw_tree(struct rng *r, int *above, int routers)
{
    int below[MOST_ROUTERS] = {0}, most = fabric_kind->endpoint_port;

    for (int n = 1; n < routers; n++) {
        above[n] = n - 1;
        while (above[n] > 0 && (below[above[n]] == most || rng_below(r, 3) == 0))
            above[n] = above[above[n]];
        if (below[above[n]] == most)
            above[n] = n - 1;
        below[above[n]]++;
    }
}

TEST(so_are_those_of_graphs)
{
    unsigned long routes = 0;
    struct rng r = {7};
    int above[MOST_ROUTERS] = {0};

    for (int i = 0; i < 60; i++) {
        int routers = 2 + (int)rng_below(&r, 100);
        draw_tree(&r, above, routers);
        routes += all_routes(tree_of(above, routers), 1);
    }
    COMPARED(routes, "routes followed in graphs");
}

/* Any graph, once its ports and endpoints are numbered so. */
TEST(graphs_can_be_put_in_order)
{
    static const struct {
        const char *name;
        struct graph_size size;
    } made[] = {
        {"ring", {{9}, 1, 1, 1}},       {"mesh", {{3, 4}, 2, 3, 1}},      {"torus", {{3, 3, 3}, 3, 1, 1}},
        {"hyperx", {{3, 3}, 2, 2, 1}},  {"dragonfly", {{4, 1}, 2, 3, 1}}, {"clos", {{6, 2}, 2, 5, 1}},
        {"random", {{40, 5}, 2, 1, 1}}, {"random", {{40, 6}, 2, 2, 2}},   {"random", {{90, 7}, 2, 1, 3}},
    };
    unsigned long routes = 0;
    unsigned refused = 0;

    for (size_t i = 0; i < sizeof made / sizeof *made; i++) {
        struct topology_graph graph;
        char reason[TOPOLOGY_GRAPH_ERROR];
        const char *error = "";
        struct axis_routes_conflict conflict;
        assert_int_equal(graph_make(graph_maker_find(made[i].name), &made[i].size, &graph, reason), 0);
        struct topology *before = topology_create_graph(&graph, NULL, 0, &error);
        for (int n = 0; n < before->nodes; n++)
            refused += axis_routes_fill(fabric_parameters, before, n, &control[n], &conflict) != 0;
        assert_int_equal(graph_order_depth_first(&graph, reason), 0);
        struct topology *t = topology_create_graph(&graph, NULL, 0, &error);
        assert_int_equal(t->endpoints, before->endpoints);
        assert_true(t->mean_distance == before->mean_distance);
        for (int n = 0; n < t->nodes; n++)
            assert_int_equal(t->branch[n].first, before->branch[n].first);
        topology_destroy(before);
        topology_graph_free(&graph);
        routes += all_routes(t, 0);
    }
    assert_true(refused > 0);
    COMPARED(routes, "routes followed in graphs that were put in order");
}

TEST(what_has_no_ranges_is_said)
{
    static const struct topology_end dead = {0, 0, 0};
    const char *error = "";
    struct axis_routes_conflict c;
    struct topology *t = placed(topology_create_without(&topology_mesh, 3, 3, &dead, 1, &error), error);
    int found = 0;

    for (int n = 0; n < t->nodes; n++)
        if (axis_routes_fill(fabric_parameters, t, n, &control[n], &c) != 0) {
            found++;
            assert_int_equal(c.router, n);
            assert_int_equal(axis_routes_port(t, n, c.endpoint), c.port);
            assert_int_equal(axis_routes_output(fabric_parameters, &control[n], c.endpoint), c.taker);
            assert_true(c.taker < c.port);
        }
    assert_true(found > 0);
    topology_destroy(t);
    COMPARED((unsigned)found, "routers of a mesh with a dead link without ranges");
}

/* What an output takes instead; low over high: nothing. */
struct change {
    int router, output, low, high;
};

static void change(const struct change *c)
{
    control[c->router].low[c->output] = (uint16_t)c->low;
    control[c->router].high[c->output] = (uint16_t)c->high;
}

TEST(wrong_settings_are_found)
{
    static const struct {
        struct change change[2];
        const char *error;
    } wrong[] = {
        {{{1, 4, 1, 0}, {1, 4, 1, 0}}, "2 x 2 mesh: route of router 1 to endpoint 1: it leads nowhere"},
        {{{1, 0, 1, 1}, {1, 0, 1, 1}}, "2 x 2 mesh: route of router 1 to endpoint 1: it leads nowhere"},
        {{{1, 1, 1, 0}, {1, 4, 0, 1}}, "2 x 2 mesh: route of router 1 to endpoint 0: it leads to another endpoint"},
        {{{0, 0, 1, 3}, {1, 1, 2, 3}}, "2 x 2 mesh: route of router 0 to endpoint 2: it leads round in a circle"},
    };
    struct topology *t = sized(&topology_mesh, 2, 2);
    char error[ERROR];

    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        fill(t);
        change(&wrong[i].change[0]);
        change(&wrong[i].change[1]);
        assert_int_equal(axis_routes_check(fabric_parameters, t, control, error, sizeof error), -1);
        assert_string_equal(error, wrong[i].error);
    }
    topology_destroy(t);
    COMPARED(sizeof wrong / sizeof *wrong, "wrong settings found");
}

/* Four routers send to the right at the first one, down at the second, and so on: all packets arrive that are alone. */
TEST(circles_of_waiting_packets_are_found)
{
    static const struct change round[] = {{0, 0, 1, 3}, {0, 2, 1, 0}, {2, 0, 3, 3},
                                          {2, 3, 0, 1}, {3, 1, 0, 2}, {3, 3, 1, 0}};
    struct topology *t = sized(&topology_mesh, 2, 2);
    char error[ERROR];

    fill(t);
    for (size_t i = 0; i < sizeof round / sizeof *round; i++)
        change(&round[i]);
    for (int from = 0; from < t->nodes; from++)
        for (int to = 0; to < t->nodes; to++)
            hops(t, from, to);
    assert_int_equal(axis_routes_check(fabric_parameters, t, control, error, sizeof error), -1);
    assert_non_null(strstr(error, "2 x 2 mesh: packets can wait for each other for ever, from router "));
    topology_destroy(t);
    COMPARED(1, "circle found");
}

RUN_TESTS
