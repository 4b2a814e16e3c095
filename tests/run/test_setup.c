/* SPDX-License-Identifier: Apache-2.0
 *
 * From a scenario to a fabric: every value gets where it belongs, files are opened,
 * written and closed, and two fabrics of one scenario are the same.
 */
#include "run/setup.h"

#include <stdlib.h>
#include <unistd.h>

#include "fedx/speed/fedx_engine_event.h"
#include "topology/select.h"
#include "../unit.h"
#include "fedx/bench/fedx_lockstep_node.h"
#include "fedx/kind/fedx_model_node.h"

static void set(struct scenario *s, const char *assignment)
{
    char error[SCENARIO_ERROR];

    if (scenario_assign(s, assignment, error, sizeof error) != 0)
        fail_msg("%s", error);
}

static void init(struct setup *setup, const struct scenario *s)
{
    char error[SCENARIO_ERROR];

    if (setup_init(setup, s, error, sizeof error) != 0)
        fail_msg("%s", error);
}

static const char *const values[] = {"fabric.rows=3",
                                     "fabric.cols=5",
                                     "fabric.latency=2",
                                     "fabric.power_up=77",
                                     "fabric.rtl=0,1",
                                     "fabric.lockstep=1-3",
                                     "traffic.workload=wk30",
                                     "traffic.load=0.25",
                                     "traffic.source=onoff",
                                     "traffic.on_mean=30",
                                     "traffic.off_mean=40",
                                     "traffic.seed=9",
                                     "traffic.routing=deterministic",
                                     "traffic.selection=random",
                                     "traffic.pattern=neighbour",
                                     "traffic.alpha=2.5",
                                     "traffic.inject_overhead=80",
                                     "traffic.eject_overhead=20",
                                     "traffic.refusal_pause=90",
                                     "traffic.skip_blocked=true",
                                     "flow.backpressure=destination",
                                     "flow.limit_dest=3",
                                     "flow.limit_trans=4",
                                     "flow.limit_total=7",
                                     "flow.eject_priority=5",
                                     "flow.throttle_timeout=600",
                                     "flow.class_rule=false",
                                     "run.cycles=1000",
                                     "run.stall=800",
                                     "run.digest=true"};

/* Where what the fabric and its endpoints are told must be. */
static void values_of_the_fabric(const struct setup *setup)
{
    const struct fabric_config *c = &setup->config;

    assert_int_equal(c->topology->rows, 3);
    assert_int_equal(c->topology->cols, 5);
    assert_int_equal(setup->routes, 3 * 5);
    assert_int_equal(c->power_up, 77);
    assert_int_equal(setup->rtl_nodes, 1);
    assert_int_equal(setup->lockstep_nodes, 3);
    assert_null(setup->nodes[0]);
    assert_ptr_equal(setup->nodes[3], &fedx_node_lockstep);
    assert_ptr_equal(setup->nodes[4], &fedx_node_model);
    assert_string_equal(c->endpoint.workload->name, "wk30");
    assert_true(c->endpoint.load == 0.25);
    assert_true(c->endpoint.traffic->on_mean == 30 && c->endpoint.traffic->off_mean == 40);
    assert_string_equal(c->endpoint.traffic->pattern->name, "neighbour");
    assert_int_equal(c->endpoint.seed, 9);
    assert_int_equal(c->endpoint.adaptive, 0);
    assert_int_equal(c->endpoint.schedule.alpha, 2500);
    assert_int_equal(c->endpoint.schedule.skip_blocked, 1);
    assert_int_equal(c->endpoint.inject_overhead, 80);
    assert_int_equal(c->endpoint.eject_overhead, 20);
    assert_int_equal(c->endpoint.refusal_pause, 90);
    assert_int_equal(c->warmup, 100);
    assert_int_equal(c->end, 1000);
    assert_int_equal(c->stall_cycles, 800);
    assert_int_equal(c->digest, 1);
}

static void values_of_switches(const struct fedx_settings *settings)
{
    assert_int_equal(settings->latency, 2);
    assert_int_equal(settings->random_select, 1);
    assert_int_equal(settings->backpressure, FEDX_BACKPRESSURE_DESTINATION);
    assert_int_equal(settings->limit_dest, 3);
    assert_int_equal(settings->limit_trans, 4);
    assert_int_equal(settings->limit_total, 7);
    assert_int_equal(settings->eject_priority, 5);
    assert_int_equal(settings->throttle_timeout, 600);
    assert_int_equal(settings->class_rule, 0);
}

TEST(test_values)
{
    struct scenario s;
    struct setup setup;

    scenario_defaults(&s);
    for (size_t i = 0; i < sizeof values / sizeof *values; i++)
        set(&s, values[i]);
    init(&setup, &s);
    values_of_the_fabric(&setup);
    values_of_switches(setup.config.settings);
    setup_finish(&setup);
}

