/* SPDX-License-Identifier: Apache-2.0
 *
 * Fabrics of AXI4-Stream switches, of models or, given its shared object, of RTL: a packet of L beats that is alone
 * takes 2 R + L cycles over R switches (docs/spec/axis.md section 13), streams that share no link have a beat in every
 * cycle, and so has a sink that all send to; under load all packets arrive intact and in order, with any number of
 * threads, and after an archive.
 *
 *   test_axis_fabric [SHARED_OBJECT]
 */
#include "../built.h"
#include "axis/kind/axis_port.h"
#include "axis/kind/axis_settings.h"
#include "axis_places.h"
#include "engine/engine.h"

enum { MOST_ROUTERS = 64, MESSAGE = 200 /* packets */ };

static const struct node_ops *rtl;

struct bench {
    struct topology *topology;
    struct axis_settings settings;
    const struct node_ops *nodes[MOST_ROUTERS];
    struct fabric_config config;
};

static void prepare(struct bench *b, struct topology *t, int beats)
{
    memset(b, 0, sizeof *b);
    b->topology = t;
    b->settings = (struct axis_settings){*fabric_parameters, beats};
    assert_true(t->nodes <= MOST_ROUTERS);
    for (int n = 0; n < t->nodes; n++)
        b->nodes[n] = rtl ? rtl : fabric_kind->model;
    b->config = (struct fabric_config){.topology = t,
                                       .kind = fabric_kind,
                                       .settings = &b->settings,
                                       .nodes = b->nodes,
                                       .digest = 1,
                                       .stall_cycles = 1000};
}

static struct fabric *build(const struct bench *b)
{
    return built(&b->config);
}

static void run(struct fabric *f, uint64_t cycles, int threads)
{
    engine_cycle.run(f, cycles, threads, NULL, NULL, 0);
    no_fault(f);
}

static void end(struct fabric *f, struct bench *b)
{
    fabric_destroy(f);
    topology_destroy(b->topology);
}

/* Without load ---------------------------------------------------------------------------------------------------- */

static unsigned every_pair(struct topology *t, int beats)
{
    struct bench b;
    unsigned pairs = 0;
    uint64_t sum = 0;

    prepare(&b, t, beats);
    struct fabric *f = build(&b);
    for (int from = 0; from < t->endpoints; from++)
        for (int to = 0; to < t->endpoints; to++) {
            int switches = 1 + topology_distance(t, t->attached[from].node, t->attached[to].node);
            endpoint_send(fabric_endpoint(f, from), fabric_cycle(f), to, 1);
            run(f, (uint64_t)(2 * switches + beats + 2), 1);
            sum += (uint64_t)(2 * switches + beats);
            assert_int_equal(fabric_stats(f).delivered, ++pairs);
            assert_int_equal(fabric_stats(f).packet.sum, sum);
        }
    end(f, &b);
    return pairs;
}

TEST(lone_packets_take_two_cycles_per_switch)
{
    static const int line[] = {0, 0, 1, 2, 3};
    unsigned pairs = 0;

    for (int beats = 1; beats <= 7; beats += 3)
        pairs += every_pair(sized(&topology_mesh, 3, 4), beats) + every_pair(sized(&topology_tree, 2, 3), beats) +
                 every_pair(sized(&topology_tree, 4, 2), beats) + every_pair(tree_of(line, 5), beats);
    COMPARED(pairs, "pairs");
}

/* Full load ------------------------------------------------------------------------------------------------------- */

struct full_load {
    int (*to)(int endpoint); /* -1: it does not send */
    int beats, eject_overhead;
};

enum { CYCLES = 1680 };

/* @return packets that arrived in a mesh in so many cycles */
static uint64_t arrived_at(const struct full_load *l)
{
    enum { FILLED = 400 };
    struct bench b;

    prepare(&b, sized(&topology_mesh, 4, 4), l->beats);
    b.config.endpoint.eject_overhead = l->eject_overhead;
    struct fabric *f = build(&b);
    for (int e = 0; e < b.topology->endpoints; e++)
        for (int packets = 0; l->to(e) >= 0 && packets * l->beats < CYCLES + FILLED; packets += MESSAGE)
            endpoint_send(fabric_endpoint(f, e), 0, l->to(e), MESSAGE);
    run(f, FILLED, 1);
    uint64_t before = fabric_stats(f).delivered;
    run(f, CYCLES, 1);
    uint64_t packets = fabric_stats(f).delivered - before;
    end(f, &b);
    return packets;
}

