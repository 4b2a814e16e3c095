/* SPDX-License-Identifier: Apache-2.0
 *
 * What work with one router asks of each build: recording, an idle router, states that it can be in, stimulus, and
 * fabrics that are run after it.
 */
#include <string.h>

#include "../../bench/bench.h"
#include "../../bench/recorder.h"
#include "../../compare/lockstep.h"
#include "../kind/vcr_kind.h"
#include "../kind/vcr_legal.h"
#include "../model/vcr_internal.h"
#include "vcr_stimulus.h"

/* Cycles of a reset, and from then on until nothing moves. */
enum { RESET_CYCLES = 2, SETTLED = RESET_CYCLES + VCR_QUIET_CYCLES + 8 };

static int idle_router(const struct vcr_parameters *s, void *registers)
{
    static const struct vcr_pins silent = {0};
    struct vcr_router *r = vcr_router_create(s);

    for (int i = 0; r && i < SETTLED; i++)
        vcr_router_step(r, &silent, &(struct vcr_control){.rst = i < RESET_CYCLES});
    if (r)
        memcpy(registers, vcr_router_state(r), sizeof(struct vcr_regs));
    vcr_router_destroy(r);
    return r ? 0 : -1;
}

static int possible(const struct vcr_parameters *s, const struct reg_info *rows, const void *registers, char *text,
                    size_t size)
{
    uint32_t broken = vcr_legal(s, rows, registers);

    if (!broken)
        return 0;
    snprintf(text, size, "no router can be in the state that is set: %s", vcr_legal_words[__builtin_ctz(broken)]);
    return -1;
}

/* One crowded, in which packets wait for each other, one that flows, over longer wires, one of the longest packets of
 * terminals. */
static const char *const crowded_grid[] = {
    "fabric.topology=mesh", "fabric.rows=4",  "fabric.cols=4",    "fabric.lockstep=all",
    "run.warmup=0",         "run.drain=none", "traffic.load=0.9", NULL};
static const char *const flowing_grid[] = {
    "fabric.topology=torus", "fabric.rows=4",    "fabric.cols=4",    "fabric.lockstep=all",      "run.warmup=0",
    "run.drain=none",        "traffic.load=0.3", "fabric.latency=2", "traffic.selection=random", NULL};
static const char *const crowded_tree[] = {
    "fabric.topology=tree", "fabric.arity=4", "fabric.levels=2",  "fabric.lockstep=all",
    "run.warmup=0",         "run.drain=none", "traffic.load=0.9", NULL};
static const char *const flowing_tree[] = {"fabric.topology=tree", "fabric.arity=2",   "fabric.levels=3",
                                           "fabric.lockstep=all",  "run.warmup=0",     "run.drain=none",
                                           "traffic.load=0.3",     "fabric.latency=2", NULL};
static const char *const long_grid[] = {"fabric.topology=mesh",
                                        "fabric.rows=4",
                                        "fabric.cols=4",
                                        "fabric.lockstep=all",
                                        "run.warmup=0",
                                        "run.drain=none",
                                        "traffic.load=0.6",
                                        "channels.packet_flits=64",
                                        NULL};
static const char *const long_tree[] = {"fabric.topology=tree",
                                        "fabric.arity=2",
                                        "fabric.levels=3",
                                        "fabric.lockstep=all",
                                        "run.warmup=0",
                                        "run.drain=none",
                                        "traffic.load=0.6",
                                        "channels.packet_flits=64",
                                        NULL};
static const char *const *const in_grids[] = {crowded_grid, flowing_grid, long_grid};
static const char *const *const in_trees[] = {crowded_tree, flowing_tree, long_tree};
static const struct bench_fabrics grids = {.count = 3, .routers = 16, .keys = in_grids};
static const struct bench_fabrics trees = {.count = 3, .routers = 11 /* 8, 12 and 12 */, .keys = in_trees};

/* What is of one build: a torus needs two channels. Of a shape it is open which fabrics have their ports. */
#define VCR_CONFIGURATION(name_, kind_, ports_, vcs_, ...)                                                  \
    static int idle_##name_(void *registers)                                                                \
    {                                                                                                       \
        return idle_router(&vcr_parameters_##name_, registers);                                             \
    }                                                                                                       \
    static int possible_##name_(const void *registers, char *text, size_t size)                             \
    {                                                                                                       \
        return possible(&vcr_parameters_##name_, vcr_kind_##name_.registers, registers, text, size);        \
    }                                                                                                       \
    static struct stimulus *stimulus_##name_(const struct stimulus_config *config)                          \
    {                                                                                                       \
        return vcr_stimulus_create(&vcr_parameters_##name_, config);                                        \
    }                                                                                                       \
    static void *create_recorder_##name_(const struct node_ops *inner, uint64_t seed)                       \
    {                                                                                                       \
        return recorder_create(&vcr_kind_##name_, vcr_lockstep_##name_.node, inner, seed);                  \
    }                                                                                                       \
    static void *create_tap_##name_(const struct node_ops *inner, uint64_t seed)                            \
    {                                                                                                       \
        return recorder_create(&vcr_kind_##name_, vcr_kind_##name_.model, inner, seed);                     \
    }                                                                                                       \
    static const struct node_ops recorder_##name_ = {                                                       \
        RECORDER_OPS(VCR_NODE_VERSION, "recorder", create_recorder_##name_), .check = recorder_check};      \
    static const struct node_ops tap_##name_ = {RECORDER_OPS(VCR_NODE_VERSION, "tap", create_tap_##name_)}; \
    static const struct stimulus_kind stimulus_kind_##name_ = {                                             \
        .profiles = vcr_profile_names,                                                                      \
        .profile_count = VCR_PROFILES,                                                                      \
        .turns = VCR_PROFILE_TURNS,                                                                         \
        .long_episodes = VCR_SUSTAINED_EPISODES,                                                            \
        .followed = "legal",                                                                                \
        .checked = "every flit",                                                                            \
        .create = stimulus_##name_,                                                                         \
        .destroy = stimulus_destroy,                                                                        \
        .episode = vcr_stimulus_episode,                                                                    \
    };                                                                                                      \
    const struct bench_kind vcr_bench_##name_ = {                                                           \
        .recorder = &recorder_##name_,                                                                      \
        .tap = &tap_##name_,                                                                                \
        .idle = idle_##name_,                                                                               \
        .possible = possible_##name_,                                                                       \
        .injection = &vcr_injection_##name_,                                                                \
        .stimulus = &stimulus_kind_##name_,                                                                 \
        .fabrics = (vcs_) == 0  ? NULL                                                                      \
                   : (vcs_) > 1 ? &grids                                                                    \
                                : &trees,                                                                   \
    };
#include "../kind/vcr_configurations.def"
#include "../kind/vcr_shapes.def"
#undef VCR_CONFIGURATION
