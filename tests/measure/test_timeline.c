/* SPDX-License-Identifier: Apache-2.0
 *
 * The timeline: the same from every engine; its counts and ways against the hop trace,
 * its buffers against the switches; how it thins ways out and ends early.
 */
#include <stdlib.h>

#include "fedx/kind/fedx_reject_reasons.h"
#include "../unit.h"
#include "fedx/speed/fedx_engine_event.h"
#include "fedx/kind/fedx_kind.h"
#include "fedx/kind/fedx_model_node.h"

enum { ROWS = 4, COLS = 5, NODES = ROWS * COLS, CYCLES = 24000 };

static const struct node_ops *models[64];

static struct fabric_config config_of(const struct topology *t, int i, uint64_t cycles)
{
    static struct fedx_settings settings;
    struct fabric_config c = {
        .topology = t, .kind = &fedx_kind, .settings = &settings, .measure = 1, .timeline = 1, .end = cycles};

    settings = fedx_settings_default();
    settings.backpressure = i % 3;
    settings.latency = i % 4 == 3 ? 2 : 0;
    c.endpoint = (struct endpoint_settings){
        .workload = workload_find("wk-mixture"), .load = 0.9, .adaptive = 1, .seed = (uint64_t)i};
    return c;
}

static struct fabric *run(struct fabric_config c, int event, uint64_t cycles)
{
    c.nodes = event ? NULL : models;
    struct fabric *f = fabric_create(&c);

    assert_non_null(f);
    assert_non_null(fabric_timeline(f));
    assert_int_equal((event ? &fedx_engine_event : &engine_cycle)->run(f, cycles, 1, NULL, NULL, 0), 0);
    timeline_end(fabric_timeline(f));
    return f;
}

static unsigned same_ways(const struct timeline *a, const struct timeline *b)
{
    uint32_t n, m;
    const struct timeline_packet *x = timeline_packets(a, &n), *y = timeline_packets(b, &m);
    unsigned stays = 0;

    assert_int_equal(n, m);
    for (uint32_t i = 0; i < n; i++) {
        assert_int_equal(x[i].source, y[i].source);
        assert_int_equal(x[i].destination, y[i].destination);
        assert_int_equal(x[i].message, y[i].message);
        assert_int_equal(x[i].packet, y[i].packet);
        assert_int_equal(x[i].stays, y[i].stays);
        assert_memory_equal(x[i].stay, y[i].stay, x[i].stays * sizeof *x[i].stay);
        stays += x[i].stays;
    }
    return stays;
}

static unsigned same_frames(const struct timeline *a, const struct timeline *b)
{
    unsigned views = 0;

    assert_int_equal(timeline_shown(a), timeline_shown(b));
    for (int f = 0; f < timeline_shown(a); f++) {
        assert_memory_equal(timeline_frame(a, f), timeline_frame(b, f), sizeof(struct timeline_frame));
        for (int n = 0; n < NODES; n++, views++) {
            unsigned x, y;
            const struct timeline_sight *s = timeline_sights(a, f, n, &x), *r = timeline_sights(b, f, n, &y);
            assert_memory_equal(timeline_view(a, f, n), timeline_view(b, f, n), sizeof(struct timeline_view));
            assert_int_equal(x, y);
            for (unsigned i = 0; i < x; i++) {
                assert_int_equal(s[i].packet, r[i].packet);
                assert_int_equal(s[i].buffer, r[i].buffer);
                assert_int_equal(s[i].waiting, r[i].waiting);
            }
        }
    }
    return views;
}

