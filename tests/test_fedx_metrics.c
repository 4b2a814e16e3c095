/* SPDX-License-Identifier: Apache-2.0
 *
 * Metrics: the formulas against known values, and the same figures and hop traces
 * from both engines.
 */
#include <math.h>
#include <stdlib.h>

#include "fedx/fedx_causes.h"
#include "unit.h"
#include "engine/fedx_engine_event.h"
#include "fedx/fedx_kind.h"
#include "fedx/fedx_model_node.h"

static void formulas(void **state)
{
    static const double equal[] = {3, 3, 3, 3}, one[] = {0, 0, 5, 0}, five[] = {1, 2, 3, 4, 5};

    (void)state;
    assert_float_equal(fedx_jain(equal, 4), 1, 1e-12);
    assert_float_equal(fedx_jain(one, 4), 0.25, 1e-12);
    assert_float_equal(fedx_jain(five, 5), 225.0 / 275.0, 1e-12);
}

static double normal(struct fedx_random *r)
{
    double sum = -6;

    for (int i = 0; i < 12; i++)
        sum += (double)(fedx_random_next(r) >> 11) / 9007199254740992.0;
    return sum;
}

static struct fedx_metrics *create(uint64_t warmup, int detect)
{
    struct fedx_metrics_settings s = {
        .nodes = 4, .routers = 4, .buffers = 10, .packet_cycles = 160, .warmup = warmup, .detect_warmup = detect, .end = 400000, .sample_period = 100};
    struct fedx_metrics *m = fedx_metrics_create(&s);

    assert_non_null(m);
    return m;
}

/* Latency that falls from 5000 to 1000 in the first quarter: the cut must come near its end. */
static void warmup_is_found(void **state)
{
    struct fedx_random r = fedx_random_stream(5, 0);
    struct fedx_metrics *m = create(0, 1);
    int steady;

    (void)state;
    for (uint64_t t = 0; t < 400000; t += 50) {
        double mean = t < 100000 ? 5000 - 0.04 * (double)t : 1000;
        fedx_metrics_latency(m, FEDX_GROUP_ALL, FEDX_KIND_MESSAGE, 0, t, (uint64_t)(mean + 50 * normal(&r)));
    }
    assert_in_range(fedx_metrics_warmup(m, &steady), 80000, 110000);
    assert_int_equal(steady, 1);
    assert_float_equal(fedx_metrics_summary(m, FEDX_GROUP_ALL, FEDX_KIND_MESSAGE).mean, 1000, 20);
    fedx_metrics_destroy(m);
    /* A latency that grows without end has no steady state in the first half. */
    m = create(0, 1);
    for (uint64_t t = 0; t < 400000; t += 50)
        fedx_metrics_latency(m, FEDX_GROUP_ALL, FEDX_KIND_MESSAGE, 0, t, t / 10);
    fedx_metrics_warmup(m, &steady);
    assert_int_equal(steady, 0);
    fedx_metrics_destroy(m);
}