/* A scenario run once; the digest of its events. */
static uint64_t run(const struct scenario *s)
{
    static struct setup setup;
    char error[SCENARIO_ERROR];

    init(&setup, s);
    if (setup_open(&setup, error, sizeof error) != 0)
        fail_msg("%s", error);
    struct fabric *f = fabric_create(&setup.config);
    assert_non_null(f);
    const struct engine_ops *engine = setup.event_engine ? &fedx_engine_event : &engine_cycle;
    assert_int_equal(engine->run(f, (uint64_t)s->run.cycles, 1, NULL, NULL, 1), 0);
    uint64_t digest = fabric_event_digest(f);
    assert_true(fabric_stats(f).delivered > 0);
    fabric_destroy(f);
    assert_int_equal(setup_save(&setup, error, sizeof error), 0);
    setup_finish(&setup);
    return digest;
}

/* A fabric whose size is an edge. */
TEST(test_edge)
{
    struct scenario s;
    struct setup setup;

    scenario_defaults(&s);
    assert_int_equal(setup_nodes(&s), 64);
    set(&s, "fabric.topology=hexmesh");
    set(&s, "fabric.edge=5");
    assert_int_equal(setup_nodes(&s), 61);
    init(&setup, &s);
    assert_int_equal(setup.topology->nodes, 61);
    assert_int_equal(setup.topology->edge, 5);
    assert_int_equal(setup.routes, 61);
    setup_finish(&setup);
}

/* A setup whose files cannot be had says why. */
static void expect_no_open(const struct scenario *s, const char *why)
{
    char error[SCENARIO_ERROR];
    struct setup setup;

    init(&setup, s);
    assert_int_equal(setup_open(&setup, error, sizeof error), -1);
    assert_non_null(strstr(error, why));
    setup_finish(&setup);
}

TEST(test_files)
{
    char directory[] = "/tmp/fedx_setup_XXXXXX", text[SCENARIO_TEXT];
    struct scenario s, replay;

    assert_non_null(mkdtemp(directory));
    scenario_defaults(&s);
    set(&s, "fabric.rows=3");
    set(&s, "fabric.cols=3");
    set(&s, "run.cycles=5000");
    replay = s;
    snprintf(text, sizeof text, "output.record=%s/record", directory);
    set(&s, text);
    uint64_t digest = run(&s);
    assert_int_equal(run(&s), digest);
    /* The messages that were recorded give the same run. */
    snprintf(text, sizeof text, "traffic.replay=%s/record", directory);
    set(&replay, text);
    assert_int_equal(run(&replay), digest);
    unlink(s.output.record);
    rmdir(directory);
    expect_no_open(&replay, "cannot read");
    expect_no_open(&s, "cannot write");
    set(&s, "fabric.rtl=all");
    set(&s, "fabric.rtl_object=/nowhere/rtl.so");
    expect_no_open(&s, "no RTL build at /nowhere/rtl.so");
}

/* What a full disk takes is not said to be kept. */
TEST(test_full_disk)
{
    char error[SCENARIO_ERROR];
    struct scenario s;
    struct setup setup;

    if (access("/dev/full", W_OK) != 0)
        return;
    scenario_defaults(&s);
    set(&s, "output.record=/dev/full");
    init(&setup, &s);
    assert_int_equal(setup_open(&setup, error, sizeof error), 0);
    assert_int_equal(setup_save(&setup, error, sizeof error), -1);
    assert_string_equal(error, "cannot write /dev/full: No space left on device");
    setup_finish(&setup);
}

TEST(test_hot_spots)
{
    struct scenario s;
    struct setup setup;

    scenario_defaults(&s);
    set(&s, "traffic.hot_spots=5,6");
    init(&setup, &s);
    assert_int_equal(setup.traffic.hot_count, 2);
    assert_int_equal(setup.traffic.sender_count, 19); /* 0.3 of 64 */
    assert_int_equal(setup.traffic.independent_count, 43);
    assert_true(setup.traffic.hot_load == TRAFFIC_BACKLOG);
    setup_finish(&setup);
    set(&s, "traffic.hot_senders=0-3");
    set(&s, "traffic.hot_load=0.5");
    init(&setup, &s);
    assert_int_equal(setup.traffic.sender_count, 4);
    assert_int_equal(setup.traffic.role[3], TRAFFIC_ROLE_SENDER);
    assert_int_equal(setup.traffic.role[5], TRAFFIC_ROLE_HOT);
    assert_true(setup.traffic.hot_load == 0.5);
    setup_finish(&setup);
}

TEST(test_select)
{
    static const struct {
        const char *text;
        unsigned chosen;
    } good[] = {{"all", 0x3ff}, {"none", 0}, {"", 0}, {"0", 1}, {"0,3,5-9", 0x3e9}, {"9", 0x200}, {"2-2", 4}};
    static const char *const bad[] = {
        "10",        "3-2", "-1",   "1-",        "x",         "0,x",       "random:",
        "random:1x", "1;2", "0-10", "random:-5", "random: 5", "random:+5", "random:18446744073709551616",
        "+3",        " 3",  "1 ",   "0,+2",      "1- 2"};
    uint8_t chosen[10];

    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        unsigned mask = 0;
        assert_null(topology_select(good[i].text, 10, chosen));
        for (int n = 0; n < 10; n++)
            mask |= (unsigned)chosen[n] << n;
        assert_int_equal(mask, good[i].chosen);
    }
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_non_null(topology_select(bad[i], 10, chosen));
    assert_null(topology_select("random:7", 10, chosen));
}

RUN_TESTS
