/* SPDX-License-Identifier: Apache-2.0
 *
 * Fabrics of virtual-channel routers, each build on the topologies that it is for: a lone packet takes as long as
 * docs/spec/vcr.md section 4 says, for every pair; under full load every packet arrives once and intact, and the
 * fabric drains, as the check for deadlock promised; what it refuses locks up, and who waits for whom is found; credits
 * and flits of every channel of every link add up to its slots in every cycle.
 */
#include "traffic/workload.h"
#include "triage/deadlock.h"
#include "vcr/kind/vcr_deadlock.h"
#include "vcr/kind/vcr_shape.h"
#include "vcr/router.h"
#include "vcr_places.h"

static const struct place places[] = {
    {&vcr_kind_noc, &vcr_parameters_noc, &topology_mesh, 4, 4, 0, 0},
    {&vcr_kind_mesh, &vcr_parameters_mesh, &topology_mesh, 4, 4, 0, 0},
    {&vcr_kind_mesh, &vcr_parameters_mesh, &topology_torus, 4, 4, 0, 0},
    {&vcr_kind_mesh, &vcr_parameters_mesh, &topology_torus, 3, 5, 0, 0}, /* by table */
    {&vcr_kind_mesh, &vcr_parameters_mesh, &topology_mesh, 4, 4, 2, 0},  /* round dead links */
    {&vcr_kind_mesh, &vcr_parameters_mesh, &topology_xmesh, 3, 4, 1, 0},
    {&vcr_kind_tree, &vcr_parameters_tree, &topology_tree, 2, 3, 0, 0},
    {&vcr_kind_tree, &vcr_parameters_tree, &topology_tree, 4, 2, 0, 0},
    {&vcr_kind_wormhole, &vcr_parameters_wormhole, &topology_mesh, 4, 4, 0, 0},
    {&vcr_kind_wormhole, &vcr_parameters_wormhole, &topology_torus, 4, 4, 0, 0},
    {&vcr_kind_mesh, &vcr_parameters_mesh, &topology_torus, 3, 3, 0, 5},
    {&vcr_kind_deep, &vcr_parameters_deep, &topology_mesh, 2, 4, 0, 64},
    {&vcr_kind_tree, &vcr_parameters_tree, &topology_tree, 2, 3, 0, 37},
    {&vcr_kind_wormhole, &vcr_parameters_wormhole, &topology_torus, 2, 4, 0, 2},
    {&vcr_kind_noc, &vcr_parameters_noc, &topology_mesh, 2, 4, 0, 64},
};
enum { PLACES = sizeof places / sizeof *places };

TEST(lone_packets_take_as_long_as_they_must)
{
    unsigned pairs = 0;

    for (int k = 0; k < PLACES; k++)
        pairs += every_pair(&places[k], (struct delays){0}, NULL, 1);
    print_message("%u pairs of %d fabrics\n", pairs, PLACES);
}

/* Delays ---------------------------------------------------------------------------------------------------------- */

/* Routers and wires with stages, each for itself and together; credits of packets that fit a channel delay none. */
TEST(stages_delay_lone_packets)
{
    static const struct delays delays[] = {{0, 1, 0}, {0, 7, 0}, {0, 0, 7}, {3, 2, 5}, {7, 7, 7}};
    const struct place given[] = {{&vcr_kind_noc, &vcr_parameters_noc, &topology_mesh, 4, 4, 0, 4},
                                  {&vcr_kind_mesh, &vcr_parameters_mesh, &topology_torus, 3, 5, 0, 0},
                                  {&vcr_kind_tree, &vcr_parameters_tree, &topology_tree, 4, 2, 0, 0}};
    unsigned pairs = 0;

    for (size_t k = 0; k < sizeof given / sizeof *given; k++)
        for (size_t d = 0; d < sizeof delays / sizeof *delays; d++)
            pairs += every_pair(&given[k], delays[d], NULL, 1);
    COMPARED(pairs, "pairs");
}

/* From a flit's grant until its credit can be used: its register, wire and stages, the route stage, a cycle in memory
 * without bypass; then those of the credit, which without bypass counts one later. */
