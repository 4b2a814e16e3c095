/* SPDX-License-Identifier: Apache-2.0
 *
 * The contract of a router kind has more than one user: fabrics of relays (relay.h), in a star whose middle has no
 * endpoint and whose other routers have several, in a ring whose cables are of different lengths, in k-ary n-trees and
 * in tori. Every packet arrives once and intact, after as many cycles as its way has stages; metrics, timeline, threads
 * and archives work as for any other kind.
 */
#include <string.h>

#include "../unit.h"
#include "../built.h"
#include "engine/engine.h"
#include "relay.h"
#include "triage/deadlock.h"

enum { LEAVES = 4, EACH = 3, RING = 7, MOST = 16 };

static const char *fits(int rows, int cols)
{
    return rows <= LEAVES && cols <= EACH ? NULL : "too large";
}

/* A star: the root is router 0, leaf i is router i + 1, and its port 0 leads up. ---------------------------------- */

static void star_count(int leaves, int each, int *routers, int *endpoints)
{
    *routers = leaves + 1;
    *endpoints = leaves * each;
}

static struct topology_end star_neighbour(const struct topology *t, int router, int port)
{
    if (router == 0 && port < t->rows)
        return (struct topology_end){port + 1, 0, 0};
    if (router > 0 && port == 0)
        return (struct topology_end){0, router - 1, 0};
    return (struct topology_end){-1, 0, 0};
}

static struct topology_end star_attached(const struct topology *t, int endpoint)
{
    return (struct topology_end){1 + endpoint / t->cols, 1 + endpoint % t->cols, 0};
}

static const struct topology_kind star = {.name = "star",
                                          .summary = "a root without endpoints, leaves with several",
                                          .links = LEAVES,
                                          .check = fits,
                                          .count = star_count,
                                          .neighbour = star_neighbour,
                                          .attached = star_attached};

/* A ring: port 0 leads on, port 1 back; the cable from router i on has i % 3 stages more. ------------------------- */

static const char *any(int rows, int cols)
{
    return rows == 1 && cols > 2 ? NULL : "a ring has one row";
}

static struct topology_end ring_neighbour(const struct topology *t, int router, int port)
{
    int next = (router + (port == 0 ? 1 : t->nodes - 1)) % t->nodes, from = port == 0 ? router : next;

    return (struct topology_end){next, !port, from % 3};
}

static const struct topology_kind ring = {
    .name = "ring", .summary = "both ways round", .links = 2, .check = any, .neighbour = ring_neighbour};

/* Fabrics --------------------------------------------------------------------------------------------------------- */

struct bench {
    struct topology *topology;
    struct relay_settings settings;
    const struct node_ops *nodes[MOST];
    struct fabric_config config;
};

static void prepare(struct bench *b, const struct topology_kind *kind, int rows, int cols, int latency)
{
    const char *error;

    memset(b, 0, sizeof *b);
    b->topology = topology_create(kind, rows, cols, &error);
    assert_non_null(b->topology);
    for (int n = 0; n < b->topology->nodes; n++)
        b->nodes[n] = &relay_node;
    b->settings.latency = latency;
    b->config = (struct fabric_config){.topology = b->topology,
                                       .kind = &relay_kind,
                                       .settings = &b->settings,
                                       .nodes = b->nodes,
                                       .digest = 1,
                                       .stall_cycles = 1000};
}

static struct fabric *build(const struct bench *b)
{
    return built(&b->config);
}

/* Stages of the way of a packet: one a router, and those of its cables. */
static int stages(const struct topology *t, int latency, int from, int to)
{
    struct topology_end at = t->attached[from];
    int router = at.node, sum = at.latency + latency;

    for (;;) {
        int port = topology_route(t, router, to).deterministic;
        struct topology_end far = t->links[router][port];
        sum += 1 + far.latency + latency;
        if (far.port == TOPOLOGY_ENDPOINT)
            return sum;
        router = far.node;
    }
}

enum { INJECT = 3, EJECT = 2 }; /* cycles of overhead of an endpoint */

