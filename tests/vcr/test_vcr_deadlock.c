/* SPDX-License-Identifier: Apache-2.0
 *
 * The check for deadlock: it lets all through that docs/spec/vcr.md section 14 promises something of, and names what is
 * wrong with the rest; each cycle that it names leads from router to router and back. test_vcr_fabric runs both sorts.
 */
#include <stdlib.h>

#include "vcr_unit.h"
#include "vcr/kind/vcr_deadlock.h"
#include "vcr/kind/vcr_kind.h"
#include "vcr/kind/vcr_via.h"
#include "topology/graph_make.h"
#include "topology/routes.h"

enum { ERROR = 4096 };

struct given {
    struct vcr_parameters parameters;
    struct topology *t;
    struct vcr_settings settings;
    unsigned deflections;
};

static struct given given(const struct vcr_parameters *parameters, const struct topology_kind *kind, int rows, int cols,
                          int dead)
{
    static const struct topology_end dead_link = {5, 0, 0};
    const char *error = "";
    struct given g = {.parameters = *parameters,
                      .t = topology_create_without(kind, rows, cols, &dead_link, (size_t)dead, &error)};

    if (!g.t)
        fail_msg("%s", error);
    topology_attach(g.t, VCR_GRID_ENDPOINT, 1);
    vcr_settings_usual(&g.parameters, kind, &g.settings);
    if (!vcr_settings_regular(kind, dead))
        vcr_settings_irregular(&g.parameters, &g.settings);
    return g;
}

static void good(struct given g, unsigned long *routes)
{
    char error[ERROR] = "";
    long followed = vcr_deadlock_check(&g.parameters, &g.settings, g.t, g.deflections, error, sizeof error);

    if (followed <= 0)
        fail_msg("%s", error);
    *routes += (unsigned long)followed;
    topology_destroy(g.t);
}

TEST(what_is_usual_is_free_of_deadlock)
{
    unsigned long routes = 0;

    good(given(&vcr_parameters_noc, &topology_mesh, 4, 4, 0), &routes);
    good(given(&vcr_parameters_noc, &topology_torus, 4, 8, 0), &routes);
    good(given(&vcr_parameters_mesh, &topology_mesh, 5, 7, 0), &routes);
    good(given(&vcr_parameters_mesh, &topology_torus, 16, 16, 0), &routes);
    good(given(&vcr_parameters_mesh, &topology_torus, 4, 4, 1), &routes);
    good(given(&vcr_parameters_mesh, &topology_mesh, 4, 4, 1), &routes);
    good(given(&vcr_parameters_mesh, &topology_xmesh, 4, 6, 1), &routes);
    good(given(&vcr_parameters_mesh, &topology_hexmesh, 1, 19, 0), &routes);
    good(given(&vcr_parameters_tree, &topology_tree, 4, 3, 0), &routes);
    good(given(&vcr_parameters_tree, &topology_mesh, 4, 4, 0), &routes); /* one channel, dimension order alone */
    good(given(&vcr_parameters_wormhole, &topology_torus, 8, 8, 0), &routes);
    good(given(&vcr_parameters_wormhole, &topology_tree, 2, 4, 0), &routes);
    COMPARED(routes, "routes followed");
}

/* Packets that turn back, where a channel holds all of one; a tree of routers that take one way up. */
TEST(so_is_more)
{
    struct given back = given(&vcr_parameters_mesh, &topology_torus, 4, 4, 0),
                 straight = given(&vcr_parameters_tree, &topology_tree, 2, 3, 0);
    struct given apart = given(&vcr_parameters_mesh, &topology_mesh, 4, 4, 0),
                 wormhole = given(&vcr_parameters_noc, &topology_mesh, 4, 4, 0);
    unsigned long routes = 0;

    back.deflections = 7;
    good(back, &routes);
    for (int k = 0; k < VCR_CLASSES; k++)
        straight.settings.class[k].adaptive = 0;
    good(straight, &routes);
    /* A class with escape, and one in dimension order in channels of its own */
    apart.settings.class[0].vc_mask = 0xf0;
    apart.settings.class[1] = (struct vcr_class_settings){.vc_mask = 0x0e};
    good(apart, &routes);
    /* Wormhole in channels that are not empty, in dimension order, whether there is an escape channel or not */
    wormhole.settings.alloc_credits = 1;
    for (int k = 0; k < VCR_CLASSES; k++) {
        wormhole.settings.class[k].adaptive = 0;
        wormhole.settings.class[k].prefer = VCR_PREFER_FIRST;
    }
    good(wormhole, &routes);
    COMPARED(routes, "routes followed");
}