TEST(engines_agree)
{
    const char *error;
    struct topology *t = topology_create(&topology_xmesh, ROWS, COLS, &error);
    unsigned views = 0, stays = 0;

    for (int i = 0; i < 6; i++) {
        struct fabric *cycle = run(config_of(t, i, CYCLES), 0, CYCLES + 3000);
        struct fabric *event = run(config_of(t, i, CYCLES), 1, CYCLES + 3000);
        views += same_frames(fabric_timeline(cycle), fabric_timeline(event));
        stays += same_ways(fabric_timeline(cycle), fabric_timeline(event));
        fabric_destroy(cycle);
        fabric_destroy(event);
    }
    topology_destroy(t);
    COMPARED(views, "views of switches");
    COMPARED(stays, "stays of packets");
}

/* One line of a hop trace. */
struct hop {
    unsigned long long cycle, first;
    int node, sender, reason;
    unsigned source, destination, message, packet;
};

static int next_hop(FILE *trace, struct hop *h)
{
    int whole = fscanf(trace, "%llu %d %d %d %u %u %u %u %llu", &h->cycle, &h->node, &h->sender, &h->reason, &h->source,
                       &h->destination, &h->message, &h->packet, &h->first) == 9;

    h->sender = h->sender == FEDX_PORTS ? SENDER_ENDPOINT : h->sender;
    return whole;
}

/* The packet with that name whose way has an attempt that ended then. */
static const struct timeline_stay *stay_of(const struct timeline *timeline, const struct hop *h)
{
    uint32_t count;
    const struct timeline_packet *p = timeline_packets(timeline, &count);

    for (uint32_t i = 0; i < count; i++) {
        if (p[i].source != h->source || p[i].message != h->message || p[i].packet != h->packet || p[i].stays == 0 ||
            h->cycle < p[i].stay[0].first ||
            (p[i].stay[p[i].stays - 1].port >= 0 && h->cycle > p[i].stay[p[i].stays - 1].done))
            continue;
        for (uint32_t s = 0; s < p[i].stays; s++)
            if (p[i].stay[s].node == h->node && p[i].stay[s].in_endpoint == (h->sender == SENDER_ENDPOINT))
                return &p[i].stay[s];
    }
    return NULL;
}

/* How often an attempt by each sender of each node ended in a frame. */
typedef uint32_t attempts_of_frames[TIMELINE_FRAMES][NODES][HOP_SENDERS];

/* The attempt is in the way of its packet as the trace has it. */
static void in_its_way(const struct timeline_stay *stay, const struct hop *h)
{
    if (h->reason == 0) {
        assert_int_equal(stay->port, h->sender);
        assert_int_equal(stay->sent, h->first);
        assert_int_equal(stay->done, h->cycle);
    } else {
        assert_true(stay->refused[h->reason] > 0);
    }
}

static void same_attempts(const struct timeline *timeline, attempts_of_frames accepted, attempts_of_frames refused)
{
    for (int i = 0; i < timeline_settings(timeline)->frames; i++)
        for (int n = 0; n < NODES; n++)
            for (int s = 0; s < HOP_SENDERS; s++) {
                assert_int_equal(timeline_view(timeline, i, n)->sender[s].accepted, accepted[i][n][s]);
                assert_int_equal(timeline_view(timeline, i, n)->sender[s].refused, refused[i][n][s]);
            }
}

/* Only what is still there at the end can be without a way. @return refusals that all ways have */
static uint64_t ways_are_whole(const struct timeline *timeline)
{
    uint32_t count;
    const struct timeline_packet *p = timeline_packets(timeline, &count);
    unsigned last_sights, still_there = 0, without = 0;
    uint64_t refusals = 0;

    for (int n = 0; n < NODES; n++) {
        timeline_sights(timeline, timeline_settings(timeline)->frames - 1, n, &last_sights);
        still_there += last_sights;
    }
    for (uint32_t i = 0; i < count; i++)
        without += p[i].stays == 0;
    assert_true(without <= still_there);
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t s = 0; s < p[i].stays; s++)
            for (int k = 1; k < FEDX_REJECT_REASONS; k++)
                refusals += p[i].stay[s].refused[k];
    return refusals;
}

