/* SPDX-License-Identifier: Apache-2.0
 *
 * Fabrics: latency without load, conservation under load, the checks that end a
 * run, threads, and runs that repeat exactly.
 */
#include <stdlib.h>

#include "../unit.h"
#include "../built.h"
#include "engine/engine.h"
#include "fabric/fabric.h"
#include "fedx/kind/fedx_kind.h"
#include "fedx/kind/fedx_model_node.h"
#include "fedx/kind/fedx_faults.h"
#include "triage/deadlock.h"
#include "../wrap.h"
#include "../zero_load.h"

enum { MAX_NODES = 64 };

/* A fabric with all that it refers to. */
struct bench {
    struct topology *topology;
    struct fabric_config config;
    const struct node_ops *nodes[MAX_NODES];
    struct fedx_settings settings;
    struct fabric *f;
};

/* Model nodes, default settings, no workload; the test changes what it likes before build(). */
static void prepare(struct bench *b, int rows, int cols)
{
    const char *error = "";

    memset(b, 0, sizeof *b);
    b->topology = topology_create(&topology_xmesh, rows, cols, &error);
    assert_non_null(b->topology);
    for (int n = 0; n < rows * cols; n++)
        b->nodes[n] = &fedx_node_model;
    b->config.topology = b->topology;
    b->config.nodes = b->nodes;
    b->settings = fedx_settings_default();
    b->config.kind = &fedx_kind;
    b->config.settings = &b->settings;
    b->config.endpoint.adaptive = 1;
    b->config.stall_cycles = 20000;
    b->config.digest = 1;
}

static void traffic(struct bench *b, const char *workload, double load, uint64_t seed)
{
    b->config.endpoint.workload = workload_find(workload);
    assert_non_null(b->config.endpoint.workload);
    b->config.endpoint.load = load;
    b->config.endpoint.seed = seed;
}

static void build(struct bench *b)
{
    assert_null(fedx_settings_check(&b->settings));
    b->f = built(&b->config);
}

static void finish(struct bench *b)
{
    fabric_destroy(b->f);
    topology_destroy(b->topology);
}

static void run(struct bench *b, uint64_t cycles)
{
    assert_int_equal(engine_cycle.run(b->f, cycles, 1, NULL, NULL, 0), 0);
}

static enum fabric_fault fault_of(const struct bench *b)
{
    int node;
    const char *text;

    return fabric_fault(b->f, &node, &text);
}

/* No new packets; wait until all are out. */
static void drain(struct bench *b, uint64_t limit)
{
    fabric_stop_injection(b->f);
    run(b, 400); /* an injection under way still ends */
    assert_int_equal(engine_cycle.run(b->f, limit, 1, drained, NULL, 1), 0);
    run(b, 50); /* the last acceptances come home */
}

/* Latency without load -------------------------------------------------------------------------------------------- */

static unsigned pairs_apart; /* of so many pairs one is measured */

TEST(zero_load_fresh)
{
    COMPARED(zero_load(zero_load_xmesh(), &fedx_node_model, ZERO_LOAD_FRESH, 1, 0, pairs_apart), "pairs");
}

TEST(zero_load_used)
{
    COMPARED(zero_load(zero_load_xmesh(), &fedx_node_model, ZERO_LOAD_USED, 0, 0, pairs_apart), "pairs");
}

TEST(zero_load_reversed)
{
    COMPARED(zero_load(zero_load_xmesh(), &fedx_node_model, ZERO_LOAD_REVERSED, 1, 0, pairs_apart), "pairs");
}

TEST(zero_load_hexagonal)
{
    COMPARED(zero_load(zero_load_hexmesh(3), &fedx_node_model, ZERO_LOAD_FRESH, 1, 0, 1) +
                 zero_load(zero_load_hexmesh(4), &fedx_node_model, ZERO_LOAD_USED, 0, 0,
                           zero_load_hexagonal_every(pairs_apart)),
             "pairs");
}

