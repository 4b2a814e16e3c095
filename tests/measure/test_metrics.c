/* SPDX-License-Identifier: Apache-2.0
 *
 * Metrics: the formulas against known values, and the same figures and hop traces
 * from both engines.
 */
#include <math.h>
#include <stdlib.h>

#include "fedx/kind/fedx_reject_reasons.h"
#include "../unit.h"
#include "fedx/speed/fedx_engine_event.h"
#include "fedx/kind/fedx_kind.h"
#include "fedx/kind/fedx_model_node.h"

TEST(formulas)
{
    static const double equal[] = {3, 3, 3, 3}, one[] = {0, 0, 5, 0}, five[] = {1, 2, 3, 4, 5};

    assert_float_equal(jain(equal, 4), 1, 1e-12);
    assert_float_equal(jain(one, 4), 0.25, 1e-12);
    assert_float_equal(jain(five, 5), 225.0 / 275.0, 1e-12);
}

static double normal(struct rng *r)
{
    double sum = -6;

    for (int i = 0; i < 12; i++)
        sum += (double)(rng_next(r) >> 11) / 9007199254740992.0;
    return sum;
}

static struct metrics *create(uint64_t warmup, int detect)
{
    struct metrics_settings s = {.endpoints = 4,
                                 .routers = 4,
                                 .ports = 7,
                                 .buffers = 10,
                                 .packet_cycles = 160,
                                 .warmup = warmup,
                                 .detect_warmup = detect,
                                 .end = 400000,
                                 .sample_period = 100};
    struct metrics *m = metrics_create(&s);

    assert_non_null(m);
    return m;
}

/* Latency that falls from 5000 to 1000 in the first quarter: the cut must come near its end. */
TEST(warmup_is_found)
{
    struct rng r = rng_stream(5, 0);
    struct metrics *m = create(0, 1);
    int steady;

    for (uint64_t t = 0; t < 400000; t += 50) {
        double mean = t < 100000 ? 5000 - 0.04 * (double)t : 1000;
        metrics_latency(m, GROUP_ALL, LATENCY_MESSAGE, 0, t, (uint64_t)(mean + 50 * normal(&r)));
    }
    assert_in_range(metrics_warmup(m, &steady), 80000, 110000);
    assert_int_equal(steady, 1);
    assert_float_equal(metrics_summary(m, GROUP_ALL, LATENCY_MESSAGE).mean, 1000, 20);
    metrics_destroy(m);
    /* A latency that grows without end has no steady state in the first half. */
    m = create(0, 1);
    for (uint64_t t = 0; t < 400000; t += 50)
        metrics_latency(m, GROUP_ALL, LATENCY_MESSAGE, 0, t, t / 10);
    metrics_warmup(m, &steady);
    assert_int_equal(steady, 0);
    metrics_destroy(m);
}

/* Node n holds n packets; 2 wait in PEs, and 3 at every other sample. */
static void take_samples(struct metrics *m, uint64_t t)
{
    for (int n = 0; n < 4; n++)
        metrics_sample(m, n, (unsigned)n, t);
    metrics_sample_queues(m, t / 50 - (t % 200 ? 3 : 2), t);
}

