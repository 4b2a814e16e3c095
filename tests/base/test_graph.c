/* SPDX-License-Identifier: Apache-2.0
 *
 * Cycles of graphs: those that are found are cycles, and there are none where an order of the vertices shows so; the
 * shortest of those through a vertex is as long as a search of all ways says.
 */
#include <stdlib.h>

#include "../unit.h"
#include "base/graph.h"

enum { MOST = 12 };

static int has_edge(const struct graph *g, uint32_t from, uint32_t to)
{
    for (size_t i = 0; i < g->count; i++)
        if (g->edge[i].from == from && g->edge[i].to == to)
            return 1;
    return 0;
}

/* Steps of the shortest way from a vertex back to it, one step more until it is reached; 0: never. */
static long shortest(const struct graph *g, uint32_t start)
{
    unsigned reached = 1u << start;

    for (long steps = 1; steps <= MOST; steps++) {
        unsigned next = 0;
        for (size_t i = 0; i < g->count; i++)
            next |= (reached >> g->edge[i].from & 1u) << g->edge[i].to;
        if (next >> start & 1u)
            return steps;
        reached = next;
    }
    return 0;
}

static void check(const struct graph *g, unsigned *with)
{
    uint32_t cycle[MOST];
    long length = graph_cycle(g, cycle), any = 0;

    for (uint32_t v = 0; v < g->vertices; v++)
        any += shortest(g, v) != 0;
    assert_int_equal(length > 0, any > 0);
    *with += length > 0;
    for (long i = 0; i < length; i++)
        assert_true(has_edge(g, cycle[i], cycle[(i + 1) % length]));
    if (length > 0)
        assert_int_equal(length, shortest(g, cycle[0]));
}

TEST(random_graphs_have_the_cycles_that_are_found)
{
    struct rng r = {1};
    unsigned graphs = 0, with = 0;

    for (; graphs < 3000; graphs++) {
        struct graph g = {.vertices = 1 + rng_below(&r, MOST)};
        for (unsigned edges = rng_below(&r, 2 * g.vertices + 1); edges > 0; edges--)
            assert_int_equal(graph_add(&g, rng_below(&r, g.vertices), rng_below(&r, g.vertices)), 0);
        check(&g, &with);
        graph_finish(&g);
    }
    assert_true(with > graphs / 10 && with < graphs - graphs / 10);
    COMPARED(graphs, "graphs");
}

/* Edges go up alone, but for one. */
TEST(one_edge_closes_a_long_way)
{
    enum { LONG = 20000 };
    uint32_t *cycle = malloc(LONG * sizeof *cycle);
    struct graph g = {.vertices = LONG};

    assert_non_null(cycle);
    for (uint32_t v = 1; v < LONG; v++)
        assert_int_equal(graph_add(&g, v - 1, v), 0);
    assert_int_equal(graph_cycle(&g, cycle), 0);
    assert_int_equal(graph_add(&g, LONG - 1, 1), 0);
    assert_int_equal(graph_cycle(&g, cycle), LONG - 1);
    for (long i = 0; i + 1 < LONG - 1; i++)
        assert_true(cycle[i + 1] == cycle[i] + 1 || (cycle[i] == LONG - 1 && cycle[i + 1] == 1));
    free(cycle);
    graph_finish(&g);
}

RUN_TESTS