/* The system of the PO2 paper: 80 + 160 + 20 + 12 (h + 1). */
TEST(zero_load_with_overheads)
{
    COMPARED(zero_load(zero_load_hexmesh(3), &fedx_node_model, ZERO_LOAD_FRESH, 1, 1,
                       zero_load_hexagonal_every(pairs_apart)) +
                 zero_load(zero_load_hexmesh(3), &fedx_node_model, ZERO_LOAD_REVERSED, 0, 1,
                           zero_load_hexagonal_every(pairs_apart)) +
                 zero_load(zero_load_hexmesh(6), &fedx_node_model, ZERO_LOAD_USED, 1, 1, pairs_apart * pairs_apart),
             "pairs");
}

/* Bounds for longer wires: L (h + 2) more, and at most 2L - 4 for each port that has to be asked for. */
TEST(zero_load_with_long_wires)
{
    unsigned compared = 0, exact = 0;

    for (int latency = 0; latency <= FEDX_MAX_LATENCY; latency++) {
        struct bench b;
        prepare(&b, 4, 4);
        b.settings.latency = latency;
        build(&b);
        run(&b, 100);
        for (int from = 0; from < 16; from++)
            for (int to = 0; to < 16; to++) {
                if (from == to)
                    continue;
                struct latency before = fabric_stats(b.f).packet;
                unsigned h = (unsigned)topology_distance(b.topology, from, to);
                endpoint_send(fabric_endpoint(b.f, from), fabric_cycle(b.f), to, 1);
                run(&b, 400);
                struct latency after = fabric_stats(b.f).packet;
                uint64_t least = 160 + 12 * (h + 1) + (unsigned)latency * (h + 2);
                unsigned asking = latency > 2 ? (unsigned)(2 * latency - 4) : 0, got;
                assert_int_equal(after.count - before.count, 1);
                got = (unsigned)(after.sum - before.sum);
                assert_in_range(got, least, least + asking * (h + 1));
                if (asking)
                    assert_int_equal((got - least) % asking, 0);
                exact += got == least;
                compared++;
            }
        no_fault(b.f);
        finish(&b);
    }
    printf("           %u of them with nothing added\n", exact);
    assert_in_range(exact, 3 * 240, compared);
    COMPARED(compared, "lone packets over wires of 0 to 7 stages");
}

/* A packet for its own PE waits for the half-duplex port: 324 + 4L. */
TEST(packet_to_itself)
{
    for (int latency = 0; latency <= FEDX_MAX_LATENCY; latency++) {
        struct bench b;
        prepare(&b, 2, 2);
        b.settings.latency = latency;
        build(&b);
        endpoint_send(fabric_endpoint(b.f, 1), 0, 1, 1);
        run(&b, 1000);
        assert_int_equal(fabric_stats(b.f).packet.count, 1);
        assert_int_equal(fabric_stats(b.f).packet.sum, 324 + 4 * latency);
        finish(&b);
    }
    COMPARED(8, "latencies");
}

/* Packets of a lone message are delivered in order: the age of the oldest one becomes its latency. */
TEST(oldest_packet)
{
    struct bench b;
    uint64_t before = 0, ages = 0;

    prepare(&b, 4, 4);
    build(&b);
    assert_int_equal(fabric_oldest(b.f), 0);
    run(&b, 1000);
    endpoint_send(fabric_endpoint(b.f, 0), 1000, 10, 4);
    for (int c = 0; c < 1500; c++) {
        struct latency was = fabric_stats(b.f).packet;
        run(&b, 1);
        struct latency is = fabric_stats(b.f).packet;
        uint64_t age = fabric_oldest(b.f);
        if (is.count > was.count)
            assert_int_equal(is.sum - was.sum, before + 1);
        else if (before > 0)
            assert_int_equal(age, before + 1);
        assert_int_equal(age > 0, fabric_in_flight(b.f) > 0);
        ages += age > 0;
        before = age;
    }
    assert_int_equal(fabric_stats(b.f).packet.count, 4);
    finish(&b);
    COMPARED(ages, "ages");
}

