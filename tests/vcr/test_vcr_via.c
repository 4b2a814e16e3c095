/* SPDX-License-Identifier: Apache-2.0
 *
 * Intermediate routers, docs/spec/vcr.md section 20: every hop of packets from everyone to everyone else leads nearer
 * to where they are on their way to, in meshes, tori, graphs and with dead links, and at the intermediate router, and
 * nowhere else, they turn. What they draw is spread as the shares say, with ROMM over shortest ways alone.
 */
#include <stdlib.h>

#include "vcr_unit.h"
#include "topology/graph_make.h"
#include "vcr/kind/vcr_kind.h"
#include "vcr/kind/vcr_packet.h"
#include "vcr/kind/vcr_ugal.h"
#include "vcr/kind/vcr_via.h"

enum { FLITS = 4, DRAWS = 4000 };

static struct topology *dragonfly(void)
{
    char reason[TOPOLOGY_GRAPH_ERROR];
    struct topology_graph made;
    const char *error = "";
    struct graph_size size = {{4, 2}, 2, 2, 0};

    if (graph_make(graph_maker_find("dragonfly"), &size, &made, reason) != 0)
        fail_msg("%s", reason);
    struct topology *t = topology_create_graph(&made, NULL, 0, &error);
    topology_graph_free(&made);
    if (!t)
        fail_msg("%s", error);
    return t;
}

static struct topology *grid(const struct topology_kind *kind, int rows, int cols, size_t dead, int cables)
{
    static const struct topology_end dead_link = {5, 0, 0};
    const char *error = "";
    struct topology *t = topology_create_without(kind, rows, cols, &dead_link, dead, &error);

    if (!t)
        fail_msg("%s", error);
    topology_attach(t, VCR_GRID_ENDPOINT, cables);
    return t;
}

/* Routers of a build, with their settings and tables. */
struct routers {
    struct vcr_parameters parameters;
    struct vcr_settings settings;
    const struct topology *t;
    struct vcr_config config;
    struct vcr_route route;
};

/* What a head becomes and finds at a router by which it comes. */
static uint32_t route_at(struct routers *r, int router, uint64_t *head)
{
    vcr_settings_config(&r->settings, r->t, router, &r->config);
    *head = vcr_route_come(&r->parameters, &r->config, 1, *head);
    if (r->config.routing == VCR_ROUTE_TABLE)
        r->route.entry[0] =
            vcr_settings_entry(r->t, router, (int)vcr_flit_destination(vcr_flit_aimed(&r->parameters, *head)));
    return vcr_route_of(&r->parameters, &r->route, &r->config, 0, *head);
}

/* From router to router, each time by any of the best ports. @return hops */
static unsigned long walk(struct routers *r, struct rng *random, const struct packet *p)
{
    const struct topology *t = r->t;
    int at = t->attached[p->source].node, target = t->attached[p->destination].node;
    int via = vcr_via_draw(&r->settings, t, p), turned = 0;
    uint64_t head = vcr_via_head(&r->settings, t, p);
    unsigned long hops = 0;

    for (;; hops++) {
        const struct packet seen = vcr_packet_of(head);
        assert_memory_equal(&seen, p, sizeof seen);
        uint32_t route = route_at(r, at, &head);
        turned |= at == via;
        assert_int_equal(vcr_flit_class(head), turned);
        assert_int_equal(vcr_flit_via(head), !turned);
        unsigned port = vcr_route_pick(vcr_route_best(route), vcr_unit_upto(random, 255));
        if (turned && at == target) {
            assert_int_equal(t->links[at][port].port, TOPOLOGY_ENDPOINT);
            assert_int_equal(t->links[at][port].node, p->destination);
            assert_int_equal(head, vcr_packet_head(p));
            return hops;
        }
        assert_true(topology_wired(t, at, (int)port));
        int next = t->links[at][port].node, aim = turned ? target : via;
        assert_int_equal(topology_distance(t, next, aim), topology_distance(t, at, aim) - 1);
        at = next;
    }
}

static struct packet packet_of(int source, int destination, unsigned number)
{
    return (struct packet){.source = (uint32_t)source,
                           .destination = (uint32_t)destination,
                           .message = (uint16_t)number,
                           .traffic_class = 1,
                           .adaptive = 1};
}

static unsigned long everyone(struct topology *t, unsigned via)
{
    struct routers r = {.parameters = vcr_parameters_mesh, .t = t};
    struct rng random = rng_stream(251, via);
    unsigned long hops = 0;

    r.parameters.via = 1;
    vcr_settings_usual(&r.parameters, t->kind, &r.settings);
    r.settings.via = via & 15u;
    for (int s = 0; s < t->endpoints; s++)
        for (int d = 0; d < t->endpoints; d++) {
            struct packet p = packet_of(s, d, (unsigned)(s ^ d));
            hops += walk(&r, &random, &p);
        }
    return hops;
}

TEST(every_hop)
{
    unsigned long hops = 0;

    for (unsigned via = VCR_VIA_VALIANT; via <= VCR_VIA_ROMM; via++) {
        struct topology *all[] = {grid(&topology_mesh, 4, 8, 0, 1), grid(&topology_torus, 4, 4, 0, 2),
                                  grid(&topology_torus, 5, 3, 0, 1), grid(&topology_mesh, 4, 4, 1, 1), dragonfly()};
        for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
            if (via == VCR_VIA_VALIANT || vcr_via_grid(all[i]))
                hops += everyone(all[i], via);
            topology_destroy(all[i]);
        }
    }
    COMPARED(hops, "hops");
}

