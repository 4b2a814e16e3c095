/* SPDX-License-Identifier: Apache-2.0
 *
 * How busy links are, worked out from routes: what is worked out adds up to the hops of all packets, equals what can be
 * counted by hand, and is what a run shows.
 */
#include "../unit.h"
#include "../assigned.h"
#include "config/scenario_kind.h"
#include "run/link_load.h"
#include "run/session.h"
#include "run/links.h"

static struct scenario scenario_of(const char *assignments)
{
    char text[512];

    snprintf(text, sizeof text, "traffic.routing=deterministic traffic.workload=single %s", assignments);
    return assigned(text);
}

static const char *const fabrics[] = {
    "fabric.router=vcr-mesh fabric.topology=mesh fabric.rows=4 fabric.cols=8",
    "fabric.router=vcr-mesh fabric.topology=torus fabric.rows=8 fabric.cols=8",
    "fabric.router=vcr-mesh fabric.topology=torus fabric.rows=6 fabric.cols=5",
    "fabric.router=vcr-mesh fabric.topology=torus fabric.rows=4 fabric.cols=4 channels.prefer=random",
    "fabric.router=vcr fabric.topology=torus fabric.rows=8 fabric.cols=4 channels.prefer=dimension",
    "fabric.router=vcr-tree fabric.topology=tree fabric.arity=2 fabric.levels=4",
    "fabric.rows=4 fabric.cols=4",
    "fabric.router=vcr-mesh fabric.topology=mesh fabric.rows=4 fabric.cols=8 channels.routes=o1turn",
    "fabric.router=vcr-mesh fabric.topology=mesh fabric.rows=4 fabric.cols=8 channels.routes=odd-even",
    "fabric.router=vcr-mesh fabric.topology=mesh fabric.rows=4 fabric.cols=8 traffic.routing=adaptive",
};

static void add_pattern(char *text, size_t size, const char *fabric, const struct pattern *p)
{
    snprintf(text, size, "%s traffic.load_unit=link traffic.load=0.05 traffic.pattern=%s", fabric, p->name);
}

static int fits(const char *text)
{
    const struct scenario s = scenario_of(text);
    char error[SCENARIO_ERROR];

    return scenario_check(&s, error, sizeof error) == 0;
}

/* The mean over the links is the link load that was asked for. */
TEST(links_add_up)
{
    unsigned compared = 0;

    for (size_t i = 0; i < sizeof fabrics / sizeof *fabrics; i++)
        for (const struct pattern *p = traffic_patterns; p->name; p++) {
            char text[400], error[SCENARIO_ERROR];
            static struct setup setup;
            struct links links;
            add_pattern(text, sizeof text, fabrics[i], p);
            if (!fits(text))
                continue;
            const struct scenario s = scenario_of(text);
            assert_int_equal(setup_init(&setup, &s, error, sizeof error), 0);
            assert_int_equal(links_work_out(&setup, &links, error, sizeof error), 0);
            assert_float_equal(links.mean, 0.05, 1e-9);
            compared += (unsigned)links.count;
            links_finish(&links);
            setup_finish(&setup);
        }
    COMPARED(compared, "links of fabrics whose loads add up");
}

/* A row of four of a mesh under transpose, along the row first: link k to k + 1 of row y carries those from x <= k to y
 * > k. */
TEST(by_hand)
{
    const struct scenario s =
        scenario_of("fabric.router=vcr-mesh fabric.topology=mesh fabric.rows=4 fabric.cols=4 channels.prefer=dimension "
                    "traffic.pattern=transpose traffic.load=0.1");
    static struct setup setup;
    struct links links;
    char error[SCENARIO_ERROR];

    assert_int_equal(setup_init(&setup, &s, error, sizeof error), 0);
    assert_int_equal(links_work_out(&setup, &links, error, sizeof error), 0);
    for (int y = 0; y < 4; y++)
        for (int k = 0; k < 3; k++)
            assert_float_equal(links.busy[4 * y + k][0], y > k ? 0.1 * (k + 1) : 0, 1e-9);
    links_finish(&links);
    setup_finish(&setup);
    COMPARED(12, "links");
}

/* A row of two Fed-X switches has two cables, one of them used: it carries what both PEs send, one packet at a time. */
TEST(one_packet_at_a_time)
{
    const struct scenario s =
        scenario_of("fabric.topology=mesh fabric.rows=1 fabric.cols=2 traffic.pattern=neighbour traffic.load=0.4");
    static struct setup setup;
    struct links links;
    char error[SCENARIO_ERROR];

    assert_int_equal(setup_init(&setup, &s, error, sizeof error), 0);
    assert_int_equal(links_work_out(&setup, &links, error, sizeof error), 0);
    assert_true(links.busy[0][0] > 0.1 && links.busy[0][0] == links.busy[1][1]);
    assert_float_equal(links.max, links.busy[0][0] + links.busy[1][1], 1e-12);
    links_finish(&links);
    setup_finish(&setup);
    COMPARED(1, "cable");
}