/* Conservation ---------------------------------------------------------------------------------------------------- */

static void conserve(int i, uint64_t *delivered)
{
    static const char *const workloads[] = {"wk-mixture", "wk1-5", "wk30", "wk-long", "single"};
    struct bench b;

    prepare(&b, i % 3 == 2 ? 3 : 4, 4);
    traffic(&b, workloads[i % 5], 0.3 + 0.2 * (i % 4), (uint64_t)i + 1);
    b.settings.backpressure = i % 3;
    b.settings.random_select = i / 3 % 2;
    b.settings.latency = i % 8;
    b.config.endpoint.adaptive = i % 7 != 6;
    if (i % 2) {
        b.settings.limit_dest = 2;
        b.settings.limit_trans = 6;
        b.settings.eject_priority = 2;
    }
    build(&b);
    run(&b, 15000);
    no_fault(b.f);
    drain(&b, 100000);
    no_fault(b.f);
    struct stats s = fabric_stats(b.f);
    assert_int_equal(s.delivered, s.injected);
    assert_in_range(s.injected, 100, s.created);
    assert_int_equal(s.bytes_checked, s.delivered * FEDX_PACKET_BYTES);
    assert_int_equal(s.packet.count, s.delivered);
    for (int n = 0; n < b.topology->nodes; n++) { /* nothing is left anywhere */
        struct fedx_switch_regs regs;
        fabric_node_ops(b.f, n)->state(fabric_node(b.f, n), &regs);
        assert_int_equal(regs.buffer_pool.used, 0);
        for (int p = 0; p < FEDX_PORTS; p++)
            assert_int_equal(regs.port_transmit.out_of_step[p], 0);
    }
    *delivered += s.delivered;
    finish(&b);
}

TEST(conservation)
{
    uint64_t delivered = 0;

    for (int i = 0; i < 24; i++)
        conserve(i, &delivered);
    COMPARED(delivered, "packets injected and delivered, 24 runs");
}

/* The class invariant of section 15 in every switch, every cycle, under more load than fits. */
TEST(class_invariant)
{
    struct bench b;
    uint64_t compared = 0;
    unsigned fullest = 0;

    prepare(&b, 8, 8);
    traffic(&b, "wk30", 2.0, 4);
    build(&b);
    for (int c = 0; c < 6000; c++) {
        run(&b, 1);
        for (int n = 0; n < 64; n++) {
            const struct fedx_buffer_pool *pool = &fedx_switch_state(fabric_node(b.f, n))->buffer_pool;
            for (unsigned i = 1; i < FEDX_BUFFERS; i++, compared++) {
                unsigned held = 0;
                for (int k = 0; k < FEDX_BUFFERS; k++)
                    held += (pool->used >> k & 1) && pool->level[k] >= i;
                assert_in_range(held, 0, FEDX_BUFFERS - i);
                fullest = held + i > fullest ? held + i : fullest;
            }
        }
    }
    no_fault(b.f);
    assert_int_equal(fullest, FEDX_BUFFERS); /* the rule was at its limit */
    finish(&b);
    COMPARED(compared, "class counts");
}

/* Checks that end a run ------------------------------------------------------------------------------------------- */

/* One switch that never lets go of its data wires, found as soon as the far end sends to it. */
TEST(collision_is_found)
{
    unsigned found = 0;

    for (unsigned port = 0; port < FEDX_PORTS; port++, found++) {
        struct bench b;
        int node, far;
        const char *text;
        prepare(&b, 4, 4);
        wrap_plan = (struct wrap_plan){.fault = WRAP_VALID_STUCK, .ports = 1u << port};
        b.nodes[5] = &wrap_node;
        build(&b);
        far = port < FEDX_LINKS ? b.topology->links[5][port].node : 5;
        run(&b, 500);
        no_fault(b.f); /* one end alone is no collision */
        endpoint_send(fabric_endpoint(b.f, far), 500, far == 5 ? 6 : 5, 1);
        run(&b, 100);
        assert_int_equal(fabric_fault(b.f, &node, &text), FABRIC_FAULT_COLLISION);
        assert_int_equal(node, far < 5 ? far : 5); /* both ends see it; the lower node reports */
        assert_non_null(strstr(text, "both ends"));
        finish(&b);
    }
    COMPARED(found, "ports");
}