/* The routers of a cycle, from what the sentence says of it. Each is at the far end of the port of the one before. */
static void check_named(const struct topology *t, const char *error)
{
    const char *at = strstr(error, "for router ");
    int first[2] = {-1, -1}, last[2] = {-1, -1}, named = 0;

    assert_non_null(at);
    for (at += strlen("for router "); at; at = strstr(at, ", then "), at = at ? at + strlen(", then ") : at, named++) {
        int router, port, vc;
        assert_int_equal(sscanf(at, "%d port %d channel %d", &router, &port, &vc), 3);
        if (named > 0)
            assert_int_equal(t->links[last[0]][last[1]].node, router);
        else
            first[0] = router;
        last[0] = router;
        last[1] = port;
    }
    assert_true(named >= 2);
    if (strstr(error, ", and again"))
        assert_int_equal(t->links[last[0]][last[1]].node, first[0]);
}

static void bad(struct given g, const char *words)
{
    char error[ERROR] = "";

    assert_int_equal(vcr_deadlock_check(&g.parameters, &g.settings, g.t, g.deflections, error, sizeof error), -1);
    if (!strstr(error, words))
        fail_msg("no word of %s: %s", words, error);
    if (strstr(error, "for ever"))
        check_named(g.t, error);
    topology_destroy(g.t);
}

/* Message classes of halves, or in common. */
static struct given answered(const struct vcr_parameters *parameters, const struct topology_kind *kind, int rows,
                             int cols, unsigned classes)
{
    struct given g = given(parameters, kind, rows, cols, 0);
    struct vcr_parameters half = *parameters;

    half.vcs /= 2;
    g.settings.classes = classes & 3u;
    if (classes == 1)
        return g;
    vcr_settings_usual(&half, kind, &g.settings);
    g.settings.classes = 2;
    for (int k = PACKET_RESPONSE; k < VCR_CLASSES; k++) {
        struct vcr_class_settings *c = &g.settings.class[k];
        c->vc_mask = (uint16_t)(c->vc_mask << half.vcs);
        c->escape_low = (uint16_t)(c->escape_low << half.vcs);
        c->escape_high = (uint16_t)(c->escape_high << half.vcs);
    }
    return g;
}

/* A request waits for a response: with channels in common that closes a circle, with channels of their own it does not.
 */
TEST(requests_wait_for_responses)
{
    struct vcr_parameters two = vcr_parameters_tree;
    unsigned long routes = 0;
    struct given crossed = answered(&vcr_parameters_mesh, &topology_mesh, 4, 4, 2);
    char error[ERROR] = "";

    two.vcs = 2;
    good(answered(&vcr_parameters_mesh, &topology_mesh, 4, 5, 2), &routes);
    good(answered(&vcr_parameters_mesh, &topology_torus, 4, 4, 2), &routes);
    good(answered(&two, &topology_tree, 4, 2, 2), &routes);
    /* Channels of their own, but the first response class has one of those of requests. */
    crossed.settings.class[PACKET_RESPONSE].escape_low = crossed.settings.class[PACKET_RESPONSE].escape_high = 1;
    const struct given wrong[] = {answered(&vcr_parameters_mesh, &topology_mesh, 4, 4, 1),
                                  answered(&vcr_parameters_tree, &topology_tree, 2, 2, 1), crossed};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        const struct given *g = &wrong[i];
        assert_int_equal(vcr_deadlock_check(&g->parameters, &g->settings, g->t, 0, error, sizeof error), -1);
        assert_non_null(strstr(error, "then a response of PE "));
        topology_destroy(g->t);
    }
    COMPARED(routes, "routes followed");
}

static void for_all(struct given *g, struct vcr_class_settings c)
{
    for (int k = 0; k < VCR_CLASSES; k++)
        g->settings.class[k] = c;
}

TEST(packets_that_wait_for_each_other_are_named)
{
    static const struct vcr_class_settings any = {.adaptive = 1, .vc_mask = 0xffff},
                                           one_class = {
                                               .adaptive = 1, .vc_mask = 0xfffe, .escape_low = 1, .escape_high = 1};
    static const struct vcr_class_settings shared = {
        .adaptive = 1, .vc_mask = 0xffff, .escape_low = 1, .escape_high = 1};
    struct given mesh = given(&vcr_parameters_mesh, &topology_mesh, 4, 4, 0),
                 torus = given(&vcr_parameters_mesh, &topology_torus, 4, 4, 0);
    struct given both = given(&vcr_parameters_mesh, &topology_mesh, 4, 4, 0),
                 order = given(&vcr_parameters_mesh, &topology_torus, 4, 4, 0);
    struct given up = given(&vcr_parameters_tree, &topology_tree, 2, 3, 0),
                 two = given(&vcr_parameters_mesh, &topology_mesh, 4, 4, 0);

    bad(given(&vcr_parameters_tree, &topology_torus, 4, 4, 0), "for ever");
    for_all(&mesh, any);
    bad(mesh, "for ever");
    for_all(&torus, one_class);
    bad(torus, "for ever");
    for_all(&both, shared);
    bad(both, "for ever");
    for_all(&order, (struct vcr_class_settings){.vc_mask = 0xffff}); /* dimension order round a ring */
    bad(order, "for ever");
    up.deflections = 1;
    bad(up, "for ever");
    two.settings.class[1] =
        (struct vcr_class_settings){.vc_mask = 0x01, .adaptive = 1}; /* in the others' escape channel */
    bad(two, "for ever");
    COMPARED(7, "cycles named");
}