static unsigned round_trip(const struct bench *b)
{
    const struct vcr_parameters *s = b->parameters;
    const unsigned flit = 1u + b->settings.latency + b->settings.router_stages + s->route_stage + !s->bypass;

    return flit + 1u + b->settings.latency + b->settings.credit_stages + !s->bypass;
}

/* Of a packet with more flits than a channel has places, each on the link from router 1 to 2 follows the one before it,
 * or is a round trip behind the one whose place it takes. @return flits */
static unsigned flits_wait_for_places(const struct place *p, struct delays d)
{
    uint64_t sent[VCR_MOST_LENGTH];
    unsigned flits = 0, port = 0;
    struct bench b;

    prepare(&b, p);
    delay(&b, d);
    struct fabric *f = build(&b);
    run(f, SETTLED);
    while (b.topology->links[1][port].node != 2)
        port++;
    endpoint_send(fabric_endpoint(f, 0), fabric_cycle(f), 3, 1);
    for (unsigned k = 0; flits < p->flits && k < 10000; k++, run(f, 1))
        if (vcr_router_state(fabric_node(f, 1))->crossbar.valid >> port & 1u)
            sent[flits++] = fabric_cycle(f);
    assert_int_equal(flits, p->flits);
    for (unsigned k = 1; k < flits; k++) {
        const unsigned depth = b.parameters->depth;
        uint64_t due = k < depth ? 0 : sent[k - depth] + round_trip(&b);
        assert_int_equal(sent[k], due > sent[k - 1] + 1 ? due : sent[k - 1] + 1);
    }
    no_fault(f);
    fabric_destroy(f);
    topology_destroy(b.topology);
    return flits;
}

TEST(a_channel_carries_its_depth_per_round_trip)
{
    unsigned flits = 0;

    for (unsigned k = 0; k < 128; k++) {
        const struct vcr_parameters shape = {.ports = 5,
                                             .vcs = 1,
                                             .depth = (uint8_t)(k & 1u ? 2 : 9),
                                             .words = 1,
                                             .bypass = k >> 1 & 1u,
                                             .route_stage = k >> 2 & 1u,
                                             .speedup = k >> 3 & 1u};
        const struct place p = {.kind = vcr_shape_hold(&shape),
                                .parameters = &shape,
                                .topology = &topology_mesh,
                                .rows = 2,
                                .cols = 4,
                                .flits = VCR_MOST_LENGTH};
        assert_non_null(p.kind);
        flits +=
            flits_wait_for_places(&p, (struct delays){k >> 4 & 1u ? 2 : 0, k >> 5 & 1u ? 3 : 0, k >> 6 & 1u ? 5 : 0});
        vcr_shape_release(p.kind);
    }
    COMPARED(flits, "flits");
}

/* Several cables -------------------------------------------------------------------------------------------------- */

/* Valid outputs of an endpoint, or of its router towards it. */
static unsigned valid_of(const struct fabric *f, int endpoint, int of_router)
{
    struct vcr_pins own;

    if (of_router) {
        fabric_node_ops(f, endpoint)->pins(fabric_node(f, endpoint), &own);
        return (unsigned)own.valid >> VCR_GRID_ENDPOINT;
    }
    f->config.kind->port->pins(f->endpoint[endpoint].port, &own);
    return own.valid;
}

/* Packets that are ready at once leave by all four cables, one cycle after the other; those of four neighbours come in
 * at once. */