/* Two neighbours that both drive collide at once. */
TEST(collision_at_once)
{
    struct bench b;

    prepare(&b, 4, 4);
    wrap_plan = (struct wrap_plan){.fault = WRAP_VALID_STUCK, .ports = 3};
    b.nodes[5] = b.nodes[6] = &wrap_node;
    build(&b);
    run(&b, 100);
    assert_int_equal(fault_of(&b), FABRIC_FAULT_COLLISION);
    assert_int_equal(fabric_cycle(b.f), 1);
    finish(&b);
}

/*
 * A switch that damages payload: the packet check finds it at the next receiver,
 * which never accepts. Nothing is delivered damaged; what can be repaired by
 * sending again is.
 */
TEST(damage_never_arrives)
{
    uint64_t delivered = 0, damaged = 0;

    for (unsigned byte = FEDX_BYTE_PAYLOAD; byte < FEDX_BYTE_CRC; byte += 21) {
        struct bench b;
        prepare(&b, 4, 4);
        traffic(&b, "wk1-5", 0.4, byte);
        wrap_plan = (struct wrap_plan){.fault = WRAP_DAMAGE, .ports = FEDX_ALL_PORTS, .every = 2, .byte = byte};
        wrap_count = 0;
        b.nodes[5] = b.nodes[10] = &wrap_node;
        build(&b);
        run(&b, 15000);
        drain(&b, 100000);
        no_fault(b.f);
        assert_int_equal(fabric_stats(b.f).delivered, fabric_stats(b.f).injected);
        assert_in_range(wrap_count, 50, 100000);
        delivered += fabric_stats(b.f).delivered;
        damaged += wrap_count;
        finish(&b);
    }
    printf("           %llu frames damaged on the way\n", (unsigned long long)damaged);
    COMPARED(delivered, "packets delivered intact all the same");
}

/* Every frame of one switch damaged: its packets are tried again for ever, and the run ends as a stall. */
TEST(hopeless_damage_stalls)
{
    struct bench b;

    prepare(&b, 4, 4);
    wrap_plan = (struct wrap_plan){.fault = WRAP_DAMAGE, .ports = FEDX_ALL_PORTS, .every = 1, .byte = 99};
    wrap_count = 0;
    b.nodes[5] = &wrap_node;
    build(&b);
    endpoint_send(fabric_endpoint(b.f, 5), 0, 6, 1);
    run(&b, 30000);
    assert_int_equal(fault_of(&b), FABRIC_FAULT_STALL);
    assert_int_equal(fabric_stats(b.f).injected, 1);
    assert_int_equal(fabric_stats(b.f).delivered, 0);
    assert_in_range(wrap_count, 90, 200); /* an attempt takes 160 bytes, and 32 cycles of time-out */
    finish(&b);
    COMPARED(wrap_count, "attempts");
}

/* Damage that the packet check does not show: the comparison with what was sent does. */
TEST(sealed_damage_is_found)
{
    unsigned runs = 0;

    for (unsigned byte = FEDX_HEADER_BYTES; byte < FEDX_BYTE_CRC; byte += 5, runs++) {
        struct bench b;
        int node;
        const char *text;
        prepare(&b, 2, 3);
        wrap_plan = (struct wrap_plan){.fault = WRAP_DAMAGE_SEALED, .ports = FEDX_ALL_PORTS, .every = 1, .byte = byte};
        b.nodes[1] = &wrap_node;
        build(&b);
        endpoint_send(fabric_endpoint(b.f, 1), 0, 2, 1);
        run(&b, 1000);
        assert_int_equal(fabric_fault(b.f, &node, &text), FABRIC_FAULT_PACKET);
        assert_int_equal(node, 2);
        assert_non_null(strstr(text, "damaged"));
        assert_int_equal(fabric_stats(b.f).delivered, 0);
        finish(&b);
    }
    COMPARED(runs, "damaged packets found");
}