static void counted_interval(void **state)
{
    struct fedx_metrics *m = create(1000, 0);

    (void)state;
    for (uint64_t t = 500; t < 500000; t++) {
        if (t % 100 == 0) {
            struct fedx_attempt good = {.first = t - 161, .node = 1, .sender = 2};
            struct fedx_attempt bad = {.first = t - 12, .node = 1, .sender = 2, .cause = FEDX_CAUSE_CLASS};
            struct fedx_attempt lost = {.first = t - 192, .node = 2, .sender = 0, .cause = FEDX_CAUSE_BROKEN};
            fedx_metrics_attempt(m, &good, t);
            fedx_metrics_attempt(m, &bad, t);
            fedx_metrics_attempt(m, &lost, t);
            fedx_metrics_created(m, FEDX_GROUP_ALL, 3, t / 50, t / 250, t);
            /* the one of cycle 1200 began in the warm-up */
            fedx_metrics_delivered(m, FEDX_GROUP_ALL, 3, t - 300 - (t == 7000 ? 50 : t == 1200 ? 100 : 0), t);
        }
        if (fedx_metrics_close(m, t))
            for (int n = 0; n < 4; n++)
                fedx_metrics_sample(m, n, (unsigned)n, t);
    }
    assert_int_equal(fedx_metrics_attempts(m, 1, 2).accepted, 3990);
    assert_int_equal(fedx_metrics_attempts(m, 1, 2).refused, 3990);
    assert_int_equal(fedx_metrics_refusals(m, 0, FEDX_CAUSE_CLASS), 3990);
    assert_int_equal(fedx_metrics_refusals(m, 1, FEDX_CAUSE_CLASS), 0);
    assert_int_equal(fedx_metrics_from(m, 3), 3990);
    assert_float_equal(fedx_metrics_busy(m, 1, 2, 1), 3990 * 13 / 399000.0, 1e-12);
    assert_float_equal(fedx_metrics_busy(m, 1, 2, 0), 3990 * 173 / 399000.0, 1e-12);
    assert_int_equal(fedx_metrics_refusals(m, 0, FEDX_CAUSE_BROKEN), 3990);
    assert_float_equal(fedx_metrics_busy(m, 2, 0, 1), 3990 * 160 / 399000.0, 1e-12);
    assert_int_equal(fedx_metrics_offered(m, 3), 7980);
    assert_int_equal(fedx_metrics_offered(m, 2), 0);
    assert_int_equal(fedx_metrics_longest(m, 3), 351);
    assert_int_equal(fedx_metrics_counted_cycles(m), 399000);
    assert_float_equal(fedx_metrics_occupancy(m, 3), 3, 1e-12);
    assert_int_equal(fedx_metrics_held(m, 2), 3990);
    fedx_metrics_destroy(m);
}

/* A run that a fault ends: shares are of the cycles that there were. */
static void early_end(void **state)
{
    struct fedx_metrics *m = create(1000, 0);

    (void)state;
    assert_int_equal(fedx_metrics_counted_cycles(m), 0);
    assert_true(fedx_metrics_busy(m, 0, 0, 0) == 0);
    for (uint64_t t = 0; t < 11000; t++) {
        struct fedx_attempt good = {.first = t - 161, .node = 0, .sender = 0};
        if (t % 200 == 199)
            fedx_metrics_attempt(m, &good, t);
        fedx_metrics_close(m, t);
    }
    assert_int_equal(fedx_metrics_counted_cycles(m), 10000);
    assert_float_equal(fedx_metrics_busy(m, 0, 0, 0), 0.8, 1e-12);
    fedx_metrics_destroy(m);
}

/* A percentile lies among the samples. */
static void percentiles_in_bounds(void **state)
{
    struct fedx_metrics *m = create(0, 0);

    (void)state;
    for (int i = 0; i < 10; i++)
        fedx_metrics_latency(m, FEDX_GROUP_ALL, FEDX_KIND_PACKET, 0, 5, 301);
    struct fedx_summary s = fedx_metrics_summary(m, FEDX_GROUP_ALL, FEDX_KIND_PACKET);
    assert_int_equal(s.min, 301);
    assert_int_equal(s.p50, 301);
    assert_int_equal(s.p999, 301);
    assert_int_equal(s.interval.verdict, FEDX_INTERVAL_FEW); /* all in one batch */
    fedx_metrics_destroy(m);
}