/* One packet from everyone to everyone, alone. @return pairs */
static unsigned every_pair(const struct topology_kind *kind, int rows, int cols, int latency, int overheads)
{
    struct bench b;
    unsigned pairs = 0;

    prepare(&b, kind, rows, cols, latency);
    b.config.endpoint.inject_overhead = overheads * INJECT;
    b.config.endpoint.eject_overhead = overheads * EJECT;
    for (int from = 0; from < b.topology->endpoints; from++)
        for (int to = 0; to < b.topology->endpoints; to++, pairs++) {
            struct fabric *f = build(&b);
            endpoint_send(fabric_endpoint(f, from), 0, to, 1);
            engine_cycle.run(f, 60, 1, NULL, NULL, 0);
            no_fault(f);
            assert_int_equal(fabric_stats(f).delivered, 1);
            assert_int_equal(fabric_stats(f).packet.max,
                             stages(b.topology, latency, from, to) + 1 + overheads * (INJECT + EJECT));
            fabric_destroy(f);
        }
    topology_destroy(b.topology);
    return pairs;
}

TEST(packets_take_as_long_as_their_way)
{
    unsigned pairs = 0;

    for (int latency = 0; latency < 3; latency++)
        pairs += every_pair(&star, LEAVES, EACH, latency, 0) + every_pair(&star, 2, 2, latency, 1) +
                 every_pair(&ring, 1, RING, latency, latency == 1) + every_pair(&topology_tree, 2, 3, latency, 0) +
                 every_pair(&topology_tree, 3, 2, latency, 1) + every_pair(&topology_torus, 2, 4, latency, 0);
    COMPARED(pairs, "ways of a packet");
}

/* Under load ------------------------------------------------------------------------------------------------------ */

enum { SENDING = 4000, DRAINING = 500 };

static void load(struct bench *b, uint64_t seed)
{
    b->config.endpoint =
        (struct endpoint_settings){.workload = workload_find("wk-mixture"), .load = 0.12, .seed = seed};
    b->config.measure = 1;
    b->config.end = SENDING;
}

static void drain(struct fabric *f, int threads)
{
    engine_cycle.run(f, SENDING, threads, NULL, NULL, 0);
    fabric_stop_messages(f);
    engine_cycle.run(f, DRAINING, threads, NULL, NULL, 0);
    no_fault(f);
    assert_int_equal(fabric_pending(f), 0);
    assert_true(fabric_drained(f));
}

/* Attempts that routers and endpoints made, by the metrics. */
static uint64_t attempts(const struct bench *b, const struct fabric *f, int injections)
{
    const struct metrics *m = fabric_metrics(f);
    uint64_t sum = 0;

    for (int n = 0; injections && n < b->topology->endpoints; n++)
        sum += metrics_attempts(m, n, SENDER_ENDPOINT).accepted;
    for (int n = 0; !injections && n < b->topology->nodes; n++)
        for (int p = 0; p < relay_kind.ports; p++)
            sum += metrics_attempts(m, n, p).accepted;
    return sum;
}

static unsigned long drains(const struct topology_kind *kind, int rows, int cols)
{
    struct fabric *one, *two;
    struct bench b;
    uint64_t delivered;

    prepare(&b, kind, rows, cols, 1);
    load(&b, 3);
    one = build(&b), two = build(&b);
    drain(one, 1);
    drain(two, 2);
    delivered = fabric_stats(one).delivered;
    assert_int_equal(fabric_digest(one), fabric_digest(two));
    assert_int_equal(fabric_event_digest(one), fabric_event_digest(two));
    assert_in_range(attempts(&b, one, 1), delivered * 9 / 10, delivered);
    assert_true(attempts(&b, one, 0) > attempts(&b, one, 1));
    fabric_destroy(one);
    fabric_destroy(two);
    topology_destroy(b.topology);
    return delivered;
}

TEST(all_packets_arrive)
{
    unsigned long packets;

    packets = drains(&star, LEAVES, EACH) + drains(&star, 3, 1) + drains(&ring, 1, RING) +
              drains(&topology_tree, 2, 3) + drains(&topology_tree, 3, 2) + drains(&topology_torus, 3, 4) +
              drains(&topology_mesh, 3, 3);
    COMPARED(packets, "packets delivered, with one thread and with two");
}

