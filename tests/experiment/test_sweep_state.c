/* SPDX-License-Identifier: Apache-2.0
 *
 * Which figures a run has: of one that stalled, failed, is saturated or left messages out, and how many runs of a point
 * are which.
 */
#include <math.h>
#include <string.h>

#include "../unit.h"
#include "experiment/sweep_state.h"

static json_t *latency(const char *interval, double least)
{
    return json_pack("{s:f, s:f, s:s}", "mean_cycles", 100.0, "mean_at_least_cycles", least, "interval", interval);
}

/* A result: how the run ended, whether message latencies grow, and latencies with their bound. */
static json_t *result_of(const char *outcome, int grows, double least)
{
    return json_pack("{s:s, s:f, s:o, s:o, s:{s:o}, s:{s:i}}", "outcome", outcome, "throughput", 0.5, "message_latency",
                     latency(grows ? "saturated" : "good", least), "packet_latency", latency("good", least),
                     "independent", "message_latency", latency("good", least), "packets", "delivered", 7);
}

static void expect_state(json_t *result, const char *path, enum sweep_state state)
{
    assert_non_null(result);
    assert_int_equal(sweep_state(result, path), state);
}

TEST(states)
{
    static const char message[] = "message_latency.mean_cycles", packet[] = "packet_latency.mean_cycles";
    static const char bound[] = "message_latency.mean_at_least_cycles",
                      part[] = "independent.message_latency.mean_cycles";
    json_t *good = result_of("good", 0, 100.5), *stalled = result_of("stall", 0, 100),
           *failed = result_of("collision", 0, 100);
    json_t *saturated = result_of("good", 1, 100), *left_out = result_of("good", 0, 102);

    expect_state(good, message, SWEEP_GOOD);
    expect_state(good, "throughput", SWEEP_GOOD);
    expect_state(stalled, message, SWEEP_STALLED);
    expect_state(stalled, bound, SWEEP_STALLED);
    expect_state(stalled, "throughput", SWEEP_STALLED);
    expect_state(stalled, "packets.delivered", SWEEP_GOOD);
    expect_state(failed, "throughput", SWEEP_FAILED);
    expect_state(saturated, message, SWEEP_SATURATED);
    expect_state(saturated, packet, SWEEP_GOOD);
    expect_state(saturated, bound, SWEEP_GOOD);
    expect_state(saturated, part, SWEEP_GOOD); /* of another group */
    expect_state(left_out, message, SWEEP_LEFT_OUT);
    expect_state(left_out, packet, SWEEP_LEFT_OUT);
    expect_state(left_out, part, SWEEP_LEFT_OUT);
    expect_state(left_out, bound, SWEEP_GOOD);
    expect_state(left_out, "throughput", SWEEP_GOOD);
    /* What a verdict may rest on: no mean of those that got through. */
    assert_true(sweep_state_limit(good, message) == 100 && sweep_state_limit(good, "throughput") == 0.5);
    assert_true(isinf(sweep_state_limit(stalled, message)) && isinf(sweep_state_limit(stalled, bound)));
    assert_true(sweep_state_limit(stalled, "throughput") == 0 && sweep_state_limit(stalled, "packets.delivered") == 7);
    assert_true(isinf(sweep_state_limit(saturated, message)) && isinf(sweep_state_limit(saturated, bound)));
    assert_true(sweep_state_limit(saturated, packet) == 100 && sweep_state_limit(saturated, "throughput") == 0.5);
    assert_true(isnan(sweep_state_limit(failed, message)) && isnan(sweep_state_limit(left_out, message)));
    assert_true(sweep_state_limit(left_out, bound) == 102);
    json_object_set_new(good, "settled", json_pack("{s:s}", "verdict", "budget"));
    expect_state(good, message, SWEEP_UNSETTLED);
    json_object_set_new(good, "settled", json_pack("{s:s}", "verdict", "settled"));
    expect_state(good, message, SWEEP_GOOD);
    assert_true(sweep_state_counts(SWEEP_UNSETTLED) && !sweep_state_counts(SWEEP_LEFT_OUT) &&
                !sweep_state_counts(SWEEP_STALLED));
    json_decref(good);
    json_decref(stalled);
    json_decref(failed);
    json_decref(saturated);
    json_decref(left_out);
}

TEST(state_names)
{
    struct sweep_states states = {{0}};
    char text[SWEEP_STATES_TEXT];

    states.runs[SWEEP_GOOD] = 5;
    sweep_states_text(&states, text);
    assert_string_equal(text, "");
    states.runs[SWEEP_STALLED] = 3;
    states.runs[SWEEP_UNSETTLED] = 2;
    sweep_states_text(&states, text);
    assert_string_equal(text, "stalls in 3 of 10 seeds, not settled in 2");
    for (int i = 0; i < SWEEP_STATES; i++)
        states.runs[i] = 1000;
    sweep_states_text(&states, text);
    assert_non_null(strstr(text, "not settled in 1000"));
}

RUN_TESTS