/* A backlog that grows is told, in the run and in the group that it belongs to, and so is a flood without end. */
static void growth_is_told(void **state)
{
    static const struct {
        unsigned created; /* packets in 1000 cycles; as many as 100 are delivered */
        int endless, saturated;
    } cases[] = {{100, 0, 0}, {99, 0, 0}, {150, 0, 1}, {100, 1, 1}};

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct fedx_metrics_settings s = {
            .nodes = 4, .routers = 4, .buffers = 10, .packet_cycles = 160, .warmup = 40000, .end = 400000, .sample_period = 100, .endless = cases[i].endless};
        struct fedx_metrics *m = fedx_metrics_create(&s);
        assert_non_null(m);
        for (uint64_t t = 0; t < 400000; t++) {
            uint64_t created = (t + 1) * cases[i].created / 1000;
            if (created > t * cases[i].created / 1000)
                fedx_metrics_created(m, FEDX_GROUP_HOT, 1, created, created / 2, t);
            if (t % 10 == 0)
                fedx_metrics_delivered(m, FEDX_GROUP_HOT, 1, t, t);
            fedx_metrics_close(m, t);
        }
        assert_int_equal(fedx_metrics_backlog(m, FEDX_GROUP_HOT).saturated, cases[i].saturated);
        assert_int_equal(fedx_metrics_backlog(m, FEDX_GROUP_ALL).saturated, cases[i].saturated);
        assert_float_equal(fedx_metrics_rate(m, FEDX_GROUP_HOT, 1).packets, cases[i].created / 1000.0, 1e-4);
        assert_float_equal(fedx_metrics_rate(m, FEDX_GROUP_ALL, 0).packets, 0.1, 1e-9);
        assert_int_equal(fedx_metrics_rate(m, FEDX_GROUP_INDEPENDENT, 0).interval.verdict, FEDX_INTERVAL_FEW);
        fedx_metrics_destroy(m);
    }
    COMPARED(sizeof cases / sizeof *cases, "runs");
}

/* Slices without a message say nothing about the warm-up; too few with one say that it cannot be told. */
static void warmup_of_few_messages(void **state)
{
    struct fedx_metrics *m = create(0, 1);
    struct fedx_random r = fedx_random_stream(6, 0);
    int steady;

    (void)state;
    for (uint64_t t = 0; t < 300000; t += 200) {
        double mean = t < 80000 ? 1500 : 1000;
        fedx_metrics_latency(m, FEDX_GROUP_ALL, FEDX_KIND_MESSAGE, 0, t, (uint64_t)(mean + 100 * normal(&r)));
    }
    assert_in_range(fedx_metrics_warmup(m, &steady), 80000, 100000);
    assert_int_equal(steady, 1);
    fedx_metrics_destroy(m);
    m = create(0, 1);
    for (uint64_t t = 0; t < 300000; t += 30000)
        fedx_metrics_latency(m, FEDX_GROUP_ALL, FEDX_KIND_MESSAGE, 0, t, 1000);
    assert_int_equal(fedx_metrics_warmup(m, &steady), 200000);
    assert_int_equal(steady, 0);
    fedx_metrics_destroy(m);
    m = create(1000, 0); /* not asked for: nothing to say */
    assert_int_equal(fedx_metrics_warmup(m, &steady), 1000);
    assert_int_equal(steady, -1);
    fedx_metrics_destroy(m);
}

/* A run with all that it tells. */
struct told {
    char *hops;
    size_t bytes;
    uint64_t events;
};

static struct told run(const struct fedx_fabric_config *config, const struct fedx_engine_ops *engine, int threads,
                       struct fedx_fabric **f)
{
    struct told told = {0};
    struct fedx_fabric_config c = *config;

    c.hops = open_memstream(&told.hops, &told.bytes);
    *f = fedx_fabric_create(&c);
    assert_non_null(*f);
    assert_int_equal(engine->run(*f, c.end, threads, NULL, NULL, 0), 0);
    told.events = fedx_fabric_event_digest(*f);
    fclose(c.hops);
    return told;
}