/* The escape of a tree over any links: free of deadlock with room for a packet, but not for packets that hold many
 * channels. */
TEST(wormhole_needs_more)
{
    struct vcr_parameters table = vcr_parameters_wormhole;
    struct given one = given(&vcr_parameters_noc, &topology_mesh, 4, 4, 0),
                 held = given(&vcr_parameters_noc, &topology_mesh, 4, 4, 0);
    struct given back = given(&vcr_parameters_noc, &topology_mesh, 4, 4, 0),
                 more = given(&vcr_parameters_noc, &topology_mesh, 4, 4, 0);
    char error[ERROR] = "";

    table.route_stage = 1;
    table.table_size = 64;
    struct given tree = given(&table, &topology_mesh, 4, 4, 1);
    assert_int_equal(vcr_deadlock_check(&tree.parameters, &tree.settings, tree.t, 0, error, sizeof error), -1);
    assert_non_null(strstr(error, "for ever"));
    topology_destroy(tree.t);
    one.settings.alloc_credits = 1;
    bad(one, "for ever");
    held.settings.link_hold = 1;
    bad(held, "a link that is kept");
    back.deflections = 1;
    bad(back, "turns back");
    more.settings.alloc_credits = 5;
    bad(more, "more credits");
    COMPARED(5, "settings refused");
}

TEST(routes_that_are_missing_are_named)
{
    struct given none = given(&vcr_parameters_mesh, &topology_mesh, 4, 4, 0),
                 half = given(&vcr_parameters_noc, &topology_torus, 4, 4, 0);
    struct given no_channels = given(&vcr_parameters_noc, &topology_mesh, 4, 4, 0);

    none.settings.class[0].escape_low = none.settings.class[0].escape_high = 0x0000;
    none.settings.class[0].vc_mask = 0;
    bad(none, "no channels");
    half.settings.class[0].escape_low = 0;
    bad(half, "there is no escape channel");
    no_channels.settings.class[2] = (struct vcr_class_settings){.adaptive = 1};
    bad(no_channels, "no channels");
    COMPARED(3, "settings refused");
}

/* Routes that are given -------------------------------------------------------------------------------------------- */

static struct topology *graph(const char *name, struct graph_size size)
{
    char reason[TOPOLOGY_GRAPH_ERROR];
    struct topology_graph made;
    const char *error = "";

    if (graph_make(graph_maker_find(name), &size, &made, reason) != 0)
        fail_msg("%s: %s", name, reason);
    struct topology *t = topology_create_graph(&made, NULL, 0, &error);
    topology_graph_free(&made);
    if (!t)
        fail_msg("%s: %s", name, error);
    return t;
}

/* By number: a mesh, a torus, a tree, one dead link, a flattened butterfly, a dragonfly, a ring. */
enum { MESH, TORUS, TREE, DEAD, BUTTERFLY, DRAGONFLY, RING, FABRICS };

static struct given fabric(int number)
{
    static const struct topology_kind *const kinds[] = {&topology_mesh, &topology_torus, &topology_tree,
                                                        &topology_mesh};
    struct given g;

    if (number < BUTTERFLY)
        return given(&vcr_parameters_mesh, kinds[number], number == TREE ? 2 : 4, number == TREE ? 3 : 5,
                     number == DEAD);
    g = (struct given){.parameters = vcr_parameters_mesh};
    g.parameters.ports = VCR_MOST_PORTS;
    g.t = number == BUTTERFLY   ? graph("hyperx", (struct graph_size){{4, 4}, 2, 1, 0})
          : number == DRAGONFLY ? graph("dragonfly", (struct graph_size){{3, 2}, 2, 1, 0})
                                : graph("ring", (struct graph_size){{6}, 1, 1, 0});
    vcr_settings_usual(&g.parameters, &topology_any, &g.settings);
    return g;
}

