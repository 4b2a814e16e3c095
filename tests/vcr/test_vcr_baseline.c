/* SPDX-License-Identifier: Apache-2.0
 *
 * Virtual-channel routers in networks of routers of another make: their routes are shortest ways, packets without load
 * take as long as the specification says, every check of the bench passes, and networks whose packets could wait in a
 * circle are refused.
 */
#include "../blackbox/blackbox_networks.h"
#include "blackbox/campaign/blackbox_campaign.h"
#include "vcr/bench/vcr_baseline.h"
#include "vcr/bench/vcr_baseline_routes.h"

static const struct {
    int ports, vcs, farthest; /* routers on the longest way */
    const char *network;
} networks[] = {
    {5, 2, 7, GRID("mesh", "4")}, {5, 1, 3, GRID("torus", "3")}, {4, 1, 5, TREE}, {4, 3, 4, RING}, {4, 4, 1, ""}};

/* DEEP: flits enough for credits to be back in time */
enum { NETWORKS = sizeof networks / sizeof *networks, DEEP = 8 };

/* Routers on the way from an input to an output; it ends there. */
static int way(const struct blackbox *f, const int8_t *route, int source, int sink)
{
    int router = f->source[source].router, routers = 1;

    while (router != f->sink[sink].router) {
        int port = route[router * f->sinks + sink], next = -1;
        for (int i = 0; i < f->wires; i++)
            if (f->wire[i].from.router == router && f->wire[i].from.port == port)
                next = f->wire[i].to.router;
        assert_true(next >= 0 && routers++ < f->routers);
        router = next;
    }
    assert_int_equal(route[router * f->sinks + sink], f->sink[sink].port);
    return routers;
}

TEST(ways_end_where_they_should)
{
    unsigned long ways = 0;

    for (int n = 0; n < NETWORKS; n++) {
        struct blackbox *f = network_of(networks[n].ports, networks[n].vcs, networks[n].network);
        int8_t *route = calloc((size_t)(f->routers * f->sinks), 1);
        enum vcr_baseline_choice choice;
        int farthest = 0;
        assert_int_equal(vcr_baseline_routes(f, route, &choice), 1);
        for (int source = 0; source < f->sources; source++)
            for (int sink = 0; sink < f->sinks; sink++, ways++) {
                int routers = way(f, route, source, sink);
                farthest = routers > farthest ? routers : farthest;
            }
        assert_int_equal(farthest, networks[n].farthest);
        free(route);
        blackbox_destroy(f);
    }
    COMPARED(ways, "ways");
}

/* Where a packet goes next. */
static int next_of(const struct blackbox *f, const int8_t *route, int router, int sink)
{
    for (int i = 0; i < f->wires; i++)
        if (f->wire[i].from.router == router && f->wire[i].from.port == route[router * f->sinks + sink])
            return f->wire[i].to.router;
    return router;
}

/* The same routers follow each other however the user numbers ports, and a packet leaves its column before its row. */
TEST(order_of_ports_does_not_matter)
{
    static const char *const orders[] = {"[0, 1, 2, 3, 4]", "[1, 2, 3, 4, 0]", "[4, 3, 2, 1, 0]", "[2, 3, 0, 1, 4]"};
    static const struct {
        const char *topology;
        enum vcr_baseline_choice choice;
    } grids[] = {{"topology: mesh, rows: 4, cols: 4", VCR_BASELINE_DIMENSIONS},
                 {"topology: torus, rows: 4, cols: 4", VCR_BASELINE_DIMENSIONS},
                 {"topology: torus, rows: 3, cols: 3", VCR_BASELINE_DIMENSIONS}};
    int8_t first[16 * 16], *route;
    unsigned long steps = 0;

    for (size_t g = 0; g < sizeof grids / sizeof *grids; g++)
        for (size_t o = 0; o < sizeof orders / sizeof *orders; o++) {
            char network[256];
            struct blackbox *f;
            enum vcr_baseline_choice choice;
            snprintf(network, sizeof network, "network: {%s, ports: %s}\n", grids[g].topology, orders[o]);
            f = network_of(5, 1, network);
            route = calloc((size_t)(f->routers * f->sinks), 1);
            assert_int_equal(vcr_baseline_routes(f, route, &choice), 1);
            assert_int_equal(choice, grids[g].choice);
            for (int router = 0; router < f->routers; router++)
                for (int sink = 0; sink < f->sinks; sink++, steps++) {
                    int next = next_of(f, route, router, sink), to = f->sink[sink].router;
                    if (o == 0)
                        first[router * f->sinks + sink] = (int8_t)next;
                    assert_int_equal(next, first[router * f->sinks + sink]);
                    if (router % f->cols != to % f->cols)
                        assert_int_equal(next / f->cols, router / f->cols);
                }
            free(route);
            blackbox_destroy(f);
        }
    COMPARED(steps, "steps");
}

