/* SPDX-License-Identifier: Apache-2.0
 *
 * Routers shared out among processes: every part has a router, none weighs much more than its share, and as few cables
 * are cut as the best known partitions of meshes, tori and trees cut.
 */
#include "../unit.h"
#include "topology/partition.h"

enum { MOST = 1024 };

/* Cut cables at most, of routers that all weigh the same. */
static const struct {
    const struct topology_kind *kind;
    int rows, cols, parts, cut;
} known[] = {
    {&topology_mesh, 16, 16, 2, 16},   {&topology_mesh, 16, 16, 4, 32},   {&topology_mesh, 16, 16, 8, 64},
    {&topology_torus, 16, 16, 2, 32},  {&topology_torus, 16, 16, 4, 64},  {&topology_torus, 16, 16, 8, 96},
    {&topology_xmesh, 8, 8, 2, 32},    {&topology_xmesh, 8, 8, 4, 60},    {&topology_xmesh, 8, 8, 8, 88},
    {&topology_xmesh, 32, 32, 2, 128}, {&topology_xmesh, 32, 32, 4, 252}, {&topology_xmesh, 32, 32, 8, 378},
    {&topology_tree, 4, 3, 2, 32},     {&topology_tree, 4, 3, 4, 52},     {&topology_tree, 4, 3, 8, 78},
    {&topology_tree, 2, 6, 2, 32},     {&topology_tree, 2, 6, 4, 49},     {&topology_tree, 2, 6, 8, 73},
};

static struct topology *make(const struct topology_kind *kind, int rows, int cols)
{
    const char *error = "";
    struct topology *t = topology_create(kind, rows, cols, &error);

    if (!t)
        fail_msg("%s", error);
    return t;
}

TEST(cuts_few_cables)
{
    static uint32_t weight[MOST];
    static uint16_t part[MOST];
    unsigned long compared = 0;

    for (int n = 0; n < MOST; n++)
        weight[n] = 1;
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        struct topology *t = make(known[i].kind, known[i].rows, known[i].cols);
        assert_int_equal(partition(t, weight, known[i].parts, part), 0);
        struct partition_figures f = partition_look(t, known[i].parts, part);
        printf("           %s in %d: %d of %d cables cut, %d to %d routers\n", t->name, known[i].parts, f.cut, f.cables,
               f.least, f.most);
        assert_true(f.cut <= known[i].cut && f.cut > 0);
        assert_int_equal(f.least, t->nodes / known[i].parts);
        assert_int_equal(f.most, t->nodes / known[i].parts);
        compared += (unsigned long)f.cables;
        topology_destroy(t);
    }
    COMPARED(compared, "cables");
}

/* No part is empty, and each is near its share. @param off  how many of the heaviest routers it may have too much */
static void is_shared_out(const struct topology *t, const uint32_t *weight, int parts, const uint16_t *part,
                          unsigned off)
{
    uint64_t all = 0, of[9] = {0}, heaviest = 0;

    for (int n = 0; n < t->nodes; n++) {
        all += weight[n];
        heaviest = weight[n] > heaviest ? weight[n] : heaviest;
        assert_true(part[n] < parts);
        of[part[n]] += weight[n];
    }
    for (int k = 0; k < parts; k++) {
        assert_true(of[k] > 0);
        assert_true(heaviest > 6 || of[k] <= all / (uint64_t)parts + off * heaviest);
    }
}

/*
 * Random weights, one router that weighs more than all others among them: no part is empty, and each is near its share.
 */
TEST(weighs_alike)
{
    static uint32_t weight[MOST];
    static uint16_t part[MOST];
    struct rng r = rng_stream(2, 3);
    unsigned long compared = 0;

    for (int i = 0; i < 60; i++) {
        struct topology *t =
            make(i % 2 ? &topology_torus : &topology_xmesh, 2 + (int)rng_below(&r, 9), 2 + (int)rng_below(&r, 9));
        int most = t->nodes < 9 ? t->nodes : 9, parts = 1 + (int)rng_below(&r, (uint32_t)most);
        for (int n = 0; n < t->nodes; n++)
            weight[n] = i % 5 == 0 && n == 3 ? 1000 : 1 + rng_below(&r, 6);
        assert_int_equal(partition(t, weight, parts, part), 0);
        is_shared_out(t, weight, parts, part,
                      4); /* a bisection is off by one at most, and there are four of them one after the other */
        partition_in_order(t, weight, parts, part);
        is_shared_out(t, weight, parts, part, 2);
        for (int n = 1; n < t->nodes; n++)
            assert_true(part[n] == part[n - 1] || part[n] == part[n - 1] + 1);
        compared += (unsigned long)t->nodes;
        topology_destroy(t);
    }
    COMPARED(compared, "routers");
}

RUN_TESTS