/* @return 0: a routing function is not for a fabric */
static int give(struct given *g, const struct topology_routing *routing)
{
    char reason[TOPOLOGY_ROUTES_ERROR];

    assert_int_equal(topology_routes_create(g->t), 0);
    if (topology_routes_fill(g->t, routing, reason) != 0 || topology_routes_finish(g->t, reason) != 0) {
        topology_destroy(g->t);
        return 0;
    }
    vcr_settings_routed(&g->parameters, g->t->routes->ways, &g->settings);
    return 1;
}

static const char *const tables[][2] = {
    /* name; by fabric: safe, circle, or not for it */
    {"minimal", "ccscccc"},    {"dimension-order", "scscscc"}, {"up-down", "sssssss"},
    {"yx", "s------"},         {"o1turn", "s------"},          {"west-first", "s------"},
    {"north-last", "s------"}, {"negative-first", "s------"},  {"odd-even", "s------"}};

/* Which of a function's fabrics are free of deadlock, whether channels hold a packet or are taken flit by flit. */
TEST(routes_are_safe_where_the_literature_says)
{
    unsigned long routes = 0, circles = 0, none = 0;

    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++)
        for (int number = 0; number < FABRICS; number++)
            for (int flits = 0; flits < 2; flits++) {
                struct given g = fabric(number);
                char is = tables[i][1][number];
                if (!give(&g, topology_routing_find(tables[i][0]))) {
                    if (is != '-')
                        fail_msg("%s is not for fabric %d", tables[i][0], number);
                    none++;
                    continue;
                }
                if (flits) {
                    g.settings.alloc_credits = 1;
                    g.settings.link_hold = 0;
                }
                if (is == 's') {
                    good(g, &routes);
                } else {
                    bad(g, "for ever");
                    circles++;
                }
            }
    COMPARED(routes, "routes followed");
    COMPARED(circles, "circles named");
    COMPARED(none, "fabrics that functions are not for");
}

/* Each part of the way on half of the channels, or both on all of them. */
static struct given by_intermediate(struct given g, int halves)
{
    g.settings.via = VCR_VIA_VALIANT;
    g.parameters.via = 1;
    for (unsigned k = 0; halves && k < VCR_CLASSES; k++)
        vcr_settings_part(&g.settings.class[k], k % 2, g.parameters.vcs / 2u);
    return g;
}

/* Packets with intermediate routers are as safe as others where each part of their way has channels of its own. Where
 * both share them, they go on from there by turns that nobody may take. */
TEST(parts_of_ways_have_their_channels)
{
    unsigned long routes = 0, circles = 0;

    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++)
        for (int number = 0; number < FABRICS; number++)
            for (int flits = 0; flits < 2; flits++)
                for (int halves = 0; halves < 2; halves++) {
                    struct given g = fabric(number);
                    if (number == TREE || !give(&g, topology_routing_find(tables[i][0])))
                        continue;
                    if (g.t->routes->ways == 2) {
                        topology_destroy(g.t);
                        continue;
                    }
                    g.settings.alloc_credits = flits ? 1 : g.settings.alloc_credits;
                    g.settings.link_hold = g.settings.link_hold && !flits;
                    if (halves && tables[i][1][number] == 's') {
                        good(by_intermediate(g, halves), &routes);
                    } else {
                        bad(by_intermediate(g, halves), "for ever");
                        circles++;
                    }
                }
    COMPARED(routes, "routes followed");
    COMPARED(circles, "circles named");
}

/* The channels of a circle that packets close which hold several need not follow each other. */
static void circle(struct given g)
{
    char error[ERROR] = "";

    assert_int_equal(vcr_deadlock_check(&g.parameters, &g.settings, g.t, 0, error, sizeof error), -1);
    assert_non_null(strstr(error, "for ever"));
    topology_destroy(g.t);
}

/* The same with escape channels, for packets that fit a channel and for those that do not. */
TEST(parts_of_ways_have_their_escape)
{
    struct vcr_parameters six = vcr_parameters_noc;
    unsigned long routes = 0;

    six.vcs = 6;
    for (int halves = 0; halves < 2; halves++) {
        struct vcr_parameters half = vcr_parameters_mesh, few = six;
        half.vcs = halves ? half.vcs / 2u : half.vcs;
        few.vcs = halves ? few.vcs / 2u : few.vcs;
        struct given all[] = {given(&half, &topology_mesh, 4, 5, 0), given(&half, &topology_torus, 4, 5, 0),
                              given(&half, &topology_mesh, 4, 4, 1), given(&few, &topology_mesh, 4, 4, 0),
                              given(&few, &topology_torus, 4, 4, 0)};
        for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
            all[i].parameters = i < 3 ? vcr_parameters_mesh : six;
            all[i] = by_intermediate(all[i], halves);
            if (halves)
                good(all[i], &routes);
            else
                circle(all[i]);
        }
    }
    COMPARED(routes, "routes followed");
}

RUN_TESTS