TEST(counted_interval)
{
    struct metrics *m = create(1000, 0);

    for (uint64_t t = 500; t < 500000; t++) {
        if (t % 100 == 0) {
            struct attempt good = {.first = t - 161, .node = 1, .sender = 2};
            struct attempt bad = {.first = t - 12, .node = 1, .sender = 2, .reason = FEDX_REJECT_CLASS};
            struct attempt lost = {.first = t - 192, .node = 2, .sender = 0, .reason = FEDX_REJECT_BROKEN};
            metrics_attempt(m, &good, t);
            metrics_attempt(m, &bad, t);
            metrics_attempt(m, &lost, t);
            metrics_created(m, GROUP_ALL, 3, t / 50, t / 250, t);
            /* the one of cycle 1200 began in the warm-up */
            metrics_delivered(m, GROUP_ALL, 3, t - 300 - (t == 7000 ? 50 : t == 1200 ? 100 : 0), t);
        }
        if (metrics_close(m, t))
            take_samples(m, t);
    }
    assert_int_equal(metrics_attempts(m, 1, 2).accepted, 3990);
    assert_int_equal(metrics_attempts(m, 1, 2).refused, 3990);
    assert_int_equal(metrics_refusals(m, 0, FEDX_REJECT_CLASS), 3990);
    assert_int_equal(metrics_refusals(m, 1, FEDX_REJECT_CLASS), 0);
    assert_int_equal(metrics_from(m, GROUP_ALL, 3), 3990);
    assert_float_equal(metrics_busy(m, 1, 2, 1), 3990 * 13 / 399000.0, 1e-12);
    assert_float_equal(metrics_busy(m, 1, 2, 0), 3990 * 173 / 399000.0, 1e-12);
    assert_int_equal(metrics_refusals(m, 0, FEDX_REJECT_BROKEN), 3990);
    assert_float_equal(metrics_busy(m, 2, 0, 1), 3990 * 160 / 399000.0, 1e-12);
    assert_int_equal(metrics_offered(m, GROUP_ALL, 3), 7980);
    assert_int_equal(metrics_offered(m, GROUP_ALL, 2), 0);
    assert_int_equal(metrics_longest(m, 3), 351);
    assert_int_equal(metrics_counted_cycles(m), 399000);
    assert_float_equal(metrics_occupancy(m, 3), 3, 1e-12);
    assert_int_equal(metrics_held(m, 2), 3990);
    assert_float_equal(metrics_queued(m), 2.5, 1e-12);
    metrics_destroy(m);
}

/* A latency and a throughput that change in the middle of what is counted: 100000 cycles of warm-up, 150000 before it,
 * 150000 behind. */
TEST(halves)
{
    struct metrics *m = create(100000, 0);
    struct halves latency, rate;

    assert_true(isnan(metrics_latency_halves(m, GROUP_ALL, LATENCY_PACKET).first));
    for (uint64_t t = 0; t < 400000; t++) {
        int late = t >= 250000;
        if (t % (late ? 50 : 100) == 0) {
            metrics_latency(m, GROUP_ALL, LATENCY_PACKET, 1, t, t < 100000 ? 9999 : late ? 300 : 200);
            metrics_delivered(m, GROUP_ALL, 1, t, t);
        }
        metrics_close(m, t);
    }
    latency = metrics_latency_halves(m, GROUP_ALL, LATENCY_PACKET);
    rate = metrics_rate_halves(m, GROUP_ALL);
    assert_float_equal(latency.first, 200, 1e-12);
    assert_float_equal(latency.second, 300, 1e-12);
    assert_float_equal(rate.first, 0.01, 1e-12);
    assert_float_equal(rate.second, 0.02, 1e-12);
    metrics_destroy(m);
}

/* A run that a fault ends: shares are of the cycles that there were. */
TEST(early_end)
{
    struct metrics *m = create(1000, 0);

    assert_int_equal(metrics_counted_cycles(m), 0);
    assert_true(metrics_busy(m, 0, 0, 0) == 0);
    for (uint64_t t = 0; t < 11000; t++) {
        struct attempt good = {.first = t - 161, .node = 0, .sender = 0};
        if (t % 200 == 199)
            metrics_attempt(m, &good, t);
        metrics_close(m, t);
    }
    assert_int_equal(metrics_counted_cycles(m), 10000);
    assert_float_equal(metrics_busy(m, 0, 0, 0), 0.8, 1e-12);
    metrics_destroy(m);
}

/* A percentile lies among the samples. */
TEST(percentiles_in_bounds)
{
    struct metrics *m = create(0, 0);

    for (int i = 0; i < 10; i++)
        metrics_latency(m, GROUP_ALL, LATENCY_PACKET, 0, 5, 301);
    struct summary s = metrics_summary(m, GROUP_ALL, LATENCY_PACKET);
    assert_int_equal(s.min, 301);
    assert_int_equal(s.p50, 301);
    assert_int_equal(s.p999, 301);
    assert_int_equal(s.interval.verdict, INTERVAL_FEW); /* all in one batch */
    metrics_destroy(m);
}

