/* SPDX-License-Identifier: Apache-2.0
 *
 * The check of route tables: those of every topology pass, with and without dead links and further ports, and each kind
 * of wrong entry is found and named.
 */
#include <stdlib.h>

#include "../unit.h"
#include "fedx/kind/fedx_route_check.h"
#include "fedx/kind/fedx_table.h"

static char text[256];

static struct topology *make(int rows, int cols)
{
    const char *error = "";
    struct topology *t = topology_create(&topology_xmesh, rows, cols, &error);

    if (!t)
        fail_msg("%d x %d: %s", rows, cols, error);
    return t;
}

static struct topology *make_hexagon(int edge)
{
    const char *error = "";
    struct topology *t = topology_create(&topology_hexmesh, 1, topology_hexmesh.nodes_of_edge(edge), &error);

    if (!t)
        fail_msg("E%d: %s", edge, error);
    return t;
}

/* Tables pass with so many buffers, and one buffer less is too few. @return routes checked */
static long just_passes(const struct topology *t, const uint32_t *entry, int buffers, int deroutes)
{
    long checked = fedx_route_check(t, entry, t->diameter, buffers, deroutes, text, sizeof text);

    if (checked != (t->place ? t->nodes : (long)t->nodes * t->nodes))
        fail_msg("%ld checked, %s", checked, text);
    assert_int_equal(fedx_route_check(t, entry, t->diameter, buffers - 1, deroutes, text, sizeof text), -1);
    assert_non_null(strstr(text, "never admits"));
    return checked;
}

static uint32_t *tables(const struct topology *t)
{
    uint32_t *entry = malloc(sizeof *entry * t->pairs);

    assert_non_null(entry);
    fedx_table_entries(t, t->diameter, 0, entry);
    return entry;
}

TEST(every_size_passes)
{
    unsigned long routes = 0;

    for (int rows = 2; rows <= 24; rows++)
        for (int cols = 2; cols <= 24; cols++) {
            struct topology *t = make(rows, cols);
            uint32_t *entry = tables(t);
            long checked = fedx_route_check(t, entry, t->diameter, topology_buffers(t), 0, text, sizeof text);
            if (checked != rows * cols)
                fail_msg("%ld checked, %s", checked, text);
            assert_int_equal(fedx_route_check(t, entry, t->diameter, topology_buffers(t) - 1, 0, text, sizeof text),
                             -1);
            assert_non_null(strstr(text, "never admits"));
            routes += (unsigned long)checked;
            free(entry);
            topology_destroy(t);
        }
    COMPARED(routes, "routes checked");
}

/* Hexagonal meshes, with their further ports and without; one deroute costs two classes. */
TEST(hexagonal_meshes_pass)
{
    unsigned long routes = 0;

    for (int edge = 2; edge <= 13; edge++) {
        struct topology *t = make_hexagon(edge);
        uint32_t *entry = tables(t);
        for (int deroutes = 0; deroutes < 2; deroutes++) {
            fedx_table_entries(t, t->diameter, deroutes, entry);
            routes += (unsigned long)just_passes(t, entry, topology_buffers(t) + 2 * deroutes, deroutes);
            assert_non_null(strstr(text, "hexmesh: route of node 0 to node"));
        }
        free(entry);
        topology_destroy(t);
    }
    COMPARED(routes, "routes checked");
}

/* Where hops count as deroutes, a packet has one less than its distance, and one costs one class; ways round about lead
 * no farther. */
TEST(counted_hops_pass)
{
    unsigned long routes = 0;

    for (int edge = 2; edge <= 13; edge++) {
        struct topology *t = make_hexagon(edge);
        uint32_t *entry = tables(t);
        fedx_table_entries(t, t->diameter, 1, entry);
        long checked = just_passes(t, entry, 2 * t->diameter, FEDX_DEROUTE_HOPS);
        for (int port = 0; port < FEDX_LINKS; port++) /* the port that leads back is one hop farther */
            entry[topology_pair(t, 0, 1)] |= 1u << (22 + port);
        assert_int_equal(fedx_route_check(t, entry, t->diameter, 0, FEDX_DEROUTE_HOPS, text, sizeof text),
                         edge > 2 ? -1 : checked);
        assert_true(edge == 2 || strstr(text, "must not lead farther away"));
        routes += (unsigned long)checked;
        free(entry);
        topology_destroy(t);
    }
    COMPARED(routes, "routes checked");
}