static unsigned same_metrics(const struct fedx_metrics *a, const struct fedx_metrics *b, int nodes)
{
    unsigned compared = 0;

    for (int g = 0; g < FEDX_GROUPS; g++)
        for (int k = 0; k < FEDX_KINDS; k++, compared++) {
            struct fedx_summary x = fedx_metrics_summary(a, g, k), y = fedx_metrics_summary(b, g, k);
            assert_memory_equal(&x, &y, sizeof x);
        }
    for (int n = 0; n < nodes; n++) {
        for (int s = 0; s < FEDX_SENDERS; s++, compared++) {
            struct fedx_attempts x = fedx_metrics_attempts(a, n, s), y = fedx_metrics_attempts(b, n, s);
            assert_memory_equal(&x, &y, sizeof x);
        }
        assert_int_equal(fedx_metrics_from(a, n), fedx_metrics_from(b, n));
        assert_int_equal(fedx_metrics_offered(a, n), fedx_metrics_offered(b, n));
        assert_int_equal(fedx_metrics_longest(a, n), fedx_metrics_longest(b, n));
        assert_true(fedx_metrics_occupancy(a, n) == fedx_metrics_occupancy(b, n));
    }
    for (int i = 0; i < 2; i++)
        for (int c = 0; c < FEDX_CAUSES; c++, compared++)
            assert_int_equal(fedx_metrics_refusals(a, i, c), fedx_metrics_refusals(b, i, c));
    for (int s = 0; s < FEDX_SLICES; s++, compared++) {
        struct fedx_slice x = fedx_metrics_slice(a, s), y = fedx_metrics_slice(b, s);
        assert_memory_equal(&x, &y, sizeof x);
    }
    return compared;
}

static void engines_agree(void **state)
{
    const char *error;
    struct topology *t = topology_create(&topology_xmesh, 4, 5, &error);
    const struct fedx_node_ops *nodes[20];
    unsigned compared = 0;
    size_t bytes = 0;

    (void)state;
    for (int n = 0; n < 20; n++)
        nodes[n] = &fedx_node_model;
    for (int i = 0; i < 12; i++) {
        struct fedx_settings settings = fedx_settings_default();
        struct fedx_fabric_config c = {.topology = t, .kind = &fedx_kind, .settings = &settings, .measure = 1, .end = 6000,
                                       .detect_warmup = i % 2, .warmup = i % 2 ? 0 : 2000};
        struct fedx_fabric *cycle, *threads, *event;
        settings.backpressure = i % 3;
        settings.limit_dest = i % 4 ? 2 : 0;
        settings.limit_trans = i % 4 ? 4 : 0;
        settings.eject_priority = i % 4 ? 2 : 0;
        settings.latency = i % 5 == 4 ? 3 : 0;
        c.pe = (struct fedx_pe_settings){.workload = workload_find("wk-mixture"), .load = 0.9, .adaptive = 1,
                                         .seed = (uint64_t)i};
        c.nodes = nodes;
        struct told a = run(&c, &fedx_engine_cycle, 1, &cycle), b = run(&c, &fedx_engine_cycle, 2, &threads);
        c.nodes = NULL;
        struct told e = run(&c, &fedx_engine_event, 1, &event);
        assert_int_equal(a.events, e.events);
        assert_string_equal(a.hops, b.hops);
        assert_string_equal(a.hops, e.hops);
        assert_int_equal(fedx_fabric_oldest(cycle), fedx_fabric_oldest(event));
        assert_true(fedx_fabric_oldest(cycle) > 0);
        compared += same_metrics(fedx_fabric_metrics(cycle), fedx_fabric_metrics(threads), 20);
        compared += same_metrics(fedx_fabric_metrics(cycle), fedx_fabric_metrics(event), 20);
        bytes += a.bytes;
        struct told *all[] = {&a, &b, &e};
        for (int k = 0; k < 3; k++)
            free(all[k]->hops);
        fedx_fabric_destroy(cycle);
        fedx_fabric_destroy(threads);
        fedx_fabric_destroy(event);
    }
    topology_destroy(t);
    COMPARED(compared, "figures");
    COMPARED(bytes, "bytes of hop traces");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(formulas),         cmocka_unit_test(warmup_is_found),    cmocka_unit_test(growth_is_told),
        cmocka_unit_test(counted_interval), cmocka_unit_test(early_end),     cmocka_unit_test(percentiles_in_bounds),
        cmocka_unit_test(warmup_of_few_messages), cmocka_unit_test(engines_agree),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