TEST(shares_add_up)
{
    unsigned compared = 0;

    for (size_t i = 0; i < sizeof fabrics / sizeof *fabrics; i++) {
        const struct scenario s = scenario_of(fabrics[i]);
        static struct setup setup;
        char error[SCENARIO_ERROR];
        assert_int_equal(setup_init(&setup, &s, error, sizeof error), 0);
        const struct scenario_fabric fabric = setup_fabric(&setup);
        for (int n = 0; n < setup.topology->nodes; n++)
            for (int e = 0; e < setup.topology->endpoints; e++, compared++) {
                double share[TOPOLOGY_PORTS], sum = 0;
                setup.kind->parts->scenario->shares(&fabric, &(struct scenario_packets){n, 0, e, 0}, share);
                for (int p = 0; p < TOPOLOGY_PORTS; p++) {
                    sum += share[p];
                    assert_true(share[p] == 0 || topology_route(setup.topology, n, e).best >> p & 1);
                }
                assert_float_equal(sum, 1, 1e-9);
            }
        setup_finish(&setup);
    }
    COMPARED(compared, "routes, all shares of them on a shortest way");
}

TEST(runs_show_it)
{
    static const char *const runs[] = {"channels.prefer=random traffic.pattern=transpose",
                                       "channels.prefer=diagonal traffic.pattern=bit-reversal",
                                       "channels.prefer=dimension traffic.pattern=transpose"};

    for (size_t i = 0; i < sizeof runs / sizeof *runs; i++) {
        char text[400], error[SCENARIO_ERROR];
        static struct session session;
        struct links links;
        snprintf(text, sizeof text,
                 "fabric.router=vcr-mesh fabric.topology=torus fabric.rows=4 fabric.cols=4 traffic.load_unit=link "
                 "traffic.load=0.2 run.cycles=40000 run.drain=none %s",
                 runs[i]);
        const struct scenario s = scenario_of(text);
        assert_int_equal(session_prepare(&session, &s, error, sizeof error), 0);
        assert_int_equal(links_work_out(&session.setup, &links, error, sizeof error), 0);
        assert_int_equal(session_run(&session, NULL, NULL, error, sizeof error), 0);
        assert_float_equal(links_slope(&links, &session), 1, 0.01);
        links_finish(&links);
        session_finish(&session);
    }
    COMPARED(3 * 64, "links that runs show as busy as was worked out");
}

/* Loads of the busiest link at which all ways are spread best are known where a cut, or the one way of some packets,
 * decides: no spread is below them, and what is found is within a percent. O1TURN is half of either order. */
TEST(ways_are_spread_best)
{
    static const struct {
        const char *set;
        double busiest; /* at load 1 of each endpoint */
    } known[] = {
        /* half of the endpoints send 32 of 63 packets over the eight links of the middle */
        {"traffic.pattern=uniform", 32 * 32 / 63. / 8},
        {"channels.routes=west-first traffic.pattern=uniform", 32 * 32 / 63. / 8},
        /* those of seven endpoints have one way, and share a link */
        {"channels.routes=west-first traffic.pattern=transpose", 7},
        {"channels.routes=negative-first traffic.pattern=transpose", 7},
        {"channels.routes=o1turn traffic.pattern=transpose", 3.5},
        {"channels.routes=dimension-order traffic.pattern=transpose", 7},
        {"traffic.pattern=neighbour", 1},
    };

    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        char text[400], error[SCENARIO_ERROR];
        static struct setup setup;
        struct links links;
        snprintf(text, sizeof text,
                 "fabric.router=vcr-mesh fabric.topology=mesh traffic.routing=adaptive traffic.load=0.1 %s",
                 known[i].set);
        const struct scenario s = scenario_of(text);
        assert_int_equal(setup_init(&setup, &s, error, sizeof error), 0);
        if (links_work_out(&setup, &links, error, sizeof error) != 0)
            fail_msg("%s", error);
        if (links.max < 0.1 * known[i].busiest - 1e-9 || links.max > 0.101 * known[i].busiest)
            fail_msg("%s: %g, not %g", known[i].set, links.max, 0.1 * known[i].busiest);
        links_finish(&links);
        setup_finish(&setup);
    }
    COMPARED(sizeof known / sizeof *known, "busiest links");
}

TEST(what_has_no_answer_is_refused)
{
    static const char *const wrong[][2] = {
        {"fabric.router=vcr-mesh fabric.topology=torus traffic.routing=adaptive channels.deflections=1",
         "--routing adaptive: detours depend on other packets, so loads of links do not follow from routes"},
        {"fabric.topology=hexmesh fabric.edge=3 traffic.routing=derouting",
         "--routing derouting: detours depend on other packets, so loads of links do not follow from routes"},
        {"traffic.hot_spots=3", "--hot-spots: loads of links are worked out for patterns"},
    };

    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        const struct scenario s = scenario_of(wrong[i][0]);
        static struct setup setup;
        struct links links;
        char error[SCENARIO_ERROR];
        if (setup_init(&setup, &s, error, sizeof error) != 0)
            fail_msg("%s", error);
        assert_int_equal(links_work_out(&setup, &links, error, sizeof error), -1);
        assert_string_equal(error, wrong[i][1]);
        setup_finish(&setup);
    }
    COMPARED(sizeof wrong / sizeof *wrong, "scenarios refused");
}

RUN_TESTS