TEST(an_endpoint_has_four_cables)
{
    static const unsigned sent[] = {0, 1, 3, 7, 15, 15};
    struct bench b;

    prepare(&b, &(struct place){&vcr_kind_mesh, &vcr_parameters_mesh, &topology_torus, 4, 4, 0, 0});
    struct fabric *f = build(&b);
    run(f, SETTLED);
    assert_int_equal(b.topology->cables, 4);
    endpoint_send(fabric_endpoint(f, 5), fabric_cycle(f), 6, 6);
    for (unsigned k = 0; k < sizeof sent / sizeof *sent; k++, run(f, 1))
        assert_int_equal(valid_of(f, 5, 0), sent[k]);
    run(f, LONE);
    assert_int_equal(fabric_stats(f).delivered, 6);
    for (int k = 0; k < 4; k++)
        endpoint_send(fabric_endpoint(f, (int[]){1, 4, 6, 9}[k]), fabric_cycle(f), 5, 1);
    unsigned most = 0;
    for (int k = 0; k < LONE; k++, run(f, 1))
        most |= valid_of(f, 5, 1) == 15;
    assert_int_equal(most, 1);
    assert_int_equal(fabric_stats(f).delivered, 10);
    no_fault(f);
    fabric_destroy(f);
    topology_destroy(b.topology);
}

/* Flits that routers send in this cycle. */
static int flits_on_wires(const struct bench *b, const struct fabric *f)
{
    int flits = 0;

    for (int n = 0; n < b->topology->nodes; n++)
        flits += __builtin_popcount(vcr_router_state(fabric_node(f, n))->crossbar.valid);
    return flits;
}

/* One channel of 64 flits: once packets of 16 flits come without a gap, each link on their one way carries a flit in
 * every cycle, over wires of up to seven stages more. */
TEST(a_link_of_one_channel_is_busy_all_the_time)
{
    enum { MESSAGES = 20, PACKETS = 16, FILLED = 200, CYCLES = 4000 };
    unsigned busy = 0;
    struct bench b;

    for (int latency = 0; latency <= KIND_MOST_LATENCY; latency++) {
        prepare(&b, &(struct place){&vcr_kind_tree, &vcr_parameters_tree, &topology_tree, 2, 3, 0, 0});
        b.config.endpoint.adaptive = 0;
        b.settings.latency = (uint8_t)latency;
        struct fabric *f = build(&b);
        run(f, SETTLED);
        for (int k = 0; k < MESSAGES; k++)
            endpoint_send(fabric_endpoint(f, 0), fabric_cycle(f), 7, PACKETS);
        run(f, FILLED);
        for (int k = 0; k < CYCLES; k++, run(f, 1), busy++)
            assert_int_equal(flits_on_wires(&b, f), 1 + topology_distance(b.topology, 0, b.topology->attached[7].node));
        no_fault(f);
        fabric_destroy(f);
        topology_destroy(b.topology);
    }
    COMPARED(busy, "cycles, in each of which every link of the way carries a flit");
}

/* Full load ------------------------------------------------------------------------------------------------------- */

enum { SENDING = 4000, DRAINING = 4000 };

static void full_load(struct bench *b, uint64_t seed)
{
    b->config.endpoint.workload = workload_find("wk-mixture");
    b->config.endpoint.load = 1;
    b->config.endpoint.seed = seed;
}

/* All links that are up both ways: credits, flits and credits on the wire, flits stored. @return channels looked at */
static unsigned count_slots(const struct bench *b, const struct fabric *f)
{
    const struct vcr_parameters *s = b->parameters;
    unsigned looked = 0;

    for (int n = 0; n < b->topology->nodes; n++)
        for (unsigned p = 0; p < s->ports; p++) {
            struct topology_end far = b->topology->links[n][p];
            if (far.node < 0 || far.port == TOPOLOGY_ENDPOINT)
                continue;
            const struct vcr_regs *from = vcr_router_state(fabric_node(f, n)),
                                  *to = vcr_router_state(fabric_node(f, far.node));
            for (unsigned v = 0; v < s->vcs; v++, looked++) {
                unsigned lane = (unsigned)far.port * s->vcs + v, sum = from->output.credits[p * s->vcs + v];
                sum += (from->crossbar.valid >> p & 1u) && from->crossbar.vc[p] == v;
                sum += (to->route.valid >> far.port & 1u) && to->route.vc[far.port] == v;
                sum += to->input.fill[lane] + (to->input.credit[far.port] >> v & 1u);
                assert_int_equal(sum, s->depth);
            }
        }
    return looked;
}