/* A backlog that grows is told, in the run and in the group that it belongs to, and so is a flood without end. */
TEST(growth_is_told)
{
    static const struct {
        unsigned created; /* packets in 1000 cycles; as many as 100 are delivered */
        int endless, saturated;
    } cases[] = {{100, 0, 0}, {99, 0, 0}, {150, 0, 1}, {100, 1, 1}};

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct metrics_settings s = {.endpoints = 4,
                                     .routers = 4,
                                     .ports = 7,
                                     .buffers = 10,
                                     .packet_cycles = 160,
                                     .warmup = 40000,
                                     .end = 400000,
                                     .sample_period = 100,
                                     .endless = cases[i].endless};
        struct metrics *m = metrics_create(&s);
        assert_non_null(m);
        for (uint64_t t = 0; t < 400000; t++) {
            uint64_t created = (t + 1) * cases[i].created / 1000;
            if (created > t * cases[i].created / 1000)
                metrics_created(m, GROUP_HOT, 1, created, created / 2, t);
            if (t % 10 == 0)
                metrics_delivered(m, GROUP_HOT, 1, t, t);
            metrics_close(m, t);
        }
        assert_int_equal(saturation_is_decided(metrics_backlog(m, GROUP_HOT).reason), cases[i].saturated);
        assert_int_equal(saturation_is_decided(metrics_backlog(m, GROUP_ALL).reason), cases[i].saturated);
        assert_float_equal(metrics_rate(m, GROUP_HOT, 1).packets, cases[i].created / 1000.0, 1e-4);
        assert_float_equal(metrics_rate(m, GROUP_ALL, 0).packets, 0.1, 1e-9);
        assert_int_equal(metrics_rate(m, GROUP_INDEPENDENT, 0).interval.verdict, INTERVAL_FEW);
        metrics_destroy(m);
    }
    COMPARED(sizeof cases / sizeof *cases, "runs");
}

/* Slices without a message say nothing about the warm-up; too few with one say that it cannot be told. */
TEST(warmup_of_few_messages)
{
    struct metrics *m = create(0, 1);
    struct rng r = rng_stream(6, 0);
    int steady;

    for (uint64_t t = 0; t < 300000; t += 200) {
        double mean = t < 80000 ? 1500 : 1000;
        metrics_latency(m, GROUP_ALL, LATENCY_MESSAGE, 0, t, (uint64_t)(mean + 100 * normal(&r)));
    }
    assert_in_range(metrics_warmup(m, &steady), 80000, 100000);
    assert_int_equal(steady, 1);
    metrics_destroy(m);
    m = create(0, 1);
    for (uint64_t t = 0; t < 300000; t += 30000)
        metrics_latency(m, GROUP_ALL, LATENCY_MESSAGE, 0, t, 1000);
    assert_int_equal(metrics_warmup(m, &steady), 200000);
    assert_int_equal(steady, 0);
    metrics_destroy(m);
    m = create(1000, 0); /* not asked for: nothing to say */
    assert_int_equal(metrics_warmup(m, &steady), 1000);
    assert_int_equal(steady, -1);
    metrics_destroy(m);
}

/* A run with all that it tells. */
struct told {
    char *hops;
    size_t bytes;
    uint64_t events;
};

static struct told run(const struct fabric_config *config, const struct engine_ops *engine, int threads,
                       struct fabric **f)
{
    struct told told = {0};
    struct fabric_config c = *config;

    c.hops = open_memstream(&told.hops, &told.bytes);
    *f = fabric_create(&c);
    assert_non_null(*f);
    assert_int_equal(engine->run(*f, c.end, threads, NULL, NULL, 0), 0);
    told.events = fabric_event_digest(*f);
    fclose(c.hops);
    return told;
}