/* Every attempt of the trace is in its frame, and in the way of its packet if that was kept. */
TEST(as_the_trace_says)
{
    const char *error;
    struct topology *t = topology_create(&topology_xmesh, ROWS, COLS, &error);
    struct fabric_config c = config_of(t, 1, CYCLES);
    static attempts_of_frames accepted, refused;
    uint64_t in_ways = 0, kept_refusals = 0;
    struct hop h;
    int frame = 0;

    c.hops = tmpfile();
    assert_non_null(c.hops);
    struct fabric *f = run(c, 1, CYCLES);
    const struct timeline *timeline = fabric_timeline(f);
    assert_int_equal(timeline_shown(timeline), timeline_settings(timeline)->frames);
    rewind(c.hops);
    while (next_hop(c.hops, &h)) {
        /* The trace has the cycle after the one in which an attempt ends. */
        while (h.cycle - 1 >= timeline_begin(timeline, frame + 1))
            frame++;
        (h.reason ? refused : accepted)[frame][h.node][h.sender]++;
        const struct timeline_stay *stay = stay_of(timeline, &h);
        if (!stay)
            continue;
        in_ways++;
        kept_refusals += h.reason != 0;
        in_its_way(stay, &h);
    }
    same_attempts(timeline, accepted, refused);
    assert_int_equal(ways_are_whole(timeline), kept_refusals);
    fclose(c.hops);
    fabric_destroy(f);
    topology_destroy(t);
    COMPARED(in_ways, "attempts found in ways");
}

/* At the end of every frame the timeline shows the buffers as the switches have them. */
TEST(as_the_switches_say)
{
    const char *error;
    struct topology *t = topology_create(&topology_xmesh, ROWS, COLS, &error);
    struct fabric_config c = config_of(t, 0, CYCLES);
    unsigned seen = 0, crowded;

    c.nodes = models;
    struct fabric *f = fabric_create(&c);
    const struct timeline *timeline = fabric_timeline(f);
    for (int i = 0; i < timeline_settings(timeline)->frames; i++) {
        engine_cycle.run(f, timeline_begin(timeline, i + 1) - fabric_cycle(f), 1, NULL, NULL, 0);
        assert_int_equal(timeline_shown(timeline), i + 1);
        crowded = 0;
        for (int n = 0; n < NODES; n++) {
            struct fedx_switch_regs regs;
            unsigned count, used = 0;
            const struct timeline_sight *sight = timeline_sights(timeline, i, n, &count);
            fabric_state(f, n, &regs);
            for (unsigned k = 0; k < count; k++, seen++) {
                uint32_t packets;
                const struct timeline_packet *p = &timeline_packets(timeline, &packets)[sight[k].packet];
                struct fedx_header h = fedx_header_fields(regs.buffer_pool.head[sight[k].buffer]);
                used |= 1u << sight[k].buffer;
                assert_int_equal(p->source, h.source);
                assert_int_equal(p->destination, h.destination);
                assert_int_equal(p->message, h.message);
                assert_int_equal(p->packet, h.packet);
                assert_int_equal(sight[k].waiting, regs.buffer_pool.waiting >> sight[k].buffer & 1u);
            }
            assert_int_equal(used, regs.buffer_pool.used);
            crowded += unit_ones(used) >= 8;
        }
        assert_int_equal(timeline_frame(timeline, i)->crowded, crowded);
    }
    fabric_destroy(f);
    topology_destroy(t);
    COMPARED(seen, "buffers");
}