TEST(doubled_packet_is_found)
{
    struct bench b;
    int node;
    const char *text;

    prepare(&b, 4, 4);
    wrap_plan = (struct wrap_plan){.fault = WRAP_DUPLICATE};
    b.nodes[5] = &wrap_node;
    build(&b);
    endpoint_send(fabric_endpoint(b.f, 5), 0, 10, 2);
    run(&b, 5000);
    assert_int_equal(fabric_fault(b.f, &node, &text), FABRIC_FAULT_PACKET);
    assert_int_equal(node, 10);
    assert_non_null(strstr(text, "twice"));
    finish(&b);
}

TEST(lost_packet_is_found)
{
    struct bench b;

    prepare(&b, 4, 4);
    traffic(&b, "single", 1.0, 3);
    wrap_plan = (struct wrap_plan){.fault = WRAP_DROP};
    wrap_count = 0;
    b.nodes[5] = &wrap_node;
    build(&b);
    run(&b, 20000);
    assert_int_equal(wrap_count, 1);
    drain(&b, 40000);
    assert_int_equal(fabric_stats(b.f).injected - fabric_stats(b.f).delivered, 1);
    assert_int_equal(fault_of(&b), FABRIC_FAULT_STALL);
    finish(&b);
}

/* Deadlock -------------------------------------------------------------------------------------------------------- */

enum { DEADLOCK_SEED = 1 };

static void make_deadlock(struct bench *b, int class_rule)
{
    prepare(b, 8, 8);
    traffic(b, "wk30", 1.0, DEADLOCK_SEED);
    b->settings.class_rule = class_rule;
    b->config.digest = 0;
    b->config.stall_cycles = 5000;
    build(b);
}

static void circle_is_closed(const struct bench *b, const struct deadlock_waiting *circle, int rows)
{
    for (int i = 0; i < rows; i++) {
        struct fedx_switch_regs regs;
        fabric_node_ops(b->f, circle[i].node)->state(fabric_node(b->f, circle[i].node), &regs);
        assert_int_equal(circle[i].wants, circle[(i + 1) % rows].node);
        assert_int_equal(circle[i].wants_used, FEDX_BUFFERS);
        assert_int_equal(regs.buffer_pool.used, ALL_BUFFERS);
        assert_int_equal(circle[i].packet.message, fedx_header_fields(regs.buffer_pool.head[circle[i].buffer]).message);
        /* The node it waits for is one hop closer to where it goes. */
        assert_int_equal(topology_distance(b->topology, circle[i].wants, circle[i].packet.destination) + 1,
                         topology_distance(b->topology, circle[i].node, circle[i].packet.destination));
    }
}

TEST(deadlock_is_found)
{
    struct bench b;
    struct deadlock_waiting circle[64];
    char *text = NULL;
    size_t size = 0;
    int rows;

    make_deadlock(&b, 0);
    run(&b, 400000);
    assert_int_equal(fault_of(&b), FABRIC_FAULT_STALL);
    printf("           stalled in cycle %llu\n", (unsigned long long)fabric_cycle(b.f));
    rows = deadlock_find(b.f, circle, 64);
    assert_in_range(rows, 2, 64);
    circle_is_closed(&b, circle, rows);
    FILE *out = open_memstream(&text, &size);
    deadlock_print(b.f, out);
    fclose(out);
    assert_non_null(strstr(text, "circle"));
    assert_non_null(strstr(text, "buffers used"));
    free(text);
    uint64_t cycles = fabric_cycle(b.f);
    finish(&b);

    make_deadlock(&b, 1); /* the same run with the rule */
    run(&b, cycles + 20000);
    no_fault(b.f);
    finish(&b);
    COMPARED(rows, "packets that wait for each other");
}

