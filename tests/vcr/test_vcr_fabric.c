/* SPDX-License-Identifier: Apache-2.0
 *
 * Fabrics of virtual-channel routers, each build on the topologies that it is for: a lone packet takes as long as
 * docs/spec/vcr.md section 4 says, for every pair; under full load every packet arrives once and intact, and the
 * fabric drains, as the check for deadlock promised; what it refuses locks up, and who waits for whom is found; credits
 * and flits of every channel of every link add up to its slots in every cycle.
 */
#include <string.h>

#include "../unit.h"
#include "engine/engine.h"
#include "fabric/fabric_internal.h"
#include "traffic/workload.h"
#include "triage/deadlock.h"
#include "vcr/kind/vcr_deadlock.h"
#include "vcr/kind/vcr_kind.h"
#include "vcr/kind/vcr_settings.h"
#include "vcr/router.h"

enum { MOST = 128, SETTLED = 100 /* links are up */, LONE = 100 /* ... and the longest way is done */ };

struct bench {
    struct topology *topology;
    const struct router_kind *kind;
    const struct vcr_shape *shape;
    struct vcr_settings settings;
    const struct node_ops *nodes[MOST];
    struct fabric_config config;
};

/* A build on a topology. */
struct place {
    const struct router_kind *kind;
    const struct vcr_shape *shape;
    const struct topology_kind *topology;
    int rows, cols;
    size_t dead;    /* links that are not there */
    unsigned flits; /* of a packet; 0: as usual */
};

static void prepare(struct bench *b, const struct place *p)
{
    static const struct topology_end dead[] = {{5, 0, 0}, {9, 2, 0}};
    const char *error = "";

    memset(b, 0, sizeof *b);
    b->topology = topology_create_without(p->topology, p->rows, p->cols, dead, p->dead, &error);
    if (!b->topology)
        fail_msg("%s", error);
    topology_attach(b->topology, p->kind->endpoint_port, p->kind->endpoint_cables);
    assert_true(b->topology->nodes <= MOST);
    b->kind = p->kind;
    b->shape = p->shape;
    vcr_settings_usual(p->shape, p->topology, &b->settings);
    if (!vcr_settings_regular(p->topology, (int)p->dead))
        vcr_settings_irregular(p->shape, &b->settings);
    if (p->flits)
        vcr_settings_length(p->shape, p->flits, &b->settings);
    for (int n = 0; n < b->topology->nodes; n++)
        b->nodes[n] = p->kind->model;
    b->config = (struct fabric_config){.topology = b->topology,
                                       .kind = p->kind,
                                       .settings = &b->settings,
                                       .nodes = b->nodes,
                                       .stall_cycles = 5000};
    b->config.endpoint.adaptive = 1;
}

static struct fabric *build(const struct bench *b)
{
    struct fabric *f = fabric_create(&b->config);

    assert_non_null(f);
    return f;
}

static void run(struct fabric *f, uint64_t cycles)
{
    engine_cycle.run(f, cycles, 1, NULL, NULL, 0);
}

static void no_fault(const struct fabric *f)
{
    const char *text;
    int node;

    if (fabric_fault(f, &node, &text) != FABRIC_FAULT_NONE)
        fail_msg("cycle %lu, node %d: %s", (unsigned long)fabric_cycle(f), node, text);
}

/* Zero load ---------------------------------------------------------------------------------------------------------- */

/* From the head on the source's wire to the tail in the destination's register. */
static uint64_t lone_latency(const struct bench *b, int from, int to)
{
    uint64_t hop = 2u - b->shape->bypass + b->shape->route_stage;
    uint64_t routers = 1u + (uint64_t)topology_distance(b->topology, b->topology->attached[from].node, b->topology->attached[to].node);

    return b->settings.packet_flits + routers * hop;
}

/* One packet from everyone to everyone else, alone. @return pairs */
static unsigned every_pair(const struct place *p)
{
    struct bench b;
    unsigned pairs = 0;
    uint64_t sum = 0;

    prepare(&b, p);
    struct fabric *f = build(&b);
    run(f, SETTLED);
    for (int from = 0; from < b.topology->endpoints; from++)
        for (int to = 0; to < b.topology->endpoints; to++) {
            if (from == to)
                continue;
            endpoint_send(fabric_endpoint(f, from), fabric_cycle(f), to, 1);
            run(f, LONE);
            sum += lone_latency(&b, from, to);
            assert_int_equal(fabric_stats(f).delivered, ++pairs);
            assert_int_equal(fabric_stats(f).packet.sum, sum);
        }
    no_fault(f);
    fabric_destroy(f);
    topology_destroy(b.topology);
    return pairs;
}

