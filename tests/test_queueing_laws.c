/* SPDX-License-Identifier: Apache-2.0
 *
 * The laws of queueing over random configurations, from empty to empty, exactly:
 * Little's law for packets and messages, the utilisation law for every wire, the
 * buffer law for every switch, and the latency without load. What a run reports of
 * itself is held against a count of its own: of the hop trace, of the events, and
 * of the pins in every cycle.
 */
#include <math.h>
#include <stdlib.h>

#include "subject.h"

#include "fedx/kind/fedx_route_check.h"
#include "unit.h"
#include "built.h"
#include "fedx/speed/fedx_engine_event.h"
#include "base/memory.h"
#include "fedx/kind/fedx_model_node.h"

enum {
    LARGEST = 6,       /* rows and columns */
    SENDING = 3000,    /* cycles in which messages appear */
    MOST = 1000000,    /* cycles in which all of them must arrive */
    LAST_ANSWERS = 64, /* cycles after the last delivery, until the sender knows */
    QUIET = 100        /* cycles before a first message: switches are silent after reset */
};

static int configurations = 48;

/* A run ----------------------------------------------------------------------------------------------------------- */

/* A line of the hop trace. */
struct hop {
    uint64_t cycle, node, sender, reason, source, destination, message, packet, first;
};

/* The data wires of one sender, watched at its pins. */
struct wire {
    unsigned frame;      /* bytes of the frame on it, so far */
    uint64_t whole, cut; /* frames of a packet's length, and of an attempt that is refused */
    uint64_t bytes;
};

/* A fabric from empty to empty, and what it told. */
struct run {
    const struct node_ops *nodes[LARGEST * LARGEST];
    struct fabric_config config;
    const struct engine_ops *engine;
    struct fabric *f;
    int to_the_end; /* 1: stop when all packets have arrived */
    uint64_t cycles;
    char *hop_text, *record_text;
    size_t hop_bytes, record_bytes;
    struct hop *hop;
    size_t hops;
    struct packet_event *event;
    size_t events, event_size;
    struct wire (*wire)[HOP_SENDERS]; /* [node]; the event engine has no pins: those of the cycle engine */
};

static void keep_event(void *context, const struct packet_event *event)
{
    struct run *r = context;

    r->event = memory_grow(r->event, r->events, &r->event_size, 1024, sizeof *r->event);
    assert_non_null(r->event);
    r->event[r->events++] = *event;
}

/* The next whole number of a trace. */
static uint64_t number(char **at)
{
    return strtoull(*at, at, 10);
}

static void read_hops(struct run *r)
{
    char *at = r->hop_text;
    size_t size = 0;

    while (*at) {
        r->hop = memory_grow(r->hop, r->hops, &size, 1024, sizeof *r->hop);
        assert_non_null(r->hop);
        struct hop *h = &r->hop[r->hops++];
        uint64_t *field[] = {&h->cycle,       &h->node,    &h->sender, &h->reason, &h->source,
                             &h->destination, &h->message, &h->packet, &h->first};
        for (size_t i = 0; i < sizeof field / sizeof *field; i++)
            *field[i] = number(&at);
        h->sender = h->sender == FEDX_PORTS ? SENDER_ENDPOINT : h->sender;
        assert_int_equal(*at++, '\n');
    }
}

static void watch_wire(struct wire *w, unsigned valid, int latency)
{
    if (valid) {
        w->frame++;
        w->bytes++;
        return;
    }
    if (w->frame == FEDX_PACKET_BYTES)
        w->whole++;
    else if (w->frame)
        w->cut++;
    if (w->frame && w->frame != FEDX_PACKET_BYTES)
        assert_int_equal(w->frame, 13 + 2 * latency);
    w->frame = 0;
}

static int watch_pins(void *context, const struct fabric *f)
{
    struct run *r = context;
    int latency = ((const struct fedx_settings *)r->config.settings)->latency;

    for (int n = 0; n < fabric_nodes(f); n++) {
        struct fedx_pins own, pe, seen;
        fabric_node_ops(f, n)->pins(fabric_node(f, n), &own);
        for (int p = 0; p < FEDX_PORTS; p++)
            watch_wire(&r->wire[n][p], own.valid >> p & 1u, latency);
        fabric_endpoint_pins(f, n, &pe, &seen);
        watch_wire(&r->wire[n][SENDER_ENDPOINT], pe.valid & 1u, latency);
    }
    return r->to_the_end && fabric_pending(f) == 0;
}

/* What has appeared is still sent. */
static void no_more_messages(struct fabric *f)
{
    for (int n = 0; n < fabric_nodes(f); n++) {
        struct source *source = &fabric_endpoint(f, n)->source;
        source->next = INFINITY;
        source->backlog = 0;
    }
}

