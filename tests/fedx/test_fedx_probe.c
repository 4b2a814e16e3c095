/* SPDX-License-Identifier: Apache-2.0
 *
 * The hop trace of the cycle engine, that is the probe, against the registers of
 * all switches read in every cycle: each attempt with its first and last cycle,
 * its packet, and the verdict of its receiver. With the RTL in FEDX_RTL, its hop
 * trace against that of the model.
 */
#include <inttypes.h>
#include <stdlib.h>

#include "fedx/kind/fedx_reject_reasons.h"
#include "../unit.h"
#include "engine/engine.h"
#include "../wrap.h"
#include "fedx/kind/fedx_kind.h"
#include "fedx/kind/fedx_model_node.h"

enum { ROWS = 5, COLS = 6, NODES = ROWS * COLS, CYCLES = 12000 };

/* An attempt as the registers show it. */
struct seen {
    uint64_t first, head;
    unsigned verdict; /* of the receiver, FEDX_REJECT_NONE until it is known */
    int open;
};

/* An injection whose end follows from what the switch has seen of it. */
struct due {
    uint64_t end;
    struct seen attempt;
};

struct watcher {
    struct fabric *f;
    const struct topology *topology;
    uint64_t latency;
    struct fedx_switch_regs was[NODES], is[NODES];
    struct seen sent[NODES][FEDX_PORTS], injected[NODES];
    struct due due[NODES];
    FILE *out;
    unsigned reason[FEDX_REJECT_REASONS], attempts; /* found so far */
    int faults;                                     /* frames are damaged: an attempt may end at any time */
};

static void found(struct watcher *w, uint64_t end, int node, int sender, const struct seen *a, unsigned reason)
{
    struct fedx_header h = fedx_header_fields(a->head);
    uint64_t lasts = reason == FEDX_REJECT_NONE ? 161 : 12;

    if (!w->faults)
        assert_int_equal(end - a->first, lasts + 2 * w->latency);
    fprintf(w->out, "%" PRIu64 " %d %d %u %u %u %u %u %" PRIu64 "\n", end + 1, node, sender, reason, h.source,
            h.destination, h.message, h.packet, a->first);
    w->reason[reason]++;
    w->attempts++;
}

/* Verdicts of this cycle, noted with the attempt they are about. */
static void note_verdicts(struct watcher *w, int n)
{
    const struct fedx_switch_regs *was = &w->was[n], *is = &w->is[n];

    for (int p = 0; p < FEDX_LINKS; p++) {
        struct topology_end far = w->topology->links[n][p];
        if (was->port_receive.decide >> p & 1)
            w->sent[far.node][far.port].verdict = is->admission.reason[p];
    }
}

/* Port p of node n as a sender. */
static void watch_sender(struct watcher *w, uint64_t now, int n, int p)
{
    const struct fedx_port_transmit *was = &w->was[n].port_transmit, *is = &w->is[n].port_transmit;
    struct seen *a = &w->sent[n][p];
    unsigned bit = 1u << p;

    if (a->open && (was->await & ~is->await & bit)) {
        unsigned accepted = (was->bit ^ is->bit) & bit;
        found(w, now, n, p, a, accepted ? FEDX_REJECT_NONE : FEDX_REJECT_BROKEN);
        a->open = 0;
    } else if (a->open && (was->sending & is->gap & bit)) {
        found(w, now, n, p, a, a->verdict != FEDX_REJECT_NONE ? a->verdict : FEDX_REJECT_BROKEN);
        a->open = 0;
    }
    if ((is->sending & bit) && is->count[p] == 0)
        *a = (struct seen){now + 1, w->is[n].buffer_pool.head[is->buf[p]], FEDX_REJECT_NONE, 1};
}