static unsigned same_metrics(const struct metrics *a, const struct metrics *b, int nodes)
{
    unsigned compared = 0;

    for (int g = 0; g < GROUPS; g++)
        for (int k = 0; k < LATENCY_KINDS; k++, compared++) {
            struct summary x = metrics_summary(a, g, k), y = metrics_summary(b, g, k);
            assert_memory_equal(&x, &y, sizeof x);
        }
    assert_true(metrics_queued(a) == metrics_queued(b) && metrics_queued(a) > 0);
    for (int n = 0; n < nodes; n++) {
        for (int s = 0; s <= FEDX_PORTS; s++, compared++) {
            int sender = s < FEDX_PORTS ? s : SENDER_ENDPOINT;
            struct attempts x = metrics_attempts(a, n, sender), y = metrics_attempts(b, n, sender);
            assert_memory_equal(&x, &y, sizeof x);
        }
        assert_int_equal(metrics_from(a, GROUP_ALL, n), metrics_from(b, GROUP_ALL, n));
        assert_int_equal(metrics_offered(a, GROUP_ALL, n), metrics_offered(b, GROUP_ALL, n));
        assert_int_equal(metrics_longest(a, n), metrics_longest(b, n));
        assert_true(metrics_occupancy(a, n) == metrics_occupancy(b, n));
    }
    for (int i = 0; i < 2; i++)
        for (int c = 0; c < FEDX_REJECT_REASONS; c++, compared++)
            assert_int_equal(metrics_refusals(a, i, c), metrics_refusals(b, i, c));
    for (int s = 0; s < SLICES; s++, compared++) {
        struct slice x = metrics_slice(a, s), y = metrics_slice(b, s);
        assert_memory_equal(&x, &y, sizeof x);
    }
    return compared;
}

/* The cycle engine, on one thread and on two, and the event engine tell the same of configuration i. @return figures
 * compared */
static unsigned compare_engines(struct topology *t, int i, size_t *bytes)
{
    static const struct node_ops *nodes[20];
    struct fedx_settings settings = fedx_settings_default();
    struct fabric_config c = {.topology = t,
                              .kind = &fedx_kind,
                              .settings = &settings,
                              .measure = 1,
                              .end = 6000,
                              .detect_warmup = i % 2,
                              .warmup = i % 2 ? 0 : 2000};
    struct fabric *cycle, *threads, *event;
    unsigned compared;

    for (int n = 0; n < 20; n++)
        nodes[n] = &fedx_node_model;
    settings.backpressure = i % 3;
    settings.limit_dest = i % 4 ? 2 : 0;
    settings.limit_trans = i % 4 ? 4 : 0;
    settings.eject_priority = i % 4 ? 2 : 0;
    settings.latency = i % 5 == 4 ? 3 : 0;
    c.endpoint = (struct endpoint_settings){
        .workload = workload_find("wk-mixture"), .load = 0.9, .adaptive = 1, .seed = (uint64_t)i};
    c.nodes = nodes;
    struct told a = run(&c, &engine_cycle, 1, &cycle), b = run(&c, &engine_cycle, 2, &threads);
    c.nodes = NULL;
    struct told e = run(&c, &fedx_engine_event, 1, &event);
    assert_int_equal(a.events, e.events);
    assert_string_equal(a.hops, b.hops);
    assert_string_equal(a.hops, e.hops);
    assert_int_equal(fabric_oldest(cycle), fabric_oldest(event));
    assert_true(fabric_oldest(cycle) > 0);
    compared = same_metrics(fabric_metrics(cycle), fabric_metrics(threads), 20);
    compared += same_metrics(fabric_metrics(cycle), fabric_metrics(event), 20);
    *bytes += a.bytes;
    free(a.hops), free(b.hops), free(e.hops);
    fabric_destroy(cycle), fabric_destroy(threads), fabric_destroy(event);
    return compared;
}

TEST(engines_agree)
{
    const char *error;
    struct topology *t = topology_create(&topology_xmesh, 4, 5, &error);
    unsigned compared = 0;
    size_t bytes = 0;

    for (int i = 0; i < 12; i++)
        compared += compare_engines(t, i, &bytes);
    topology_destroy(t);
    COMPARED(compared, "figures");
    COMPARED(bytes, "bytes of hop traces");
}

/* Samples in parts come to what they come to in one. */
TEST(latencies_join)
{
    static const uint64_t sample[] = {7, 3, 9, 0, 4};
    const int count = sizeof sample / sizeof *sample;

    for (int split = 0; split <= count; split++) {
        struct latency all = {0}, part[2] = {{0}, {0}};
        for (int i = 0; i < count; i++) {
            latency_add(&all, sample[i]);
            latency_add(&part[i >= split], sample[i]);
        }
        latency_join(&part[0], &part[1]);
        assert_memory_equal(&part[0], &all, sizeof all);
    }
    COMPARED(count + 1, "sums");
}

RUN_TESTS