static void step(struct run *r, uint64_t cycles)
{
    assert_int_equal(r->engine->run(r->f, cycles, 1, r->engine == &engine_cycle ? watch_pins : NULL, r, 1), 0);
    no_fault(r->f);
}

/* Everything counts, from the first cycle on. */
static void create(struct run *r, const struct fabric_config *config, const struct engine_ops *engine)
{
    memset(r, 0, sizeof *r);
    for (int n = 0; n < config->topology->nodes; n++)
        r->nodes[n] = &fedx_node_model;
    r->engine = engine;
    r->config = *config;
    r->config.nodes = engine == &engine_cycle ? r->nodes : NULL;
    r->config.warmup = 0;
    r->config.measure = 1;
    r->config.end = SENDING + MOST;
    r->config.sample_period = 1;
    r->config.on_event = keep_event;
    r->config.on_event_context = r;
    r->config.hops = open_memstream(&r->hop_text, &r->hop_bytes);
    r->config.record = open_memstream(&r->record_text, &r->record_bytes);
    r->f = built(&r->config);
}

static void finish_reading(struct run *r)
{
    assert_int_equal(fabric_pending(r->f), 0);
    r->cycles = fabric_cycle(r->f);
    fclose(r->config.hops);
    fclose(r->config.record);
    read_hops(r);
}

/* Messages appear for so many cycles, and all of them arrive. */
static void run_cycles(struct run *r, const struct fabric_config *config, uint64_t sending)
{
    create(r, config, &engine_cycle);
    r->wire = calloc((size_t)config->topology->nodes, sizeof *r->wire);
    assert_non_null(r->wire);
    step(r, sending);
    no_more_messages(r->f);
    r->to_the_end = 1;
    step(r, MOST);
    r->to_the_end = 0;
    step(r, LAST_ANSWERS);
    finish_reading(r);
}

/* The same, for as many cycles as the cycle engine took. */
static void run_events(struct run *r, const struct run *cycle, uint64_t sending)
{
    create(r, &cycle->config, &fedx_engine_event);
    r->wire = cycle->wire;
    step(r, sending);
    no_more_messages(r->f);
    step(r, cycle->cycles - sending);
    finish_reading(r);
}

static void finish(struct run *r)
{
    if (r->engine == &engine_cycle)
        free(r->wire);
    free(r->hop_text);
    free(r->record_text);
    free(r->hop);
    free(r->event);
    fabric_destroy(r->f);
}

/* A law that a run must obey: asserts that it does. @return how much was compared */
typedef uint64_t (*law)(const struct run *r);

/* How much was run, on each engine. */
struct tally {
    uint64_t cycles, packets, compared;
};

static void both_engines(const struct fabric_config *config, uint64_t sending, law obeyed, struct tally *tally)
{
    struct run cycle, event;

    run_cycles(&cycle, config, sending);
    run_events(&event, &cycle, sending);
    tally->cycles += cycle.cycles;
    tally->packets += fabric_stats(cycle.f).delivered;
    tally->compared += obeyed(&cycle) + obeyed(&event);
    finish(&event);
    finish(&cycle);
}

static void print_tally(const struct tally *tally)
{
    printf("           %d configurations, %llu cycles, %llu packets, each on both engines\n", configurations,
           (unsigned long long)tally->cycles, (unsigned long long)tally->packets);
}

static void draw(struct rng *r, struct subject *s)
{
    subject_draw(r, s, SENDING);
    while (s->topology->nodes > LARGEST * LARGEST) {
        subject_finish(s);
        subject_draw(r, s, SENDING);
    }
    /* Or it may never be empty again. */
    s->settings.class_rule = s->settings.backpressure_class = 1;
    if (s->settings.buffers < fedx_route_buffers(s->topology->diameter, FEDX_DEROUTE_HOPS)) {
        s->settings.deroute_hops = 0;
        s->config.endpoint.derouting = NULL;
    }
    s->config.stall_cycles = MOST;
    s->config.endpoint.record = 1;
}

static uint64_t random_configurations(law obeyed)
{
    struct rng r = rng_stream(21, 0);
    struct tally tally = {0};

    for (int i = 0; i < configurations; i++) {
        struct subject s;
        draw(&r, &s);
        both_engines(&s.config, SENDING, obeyed, &tally);
        subject_finish(&s);
    }
    print_tally(&tally);
    return tally.compared;
}

/* How many there are, by cycle ------------------------------------------------------------------------------------ */

/* Packets or messages that are somewhere, from what came and went. */
struct census {
    int *change; /* [cycles + 1] */
    uint64_t cycles;
};

static struct census take_census(const struct run *r)
{
    struct census c = {calloc(r->cycles + 1, sizeof *c.change), r->cycles};

    assert_non_null(c.change);
    return c;
}

