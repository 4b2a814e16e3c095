/* SPDX-License-Identifier: Apache-2.0
 *
 * The stimulus of virtual-channel routers, of every build: each profile runs, packets of legal episodes are followed
 * end to end, so that a router that damages, loses or misleads one is caught without a model beside it, and an episode
 * depends on its seed and number alone.
 */
#include "../unit.h"

#include <stdlib.h>

#include "bench/bench.h"
#include "bench/recorder.h"
#include "vcr/bench/vcr_stimulus.h"
#include "vcr/kind/vcr_kind.h"

static const struct router_kind *const kinds[] = {
#define VCR_CONFIGURATION(name, ...) &vcr_kind_##name,
#include "vcr/kind/vcr_configurations.def"
#undef VCR_CONFIGURATION
};

enum { KINDS = sizeof kinds / sizeof *kinds };

/* @return it, to be destroyed */
static struct stimulus *run(const struct router_kind *kind, const struct stimulus_config *config)
{
    struct stimulus *s = stimulus_create(kind->parts->bench->stimulus, kind, config);

    assert_non_null(s);
    while (!kind->parts->bench->stimulus->episode(s))
        continue;
    return s;
}

static struct stimulus_result result_of(const struct router_kind *kind, const struct node_ops *ops, int profile,
                                        uint64_t cycles, uint64_t seed)
{
    struct stimulus *s =
        run(kind, &(struct stimulus_config){.ops = ops, .seed = seed, .cycles = cycles, .profile = profile});
    struct stimulus_result result = s->result;

    stimulus_destroy(s);
    return result;
}

TEST(every_profile_runs)
{
    uint64_t delivered = 0;

    for (int k = 0; k < KINDS; k++)
        for (int p = 0; p < VCR_PROFILES; p++) {
            struct stimulus_result r = result_of(kinds[k], kinds[k]->model, p, 12000, 2);
            assert_string_equal(r.text, "");
            assert_int_equal(r.failed, 0);
            for (int q = 0; q < VCR_PROFILES; q++)
                assert_int_equal(r.episodes[q] > 0, p == q);
            assert_int_equal(r.delivered, r.accepted);
            assert_int_equal(r.accepted > 0, p == VCR_PROFILE_LEGAL); /* illegal ones are not followed */
            assert_true(r.settings_seen > 0);
            delivered += r.delivered;
        }
    COMPARED(delivered, "packets followed end to end");
}

TEST(same_seed_same_run)
{
    const struct router_kind *kind = kinds[0];
    struct stimulus_result a = result_of(kind, kind->model, -1, 100000, 7),
                           b = result_of(kind, kind->model, -1, 100000, 7);
    struct stimulus_result c = result_of(kind, kind->model, -1, 100000, 8);

    assert_memory_equal(&a, &b, sizeof a);
    assert_int_not_equal(a.accepted, c.accepted);
}

static struct stimulus *recorded(const struct router_kind *kind, uint64_t first, uint64_t cycles)
{
    return run(kind, &(struct stimulus_config){
                         .ops = kind->parts->bench->tap, .seed = 5, .cycles = cycles, .profile = -1, .first = first});
}

/* What triage relies on: an episode alone is what it was after all the others. */
TEST(an_episode_does_not_depend_on_those_before)
{
    enum { EPISODES = 2 * VCR_PROFILE_TURNS };
    const struct router_kind *kind = kinds[0];
    struct stimulus *one[EPISODES];
    uint64_t cycles = 0;
    size_t at = 0;

    for (uint64_t i = 0; i < EPISODES; i++) {
        one[i] = recorded(kind, i, 1);
        cycles += one[i]->result.cycles;
    }
    struct stimulus *all = recorded(kind, 0, cycles);
    const struct vectors *v = recorder_vectors(all->node);
    assert_int_equal(v->count, cycles);
    for (uint64_t i = 0; i < EPISODES; i++) {
        const struct vectors *w = recorder_vectors(one[i]->node);
        for (size_t t = 0; t < w->count; t++, at++)
            if (memcmp(vectors_in(v, at), vectors_in(w, t), vectors_cycle_bytes(kind)) != 0)
                fail_msg("episode %d is another one from cycle %zu on", (int)i, t);
        stimulus_destroy(one[i]);
    }
    assert_int_equal(at, v->count);
    stimulus_destroy(all);
    COMPARED(at, "vectors");
}

/* A router that does something to every 50th flit on its way out -------------------------------------------------- */

enum fault { NOTHING, DAMAGE, LOSE, MARK, MISLEAD };

struct crooked {
    void *model;
    unsigned flits;
};

static enum fault fault;

static void *crooked_create(const struct node_ops *inner, uint64_t seed)
{
    struct crooked *c = calloc(1, sizeof *c);

    assert_non_null(c);
    c->model = kinds[0]->model->create(inner, seed);
    return c;
}

static void crooked_destroy(void *node)
{
    struct crooked *c = node;

    kinds[0]->model->destroy(c->model);
    free(c);
}

static void crooked_step(void *node, const void *in, const void *control)
{
    struct crooked *c = node;
    struct vcr_pins out;

    kinds[0]->model->step(c->model, in, control);
    kinds[0]->model->pins(c->model, &out);
    c->flits += (unsigned)__builtin_popcount(out.valid);
}

static void crooked_pins(const void *node, void *out)
{
    const struct crooked *c = node;
    struct vcr_pins *pins = out;

    kinds[0]->model->pins(c->model, out);
    if (c->flits % 50 != 0 || pins->valid == 0)
        return;
    unsigned port = (unsigned)__builtin_ctz(pins->valid), other = (port + 1) % 5;
    if (fault == DAMAGE)
        pins->flit[port] ^= UINT64_C(1) << 17;
    if (fault == LOSE)
        pins->valid &= (uint16_t) ~(1u << port);
    if (fault == MARK)
        pins->tail ^= (uint16_t)(1u << port);
    if (fault == MISLEAD && !(pins->valid >> other & 1u)) {
        pins->valid ^= (uint16_t)(1u << port | 1u << other);
        pins->head ^= (uint16_t)((pins->head >> port & 1u) * (1u << port | 1u << other));
        pins->tail ^= (uint16_t)((pins->tail >> port & 1u) * (1u << port | 1u << other));
        pins->vc[other] = pins->vc[port];
        pins->flit[other] = pins->flit[port];
    }
}

static const struct node_ops crooked = {.version = 1,
                                        .name = "crooked",
                                        .create = crooked_create,
                                        .destroy = crooked_destroy,
                                        .step = crooked_step,
                                        .pins = crooked_pins};

TEST(what_happens_to_packets_is_caught)
{
    unsigned runs = 0;

    for (fault = NOTHING; fault <= MISLEAD; fault++)
        for (uint64_t seed = 1; seed <= 3; seed++, runs++) {
            struct stimulus_result r = result_of(kinds[0], &crooked, VCR_PROFILE_LEGAL, 60000, seed);
            assert_int_equal(r.failed, fault == NOTHING ? 0 : 2);
            assert_int_equal(*r.text != 0, fault != NOTHING);
        }
    COMPARED(runs, "runs of routers that do something to packets, or not");
}

RUN_TESTS