/* The PE of node n, by what its switch receives: the wire is late, and so is the answer. */
static void watch_injection(struct watcher *w, uint64_t now, int n)
{
    const struct fedx_port_receive *was = &w->was[n].port_receive, *is = &w->is[n].port_receive;
    struct seen *a = &w->injected[n];
    struct due *due = &w->due[n];

    if (~was->header & is->header & PE)
        *a = (struct seen){now - w->latency, 0, FEDX_REJECT_NONE, 1};
    if (was->decide & PE) {
        a->head = was->head[FEDX_PE_PORT];
        a->verdict = w->is[n].admission.reason[FEDX_PE_PORT];
        if (a->verdict != FEDX_REJECT_NONE)
            *due = (struct due){a->first + 12 + 2 * w->latency, *a};
    }
    if ((was->acc ^ is->acc) & PE)
        *due = (struct due){a->first + 161 + 2 * w->latency, *a};
    if (due->attempt.open && due->end == now) {
        found(w, now, n, FEDX_PORTS, &due->attempt, due->attempt.verdict);
        due->attempt.open = 0;
    }
}

static void read_registers(struct watcher *w)
{
    for (int n = 0; n < NODES; n++)
        fabric_state(w->f, n, &w->is[n]);
}

static void watch_cycle(struct watcher *w, int threads)
{
    uint64_t now = fabric_cycle(w->f);

    memcpy(w->was, w->is, sizeof w->was);
    assert_int_equal(engine_cycle.run(w->f, 1, threads, NULL, NULL, 0), 0);
    read_registers(w);
    for (int n = 0; n < NODES; n++)
        note_verdicts(w, n);
    for (int n = 0; n < NODES; n++) {
        for (int p = 0; p < FEDX_PORTS; p++)
            watch_sender(w, now, n, p);
        watch_injection(w, now, n);
    }
}

/* What a run consists of. */
struct scenario {
    const struct node_ops *nodes[NODES];
    struct fedx_settings settings;
    struct fabric_config config;
    struct topology *topology;
    int to_nowhere; /* 1: node 0 begins with a packet that no route table knows */
};

static void prepare(struct scenario *s, int latency, const char *workload, double load, uint64_t seed)
{
    const char *error;

    memset(s, 0, sizeof *s);
    s->topology = topology_create(&topology_xmesh, ROWS, COLS, &error);
    assert_non_null(s->topology);
    for (int n = 0; n < NODES; n++)
        s->nodes[n] = &fedx_node_model;
    s->config.topology = s->topology;
    s->config.nodes = s->nodes;
    s->config.kind = &fedx_kind;
    s->config.settings = &s->settings;
    s->settings = fedx_settings_default();
    s->settings.latency = latency;
    s->config.endpoint =
        (struct endpoint_settings){.workload = workload_find(workload), .load = load, .adaptive = 1, .seed = seed};
}

/* Run it, watched. @return attempts that were compared */
static unsigned compare(struct scenario *s, unsigned *reason, int faults)
{
    static struct watcher w;
    char *hops = NULL, *truth = NULL;
    size_t hops_size, truth_size;
    const char *text;
    int node;

    memset(&w, 0, sizeof w);
    w.out = open_memstream(&truth, &truth_size);
    s->config.hops = open_memstream(&hops, &hops_size);
    w.f = fabric_create(&s->config);
    assert_non_null(w.f);
    w.topology = s->topology;
    w.latency = (uint64_t)s->settings.latency;
    w.faults = faults;
    if (s->to_nowhere)
        assert_int_equal(endpoint_send(fabric_endpoint(w.f, 0), 0, FEDX_TABLE_SIZE - 1, 1), 0);
    read_registers(&w);
    for (int c = 0; c < CYCLES; c++)
        watch_cycle(&w, 1);
    assert_int_equal(fabric_fault(w.f, &node, &text), FABRIC_FAULT_NONE);
    fclose(w.out);
    fclose(s->config.hops);
    assert_string_equal(hops, truth);
    for (int c = 0; c < FEDX_REJECT_REASONS; c++)
        reason[c] += w.reason[c];
    free(hops);
    free(truth);
    fabric_destroy(w.f);
    topology_destroy(s->topology);
    return w.attempts;
}