static void comes(struct census *c, uint64_t cycle)
{
    assert_in_range(cycle, 0, c->cycles);
    c->change[cycle]++;
}

static void goes(struct census *c, uint64_t cycle)
{
    assert_in_range(cycle, 0, c->cycles);
    c->change[cycle]--;
}

/* The number, summed over all cycles. @param found  [FEDX_BUFFERS + 1] cycles with so many; or NULL */
static uint64_t area(struct census *c, uint64_t *found)
{
    uint64_t sum = 0;
    int there = 0;

    for (uint64_t cycle = 0; cycle <= c->cycles; cycle++) {
        there += c->change[cycle];
        assert_in_range(there, 0, found ? FEDX_BUFFERS : INT32_MAX);
        sum += (uint64_t)there;
        if (found && cycle > 0) /* a sample is taken behind the edge */
            found[there]++;
    }
    assert_int_equal(there, 0);
    free(c->change);
    return sum;
}

static int accepted_from_pe(const struct hop *h)
{
    return h->sender == SENDER_ENDPOINT && h->reason == FEDX_REJECT_NONE;
}

/* The sum of the latencies, as totals and metrics have it. */
static void same_sum(const struct run *r, uint64_t sum, const struct latency *total, enum metrics_kind kind)
{
    struct summary s = metrics_summary(fabric_metrics(r->f), GROUP_ALL, kind);

    assert_int_equal(sum, total->sum);
    assert_int_equal(sum, llround(s.mean * (double)s.count));
}

static uint64_t of_packets(const struct run *r)
{
    struct stats stats = fabric_stats(r->f);
    struct census c = take_census(r);

    for (size_t i = 0; i < r->hops; i++)
        if (accepted_from_pe(&r->hop[i]))
            comes(&c, r->hop[i].first - (uint64_t)r->config.endpoint.inject_overhead);
    for (size_t i = 0; i < r->events; i++)
        if (r->event[i].kind == EVENT_DELIVERED)
            goes(&c, r->event[i].cycle);
    same_sum(r, area(&c, NULL), &stats.packet, LATENCY_PACKET);
    return stats.packet.count;
}

static uint64_t of_messages(const struct run *r)
{
    struct stats stats = fabric_stats(r->f);
    struct census c = take_census(r);

    for (char *at = r->record_text; *at; at = strchr(at, '\n') + 1)
        comes(&c, number(&at));
    for (size_t i = 0; i < r->events; i++)
        if (r->event[i].kind == EVENT_MESSAGE)
            goes(&c, r->event[i].cycle);
    same_sum(r, area(&c, NULL), &stats.message, LATENCY_MESSAGE);
    return stats.message.count;
}

static uint64_t of_packets_and_messages(const struct run *r)
{
    return of_packets(r) + of_messages(r);
}

/* Little's law: the mean number is the rate of arrivals times the mean latency. With sums over all cycles, exactly. */
TEST(little)
{
    uint64_t compared = random_configurations(of_packets_and_messages);

    COMPARED(compared, "packets and messages");
}

/* How long a wire is busy ----------------------------------------------------------------------------------------- */

static uint64_t of_wires(const struct run *r)
{
    const struct metrics *m = fabric_metrics(r->f);
    uint64_t busy = 0;

    for (int n = 0; n < fabric_nodes(r->f); n++)
        for (int i = 0; i <= FEDX_PORTS; i++) {
            int s = i < FEDX_PORTS ? i : SENDER_ENDPOINT;
            const struct wire *w = &r->wire[n][s];
            struct attempts attempts = metrics_attempts(m, n, s);
            double cycles = (double)r->cycles;
            assert_int_equal(attempts.accepted, w->whole);
            assert_int_equal(attempts.refused, w->cut);
            assert_int_equal(llround(metrics_busy(m, n, s, 0) * cycles), w->bytes);
            assert_int_equal(llround(metrics_busy(m, n, s, 1) * cycles), w->bytes - FEDX_PACKET_BYTES * w->whole);
            busy += w->bytes;
        }
    return busy;
}

/* The utilisation law: a wire is busy for the attempts on it, times what each takes. */
TEST(utilisation)
{
    uint64_t compared = random_configurations(of_wires);

    COMPARED(compared, "cycles in which a wire is busy");
}

/* How full a switch is -------------------------------------------------------------------------------------------- */

/* A buffer is used from cycle 11 of the header at the switch (spec 5) until its sender knows of acceptance (spec 6). */
static void follow(const struct run *r, struct census *buffers, const struct hop *h)
{
    int n = (int)h->node, to = n;

    if (h->sender != SENDER_ENDPOINT)
        goes(&buffers[n], h->cycle);
    if (h->sender == FEDX_PE_PORT)
        return;
    if (h->sender != SENDER_ENDPOINT)
        to = r->config.topology->links[n][h->sender].node;
    comes(&buffers[to], h->first + (uint64_t)((const struct fedx_settings *)r->config.settings)->latency + 11);
}