/*
 * What routers and endpoints sent is in the timeline of their router, also where there are more endpoints than routers.
 */
TEST(films_are_of_routers)
{
    unsigned long injected = 0, ejected = 0;
    struct fabric *f;
    struct bench b;

    prepare(&b, &topology_tree, 3, 2, 0);
    load(&b, 5);
    b.config.timeline = 1;
    f = build(&b);
    engine_cycle.run(f, SENDING, 1, NULL, NULL, 0);
    no_fault(f);
    const struct timeline *timeline = fabric_timeline(f);
    assert_int_equal(timeline_settings(timeline)->nodes, b.topology->nodes);
    for (int n = 0; n < b.topology->nodes; n++)
        for (int i = 0; i < timeline_shown(timeline); i++) {
            const struct timeline_sender *sender = timeline_view(timeline, i, n)->sender;
            int leaf = n < 3;
            injected += sender[SENDER_ENDPOINT].accepted;
            assert_true(leaf || sender[SENDER_ENDPOINT].accepted == 0);
            for (int p = 0; p < 3; p++)
                ejected += leaf ? sender[p].accepted : 0;
        }
    assert_in_range(injected, fabric_stats(f).injected, fabric_stats(f).injected);
    assert_in_range(ejected, fabric_stats(f).delivered, fabric_stats(f).delivered + 20);
    fabric_destroy(f);
    topology_destroy(b.topology);
    COMPARED(injected + ejected, "packets in a timeline");
}

/* A fabric that is loaded goes on as the one that was saved. */
TEST(archives_go_on)
{
    struct fabric *saved, *loaded;
    struct archive a = {0};
    struct bench b;

    prepare(&b, &star, LEAVES, EACH, 2);
    load(&b, 9);
    saved = build(&b), loaded = build(&b);
    engine_cycle.run(saved, 1234, 1, NULL, NULL, 0);
    assert_true(fabric_in_flight(saved) > 0);
    archive_save(&a);
    engine_cycle.archive(saved, &a);
    assert_int_equal(archive_end(&a), 0);
    size_t bytes = a.length;
    struct archive from;
    archive_load(&from, a.bytes, bytes);
    engine_cycle.archive(loaded, &from);
    assert_int_equal(archive_end(&from), 0);
    engine_cycle.run(saved, 1000, 1, NULL, NULL, 0);
    engine_cycle.run(loaded, 1000, 1, NULL, NULL, 0);
    assert_int_equal(fabric_digest(saved), fabric_digest(loaded));
    assert_int_equal(fabric_event_digest(saved), fabric_event_digest(loaded));
    fabric_destroy(saved);
    fabric_destroy(loaded);
    topology_destroy(b.topology);
    archive_finish(&a);
    COMPARED((unsigned)bytes, "bytes of an archive");
}

static void count_held(void *context, const struct held_packet *held)
{
    (void)held;
    ++*(unsigned *)context;
}

/* Why nothing moves is asked of routers that hold more packets than a Fed-X switch can. */
TEST(full_routers_are_looked_through)
{
    enum { CYCLES = 60, PACKETS = 100 };
    struct deadlock_waiting circle[4];
    unsigned held = 0;
    struct fabric *f;
    struct bench b;

    prepare(&b, &topology_tree, 3, 2, 0);
    f = build(&b);
    for (int n = 0; n < b.topology->endpoints; n++)
        endpoint_send(fabric_endpoint(f, n), 0, (n + 1) % 3, PACKETS);
    engine_cycle.run(f, CYCLES, 1, NULL, NULL, 0);
    no_fault(f);
    fabric_each_held(f, 0, count_held, &held);
    assert_true(held > KIND_MOST_BUFFERS);
    assert_int_equal(deadlock_find(f, circle, 4), 0);
    fabric_destroy(f);
    topology_destroy(b.topology);
    COMPARED(held, "packets in a router");
}

RUN_TESTS