TEST(probe_sees_what_registers_show)
{
    static const int latencies[] = {0, 2, FEDX_MAX_LATENCY};
    unsigned reason[FEDX_REJECT_REASONS] = {0}, attempts = 0;
    struct scenario s;

    for (int i = 0; i < 9; i++) {
        prepare(&s, latencies[i % 3], i % 3 == 2 ? "wk30" : "wk-mixture", 1.6, (uint64_t)i + 1);
        s.settings.backpressure = i / 3;
        s.settings.class_rule = i > 0;
        s.settings.random_select = i % 2;
        if (i % 3 == 1) {
            s.settings.limit_dest = 2;
            s.settings.limit_trans = 4;
            s.settings.eject_priority = 2;
        }
        s.to_nowhere = i == 8;
        attempts += compare(&s, reason, 0);
    }
    printf("           accepted %u, no route %u, no buffer %u, class %u, backpressure %u, throttled %u\n",
           reason[FEDX_REJECT_NONE], reason[FEDX_REJECT_NO_ROUTE], reason[FEDX_REJECT_NO_BUFFER],
           reason[FEDX_REJECT_CLASS], reason[FEDX_REJECT_BACKPRESSURE], reason[FEDX_REJECT_THROTTLED]);
    for (int c = FEDX_REJECT_NO_ROUTE; c <= FEDX_REJECT_THROTTLED; c++)
        assert_true(reason[c] > 0);
    assert_true(reason[FEDX_REJECT_NONE] > 0);
    COMPARED(attempts, "attempts");
}

/* Damaged headers are refused as such; a damaged payload is admitted and never accepted. */
TEST(damaged_frames)
{
    unsigned reason[FEDX_REJECT_REASONS] = {0}, attempts = 0;
    struct scenario s;

    for (unsigned i = 0; i < 4; i++) {
        prepare(&s, (int)(i / 2) * 2, "wk1-5", 0.4, i + 1);
        wrap_plan = (struct wrap_plan){
            .fault = WRAP_DAMAGE, .ports = FEDX_ALL_PORTS & ~PE, .every = 2, .byte = i % 2 ? 5 : FEDX_BYTE_PAYLOAD};
        wrap_count = 0;
        s.nodes[5] = s.nodes[6] = &wrap_node;
        attempts += compare(&s, reason, 1);
    }
    wrap_plan = (struct wrap_plan){.fault = WRAP_NOTHING};
    printf("           bad header %u, broken %u\n", reason[FEDX_REJECT_BAD_HEADER], reason[FEDX_REJECT_BROKEN]);
    assert_true(reason[FEDX_REJECT_BAD_HEADER] > 0 && reason[FEDX_REJECT_BROKEN] > 0);
    COMPARED(attempts, "attempts");
}

static char *hops_of(struct scenario *s, const struct node_ops *ops, size_t *size)
{
    char *hops = NULL;
    struct fabric *f;

    for (int n = 0; n < NODES; n++)
        s->nodes[n] = ops;
    s->config.hops = open_memstream(&hops, size);
    f = fabric_create(&s->config);
    assert_non_null(f);
    assert_int_equal(engine_cycle.run(f, 8000, 2, NULL, NULL, 0), 0);
    fclose(s->config.hops);
    fabric_destroy(f);
    return hops;
}

TEST(rtl_gives_the_same_trace)
{
    char error[256];
    size_t bytes = 0, more;

    if (!getenv("FEDX_RTL"))
        skip();
    const struct node_ops *rtl = fedx_node_open(NULL, error, sizeof error);
    assert_non_null(rtl);
    for (int latency = 0; latency <= 2; latency += 2) {
        struct scenario s;
        prepare(&s, latency, "wk-mixture", 1.0, 3);
        s.settings.backpressure = FEDX_BACKPRESSURE_MESSAGE;
        char *model = hops_of(&s, &fedx_node_model, &bytes), *verilog = hops_of(&s, rtl, &more);
        assert_string_equal(model, verilog);
        free(model);
        free(verilog);
        topology_destroy(s.topology);
    }
    COMPARED(bytes, "bytes of a hop trace from model and RTL");
}

RUN_TESTS