/* Of a mesh with four columns: */
static int neighbour(int endpoint)
{
    return endpoint ^ 1;
}
static int other_end(int endpoint)
{
    return endpoint % 4 == 0 ? endpoint + 3 : endpoint % 4 == 3 ? endpoint - 3 : -1;
}
static int column(int endpoint)
{
    return (endpoint + 8) % 16;
}
static int first(int endpoint)
{
    return endpoint == 0 ? -1 : 0;
}

TEST(streams_have_no_bubbles)
{
    static const struct {
        int (*to)(int endpoint);
        uint64_t streams;
    } loads[] = {{neighbour, 16}, {other_end, 8}, {column, 8}, {first, 1}};
    uint64_t sum = 0;

    for (int beats = 1; beats <= 7; beats += 3)
        for (size_t i = 0; i < sizeof loads / sizeof *loads; i++) {
            const struct full_load load = {loads[i].to, beats, 0};
            uint64_t packets = arrived_at(&load);
            assert_int_equal(packets * (uint64_t)beats, loads[i].streams * CYCLES);
            sum += packets * (uint64_t)beats;
        }
    COMPARED(sum, "beats in as many cycles and streams");
}

/* Of the packet behind it one beat comes before the sink stops, for all of the overhead but a cycle. */
TEST(sinks_stop_after_a_packet)
{
    uint64_t sum = 0;

    for (int beats = 2; beats <= 5; beats++)
        for (int overhead = 1; overhead <= 3; overhead++) {
            uint64_t period = (uint64_t)(beats + overhead - 1), packets;
            packets = arrived_at(&(struct full_load){first, beats, overhead});
            assert_in_range(packets, CYCLES / period, (CYCLES + period - 1) / period);
            sum += packets;
        }
    COMPARED(sum, "packets of a sink that stops");
}

/* Under load ------------------------------------------------------------------------------------------------------ */

enum { SENDING = 3000, DRAINING = 3000 };

static void load(struct bench *b, uint64_t seed)
{
    b->config.endpoint = (struct endpoint_settings){
        .workload = workload_find("wk-mixture"), .load = 0.6, .seed = seed, .eject_overhead = 2};
    b->config.measure = 1;
    b->config.end = SENDING;
}

static unsigned long drains(struct topology *t, int beats)
{
    struct bench b;
    struct fabric *one, *two;
    unsigned long delivered;

    prepare(&b, t, beats);
    load(&b, 5);
    one = build(&b), two = build(&b);
    for (int threads = 1; threads <= 2; threads++) {
        struct fabric *f = threads == 1 ? one : two;
        run(f, SENDING, threads);
        fabric_stop_messages(f);
        for (int i = 0; i < 40 && fabric_pending(f); i++)
            run(f, DRAINING, threads);
        assert_int_equal(fabric_pending(f), 0);
        assert_true(fabric_drained(f));
        for (int n = 0; n < t->nodes; n++)
            assert_int_equal(fabric_held(f, n), 0);
    }
    assert_int_equal(fabric_digest(one), fabric_digest(two));
    assert_int_equal(fabric_event_digest(one), fabric_event_digest(two));
    delivered = fabric_stats(one).delivered;
    fabric_destroy(two);
    end(one, &b);
    return delivered;
}

TEST(all_packets_arrive)
{
    unsigned long packets = drains(sized(&topology_mesh, 4, 4), 4) + drains(sized(&topology_mesh, 3, 5), 1) +
                            drains(sized(&topology_tree, 2, 4), 9) + drains(sized(&topology_tree, 4, 2), 3);

    COMPARED(packets, "packets delivered, with one thread and with two");
}

