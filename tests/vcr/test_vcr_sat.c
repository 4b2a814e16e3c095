/* SPDX-License-Identifier: Apache-2.0
 *
 * SAT in fabrics, from terminal to terminal through the routers: the intervals that docs/spec/vcr.md section 16 derives
 * from where the registers stand, cycle by cycle in idle trees; no terminal sends more than its share; with equal
 * shares all get as much, of traffic of which the nearest would get most without; and timelines have gates and token as
 * the registers do.
 */
#include <stdlib.h>
#include <string.h>

#include "../unit.h"
#include "../built.h"
#include "engine/engine.h"
#include "fabric/fabric_internal.h"
#include "traffic/workload.h"
#include "vcr/kind/vcr_kind.h"
#include "vcr/kind/vcr_port.h"
#include "vcr/kind/vcr_settings.h"

enum { MOST = 320, SETTLED = 200 };

struct bench {
    struct topology *topology;
    struct vcr_settings settings;
    const struct node_ops *nodes[MOST];
    struct traffic traffic;
    struct fabric_config config;
    struct fabric *fabric;
};

static void prepare(struct bench *b, int arity, int levels, unsigned mode, unsigned l, unsigned k)
{
    const char *error = "";

    memset(b, 0, sizeof *b);
    b->topology = topology_create(&topology_tree, arity, levels, &error);
    assert_non_null(b->topology);
    vcr_settings_usual(&vcr_parameters_tree, &topology_tree, &b->settings);
    b->settings.terminal_queue = 1;
    b->settings.sat_mode = (uint8_t)mode;
    b->settings.sat_l = (uint16_t)l;
    b->settings.sat_k = (uint16_t)k;
    for (int n = 0; n < MOST && n < b->topology->nodes; n++)
        b->nodes[n] = vcr_kind_tree.model;
    traffic_init(&b->traffic, 1, b->topology->endpoints);
    b->traffic.bernoulli = 1;
    b->config = (struct fabric_config){
        .topology = b->topology, .kind = &vcr_kind_tree, .settings = &b->settings, .nodes = b->nodes};
    b->config.endpoint.adaptive = 1;
    b->config.endpoint.traffic = &b->traffic;
    b->config.endpoint.load = 1;
    b->config.endpoint.seed = 5;
}

static void begin(struct bench *b)
{
    assert_true(!b->config.nodes || b->topology->nodes <= MOST);
    b->fabric = built(&b->config);
}

static void finish(struct bench *b)
{
    no_fault(b->fabric);
    fabric_destroy(b->fabric);
    topology_destroy(b->topology);
    traffic_finish(&b->traffic);
}

static void run(struct bench *b, uint64_t cycles)
{
    engine_cycle.run(b->fabric, cycles, 1, NULL, NULL, 0);
}

static const struct vcr_terminal_regs *terminal(const struct bench *b, int endpoint)
{
    return vcr_terminal_state(((const struct vcr_port *)b->fabric->endpoint[endpoint].port)->terminal);
}

/* Hops of the tour below a router of level n - 1. */
static unsigned tour(unsigned k, unsigned n)
{
    return n == 0 ? 0 : 2 * k + k * tour(k, n - 1);
}

/* Every terminal sees the token again after exactly so many cycles. @param engine  one of the two */
static void interval_is(const struct engine_ops *engine, int arity, int levels, unsigned mode, unsigned expected)
{
    struct vcr_tokens t;
    struct bench b;

    prepare(&b, arity, levels, mode, 8, 12);
    if (engine != &engine_cycle)
        b.config.nodes = NULL;
    begin(&b);
    engine->run(b.fabric, SETTLED + 4 * expected, 1, NULL, NULL, 0);
    for (int n = 0; n < b.topology->endpoints; n++) {
        assert_int_equal(fabric_counters(b.fabric, n, &t), 0);
        assert_true(t.visits >= 3);
        assert_int_equal(t.least, expected);
        assert_int_equal(t.most, expected);
    }
    finish(&b);
}

/* Along the ring, and in waves. */
static void intervals_are(const struct engine_ops *engine, int k, int n)
{
    unsigned endpoints = 1;

    for (int level = 0; level < n; level++)
        endpoints *= (unsigned)k;
    interval_is(engine, k, n, VCR_SAT_RING, tour((unsigned)k, (unsigned)n) + endpoints);
    interval_is(engine, k, n, VCR_SAT_TREE, 2 * (unsigned)n + 1);
}

TEST(intervals_of_idle_trees)
{
    static const int trees[][2] = {{2, 3}, {4, 2}, {4, 3}, {4, 4}};

    assert_int_equal(tour(4, 3) + 64, 232);
    assert_int_equal(tour(4, 4) + 256, 936);
    assert_int_equal(tour(4, 5) + 1024, 3752);
    for (size_t i = 0; i < sizeof trees / sizeof *trees; i++)
        intervals_are(&engine_cycle, trees[i][0], trees[i][1]);
    for (size_t i = 0; i < sizeof trees / sizeof *trees; i++)
        intervals_are(vcr_kind_tree.parts->event->ops, trees[i][0], trees[i][1]);
    intervals_are(vcr_kind_tree.parts->event->ops, 4, 5);
}

static void load(struct bench *b, const char *pattern, int rows)
{
    b->traffic.shape = (struct topology_shape){rows, b->topology->endpoints / rows};
    b->traffic.pattern = pattern_find(pattern);
    b->config.endpoint.workload = workload_find("single");
}

/* From a departure of the token to the next one no terminal lets more than k pass, and less than l only when it had no
 * more. */