/* Runs that repeat ------------------------------------------------------------------------------------------------ */

struct digests {
    uint64_t pins, events, delivered, messages;
};

static struct digests digests_of(int threads, uint64_t seed, FILE *trace, int pieces)
{
    struct bench b;
    struct digests d;

    prepare(&b, 4, 5);
    traffic(&b, "wk-mixture", 0.8, seed);
    b.settings.latency = 1;
    b.settings.backpressure = FEDX_BACKPRESSURE_DESTINATION;
    b.config.trace = trace;
    build(&b);
    for (int i = 0; i < pieces; i++)
        assert_int_equal(engine_cycle.run(b.f, 6000 / (uint64_t)pieces, threads, NULL, NULL, 0), 0);
    no_fault(b.f);
    assert_int_equal(fabric_cycle(b.f), 6000);
    d.pins = fabric_digest(b.f);
    d.events = fabric_event_digest(b.f);
    d.delivered = fabric_stats(b.f).delivered;
    d.messages = fabric_stats(b.f).messages;
    finish(&b);
    return d;
}

static void same_digests(const struct digests *a, const struct digests *b)
{
    assert_int_equal(a->pins, b->pins);
    assert_int_equal(a->events, b->events);
    assert_int_equal(a->delivered, b->delivered);
    assert_int_equal(a->messages, b->messages);
}

TEST(threads_change_nothing)
{
    struct digests one = digests_of(1, 5, NULL, 1);

    for (int threads = 2; threads <= 3; threads++) {
        struct digests more = digests_of(threads, 5, NULL, 1);
        same_digests(&one, &more);
    }
    COMPARED(one.delivered, "packets, digests of 1, 2 and 3 threads");
}

TEST(seeds)
{
    struct digests a = digests_of(1, 6, NULL, 1), again = digests_of(1, 6, NULL, 1);
    struct digests pieces = digests_of(1, 6, NULL, 4), other = digests_of(1, 7, NULL, 1);

    same_digests(&a, &again);
    same_digests(&a, &pieces); /* a run in pieces is the same run */
    assert_int_not_equal(a.pins, other.pins);
    assert_int_not_equal(a.events, other.events);
    COMPARED(a.delivered, "packets of one seed, twice");
}

/* A trace changes nothing, and has one line an event, in the order of time. */
TEST(tracing_changes_nothing)
{
    char *text = NULL;
    size_t size = 0;
    FILE *trace = open_memstream(&text, &size);
    struct digests without = digests_of(1, 8, NULL, 1), with = digests_of(1, 8, trace, 1);
    unsigned lines[128] = {0};
    unsigned long long cycle, last = 0;

    fclose(trace);
    same_digests(&without, &with);
    for (char *line = strtok(text, "\n"); line; line = strtok(NULL, "\n")) {
        unsigned node, source, destination, message, packet;
        char kind;
        assert_int_equal(
            sscanf(line, "%llu %u %c %u %u %u %u", &cycle, &node, &kind, &source, &destination, &message, &packet), 7);
        assert_true(cycle >= last);
        assert_in_range(node, 0, 19);
        if (kind == 'd')
            assert_int_equal(node, destination);
        if (kind == 'i')
            assert_int_equal(node, source);
        lines[(unsigned char)kind & 127]++;
        last = cycle;
    }
    free(text);
    assert_int_equal(lines['d'], with.delivered);
    assert_int_equal(lines['m'], with.messages);
    assert_in_range(lines['i'], lines['d'], 100000);
    assert_in_range(lines['c'], 1, 100000);
    COMPARED(lines['c'] + lines['i'] + lines['d'] + lines['m'], "trace lines");
}

