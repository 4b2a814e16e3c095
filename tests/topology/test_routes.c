/* SPDX-License-Identifier: Apache-2.0
 *
 * Routes that are given. In meshes: as many ways as Glass and Ni count, and no turn that a model forbids; o1turn takes
 * dimension order and the other one. In graphs: up*-down* goes up, then down, by levels that are worked out here.
 * Routes that lead nowhere, or round, are named.
 */
#include <stdlib.h>

#include "../unit.h"
#include "topology/graph_make.h"
#include "topology/routes.h"

enum { EAST, WEST, SOUTH, NORTH, LOCAL };

static struct topology *mesh_of(int rows, int cols)
{
    const char *error = "";
    struct topology *t = topology_create(&topology_mesh, rows, cols, &error);

    if (!t)
        fail_msg("%s", error);
    return t;
}

static void give(struct topology *t, const char *name)
{
    char reason[TOPOLOGY_ROUTES_ERROR] = "";

    assert_int_equal(topology_routes_create(t), 0);
    if (topology_routes_fill(t, topology_routing_find(name), reason) != 0 || topology_routes_finish(t, reason) != 0)
        fail_msg("%s: %s", name, reason);
}

static double choose(int n, int k)
{
    return k == 0 ? 1 : choose(n - 1, k - 1) * n / k;
}

/* Over all of its candidates. */
static double count_ways(const struct topology *t, int node, int endpoint)
{
    double ways = 0;

    if (node == endpoint)
        return 1;
    for (int p = 0; p < LOCAL; p++)
        if (topology_choice_of(t, node, endpoint)->ports >> p & 1)
            ways += count_ways(t, t->links[node][p].node, endpoint);
    return ways;
}

static int all_to_east(int x, int y)
{
    (void)y;
    return x >= 0;
}

static int all_to_south(int x, int y)
{
    (void)x;
    return y >= 0;
}

static int same_signs(int x, int y)
{
    return x * y >= 0;
}

static int always(int x, int y)
{
    (void)x;
    (void)y;
    return 1;
}

static int never(int x, int y)
{
    (void)x;
    (void)y;
    return 0;
}

/* As many as there are shortest ways where a model leaves all open, else one. */
TEST(ways_are_as_many_as_the_literature_counts)
{
    static const struct {
        const char *name;
        int (*open)(int x, int y);
    } models[] = {{"west-first", all_to_east}, {"north-last", all_to_south}, {"negative-first", same_signs},
                  {"minimal", always},         {"dimension-order", never},   {"yx", never}};
    unsigned compared = 0;

    for (size_t i = 0; i < sizeof models / sizeof *models; i++) {
        struct topology *t = mesh_of(5, 6);
        give(t, models[i].name);
        for (int a = 0; a < t->nodes; a++)
            for (int b = 0; b < t->nodes; b++, compared++) {
                int x = b % 6 - a % 6, y = b / 6 - a / 6;
                double all = choose(abs(x) + abs(y), abs(x));
                assert_float_equal(count_ways(t, a, b), models[i].open(x, y) ? all : 1, 1e-9);
                assert_int_equal(topology_hops(t, a, b), abs(x) + abs(y));
            }
        assert_int_equal(t->routes->longest, 9);
        topology_destroy(t);
    }
    COMPARED(compared, "pairs");
}

/* Turns that packets make: [in direction][out direction], of even and of odd columns. */
struct turns {
    const struct topology *t;
    uint8_t made[2][LOCAL + 1][LOCAL];
};

static void walk(struct turns *u, int node, int came, int endpoint)
{
    for (int p = 0; p < LOCAL && node != endpoint; p++)
        if (topology_choice_of(u->t, node, endpoint)->ports >> p & 1) {
            u->made[node % u->t->cols % 2][came][p] = 1;
            walk(u, u->t->links[node][p].node, p, endpoint);
        }
}