TEST(nobody_takes_more_than_its_share)
{
    enum { L = 3, K = 5, CYCLES = 4000 };
    unsigned most = 0, visits = 0;
    struct bench b;

    prepare(&b, 4, 2, VCR_SAT_RING, L, K);
    load(&b, "hot-region", 4);
    begin(&b);
    for (int t = 0; t < CYCLES; t++) {
        uint16_t count[16], buffered[16];
        for (int n = 0; n < 16; n++) {
            count[n] = terminal(&b, n)->sat_gate.count;
            buffered[n] = terminal(&b, n)->inject.buffered;
        }
        run(&b, 1);
        for (int n = 0; n < 16; n++) {
            const struct vcr_sat_gate *g = &terminal(&b, n)->sat_gate;
            most = g->count > most ? g->count : most;
            assert_true(!g->sat || count[n] >= L || buffered[n] == 0);
            visits += g->sat;
        }
    }
    assert_int_equal(most, K);
    assert_true(visits > 100);
    finish(&b);
    COMPARED(visits, "visits of the token");
}

/* Packets sent: the fewest of a terminal, of the most, in thousandths. */
static unsigned fairness(unsigned mode, unsigned share)
{
    uint64_t least = UINT64_MAX, most = 0;
    struct bench b;

    prepare(&b, 4, 2, mode, share, share);
    load(&b, "hot-region", 4);
    begin(&b);
    run(&b, 20000);
    for (int n = 0; n < 16; n++) {
        uint64_t sent = b.fabric->endpoint[n].packets_injected;
        least = sent < least ? sent : least;
        most = sent > most ? sent : most;
    }
    finish(&b);
    return (unsigned)(1000 * least / most);
}

TEST(equal_shares_are_fair)
{
    unsigned without = fairness(VCR_SAT_OFF, 0), ring = fairness(VCR_SAT_RING, 8), tree = fairness(VCR_SAT_TREE, 2);

    print_message("fewest of most packets of a PE: %u in 1000 without, %u with a ring, %u with a tree\n", without, ring,
                  tree);
    assert_true(without < 700);
    assert_true(ring > 950 && tree > 950);
}

/* A timeline of a loaded tree, made by one of the engines. */
static void timeline(struct bench *b, const struct engine_ops *engine, unsigned mode, uint64_t cycles)
{
    prepare(b, 4, 2, mode, 4, 6);
    load(b, "hot-region", 4);
    b->config.measure = b->config.timeline = b->config.timeline_marks = 1;
    b->config.end = cycles;
    if (engine != &engine_cycle)
        b->config.nodes = NULL;
    begin(b);
    if (engine != &engine_cycle)
        engine->run(b->fabric, cycles, 1, NULL, NULL, 0);
}

/* What the terminals have, cycle by cycle: at the glances of a frame, and where a token came last. */
struct seen {
    struct timeline_marks gate[16];
    uint64_t glances, shut, token;
    int last;
};

static void look(const struct bench *b, struct seen *seen, int counts)
{
    for (int n = 0; n < 16; n++) {
        const struct vcr_terminal_regs *t = terminal(b, n);
        unsigned held = t->sat_gate.held, shut = t->sat_gate.count >= 6 && t->inject.buffered > 0;
        struct vcr_tokens tokens;
        fabric_counters(b->fabric, n, &tokens);
        if (tokens.visits > 0 && tokens.last + 1 == fabric_cycle(b->fabric))
            seen->last = n;
        seen->gate[n].count[0] += counts && shut;
        seen->gate[n].count[1] += counts && held;
    }
    seen->glances += (unsigned)counts;
}

TEST(films_show_gates_and_token)
{
    enum { CYCLES = 150 * 67 }; /* frames of 67 cycles */
    unsigned figures = 0;

    for (unsigned mode = VCR_SAT_RING; mode <= VCR_SAT_TREE; mode++) {
        struct bench cycle, event;
        uint64_t shut = 0, token = 0;
        timeline(&cycle, &engine_cycle, mode, CYCLES);
        timeline(&event, vcr_kind_tree.parts->event->ops, mode, CYCLES);
        const struct timeline *made = fabric_timeline(cycle.fabric), *other = fabric_timeline(event.fabric);
        struct seen seen = {.last = -1};
        for (int i = 0; i < 150; i++) {
            struct seen begun = {.last = seen.last};
            seen = begun;
            for (int t = 0; t < 67; t++) {
                run(&cycle, 1);
                look(&cycle, &seen, t * TIMELINE_GLANCES / 67 != (t + 1) * TIMELINE_GLANCES / 67);
            }
            assert_int_equal(timeline_shown(made), i + 1);
            assert_int_equal(seen.glances, TIMELINE_GLANCES);
            assert_int_equal(timeline_frame(made, i)->glances, TIMELINE_GLANCES);
            if (mode == VCR_SAT_RING) /* of a wave, several come in one cycle */
                assert_int_equal(timeline_frame(made, i)->last, seen.last);
            for (int n = 0; n < 16; n++, figures += 2) {
                assert_memory_equal(timeline_marks_of(made, i, n), &seen.gate[n], sizeof *seen.gate);
                assert_memory_equal(timeline_marks_of(other, i, n), &seen.gate[n], sizeof *seen.gate);
                shut += seen.gate[n].count[0];
                token += seen.gate[n].count[1];
            }
            assert_memory_equal(timeline_frame(made, i), timeline_frame(other, i), sizeof(struct timeline_frame));
        }
        assert_true(shut > 1000 && token > 100);
        finish(&cycle);
        finish(&event);
    }
    COMPARED(figures, "figures of gates in timelines of both engines");
}

RUN_TESTS