static const struct place places[] = {
    {&vcr_kind_noc, &vcr_shape_noc, &topology_mesh, 4, 4, 0, 0},
    {&vcr_kind_mesh, &vcr_shape_mesh, &topology_mesh, 4, 4, 0, 0},
    {&vcr_kind_mesh, &vcr_shape_mesh, &topology_torus, 4, 4, 0, 0},
    {&vcr_kind_mesh, &vcr_shape_mesh, &topology_torus, 3, 5, 0, 0}, /* by table */
    {&vcr_kind_mesh, &vcr_shape_mesh, &topology_mesh, 4, 4, 2, 0},  /* round dead links */
    {&vcr_kind_mesh, &vcr_shape_mesh, &topology_xmesh, 3, 4, 1, 0},
    {&vcr_kind_tree, &vcr_shape_tree, &topology_tree, 2, 3, 0, 0},
    {&vcr_kind_tree, &vcr_shape_tree, &topology_tree, 4, 2, 0, 0},
    {&vcr_kind_wormhole, &vcr_shape_wormhole, &topology_mesh, 4, 4, 0, 0},
    {&vcr_kind_wormhole, &vcr_shape_wormhole, &topology_torus, 4, 4, 0, 0},
    {&vcr_kind_mesh, &vcr_shape_mesh, &topology_torus, 3, 3, 0, 5},
    {&vcr_kind_deep, &vcr_shape_deep, &topology_mesh, 2, 4, 0, 64},
    {&vcr_kind_tree, &vcr_shape_tree, &topology_tree, 2, 3, 0, 37},
    {&vcr_kind_wormhole, &vcr_shape_wormhole, &topology_torus, 2, 4, 0, 2},
    {&vcr_kind_noc, &vcr_shape_noc, &topology_mesh, 2, 4, 0, 64},
};
enum { PLACES = sizeof places / sizeof *places };

static void lone_packets_take_as_long_as_they_must(void **state)
{
    unsigned pairs = 0;

    (void)state;
    for (int k = 0; k < PLACES; k++)
        pairs += every_pair(&places[k]);
    print_message("%u pairs of %d fabrics\n", pairs, PLACES);
}

/* Several cables ----------------------------------------------------------------------------------------------------- */

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

/* Packets that are ready at once leave by all four cables, one cycle after the other; those of four neighbours come in at once. */
static void an_endpoint_has_four_cables(void **state)
{
    static const unsigned sent[] = {0, 1, 3, 7, 15, 15};
    struct bench b;

    (void)state;
    prepare(&b, &(struct place){&vcr_kind_mesh, &vcr_shape_mesh, &topology_torus, 4, 4, 0, 0});
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

/* Full load ---------------------------------------------------------------------------------------------------------- */

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
    const struct vcr_shape *s = b->shape;
    unsigned looked = 0;

    for (int n = 0; n < b->topology->nodes; n++)
        for (unsigned p = 0; p < s->ports; p++) {
            struct topology_end far = b->topology->links[n][p];
            if (far.node < 0 || far.port == TOPOLOGY_ENDPOINT)
                continue;
            const struct vcr_regs *from = vcr_router_state(fabric_node(f, n)), *to = vcr_router_state(fabric_node(f, far.node));
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
    if (vcr_deadlock_check(b.shape, &b.settings, b.topology, 0, error, sizeof error) < 0)
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
    assert_true(fabric_stats(f).delivered > (unsigned)b.topology->endpoints * SENDING / b.settings.packet_flits / 8);
    *packets += fabric_stats(f).delivered;
    fabric_destroy(f);
    topology_destroy(b.topology);
}

static void all_packets_arrive_under_full_load(void **state)
{
    unsigned long packets = 0, channels = 0;

    (void)state;
    for (int k = 0; k < PLACES; k++)
        drains(&places[k], &packets, &channels);
    print_message("%lu packets of %d fabrics, %lu channels whose slots add up\n", packets, PLACES, channels);
}

/* Deadlock ----------------------------------------------------------------------------------------------------------- */

/* Fabrics that the check refuses, each with these settings for all packets. */
static const struct locked {
    struct place place;
    struct vcr_class_settings class;
} locked[] = {
    {{&vcr_kind_wormhole, &vcr_shape_wormhole, &topology_torus, 4, 4, 0, 0}, {.adaptive = 1, .redraw = 1, .busy_too = 1, .vc_mask = 1}},
    {{&vcr_kind_tree, &vcr_shape_tree, &topology_torus, 4, 4, 0, 0}, {.vc_mask = 1}},                     /* round a ring */
    {{&vcr_kind_mesh, &vcr_shape_mesh, &topology_mesh, 4, 4, 2, 0}, {.adaptive = 1, .vc_mask = 1}},       /* round dead links */
    {{&vcr_kind_noc, &vcr_shape_noc, &topology_mesh, 4, 4, 0, 0}, {.adaptive = 1, .redraw = 1, .vc_mask = 1}},
};

/* Each waits for the router in which the next one is; in wormhole perhaps for one with flits of it alone. */
static unsigned check_circle(const struct bench *b, const struct fabric *f)
{
    struct deadlock_waiting circle[64];
    int rows = deadlock_find(f, circle, 64);

    assert_in_range(rows, 2, 63);
    for (int k = 0; k < rows && b->shape->depth >= b->settings.packet_flits; k++)
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
    assert_int_equal(vcr_deadlock_check(b.shape, &b.settings, b.topology, 0, error, sizeof error), -1);
    assert_non_null(strstr(error, "for ever"));
    struct fabric *f = build(&b);
    run(f, 20 * SENDING);
    assert_int_equal(fabric_fault(f, &node, &text), FABRIC_FAULT_STALL);
    unsigned rows = check_circle(&b, f);
    fabric_destroy(f);
    topology_destroy(b.topology);
    return rows;
}

static void what_the_check_refuses_locks_up_and_is_diagnosed(void **state)
{
    unsigned rows = 0;

    (void)state;
    for (size_t k = 0; k < sizeof locked / sizeof *locked; k++)
        rows += locks_up(&locked[k]);
    COMPARED(rows, "packets that wait for each other");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lone_packets_take_as_long_as_they_must),
        cmocka_unit_test(an_endpoint_has_four_cables),
        cmocka_unit_test(all_packets_arrive_under_full_load),
        cmocka_unit_test(what_the_check_refuses_locks_up_and_is_diagnosed),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