/* Without a digest the run is the same, and time measured from the end of the warm-up. */
TEST(warm_up_is_left_out)
{
    struct stats s[2];

    for (int i = 0; i < 2; i++) {
        struct bench b;
        prepare(&b, 4, 4);
        traffic(&b, "wk1-5", 0.5, 2);
        b.config.warmup = i ? 5000 : 0;
        b.config.digest = i;
        build(&b);
        run(&b, 10000);
        s[i] = fabric_stats(b.f);
        finish(&b);
    }
    assert_int_equal(s[0].delivered, s[1].delivered);
    assert_int_equal(s[0].delivered_measured, s[0].delivered);
    assert_in_range(s[1].delivered_measured, s[1].delivered / 4, s[1].delivered * 3 / 4);
    assert_in_range(s[1].packet.count, 1, s[1].delivered_measured);
    assert_in_range(s[1].message.count, 1, s[0].message.count - 1);
}

/* Nodes that are looked at ---------------------------------------------------------------------------------------- */

/* A model that, as one with two sides would, has its new registers from its check on. */
struct two_sided {
    struct fedx_switch *sw;
    int stepped; /* and not checked yet */
};
static unsigned looks, early_looks;

static void *two_sided_create(const struct node_ops *inner, uint64_t seed)
{
    struct two_sided *t = calloc(1, sizeof *t);

    assert_non_null(t);
    t->sw = fedx_node_model.create(inner, seed);
    assert_non_null(t->sw);
    return t;
}

static void two_sided_destroy(void *node)
{
    fedx_node_model.destroy(((struct two_sided *)node)->sw);
    free(node);
}

static void two_sided_step(void *node, const void *in, const void *control)
{
    struct two_sided *t = node;

    fedx_node_model.step(t->sw, in, control);
    t->stepped = 1;
}

static int two_sided_check(void *node)
{
    ((struct two_sided *)node)->stepped = 0;
    return 0;
}

static void two_sided_pins(const void *node, void *out)
{
    fedx_node_model.pins(((const struct two_sided *)node)->sw, out);
}

static void two_sided_state(const void *node, void *out)
{
    const struct two_sided *t = node;

    looks++;
    early_looks += t->stepped;
    fedx_node_model.state(t->sw, out);
}

static const struct node_ops two_sided = {
    .version = FEDX_NODE_VERSION,
    .name = "two-sided",
    .create = two_sided_create,
    .destroy = two_sided_destroy,
    .step = two_sided_step,
    .check = two_sided_check,
    .pins = two_sided_pins,
    .state = two_sided_state,
};

static void look_before(void *context, const struct fabric *f, int node, const void *in, const void *control)
{
    (void)f, (void)in, (void)control;
    ++((unsigned *)context)[node];
}

/* With everything on that looks at registers, nobody does between a node's step and its check. */
TEST(nodes_are_looked_at_when_checked)
{
    const struct fault_plan faults = {.mode = FAULT_RANDOM, .rate = 3e-5, .window = FEDX_FAULT_WINDOW, .seed = 5};
    unsigned shown[9] = {0};
    char *hops = NULL;
    size_t bytes = 0;
    struct bench b;

    prepare(&b, 3, 3);
    traffic(&b, "wk-mixture", 0.9, 7);
    for (int n = 0; n < 9; n++)
        b.nodes[n] = &two_sided;
    b.config.measure = b.config.timeline = 1;
    b.config.end = 20000;
    b.config.sample_period = 1;
    b.config.hooks = &faults_hooks;
    b.config.hook_settings = &faults;
    b.config.on_step = look_before;
    b.config.on_step_context = shown;
    b.config.hops = open_memstream(&hops, &bytes);
    looks = early_looks = 0;
    build(&b);
    run(&b, b.config.end);
    finish(&b);
    fclose(b.config.hops);
    assert_true(bytes > 0);
    assert_int_equal(shown[8], b.config.end);
    assert_int_equal(early_looks, 0);
    free(hops);
    COMPARED(looks, "looks at registers, none between step and check");
}

/* test_fabric [N]: of N pairs one is measured without load (default: all) */
int main(int argc, char **argv)
{
    pairs_apart = argc > 1 ? (unsigned)atoi(argv[1]) : 1;
    return test_all(NULL, NULL);
}
