/* SPDX-License-Identifier: Apache-2.0
 *
 * The spanning tree of every topology, with and without dead links: from everywhere to everywhere ports lead there, up
 * first, then down, and no router is met twice; the links that lead up are one less than the routers.
 */
#include "../unit.h"
#include "topology/topology.h"

/* @return hops of all ways to a router */
static unsigned long ways_to(const struct topology *t, int destination)
{
    unsigned long hops = 0;

    for (int n = 0; n < t->nodes; n++) {
        int down = 0, steps = 0;
        for (int at = n; at != destination; steps++) {
            int port = topology_spanning_port(t, at, destination), up = port == t->branch[at].up;
            assert_true(steps < t->nodes);
            assert_true(port >= 0 && topology_wired(t, at, port));
            assert_false(up && down);
            down = !up;
            at = t->links[at][port].node;
        }
        hops += (unsigned long)steps;
    }
    return hops;
}

static void check_tree(const struct topology *t)
{
    int roots = 0;

    for (int n = 0; n < t->nodes; n++) {
        roots += t->branch[n].up < 0;
        assert_true(t->branch[n].first <= t->branch[n].last && t->branch[n].last < (unsigned)t->nodes);
    }
    assert_int_equal(roots, 1);
    assert_int_equal(t->branch[0].up, -1);
    assert_int_equal(t->branch[0].last, t->nodes - 1);
}

TEST(trees_lead_everywhere)
{
    static const struct topology_end dead[] = {{1, 0, 0}, {5, 2, 0}};
    static const struct {
        const struct topology_kind *kind;
        int rows, cols;
        size_t dead;
    } given[] = {
        {&topology_mesh, 4, 5, 0},  {&topology_mesh, 4, 5, 2},  {&topology_torus, 4, 4, 0},
        {&topology_torus, 3, 5, 2}, {&topology_xmesh, 4, 4, 2}, {&topology_hexmesh, 1, 37, 1},
        {&topology_tree, 2, 3, 0},  {&topology_tree, 4, 3, 0},  {&topology_mesh, 1, 9, 0},
    };
    unsigned long hops = 0;

    for (size_t k = 0; k < sizeof given / sizeof *given; k++) {
        const char *error = "";
        struct topology *t =
            topology_create_without(given[k].kind, given[k].rows, given[k].cols, dead, given[k].dead, &error);
        if (!t)
            fail_msg("%s", error);
        assert_int_equal(t->dead_links, given[k].dead);
        check_tree(t);
        for (int d = 0; d < t->nodes; d++)
            hops += ways_to(t, d);
        topology_destroy(t);
    }
    COMPARED(hops, "hops on trees");
}

RUN_TESTS