TEST(forbidden_turns_are_not_made)
{
    static const struct {
        const char *name;
        uint8_t never[2][LOCAL][LOCAL]; /* in even and in odd columns */
        int others;                     /* turns of both that are made */
    } models[] = {
        {"west-first", {{[SOUTH][WEST] = 1, [NORTH][WEST] = 1}, {[SOUTH][WEST] = 1, [NORTH][WEST] = 1}}, 12},
        {"north-last", {{[NORTH][EAST] = 1, [NORTH][WEST] = 1}, {[NORTH][EAST] = 1, [NORTH][WEST] = 1}}, 12},
        {"negative-first", {{[EAST][NORTH] = 1, [SOUTH][WEST] = 1}, {[EAST][NORTH] = 1, [SOUTH][WEST] = 1}}, 12},
        {"odd-even", {{[EAST][NORTH] = 1, [EAST][SOUTH] = 1}, {[NORTH][WEST] = 1, [SOUTH][WEST] = 1}}, 10},
        /* in even columns none to east: only its source would tell that a packet has not come from west */
    };
    unsigned compared = 0;

    for (size_t i = 0; i < sizeof models / sizeof *models; i++) {
        struct topology *t = mesh_of(6, 6);
        struct turns u = {.t = t};
        int others = 0;
        give(t, models[i].name);
        for (int a = 0; a < t->nodes; a++)
            for (int b = 0; b < t->nodes; b++)
                walk(&u, a, LOCAL, b);
        for (int odd = 0; odd < 2; odd++)
            for (int in = 0; in < LOCAL; in++)
                for (int out = 0; out < LOCAL; out++, compared++) {
                    if (models[i].never[odd][in][out] || in == (out ^ 1))
                        assert_int_equal(u.made[odd][in][out], 0);
                    others += in / 2 != out / 2 && u.made[odd][in][out];
                }
        assert_int_equal(others, models[i].others);
        topology_destroy(t);
    }
    COMPARED(compared, "turns");
}

TEST(o1turn_has_both_orders)
{
    struct topology *t = mesh_of(4, 5), *row = mesh_of(4, 5), *column = mesh_of(4, 5);
    unsigned compared = 0;

    give(t, "o1turn");
    give(row, "dimension-order");
    give(column, "yx");
    for (int a = 0; a < t->nodes; a++)
        for (int b = 0; b < t->nodes; b++, compared++) {
            struct topology_choice both = *topology_choice_of(t, a, b), x = *topology_choice_of(row, a, b),
                                   y = *topology_choice_of(column, a, b);
            assert_int_equal(both.ports, x.ports | y.ports);
            assert_int_equal(both.preferred, x.preferred);
            assert_int_equal(both.second, y.preferred);
        }
    assert_int_equal(t->routes->ways, 2);
    topology_destroy(t);
    topology_destroy(row);
    topology_destroy(column);
    COMPARED(compared, "routes");
}

/* Hops from router 0, by rounds over all links. */
static void find_levels(const struct topology *t, int *level)
{
    for (int n = 0; n < t->nodes; n++)
        level[n] = n == 0 ? 0 : t->nodes;
    for (int round = 0; round < t->nodes; round++)
        for (int n = 0; n < t->nodes; n++)
            for (int p = 0; p < TOPOLOGY_PORTS; p++)
                if (topology_wired(t, n, p) && level[t->links[n][p].node] + 1 < level[n])
                    level[n] = level[t->links[n][p].node] + 1;
}

/* @return hops of the way by the lowest ports, all others being as long; no way up after one down */
static int climb(const struct topology *t, const int *level, int from, int endpoint)
{
    int node = from, hops = 0, down = 0;

    for (; node != t->attached[endpoint].node; hops++) {
        unsigned ports = topology_choice_of(t, node, endpoint)->ports;
        int next = t->links[node][__builtin_ctz(ports)].node,
            is_down = level[next] > level[node] || (level[next] == level[node] && next > node);
        for (int p = 0; p < TOPOLOGY_PORTS; p++)
            if (ports >> p & 1) {
                int other = t->links[node][p].node;
                assert_int_equal(level[other] > level[node] || (level[other] == level[node] && other > node), is_down);
                assert_int_equal(topology_hops(t, node, endpoint), topology_hops(t, other, endpoint) + 1);
            }
        assert_true(is_down >= down);
        down = is_down;
        node = next;
    }
    return hops;
}

