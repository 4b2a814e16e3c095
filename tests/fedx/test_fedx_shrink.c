/* SPDX-License-Identifier: Apache-2.0
 *
 * From a difference to a small script, with nodes that are wrong on purpose in place
 * of the RTL: recording, replaying, shrinking.
 */
#include "../found.h"

#include "../observe.h"
#include "fedx/triage/fedx_triage.h"

TEST(a_replay_shows_the_same)
{
    struct vectors v = {.kind = &fedx_kind};
    struct mismatch d;
    struct replay r;

    wrap_plan = (struct wrap_plan){.fault = WRAP_DROP};
    find(FEDX_PROFILE_LEGAL, &v, &d);
    assert_int_equal(replay_run(&v, &wrap_node, 0, &r), 0);
    assert_int_equal(r.differs, 1);
    assert_true(mismatch_same(&r.mismatch, &d));
    assert_int_equal(r.mismatch.cycle, d.cycle);

    /* The repaired node, and a node that is wrong elsewhere. */
    wrap_plan = (struct wrap_plan){.fault = WRAP_NOTHING};
    assert_int_equal(replay_run(&v, &wrap_node, 0, &r), 0);
    assert_int_equal(r.differs, 0);
    wrap_plan = (struct wrap_plan){.fault = WRAP_RDATA, .from = 50, .bit = 3};
    assert_int_equal(replay_run(&v, &wrap_node, 0, &r), 0);
    assert_int_equal(r.differs, 1);
    assert_false(mismatch_same(&r.mismatch, &d));
    /* A store is compared after the last cycle, when no checkpoint came. */
    wrap_plan = (struct wrap_plan){.fault = WRAP_STORE, .buffer = 4, .offset = 17};
    v.count = 1000;
    assert_int_equal(replay_run(&v, &wrap_node, 0, &r), 0);
    assert_int_equal(r.differs, 1);
    assert_string_equal(r.mismatch.field, "store[4]");
    assert_int_equal(r.mismatch.lane, 17);
    COMPARED(v.count, "cycles replayed");
    vectors_finish(&v);
}

/* A fault, the profile that finds it, and how many packets suffice to show it. */
struct found_fault {
    struct wrap_plan plan;
    int profile;
    uint64_t packets;
};

/* What the stimulus fed until the fault was found, and the script of it. */
static void find_and_lift(const struct found_fault *fault, struct vectors *v, struct mismatch *d, struct fedx_script *s)
{
    char error[128];

    wrap_plan = fault->plan;
    find(fault->profile, v, d);
    assert_int_equal(fedx_script_lift(s, v, error, sizeof error), 0);
}

static const struct found_fault dropped = {{.fault = WRAP_DROP}, FEDX_PROFILE_LEGAL, 2};

/* @return scripts that were played */
static uint64_t shrink(const struct found_fault *fault)
{
    struct vectors v = {.kind = &fedx_kind}, small = {.kind = &fedx_kind};
    struct mismatch d;
    struct fedx_script s;
    struct replay r;
    struct shrink_result result;
    char error[128];

    find_and_lift(fault, &v, &d, &s);
    struct shrink_config config = {.rtl = &wrap_node, .field = d.field, .seconds = 30};
    assert_int_equal(fedx_shrink(&s, &config, &result, error, sizeof error), 0);
    assert_int_equal(result.complete, 1);
    assert_int_equal(fedx_script_play(&s, &wrap_node, 0, &small, &r), 0);
    assert_int_equal(r.differs, 1);
    assert_string_equal(r.mismatch.field, d.field);
    assert_true(small.count == r.mismatch.cycle && small.count <= v.count);
    /* The vectors of it show it alone. */
    assert_int_equal(replay_run(&small, &wrap_node, 0, &r), 0);
    assert_int_equal(r.differs, 1);
    assert_string_equal(r.mismatch.field, d.field);
    assert_in_range(observe_counts(&small).packets, 1, fault->packets);
    fedx_script_finish(&s);
    vectors_finish(&v);
    vectors_finish(&small);
    return result.trials;
}

TEST(little_is_left)
{
    static const struct found_fault faults[] = {
        {{.fault = WRAP_DROP}, FEDX_PROFILE_LEGAL, 2},
        {{.fault = WRAP_DROP}, FEDX_PROFILE_REFUSING, 2},
        {{.fault = WRAP_DUPLICATE}, FEDX_PROFILE_LEGAL, 1},
        {{.fault = WRAP_DUPLICATE}, FEDX_PROFILE_DAMAGED, 2},
        {{.fault = WRAP_DAMAGE, .ports = 1 << 2, .every = 3, .byte = 100}, FEDX_PROFILE_LEGAL, 3},
        {{.fault = WRAP_DAMAGE, .ports = FEDX_ALL_PORTS, .every = 4, .byte = 5}, FEDX_PROFILE_TRUNCATE, 5},
        {{.fault = WRAP_DROP}, FEDX_PROFILE_FLIPS, 2},
        {{.fault = WRAP_DROP}, FEDX_PROFILE_RESETS, 2},
    };
    uint64_t trials = 0;

    for (size_t i = 0; i < sizeof faults / sizeof faults[0]; i++)
        trials += shrink(&faults[i]);
    COMPARED(trials, "scripts played");
}

/* Settings that a difference does without are at their defaults in the end, every field of them. */
TEST(settings_are_left_out)
{
    struct fedx_settings usual = fedx_settings_default(), other = usual;
    struct vectors v = {.kind = &fedx_kind};
    struct mismatch d;
    struct fedx_script s;
    struct shrink_result result;
    char error[128];

    other.backpressure = FEDX_BACKPRESSURE_MESSAGE;
    other.class_rule = 0;
    other.random_select = other.deroute_hops = other.backpressure_class = 1;
    other.limit_dest = other.limit_trans = other.limit_total = other.eject_priority = FEDX_BUFFERS;
    other.throttle_timeout++;
    other.random_seed++;
    find_and_lift(&dropped, &v, &d, &s);
    struct shrink_config config = {.rtl = &wrap_node, .field = d.field, .seconds = 30};
    for (int i = 0; i < FEDX_SETTINGS_WORDS; i++)
        s.setting[i] = fedx_settings_word(&other, i);
    assert_int_equal(fedx_shrink(&s, &config, &result, error, sizeof error), 0);
    for (int i = 0; i < FEDX_SETTINGS_WORDS; i++)
        assert_int_equal(s.setting[i], fedx_settings_word(&usual, i));
    COMPARED(FEDX_SETTINGS_WORDS, "words of settings");
    fedx_script_finish(&s);
    vectors_finish(&v);
}

TEST(what_cannot_be_shrunk)
{
    struct vectors v = {.kind = &fedx_kind};
    struct mismatch d;
    struct fedx_script s;
    struct shrink_result result;
    char error[128];

    find_and_lift(&dropped, &v, &d, &s);
    struct shrink_config config = {.rtl = &wrap_node, .field = "admission.first", .seconds = 30};
    assert_int_equal(fedx_shrink(&s, &config, &result, error, sizeof error), -1);
    assert_string_equal(error, "its packets do not show the difference when they are played again");
    fedx_script_finish(&s);

    v.count = 10; /* all of them in reset */
    assert_int_equal(fedx_script_lift(&s, &v, error, sizeof error), -1);
    assert_string_equal(error, "the vectors must begin with a reset, and go on after it");
    fedx_script_finish(&s);
    vectors_finish(&v);
}

RUN_TESTS