/* A long run keeps no more ways than it may, and those it keeps are whole. */
TEST(ways_are_thinned_out)
{
    const char *error;
    struct topology *t = topology_create(&topology_xmesh, 8, 8, &error);
    struct fabric *f = run(config_of(t, 2, 300000), 1, 300000);
    const struct timeline *timeline = fabric_timeline(f);
    uint32_t count, ways = 0, whole = 0;
    const struct timeline_packet *p = timeline_packets(timeline, &count);

    assert_true(count > TIMELINE_WAYS);
    assert_true(timeline_one_in(timeline) >= 2);
    for (uint32_t i = 0; i < count; i++) {
        if (p[i].stays == 0)
            continue;
        ways++;
        const struct timeline_stay *last = &p[i].stay[p[i].stays - 1];
        if (last->port != FEDX_PE_PORT) /* still on its way at the end */
            continue;
        whole++;
        assert_int_equal(last->node, p[i].destination);
        assert_true(p[i].stay[0].in_endpoint);
        assert_int_equal(p[i].stay[0].node, p[i].source);
    }
    assert_in_range(ways, TIMELINE_WAYS / 2 - 1000, TIMELINE_WAYS);
    assert_true(whole > ways - 64 * FEDX_STANDARD_BUFFERS);
    fabric_destroy(f);
    topology_destroy(t);
    COMPARED(ways, "ways");
}

/* Frames grow with the run, not with it in number; a timeline that ends early shows whole frames. */
TEST(frames)
{
    const char *error;
    struct topology *t = topology_create(&topology_xmesh, ROWS, COLS, &error);
    struct fabric *f = run(config_of(t, 0, 15000), 1, 7777);
    const struct timeline *timeline = fabric_timeline(f);

    assert_int_equal(timeline_frames(1, 15000), TIMELINE_FRAMES);
    assert_int_equal(timeline_frames(1, 40), 40);
    assert_int_equal(timeline_frames(TIMELINE_VIEWS / 10, 15000), 10);
    assert_int_equal(timeline_frames(TIMELINE_VIEWS, 15000), 0);
    assert_int_equal(timeline_begin(timeline, 0), 0);
    assert_int_equal(timeline_begin(timeline, TIMELINE_FRAMES), 15000);
    assert_int_equal(timeline_shown(timeline), 77);
    fabric_destroy(f);
    topology_destroy(t);
}

/* What a timeline is once these attempts of a packet have ended in one cycle, in this order. */
static void save_attempts(const struct attempt *attempt, const int order[3], struct archive *a)
{
    struct timeline *timeline = timeline_create(&(struct timeline_settings){.nodes = NODES,
                                                                            .ports = FEDX_PORTS,
                                                                            .frames = 10,
                                                                            .buffers = FEDX_STANDARD_BUFFERS,
                                                                            .packet_cycles = 160,
                                                                            .end = 1000});

    assert_non_null(timeline);
    for (int i = 0; i < 3; i++)
        assert_int_equal(timeline_attempt(timeline, &attempt[order[i]], 261), 0);
    archive_save(a);
    timeline_archive(timeline, a);
    assert_int_equal(archive_end(a), 0);
    timeline_destroy(timeline);
}

/* A packet is refused on its way while its end still leaves the nodes behind: whoever is stepped first, the timeline is
 * the same. */
TEST(any_order_of_a_cycle)
{
    static const int orders[][3] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};
    const struct attempt attempt[] = {
        {.first = 99, .node = 2, .sender = SENDER_ENDPOINT, .packet.source = 2},
        {.first = 112, .node = 2, .sender = 3, .reason = 1, .packet.source = 2},
        {.first = 224, .node = 1, .sender = 0, .reason = 2, .packet.source = 2},
    };
    struct archive first = {0}, a = {0};
    size_t compared = 0;

    save_attempts(attempt, orders[0], &first);
    for (int i = 1; i < 6; i++) {
        save_attempts(attempt, orders[i], &a);
        assert_int_equal(a.length, first.length);
        assert_memory_equal(a.bytes, first.bytes, first.length);
        compared += a.length;
        archive_finish(&a);
    }
    archive_finish(&first);
    COMPARED(compared, "bytes of timelines");
}

int main(void)
{
    for (int n = 0; n < 64; n++)
        models[n] = &fedx_node_model;
    return test_all(NULL, NULL);
}