static void drains(const struct place *p, unsigned long *packets, unsigned long *channels)
{
    char error[2048];
    struct bench b;

    prepare(&b, p);
    if (vcr_deadlock_check(b.parameters, &b.settings, b.topology, 0, error, sizeof error) < 0)
        fail_msg("%s", error);
    full_load(&b, 7);
    struct fabric *f = build(&b);
    run(f, SETTLED);
    for (int k = 0; k < SENDING; k++) {
        run(f, 1);
        *channels += count_slots(&b, f);
    }
    fabric_stop_injection(f);
    run(f, DRAINING);
    no_fault(f);
    assert_true(fabric_drained(f));
    assert_int_equal(fabric_in_flight(f), 0);
    assert_int_equal(fabric_stats(f).bytes_checked,
                     fabric_stats(f).delivered * b.settings.packet_flits * 8u * b.parameters->words);
    assert_true(fabric_stats(f).delivered > (unsigned)b.topology->endpoints * SENDING / b.settings.packet_flits / 8);
    *packets += fabric_stats(f).delivered;
    fabric_destroy(f);
    topology_destroy(b.topology);
}

TEST(all_packets_arrive_under_full_load)
{
    unsigned long packets = 0, channels = 0;

    for (int k = 0; k < PLACES; k++)
        drains(&places[k], &packets, &channels);
    print_message("%lu packets of %d fabrics, %lu channels whose slots add up\n", packets, PLACES, channels);
}

/* Deadlock -------------------------------------------------------------------------------------------------------- */

/* Fabrics that the check refuses, each with these settings for all packets. */
static const struct locked {
    struct place place;
    struct vcr_class_settings class;
} locked[] = {
    {{&vcr_kind_wormhole, &vcr_parameters_wormhole, &topology_torus, 4, 4, 0, 0},
     {.adaptive = 1, .redraw = 1, .busy_too = 1, .vc_mask = 1}},
    {{&vcr_kind_tree, &vcr_parameters_tree, &topology_torus, 4, 4, 0, 0}, {.vc_mask = 1}}, /* round a ring */
    {{&vcr_kind_mesh, &vcr_parameters_mesh, &topology_mesh, 4, 4, 2, 0},
     {.adaptive = 1, .vc_mask = 1}}, /* round dead links */
    {{&vcr_kind_noc, &vcr_parameters_noc, &topology_mesh, 4, 4, 0, 0}, {.adaptive = 1, .redraw = 1, .vc_mask = 1}},
};

/* Each waits for the router in which the next one is; in wormhole perhaps for one with flits of it alone. */
static unsigned check_circle(const struct bench *b, const struct fabric *f)
{
    struct deadlock_waiting circle[64];
    int rows = deadlock_find(f, circle, 64);

    assert_in_range(rows, 2, 63);
    for (int k = 0; k < rows && b->parameters->depth >= b->settings.packet_flits; k++)
        assert_int_equal(circle[k].wants, circle[(k + 1) % rows].node);
    return (unsigned)rows;
}

static unsigned locks_up(const struct locked *given)
{
    const char *text;
    char error[2048];
    struct bench b;
    int node;

    prepare(&b, &given->place);
    full_load(&b, 7);
    for (int k = 0; k < VCR_CLASSES; k++)
        b.settings.class[k] = given->class;
    assert_int_equal(vcr_deadlock_check(b.parameters, &b.settings, b.topology, 0, error, sizeof error), -1);
    assert_non_null(strstr(error, "for ever"));
    struct fabric *f = build(&b);
    run(f, 20 * SENDING);
    assert_int_equal(fabric_fault(f, &node, &text), FABRIC_FAULT_STALL);
    unsigned rows = check_circle(&b, f);
    fabric_destroy(f);
    topology_destroy(b.topology);
    return rows;
}

TEST(what_the_check_refuses_locks_up_and_is_diagnosed)
{
    unsigned rows = 0;

    for (size_t k = 0; k < sizeof locked / sizeof *locked; k++)
        rows += locks_up(&locked[k]);
    COMPARED(rows, "packets that wait for each other");
}

RUN_TESTS
