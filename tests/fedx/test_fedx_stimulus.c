/* SPDX-License-Identifier: Apache-2.0
 *
 * The single-switch stimulus: the golden model passes every profile; a model that
 * drops, doubles or damages one packet is caught, in every profile that follows
 * packets end to end.
 */
#include "../unit.h"
#include "../vectors.h"
#include "fedx/bench/fedx_recorder.h"
#include "fedx/bench/fedx_stimulus.h"
#include "../wrap.h"
#include "fedx/kind/fedx_model_node.h"

static struct stimulus_result run(const struct node_ops *ops, int profile, uint64_t cycles, uint64_t seed)
{
    struct stimulus_config config = {.ops = ops, .seed = seed, .cycles = cycles, .profile = profile};
    struct stimulus *s = stimulus_create(&fedx_kind_stimulus, &fedx_kind, &config);
    struct stimulus_result result;

    assert_non_null(s);
    while (!fedx_kind_stimulus.episode(s))
        continue;
    result = s->result;
    stimulus_destroy(s);
    return result;
}

TEST(the_model_passes)
{
    struct stimulus_result r = run(&fedx_node_model, -1, 2500000, 1);

    assert_string_equal(r.text, "");
    assert_int_equal(r.failed, 0);
    assert_int_equal(r.accepted, r.delivered);
    assert_in_range(r.cycles, 2500000, 2600000);
    for (int p = 0; p < FEDX_PROFILE_TURNS; p++)
        assert_in_range(r.episodes[p], 10, 1000);
    assert_in_range(r.settings_seen, 40, 48);
    printf("           %d settings, %llu cycles\n", r.settings_seen, (unsigned long long)r.cycles);
    COMPARED(r.delivered, "packets followed through the switch");
}

TEST(each_profile_alone)
{
    uint64_t delivered = 0;

    for (int p = 0; p < FEDX_PROFILES; p++) {
        struct stimulus_result r = run(&fedx_node_model, p, 60000, 2);
        assert_int_equal(r.failed, 0);
        for (int q = 0; q < FEDX_PROFILES; q++)
            assert_int_equal(r.episodes[q] > 0, p == q);
        assert_int_equal(r.accepted > 0, p <= FEDX_PROFILE_TRUNCATE); /* illegal ones are not followed */
        assert_int_equal(r.accepted, r.delivered);
        assert_int_not_equal(fedx_profile_names[p][0], 0);
        delivered += r.delivered;
    }
    COMPARED(delivered, "packets");
}

TEST(same_seed_same_run)
{
    struct stimulus_result a = run(&fedx_node_model, -1, 100000, 7), b = run(&fedx_node_model, -1, 100000, 7);
    struct stimulus_result c = run(&fedx_node_model, -1, 100000, 8);

    assert_int_equal(a.cycles, b.cycles);
    assert_int_equal(a.accepted, b.accepted);
    assert_int_equal(a.delivered, b.delivered);
    assert_int_not_equal(a.accepted, c.accepted);
}

static struct stimulus *recorded(uint64_t first, uint64_t cycles)
{
    struct stimulus_config config = {.ops = &fedx_node_recorder,
                                     .inner = &fedx_node_model,
                                     .seed = 5,
                                     .cycles = cycles,
                                     .profile = -1,
                                     .first = first};
    struct stimulus *s = stimulus_create(&fedx_kind_stimulus, &fedx_kind, &config);

    while (!fedx_kind_stimulus.episode(s))
        continue;
    return s;
}

/* What triage relies on: the last episode alone is what it was after all the others. */
TEST(an_episode_does_not_depend_on_those_before)
{
    enum { EPISODES = 4 * FEDX_PROFILE_TURNS }; /* each profile has its turn at corners, and at wide identities */
    uint64_t cycles = 0;
    size_t at = 0;

    for (uint64_t i = 0; i < EPISODES; i++) {
        struct stimulus *one = recorded(i, 1);
        cycles += one->result.cycles;
        stimulus_destroy(one);
    }
    struct stimulus *all = recorded(0, cycles);
    const struct vectors *v = recorder_vectors(all->node);
    assert_int_equal(v->count, cycles);
    for (uint64_t i = 0; i < EPISODES; i++) {
        struct stimulus *one = recorded(i, 1);
        const struct vectors *w = recorder_vectors(one->node);
        for (size_t t = 0; t < w->count; t++, at++)
            if (!same_vector(&fedx_vectors_cycles(v)[at], &fedx_vectors_cycles(w)[t]))
                fail_msg("episode %d is another one from cycle %zu on", (int)i, t);
        stimulus_destroy(one);
    }
    assert_int_equal(at, v->count);
    stimulus_destroy(all);
    COMPARED(at, "vectors");
}

/* A wrapped model that does nothing wrong passes: the wrapping itself is not what is caught. */
TEST(wrapping_alone_passes)
{
    wrap_plan = (struct wrap_plan){.fault = WRAP_NOTHING};
    struct stimulus_result a = run(&wrap_node, -1, 200000, 3), b = run(&fedx_node_model, -1, 200000, 3);
    assert_int_equal(a.failed, 0);
    assert_int_equal(a.delivered, b.delivered);
    assert_int_equal(a.cycles, b.cycles);
}

static void caught(const char *what, const char *sentence)
{
    unsigned runs = 0;

    for (int profile = FEDX_PROFILE_LEGAL; profile <= FEDX_PROFILE_TRUNCATE; profile++)
        for (uint64_t seed = 1; seed <= 3; seed++, runs++) {
            wrap_count = 0;
            struct stimulus_result r = run(&wrap_node, profile, 200000, seed);
            assert_in_range(wrap_count, 1, 1000000);
            assert_int_equal(r.failed, 2);
            if (!strstr(r.text, sentence))
                fail_msg("%s was caught as \"%s\", not as \"%s\"", what, r.text, sentence);
        }
    printf("           %s: caught in %u of %u runs\n", what, runs, runs);
}

TEST(damaged_packets_are_caught)
{
    for (unsigned byte = 14; byte < FEDX_BYTE_CRC; byte += 47) { /* the serial number comes first */
        wrap_plan = (struct wrap_plan){.fault = WRAP_DAMAGE_SEALED, .ports = FEDX_ALL_PORTS, .every = 5, .byte = byte};
        caught("a damaged packet with a good check", "changed");
    }
}

TEST(lost_packets_are_caught)
{
    wrap_plan = (struct wrap_plan){.fault = WRAP_DROP};
    caught("a lost packet", "stayed in the switch");
}

TEST(doubled_packets_are_caught)
{
    wrap_plan = (struct wrap_plan){.fault = WRAP_DUPLICATE};
    caught("a doubled packet", "twice");
}

/* Damage that the packet check finds is repaired by the protocol: late, but nothing lost. */
TEST(found_damage_is_repaired)
{
    wrap_plan = (struct wrap_plan){.fault = WRAP_DAMAGE, .ports = FEDX_ALL_PORTS, .every = 4, .byte = 100};
    wrap_count = 0;
    struct stimulus_result r = run(&wrap_node, FEDX_PROFILE_LEGAL, 200000, 1);
    assert_int_equal(r.failed, 0);
    assert_int_equal(r.accepted, r.delivered);
    printf("           %u frames damaged\n", wrap_count);
    assert_in_range(wrap_count, 100, 1000000);
    COMPARED(r.delivered, "packets delivered all the same");
}

RUN_TESTS