/* Hops that routers and endpoints made, by the metrics: as many as the ways have. */
TEST(hops_are_counted)
{
    struct bench b;
    uint64_t sent = 0, injected = 0, hops = 0;

    prepare(&b, sized(&topology_mesh, 3, 3), 4);
    b.config.measure = 1;
    b.config.end = SENDING;
    struct fabric *f = build(&b);
    for (int from = 0; from < b.topology->endpoints; from++)
        for (int to = 0; to < b.topology->endpoints; to++) {
            endpoint_send(fabric_endpoint(f, from), 0, to, 3);
            hops += 3 * (1 + (uint64_t)topology_distance(b.topology, from, to));
        }
    run(f, SENDING, 1);
    assert_int_equal(fabric_pending(f), 0);
    for (int n = 0; n < b.topology->nodes; n++) {
        injected += metrics_attempts(fabric_metrics(f), n, SENDER_ENDPOINT).accepted;
        for (int p = 0; p < fabric_kind->ports; p++)
            sent += metrics_attempts(fabric_metrics(f), n, p).accepted;
    }
    assert_int_equal(injected, fabric_stats(f).delivered);
    assert_int_equal(sent, hops);
    end(f, &b);
    COMPARED(hops, "hops");
}

TEST(archives_go_on)
{
    struct archive a = {0}, from;
    struct bench b;

    prepare(&b, sized(&topology_mesh, 3, 3), 5);
    load(&b, 9);
    struct fabric *saved = build(&b), *loaded = build(&b);
    run(saved, 1234, 1);
    assert_true(fabric_in_flight(saved) > 0);
    archive_save(&a);
    engine_cycle.archive(saved, &a);
    assert_int_equal(archive_end(&a), 0);
    archive_load(&from, a.bytes, a.length);
    engine_cycle.archive(loaded, &from);
    assert_int_equal(archive_end(&from), 0);
    run(saved, 1000, 1);
    run(loaded, 1000, 1);
    assert_int_equal(fabric_digest(saved), fabric_digest(loaded));
    assert_int_equal(fabric_event_digest(saved), fabric_event_digest(loaded));
    COMPARED(a.length, "bytes of an archive");
    archive_finish(&a);
    fabric_destroy(loaded);
    end(saved, &b);
}

/* Order ----------------------------------------------------------------------------------------------------------- */

/* A port at which the second packet is received before the first one, of all that come to any. */
static struct packet held_back;
static const void *holder;
static int come;

static unsigned step_swapped(void *port, const void *in, int offer, struct packet *received, void *out)
{
    unsigned what = axis_port.step(port, in, offer, received, out);

    if (what & PORT_RECEIVED && ++come == 1) {
        held_back = *received;
        holder = port;
        return what & ~(unsigned)PORT_RECEIVED;
    }
    if (come == 2 && port == holder && !(what & PORT_RECEIVED)) {
        come++;
        *received = held_back;
        what |= PORT_RECEIVED;
    }
    return what;
}

TEST(packets_that_overtake_are_found)
{
    struct port_ops port = axis_port;
    struct axis_kind kind = axis_kind_noc;
    const char *text;
    int node;

    port.step = step_swapped;
    kind.router.port = &port;
    for (int in_order = 0; in_order <= 1; in_order++) {
        struct bench b;
        prepare(&b, sized(&topology_mesh, 2, 2), 4);
        kind.router.in_order = in_order;
        b.config.kind = &kind.router;
        come = 0;
        struct fabric *f = build(&b);
        endpoint_send(fabric_endpoint(f, 0), 0, 3, 3);
        engine_cycle.run(f, 60, 1, NULL, NULL, 0);
        assert_int_equal(come, in_order ? 2 : 4);
        assert_int_equal(fabric_fault(f, &node, &text), in_order ? FABRIC_FAULT_PACKET : FABRIC_FAULT_NONE);
        if (in_order)
            assert_string_equal(text, "packet 0.0.1 has overtaken another one");
        end(f, &b);
    }
    COMPARED(1, "packet found that has overtaken another one");
}

int main(int argc, char **argv)
{
    char error[300] = "";

    if (argc > 1 && !(rtl = node_load(argv[1], AXIS_NODE_VERSION, "of this version", error, sizeof error))) {
        fprintf(stderr, "%s\n", error);
        return 2;
    }
    return test_all(NULL, NULL);
}