/* Without a few links every node has a table of its own. */
TEST(dead_links_pass)
{
    unsigned long routes = 0;

    for (int node = 0; node < 30; node++)
        for (int port = 0; port < FEDX_LINKS; port++) {
            const struct topology_end dead[] = {{node, port, 0}, {(node + 7) % 30, (port + 1) % FEDX_LINKS, 0}};
            const char *error = "";
            struct topology *t = topology_create_without(&topology_xmesh, 5, 6, dead, 2, &error);
            if (!t)
                continue; /* both are one link */
            uint32_t *entry = tables(t);
            long checked = fedx_route_check(t, entry, t->diameter, topology_buffers(t), 0, text, sizeof text);
            if (checked != 30 * 30)
                fail_msg("%ld checked, %s", checked, text);
            entry[topology_pair(t, node, (node + 1) % 30)] |= 1u << (8 + port);
            assert_int_equal(fedx_route_check(t, entry, t->diameter, topology_buffers(t), 0, text, sizeof text), -1);
            routes += (unsigned long)checked;
            free(entry);
            topology_destroy(t);
        }
    assert_true(routes > 100 * 900);
    COMPARED(routes, "routes checked");
}

/* The entry of node 0 for a destination, changed, is found with these words. */
static void found(int destination, uint32_t clear, uint32_t set, const char *words)
{
    struct topology *t = make(8, 8);
    uint32_t *entry = tables(t), *e = &entry[topology_pair(t, 0, destination)];

    *e = (*e & ~clear) | set;
    assert_int_equal(fedx_route_check(t, entry, t->diameter, 10, 0, text, sizeof text), -1);
    if (!strstr(text, words))
        fail_msg("found as \"%s\", not as \"%s\"", text, words);
    free(entry);
    topology_destroy(t);
}

/* To node 1, next to node 0 by port 0; to node 2, two hops by port 0. */
TEST(wrong_entries)
{
    enum { BEST = 8, DETERMINISTIC = 16, PREFERRED = 19, OTHER = 22 };

    found(1, 1u << 31, 0, "8 x 8 xmesh: route of node 0 to node 1: there is none");
    found(1, 0x7fu << BEST, 0, "route of node 0 to node 1: no port leads nearer");
    found(1, 0, 1u << (BEST + 1), "route of node 0 to node 1 by port 1: 1 hops, but 2 from node 7 where that leads");
    found(2, 0xff, 3, "route of node 0 to node 2 by port 0: 3 hops, but 1 from node 1 where that leads");
    found(1, 7u << DETERMINISTIC, 1u << DETERMINISTIC, "by port 1: the deterministic port must be one of the best");
    found(1, 7u << DETERMINISTIC, 7u << DETERMINISTIC, "by port 7: the deterministic port must be one of the best");
    found(1, 7u << PREFERRED, 3u << PREFERRED, "by port 3: the preferred port must be one of the best");
    found(1, 0, 1u << (BEST + FEDX_PE_PORT), "by port 6: the PE port is for packets that have arrived");
    found(1, 0, 1u << (OTHER + FEDX_PE_PORT), "by port 6: the PE port is for packets that have arrived");
    found(0, 0x7fu << BEST, 1u << BEST,
          "route of node 0 to node 0: a packet that has arrived must leave by the PE port alone");
    found(0, 0, 1, "route of node 0 to node 0: a packet that has arrived");
}

/* Further ports: as far as they may lead, too far, and without a link. */
TEST(further_ports)
{
    struct topology *t = make(8, 8);
    uint32_t *entry = tables(t);
    size_t pair = topology_pair(t, 0, 1);

    entry[pair] |= 1u << (22 + 2); /* node 8: 2 hops from node 1 */
    assert_int_equal(fedx_route_check(t, entry, t->diameter, 10, 0, text, sizeof text), 64);
    assert_int_equal(fedx_route_check(t, entry, t->diameter, 10, 2, text, sizeof text), 64);
    assert_int_equal(fedx_route_check(t, entry, t->diameter, 10, 3, text, sizeof text), -1);
    assert_non_null(strstr(text, "deroutes has class 1"));
    entry[topology_pair(t, 8, 1)] += 1;
    assert_int_equal(fedx_route_check(t, entry, t->diameter, 10, 0, text, sizeof text), -1);
    assert_non_null(strstr(text, "by port 2: a further port must not lead more than one hop away"));
    t->links[0][2].node = -1;
    entry[topology_pair(t, 8, 1)] -= 1;
    assert_int_equal(fedx_route_check(t, entry, t->diameter, 10, 0, text, sizeof text), -1);
    assert_non_null(strstr(text, "by port 2: the port is not connected"));
    free(entry);
    topology_destroy(t);
}

/* A cable of another length than the others. */
TEST(long_cables)
{
    struct topology *t = make(3, 3);
    uint32_t *entry = tables(t);

    assert_int_equal(fedx_route_check(t, entry, t->diameter, 10, 0, text, sizeof text), 9);
    t->links[4][1].latency = 2;
    assert_int_equal(fedx_route_check(t, entry, t->diameter, 10, 0, text, sizeof text), -1);
    assert_non_null(strstr(text, "all of one length"));
    free(entry);
    topology_destroy(t);
}

RUN_TESTS