static uint64_t of_buffers(const struct run *r)
{
    const struct metrics *m = fabric_metrics(r->f);
    uint64_t found[FEDX_BUFFERS + 1] = {0}, sum = 0;
    struct census buffers[LARGEST * LARGEST];
    int nodes = fabric_nodes(r->f);

    for (int n = 0; n < nodes; n++)
        buffers[n] = take_census(r);
    for (size_t i = 0; i < r->hops; i++)
        if (r->hop[i].reason == FEDX_REJECT_NONE)
            follow(r, buffers, &r->hop[i]);
    for (int n = 0; n < nodes; n++) {
        uint64_t used = area(&buffers[n], found);
        assert_int_equal(llround(metrics_occupancy(m, n) * (double)r->cycles), used);
        sum += used;
    }
    for (int packets = 0; packets <= FEDX_BUFFERS; packets++)
        assert_int_equal(metrics_held(m, packets), found[packets]);
    return sum;
}

/* The buffer law: the mean number of used buffers is the rate of packets times the time that each is held. */
TEST(occupancy)
{
    uint64_t compared = random_configurations(of_buffers);

    COMPARED(compared, "cycles in which a buffer is used");
}

/* Without load ---------------------------------------------------------------------------------------------------- */

/*
 * From the first byte on, exact for wires up to two cycles long; beyond, a port that has to be asked for costs more
 * (test_fabric).
 */
static uint64_t alone(const struct fabric_config *config, int from, int to)
{
    uint64_t hops = (uint64_t)topology_distance(config->topology, from, to);

    return 160 + 12 * (hops + 1) + (uint64_t)((const struct fedx_settings *)config->settings)->latency * (hops + 2) +
           (uint64_t)config->endpoint.eject_overhead;
}

/* The packets come one by one: the events of the next begin behind those of the last. */
static uint64_t of_lone_packets(const struct run *r)
{
    const struct hop *sent = r->hop, *end = r->hop + r->hops;
    uint64_t packets = 0;

    for (size_t i = 0; i < r->events; i++) {
        const struct packet_event *e = &r->event[i];
        if (e->kind != EVENT_DELIVERED)
            continue;
        while (sent < end && !accepted_from_pe(sent))
            sent++;
        assert_true(sent < end);
        assert_int_equal(sent->source, e->source);
        assert_int_equal(sent->destination, e->destination);
        assert_int_equal(e->cycle - sent->first, alone(&r->config, e->source, e->destination));
        sent++;
        packets++;
    }
    assert_int_equal(packets, fabric_nodes(r->f) * (fabric_nodes(r->f) - 1));
    return packets;
}

/* A packet for every ordered pair, each when the one before has arrived. @return cycles until all are sent */
static uint64_t every_pair(const struct fabric_config *config, struct trace *trace)
{
    size_t nodes = (size_t)config->topology->nodes;
    uint64_t time = QUIET;

    trace->first = calloc(nodes + 1, sizeof *trace->first);
    trace->message = calloc(nodes * nodes, sizeof *trace->message);
    assert_non_null(trace->first);
    assert_non_null(trace->message);
    for (size_t n = 0; n <= nodes; n++)
        trace->first[n] = n * (nodes - 1);
    for (size_t away = 1; away < nodes; away++)
        for (size_t n = 0; n < nodes; n++) {
            size_t to = (n + away) % nodes;
            trace->message[trace->first[n] + away - 1] =
                (struct trace_message){.time = time, .destination = (uint32_t)to, .packets = 1};
            time += alone(config, (int)n, (int)to) + (uint64_t)config->endpoint.inject_overhead + 16;
        }
    return time;
}

TEST(zero_load)
{
    struct rng r = rng_stream(22, 0);
    struct tally tally = {0};

    for (int i = 0; i < configurations; i++) {
        struct subject s;
        struct trace *trace = calloc(1, sizeof *trace);
        assert_non_null(trace);
        draw(&r, &s);
        s.settings.latency %= 3;
        uint64_t sending = every_pair(&s.config, trace);
        traffic_finish(&s.traffic);
        traffic_init(&s.traffic, s.topology->rows, s.topology->cols);
        s.traffic.trace = trace;
        both_engines(&s.config, sending, of_lone_packets, &tally);
        subject_finish(&s);
        trace_destroy(trace);
    }
    print_tally(&tally);
    COMPARED(tally.compared, "lone packets");
}

int main(int argc, char **argv)
{
    if (argc > 1)
        configurations = atoi(argv[1]);
    return test_all(NULL, NULL);
}