/* docs/spec/vcr.md section 4, with bypass and a route stage: two cycles a router, and one for each flit behind the
 * first. */
static unsigned long check_alone(const struct vcr_baseline *v, const struct blackbox *f, const int8_t *route)
{
    struct blackbox_bench *bench = blackbox_bench_create(v->f, v->ops);
    struct blackbox_script s;
    struct blackbox_result r;
    unsigned long alone = 0;

    assert_int_equal(blackbox_script_draw(&s, v->f, BLACKBOX_PROFILE_single_in_flight, 3, 400 * f->sources, NULL), 0);
    assert_int_equal(blackbox_bench_run(bench, &s, &r), 0);
    if (r.failed)
        fail_msg("cycle %u: %s", r.cycle, r.text);
    for (int i = 0; i < s.packets; i++) {
        const struct blackbox_history *history = &blackbox_bench_history(bench)[i];
        int routers = way(f, route, s.packet[i].source, s.packet[i].sink);
        if (history->alone)
            assert_int_equal(history->done - history->in, s.packet[i].flits - 1 + 2 * routers);
        alone += history->alone;
    }
    blackbox_script_free(&s);
    blackbox_bench_destroy(bench);
    return alone;
}

/* Every profile but that of resets, which models in the place of RTL have none of. */
static unsigned long check_profiles(const struct vcr_baseline *v)
{
    unsigned long packets = 0;

    for (int profile = 0; profile < BLACKBOX_PROFILE_reset; profile++) {
        struct blackbox_campaign c = {.f = v->f, .ops = v->ops, .cycles = 2000, .seed = 5, .profile = profile};
        assert_int_equal(blackbox_campaign_run(&c), 0);
        if (c.result.failed)
            fail_msg("%s: cycle %u: %s", blackbox_profiles[profile], c.result.cycle, c.result.text);
        packets += c.totals.packets;
        blackbox_campaign_finish(&c);
    }
    return packets;
}

TEST(packets_come_through)
{
    unsigned long alone = 0, packets = 0;

    for (int n = 0; n < NETWORKS; n++) {
        struct blackbox *f = network_of(networks[n].ports, networks[n].vcs, networks[n].network);
        int8_t *route = calloc((size_t)(f->routers * f->sinks), 1);
        enum vcr_baseline_choice choice;
        struct vcr_baseline v;
        char error[BLACKBOX_ERROR];
        assert_int_equal(vcr_baseline_create(&v, f, networks[n].vcs, DEEP, error, sizeof error), 0);
        assert_int_equal(vcr_baseline_routes(f, route, &choice), 1);
        alone += check_alone(&v, f, route);
        vcr_baseline_destroy(&v);
        assert_int_equal(vcr_baseline_create(&v, f, networks[n].vcs, 2 + n, error, sizeof error), 0);
        packets += check_profiles(&v);
        vcr_baseline_destroy(&v);
        free(route);
        blackbox_destroy(f);
    }
    COMPARED(alone, "latencies");
    COMPARED(packets, "packets");
}

/* @param words  begin of what is said */
static void refuse(const struct blackbox *f, int vcs, int depth, const char *words)
{
    struct vcr_baseline v;
    char error[BLACKBOX_ERROR];

    assert_int_equal(vcr_baseline_create(&v, f, vcs, depth, error, sizeof error), -1);
    if (strncmp(error, words, strlen(words)) != 0)
        fail_msg("\"%s\" is said, and not \"%s\"", error, words);
    vcr_baseline_destroy(&v);
}

TEST(others_are_refused)
{
    struct blackbox *torus = network_of(5, 1, GRID("torus", "5")), *wide = network_of(13, 1, "");

    refuse(torus, 1, 4, "on the shortest ways of this network packets of vcr could wait for each other");
    refuse(torus, 17, 4, "there is no vcr of 5 ports and 17 virtual channels of 4 flits");
    refuse(torus, 1, 65, "there is no vcr of 5 ports and 1 virtual channels of 65 flits");
    refuse(wide, 1, 4, "there is no vcr of 13 ports");
    blackbox_destroy(torus);
    blackbox_destroy(wide);
}

RUN_TESTS
