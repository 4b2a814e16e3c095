/* SPDX-License-Identifier: Apache-2.0
 *
 * Scripts: what is lifted from a run gives the run again, cycle by cycle, whatever the
 * neighbours did in it; and of a legal run it is mostly packets.
 */
#include "../unit.h"
#include "../vectors.h"

#include "fedx/bench/fedx_script.h"
#include "fedx/bench/fedx_stimulus.h"
#include "fedx/kind/fedx_model_node.h"

/* Episodes of the stimulus one after the other, into v; cycles 1: one. The model stands in for the RTL. */
static void record(int profile, uint64_t seed, uint64_t cycles, struct vectors *v)
{
    struct stimulus_config config = {.ops = &fedx_node_recorder,
                                     .inner = &fedx_node_model,
                                     .seed = seed,
                                     .cycles = cycles,
                                     .profile = profile,
                                     .first = seed};
    struct stimulus *s = stimulus_create(&fedx_kind_stimulus, &fedx_kind, &config);

    while (!fedx_kind_stimulus.episode(s))
        continue;
    assert_int_equal(s->result.failed, 0);
    const struct vectors *from = recorder_vectors(s->node);
    assert_int_equal(vectors_append(v, from, from->count), 0);
    stimulus_destroy(s);
}

/* First cycle after the reset in which two recordings differ, or their length. */
static size_t same_for(const struct vectors *a, const struct vectors *b)
{
    const struct fedx_vector *of_a = fedx_vectors_cycles(a), *of_b = fedx_vectors_cycles(b);
    size_t i = 0, j = 0, n = 0;

    while (of_a[i].control.rst)
        i++;
    while (of_b[j].control.rst)
        j++;
    while (i < a->count && j < b->count && same_vector(&of_a[i], &of_b[j]))
        i++, j++, n++;
    return n;
}

/* Lift, play, compare; units are counted if they are wanted. @return cycles */
static size_t lift_and_play(const struct vectors *v, size_t *units)
{
    struct vectors again = {.kind = &fedx_kind};
    struct fedx_script s;
    struct replay result;
    char error[128];

    assert_int_equal(fedx_script_lift(&s, v, error, sizeof error), 0);
    for (size_t i = 0; units && i < s.units; i++)
        units[s.unit[i].kind]++;
    assert_int_equal(fedx_script_play(&s, &fedx_node_model, 0, &again, &result), 0);
    assert_int_equal(result.differs, 0);
    assert_int_equal(same_for(v, &again), s.cycles);
    size_t cycles = s.cycles;
    fedx_script_finish(&s);
    vectors_finish(&again);
    return cycles;
}

TEST(a_lifted_run_is_the_run)
{
    size_t compared = 0;

    for (int profile = 0; profile < FEDX_PROFILES; profile++) {
        size_t units[FEDX_UNIT_KINDS] = {0};
        for (uint64_t seed = 1; seed <= 6; seed++) {
            struct vectors v = {.kind = &fedx_kind};
            record(profile, seed, 1, &v);
            /* In the corners, where episode 2 goes, neighbours wait for each other and change their packets. */
            compared += lift_and_play(&v, seed == 2 ? NULL : units);
            vectors_finish(&v);
        }
        assert_true(units[FEDX_UNIT_PACKET] > 100);
        if (profile ==
            FEDX_PROFILE_LEGAL) /* the neighbours keep to the protocol: nothing to correct on data and answers */
            assert_true(units[FEDX_UNIT_ABORT] + units[FEDX_UNIT_DAMAGE] + units[FEDX_UNIT_REFUSE] +
                            units[FEDX_UNIT_NOISE] ==
                        0);
        if (profile == FEDX_PROFILE_REFUSING)
            assert_true(units[FEDX_UNIT_REFUSE] > 100);
        if (profile == FEDX_PROFILE_TRUNCATE)
            assert_true(units[FEDX_UNIT_ABORT] > 100);
    }
    COMPARED(compared, "cycles lifted and played");
}

/* Of a difference that comes from what was before a reset: another reset, with other routes, settings and sides. */
TEST(several_episodes_are_lifted)
{
    size_t compared = 0, units[FEDX_UNIT_KINDS] = {0};

    for (uint64_t seed = 1; seed <= 8; seed++) {
        struct vectors v = {.kind = &fedx_kind};
        record(-1, seed, 20000, &v);
        compared += lift_and_play(&v, units);
        vectors_finish(&v);
    }
    assert_true(units[FEDX_UNIT_SIDE] >= 8);
    COMPARED(compared, "cycles lifted and played");
}

RUN_TESTS