/* As often as the shares say, within five deviations. */
static unsigned long spread(const struct topology *t, unsigned via, int source, int destination)
{
    struct vcr_settings settings = {.via = via & 15u, .random_seed = 3};
    int *drawn = calloc((size_t)t->nodes, sizeof *drawn);
    double all = 0;

    assert_non_null(drawn);
    for (unsigned n = 0; n < DRAWS; n++) {
        struct packet p = packet_of(source, destination, n);
        drawn[vcr_via_draw(&settings, t, &p)]++;
    }
    for (int e = 0; e < t->endpoints; e++) {
        int router = t->attached[e].node, from = t->attached[source].node, to = t->attached[destination].node;
        double share = vcr_via_share(&settings, t, source, destination, e), off;
        all += share;
        if (vcr_via_endpoint(t, router) != e) {
            assert_true(share == 0);
            continue;
        }
        off = drawn[router] - share * DRAWS;
        assert_true(off * off <= 25 * share * DRAWS);
        if (via == VCR_VIA_ROMM && share > 0)
            assert_int_equal(topology_distance(t, from, router) + topology_distance(t, router, to),
                             topology_distance(t, from, to));
    }
    assert_true(all > 1 - 1e-9 && all < 1 + 1e-9);
    free(drawn);
    return DRAWS;
}

TEST(shares)
{
    struct topology *all[] = {grid(&topology_mesh, 4, 8, 0, 1), grid(&topology_torus, 4, 8, 0, 1),
                              grid(&topology_torus, 5, 3, 0, 1), dragonfly()};
    struct rng r = rng_stream(252, 0);
    unsigned long draws = 0;

    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        for (int k = 0; k < 8; k++) {
            int s = (int)rng_below(&r, (uint32_t)all[i]->endpoints),
                d = (int)rng_below(&r, (uint32_t)all[i]->endpoints);
            draws += spread(all[i], VCR_VIA_VALIANT, s, d);
            if (vcr_via_grid(all[i]))
                draws += spread(all[i], VCR_VIA_ROMM, s, d);
        }
        topology_destroy(all[i]);
    }
    COMPARED(draws, "draws");
}

/* Which way is taken, by flits that wait times hops, of the least full ports of either way; a router that is empty
 * sends all packets at once. */
TEST(ugal)
{
    struct topology *t = grid(&topology_torus, 4, 8, 0, 1);
    struct vcr_parameters parameters = vcr_parameters_mesh;
    struct vcr_settings settings;
    struct vcr_config config;
    struct rng r = rng_stream(253, 0);
    unsigned direct = 0, round = 0;

    parameters.via = 1;
    vcr_settings_usual(&parameters, t->kind, &settings);
    settings.via = VCR_VIA_UGAL;
    for (unsigned n = 0; n < DRAWS; n++) {
        struct packet p = packet_of((int)rng_below(&r, 32), (int)rng_below(&r, 32), n);
        int from = t->attached[p.source].node, to = t->attached[p.destination].node,
            via = vcr_via_draw(&settings, t, &p);
        unsigned least[2] = {UINT16_MAX, UINT16_MAX}, hops[2];
        uint16_t full[KIND_MOST_PORTS] = {0};
        struct vcr_candidate_routes_at at = {&parameters, t, &settings, &config, from};
        vcr_settings_config(&settings, t, from, &config);
        assert_true(vcr_ugal_direct(&at, &p, full));
        settings.via_bias = vcr_unit_upto(&r, 20) & 255u;
        for (unsigned k = 0; k < KIND_MOST_PORTS; k++)
            full[k] = (uint16_t)vcr_unit_upto(&r, 40);
        for (unsigned k = 0; k < parameters.ports; k++)
            for (int which = 0; which < 2; which++) {
                int aim = which ? via : to, wired = topology_wired(t, from, (int)k);
                int leads = aim == from ? !wired
                                        : wired && topology_distance(t, t->links[from][k].node, aim) <
                                                       topology_distance(t, from, aim);
                if (leads && t->links[from][k].node >= 0)
                    least[which] = full[k] < least[which] ? full[k] : least[which];
            }
        hops[0] = (unsigned)topology_distance(t, from, to);
        hops[1] = (unsigned)(topology_distance(t, from, via) + topology_distance(t, via, to));
        int expected = least[0] * hops[0] <= least[1] * hops[1] + settings.via_bias;
        assert_int_equal(vcr_ugal_direct(&at, &p, full), expected);
        direct += (unsigned)expected;
        round += (unsigned)!expected;
    }
    assert_true(direct > 100 && round > 100);
    topology_destroy(t);
    COMPARED(direct, "packets at once");
    COMPARED(round, "packets by an intermediate router");
}

/* A packet is what its source has sent, but for what changes on its way; and one that has not turned is not. */
TEST(intact)
{
    struct topology *t = grid(&topology_mesh, 4, 4, 0, 1);
    struct vcr_settings settings = {.via = VCR_VIA_VALIANT, .random_seed = 5};
    uint64_t flits[FLITS];

    for (unsigned n = 0; n < 1000; n++) {
        struct packet p = packet_of((int)(n % 16), (int)(n / 16 % 16), n);
        vcr_packet_fill(&p, FLITS, 1, flits);
        assert_int_equal(vcr_packet_intact(flits, FLITS, FLITS, 1), 1);
        flits[0] = vcr_via_head(&settings, t, &p);
        assert_int_equal(vcr_packet_intact(flits, FLITS, FLITS, 1), 0);
        flits[0] = vcr_flit_turned(flits[0]);
        assert_int_equal(vcr_packet_intact(flits, FLITS, FLITS, 1), 1);
        flits[0] ^= UINT64_C(1) << VCR_HEAD_CLASS;
        assert_int_equal(vcr_packet_intact(flits, FLITS, FLITS, 1), 0);
    }
    topology_destroy(t);
    COMPARED(4000, "packets");
}

RUN_TESTS