TEST(up_is_before_down)
{
    unsigned compared = 0, longer = 0;

    for (int seed = 1; seed <= 40; seed++) {
        struct graph_size size = {{2 + seed % 30 * 2, 3 + seed % 5}, 2, 1, (uint64_t)seed};
        char reason[TOPOLOGY_GRAPH_ERROR];
        struct topology_graph graph;
        const char *error = "";
        int level[64];
        if (graph_make(graph_maker_find("random"), &size, &graph, reason) != 0)
            fail_msg("%s", reason);
        struct topology *t = topology_create_graph(&graph, NULL, 0, &error);
        topology_graph_free(&graph);
        if (!t)
            fail_msg("%s", error);
        give(t, "up-down");
        find_levels(t, level);
        for (int n = 0; n < t->nodes; n++)
            for (int e = 0; e < t->endpoints; e++, compared++) {
                int hops = climb(t, level, n, e);
                assert_int_equal(hops, topology_hops(t, n, e));
                longer += hops > topology_distance(t, n, t->attached[e].node);
            }
        topology_destroy(t);
    }
    COMPARED(longer, "ways that are longer than the shortest");
    COMPARED(compared, "ways");
}

/* In a tree it is every shortest way. */
TEST(trees_have_all_of_them)
{
    unsigned compared = 0;
    const char *error;
    struct topology *t = topology_create(&topology_tree, 3, 3, &error);

    give(t, "minimal");
    for (int n = 0; n < t->nodes; n++)
        for (int e = 0; e < t->endpoints; e++, compared++) {
            struct topology_route way = topology_route(t, n, e);
            int at_end = t->attached[e].node == n;
            assert_int_equal(topology_choice_of(t, n, e)->ports, at_end ? 0 : topology_best(t, n, t->attached[e].node));
            assert_int_equal(way.best, at_end ? 1 << t->attached[e].port : topology_choice_of(t, n, e)->ports);
        }
    topology_destroy(t);
    COMPARED(compared, "routes");
}

TEST(what_leads_nowhere_is_named)
{
    static const struct {
        int node;
        uint16_t ports;
        const char *words;
    } bad[] = {{5, 0, "router 5 has no route to endpoint 0"},
               {1, 1 << EAST, "packets to endpoint 0 can go round for ever: router "},
               {6, 1 << WEST | 1 << EAST, "can go round for ever"}};
    char reason[TOPOLOGY_ROUTES_ERROR];
    const char *error;

    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        struct topology *t = mesh_of(4, 4);
        give(t, "dimension-order");
        topology_choice_of(t, bad[i].node, 0)->ports = bad[i].ports;
        assert_int_equal(topology_routes_finish(t, reason), -1);
        if (!strstr(reason, bad[i].words))
            fail_msg("'%s' does not say '%s'", reason, bad[i].words);
        topology_destroy(t);
    }
    struct topology *t = topology_create(&topology_torus, 4, 4, &error);
    assert_int_equal(topology_routes_create(t), 0);
    assert_int_equal(topology_routes_fill(t, topology_routing_find("west-first"), reason), -1);
    assert_non_null(strstr(reason, "routes of a mesh"));
    topology_destroy(t);
    COMPARED(sizeof bad / sizeof *bad + 1, "routes refused");
}

/* Other routes are another wiring to a run that goes on. */
TEST(routes_count_in_the_hash)
{
    struct topology *a = mesh_of(4, 4), *b = mesh_of(4, 4), *c = mesh_of(4, 4);

    give(a, "west-first");
    give(b, "north-last");
    give(c, "west-first");
    assert_true(topology_hash(a) != topology_hash(b));
    assert_true(topology_hash(a) == topology_hash(c));
    topology_destroy(a);
    topology_destroy(b);
    topology_destroy(c);
    COMPARED(2, "hashes");
}

RUN_TESTS
