/* SPDX-License-Identifier: Apache-2.0
 *
 * Load as a share of what links carry, against figures worked out by hand.
 */
#include "../unit.h"
#include "../assigned.h"
#include "run/link_load.h"
#include "run/setup.h"

static const struct {
    const struct topology_kind *kind;
    int rows, cols;
    const char *pattern;
    int senders, links;
    double hops;
} table[] = {
    /* 4x4: two directions of three links in each of four rows and columns; a torus has four of them */
    {&topology_mesh, 4, 4, "transpose", 12, 48, 2 * 20.0 / 12},  /* |x - y|: six pairs of 1, four of 2, two of 3 */
    {&topology_torus, 4, 4, "transpose", 12, 64, 2 * 16.0 / 12}, /* of 3 it is 1 */
    {&topology_mesh, 4, 4, "bit-complement", 16, 48, 4},         /* 3 and 1 in either dimension, 2 in the mean */
    {&topology_torus, 4, 4, "bit-complement", 16, 64, 2},
    {&topology_mesh, 2, 2, "uniform", 4, 8, 4.0 / 3},
    {&topology_torus, 4, 4, "uniform", 16, 64, 2 * 16.0 / 15}, /* 1 in the mean along a ring of four, itself included */
    {&topology_xmesh, 4, 4, "neighbour", 16, 96, 1},
    {&topology_torus, 10, 13, "near", 130, 520, 4.5},   /* over 80 nodes: 2 * 9 * 20 rows and columns */
    {&topology_xmesh, 12, 20, "near", 240, 1440, 3.75}, /* ... where 32 of them have a diagonal, 60 hops less */
};

TEST(by_hand)
{
    const char *error;

    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        struct topology *t = topology_create(table[i].kind, table[i].rows, table[i].cols, &error);
        assert_non_null(t);
        struct link_load l =
            link_load_of(t, pattern_find(table[i].pattern), (struct topology_shape){table[i].rows, table[i].cols});
        assert_int_equal(l.senders, table[i].senders);
        assert_int_equal(l.links, table[i].links);
        assert_float_equal(l.hops, table[i].hops, 1e-9);
        assert_float_equal(link_load_at(&l, 0.01, 16), 0.16 * l.hops * l.senders / l.links, 1e-12);
        topology_destroy(t);
    }
    COMPARED(sizeof table / sizeof *table, "patterns");
}

/* 0.5 of the links of a 4x4 torus under bit-complement: 2 hops of 16 senders over 64 links, half a hop a link. */
TEST(density_of_a_run)
{
    const struct scenario s = assigned("fabric.router=vcr-mesh fabric.topology=torus fabric.rows=4 fabric.cols=4 "
                                       "traffic.pattern=bit-complement traffic.load_unit=link traffic.load=0.5");
    const struct scenario wrong = assigned("traffic.load_unit=link traffic.hot_spots=3");
    const struct scenario over = assigned("traffic.load_unit=link traffic.load=2 traffic.pattern=neighbour");
    static struct setup setup;
    char error[SCENARIO_ERROR];

    assert_int_equal(setup_init(&setup, &s, error, sizeof error), 0);
    assert_float_equal(setup.config.endpoint.load, 1, 1e-9);
    setup_finish(&setup);
    assert_int_equal(scenario_check(&wrong, error, sizeof error), -1);
    assert_string_equal(error, "--load-unit does not go with --hot-spots");
    assert_int_equal(scenario_check(&over, error, sizeof error), -1);
    assert_string_equal(error, "--load 2 of the links is a density of 24 of the PEs, which must be at most 2");
    COMPARED(3, "scenarios");
}

RUN_TESTS
