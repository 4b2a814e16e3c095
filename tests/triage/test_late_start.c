/* SPDX-License-Identifier: Apache-2.0
 *
 * The end of a run from a state that is set: what named registers hold suffices, what is hidden does not.
 */
#include "../found.h"

#include "../observe.h"
#include "triage/late_start.h"

/* The same field differs, as was said, and of the nodes as they should be nothing does. */
static void shows_it(const struct vectors *near, const struct replay *shown, const struct mismatch *d)
{
    struct wrap_plan wrong = wrap_plan;
    struct replay r;

    assert_int_equal(replay_run(near, &wrap_node, 0, &r), 0);
    assert_int_equal(r.differs, 1);
    assert_string_equal(r.mismatch.field, d->field);
    assert_int_equal(r.mismatch.cycle, near->count);
    assert_memory_equal(&r.mismatch, &shown->mismatch, sizeof r.mismatch);
    wrap_plan = (struct wrap_plan){.fault = WRAP_NOTHING};
    assert_int_equal(replay_run(near, &wrap_node, 0, &r), 0);
    assert_int_equal(r.differs, 0);
    wrap_plan = wrong;
}

TEST(registers_suffice)
{
    static const struct {
        struct wrap_plan plan;
        int profile;
        uint64_t packets; /* at most */
    } faults[] = {
        {{.fault = WRAP_DROP}, FEDX_PROFILE_LEGAL, 2},      {{.fault = WRAP_DROP}, FEDX_PROFILE_FLIPS, 2},
        {{.fault = WRAP_DUPLICATE}, FEDX_PROFILE_LEGAL, 1}, {{.fault = WRAP_DUPLICATE}, FEDX_PROFILE_NOISE, 1},
        {{.fault = WRAP_DROP}, FEDX_PROFILE_RESETS, 2},
    };
    uint64_t all = 0;

    for (size_t i = 0; i < sizeof faults / sizeof faults[0]; i++) {
        struct vectors v = {.kind = &fedx_kind}, near = {.kind = &fedx_kind};
        struct mismatch d;
        struct replay shown;
        uint64_t trials;

        wrap_plan = faults[i].plan;
        find(faults[i].profile, &v, &d);
        struct late_start_config config = {.rtl = &wrap_node, .field = d.field};
        assert_int_equal(late_start_find(&v, &config, &near, &shown, &trials), 1);
        assert_int_equal(near.count - near.start->at, 1);
        shows_it(&near, &shown, &d);
        assert_in_range(observe_counts(&near).packets, 1, faults[i].packets);
        all += trials;
        vectors_finish(&v);
        vectors_finish(&near);
    }
    COMPARED(all, "replays from states");
}

/* Every third frame of a port is damaged, and no register counts them: so many frames it takes from the state on. */
TEST(a_little_more_is_hidden)
{
    struct vectors v = {.kind = &fedx_kind}, near = {.kind = &fedx_kind};
    struct mismatch d;
    struct replay shown;
    uint64_t trials;

    wrap_plan = (struct wrap_plan){.fault = WRAP_DAMAGE, .ports = 1 << 2, .every = 3, .byte = 100};
    find(FEDX_PROFILE_SUSTAINED, &v, &d); /* frames follow each other */
    struct late_start_config config = {.rtl = &wrap_node, .field = d.field};
    assert_int_equal(late_start_find(&v, &config, &near, &shown, &trials), 1);
    assert_in_range(near.count - near.start->at, 2 * FEDX_PACKET_BYTES, LATE_START_CYCLES);
    shows_it(&near, &shown, &d);
    COMPARED(near.count - near.start->at, "cycles from a state");
    vectors_finish(&v);
    vectors_finish(&near);
}

TEST(what_is_hidden_is_not_near)
{
    struct vectors v = {.kind = &fedx_kind}, near = {.kind = &fedx_kind};
    struct mismatch d;
    struct replay shown;
    uint64_t trials;

    wrap_plan = (struct wrap_plan){.fault = WRAP_RDATA, .from = 150000, .bit = 3};
    find(FEDX_PROFILE_LEGAL, &v, &d);
    struct late_start_config config = {.rtl = &wrap_node, .field = d.field};
    assert_int_equal(late_start_find(&v, &config, &near, &shown, &trials), 0);
    COMPARED(trials, "states that do not show it");
    vectors_finish(&v);
    vectors_finish(&near);
}

RUN_TESTS
