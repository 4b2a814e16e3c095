/* SPDX-License-Identifier: Apache-2.0
 *
 * Zero-load latency. See zero_load.h.
 */
#include "zero_load.h"

#include "engine/engine.h"
#include "fabric/fabric.h"
#include "fedx/kind/fedx_kind.h"
#include "fedx/kind/fedx_model_node.h"
#include "fedx/kind/fedx_port.h"
#include "unit.h"
#include "built.h"

enum { MOST_NODES = 91, INJECT = 80, EJECT = 20 }; /* the overheads of the PO2 paper, cycles */

/* Nodes that can be reset from outside: everything else goes to the nodes under test. */
static const struct node_ops *under_test;
static int resetting;

static void step(void *node, const void *in, const void *inputs)
{
    const struct fedx_control *control = inputs;
    struct fedx_control c = *control;

    c.rst |= (uint8_t)resetting;
    under_test->step(node, in, &c);
}

struct bench {
    struct topology *topology;
    struct fabric *fabric;
    struct node_ops ops;
    const struct node_ops *nodes[MOST_NODES];
    int overheads;           /* PEs have them */
    unsigned every;          /* of so many pairs one is measured */
    unsigned seen, measured; /* pairs */
};

static void create(struct bench *b, struct topology *t, const struct node_ops *ops, int adaptive)
{
    struct fedx_settings settings = fedx_settings_default();
    struct fabric_config config = {.kind = &fedx_kind, .settings = &settings, .nodes = b->nodes};

    assert_true(t && t->nodes <= MOST_NODES);
    under_test = ops;
    resetting = 0;
    b->ops = *ops;
    b->ops.step = step;
    for (int n = 0; n < t->nodes; n++)
        b->nodes[n] = &b->ops;
    config.topology = b->topology = t;
    config.endpoint.adaptive = adaptive;
    config.endpoint.inject_overhead = b->overheads ? INJECT : 0;
    config.endpoint.eject_overhead = b->overheads ? EJECT : 0;
    b->fabric = built(&config);
}

static void destroy(struct bench *b)
{
    fabric_destroy(b->fabric);
    topology_destroy(b->topology);
}

static void run(struct bench *b, uint64_t cycles)
{
    assert_int_equal(engine_cycle.run(b->fabric, cycles, 1, NULL, NULL, 0), 0);
    no_fault(b->fabric);
}

/* Let everything that was sent go in (a packet takes 162 cycles, and its overhead) and arrive, and the last acceptances
 * come home. */
static void drain(struct bench *b)
{
    for (int i = 0; i < 100; i++) {
        run(b, 164);
        assert_int_equal(engine_cycle.run(b->fabric, 20000, 1, drained, NULL, 4), 0);
        run(b, 8);
        if (fabric_pending(b->fabric) == 0)
            return;
    }
    fail_msg("%d packets do not arrive", (int)fabric_pending(b->fabric));
}

/* Switches and PE ports as after power-up; the hold is over when this returns. Tables stay. */
static void reset_everything(struct bench *b)
{
    resetting = 1;
    run(b, 2);
    for (int n = 0; n < b->topology->nodes; n++)
        fedx_port_ops.init(fabric_endpoint(b->fabric, n)->port,
                           &(struct port_place){.cables = 1, .overhead = b->overheads ? INJECT : 0});
    resetting = 0;
    run(b, FEDX_HOLD_CYCLES + 4);
}

/* Random traffic from everywhere to everywhere. */
static void warm_up(struct bench *b, uint64_t seed)
{
    struct rng r = rng_stream(101, seed);

    for (int n = 0; n < b->topology->nodes; n++)
        for (int i = 0; i < 3; i++)
            assert_int_equal(endpoint_send(fabric_endpoint(b->fabric, n), fabric_cycle(b->fabric),
                                           workload_destination(&r, b->topology->nodes, n), 1),
                             0);
    drain(b);
}

/* Latency of one packet in an idle fabric. */
static uint64_t lone_packet(struct bench *b, int from, int to)
{
    struct latency before = fabric_stats(b->fabric).packet, after;

    assert_int_equal(fabric_pending(b->fabric), 0);
    assert_int_equal(endpoint_send(fabric_endpoint(b->fabric, from), fabric_cycle(b->fabric), to, 1), 0);
    drain(b);
    after = fabric_stats(b->fabric).packet;
    assert_int_equal(after.count - before.count, 1);
    return after.sum - before.sum;
}

static void measure(struct bench *b, int from, int to)
{
    int hops = topology_distance(b->topology, from, to);
    uint64_t expected = (b->overheads ? INJECT + EJECT : 0) + 160 + 12 * ((uint64_t)hops + 1),
             got = lone_packet(b, from, to);

    if (got != expected)
        print_error("from node %d to node %d, %d hops:\n", from, to, hops);
    assert_int_equal(got, expected);
}

/*
 * @return 1 for pairs that are to be measured. Neighbours in the sequence differ: each node is an end of some of them.
 */
static int chosen(struct bench *b, unsigned pairs)
{
    b->seen += pairs;
    if (b->seen / pairs % b->every != 0)
        return 0;
    b->measured += pairs;
    return 1;
}

/* Each unordered pair three times, so that both directions are measured after their reverse. */
static void both_ways(struct bench *b)
{
    int nodes = b->topology->nodes;

    for (int from = 0; from < nodes; from++)
        for (int to = from + 1; to < nodes; to++)
            if (chosen(b, 2)) {
                lone_packet(b, from, to);
                measure(b, to, from);
                measure(b, from, to);
            }
}

static void one_way(struct bench *b, enum zero_load_before before)
{
    int nodes = b->topology->nodes;

    for (int from = 0; from < nodes; from++) {
        if (before == ZERO_LOAD_USED)
            warm_up(b, (uint64_t)from);
        for (int i = 1; i < nodes; i++) {
            if (!chosen(b, 1))
                continue;
            if (before == ZERO_LOAD_FRESH)
                reset_everything(b);
            measure(b, from, (from + 101 * i) % nodes); /* a prime above all sizes: every other node once */
        }
    }
}

struct topology *zero_load_xmesh(void)
{
    const char *error;

    return topology_create(&topology_xmesh, 8, 8, &error);
}

struct topology *zero_load_hexmesh(int edge)
{
    const char *error;

    return topology_create(&topology_hexmesh, 1, topology_hexmesh.nodes_of_edge(edge), &error);
}

unsigned zero_load(struct topology *t, const struct node_ops *ops, enum zero_load_before before, int adaptive,
                   int overheads, unsigned every)
{
    struct bench b = {.every = every, .overheads = overheads};

    create(&b, t, ops, adaptive);
    if (before == ZERO_LOAD_REVERSED)
        both_ways(&b);
    else
        one_way(&b, before);
    assert_int_equal(b.seen, b.topology->nodes * (b.topology->nodes - 1));
    if (before != ZERO_LOAD_USED) /* the warm-up may have seen refusals */
        assert_int_equal(fabric_stats(b.fabric).failed_attempts, 0);
    destroy(&b);
    return b.measured;
}
