/* SPDX-License-Identifier: Apache-2.0
 *
 * What work with one router, or with one terminal, asks of each build: recording, an idle one, states that it can be
 * in, stimulus, and fabrics that are run after a router.
 */
#include "../../bench/bench.h"
#include "../../bench/initial_state.h"
#include "../../bench/recorder.h"
#include "../../compare/lockstep.h"
#include "../kind/vcr_kind.h"
#include "../kind/vcr_terminal_kind.h"
#include "../model/vcr_internal.h"
#include "vcr_state_injection.h"
#include "vcr_stimulus.h"

/* Cycles of a reset, and from then on until nothing moves. */
enum { SETTLED = 2 + VCR_QUIET_CYCLES + 8 };

static int idle(const struct router_kind *kind, void *registers)
{
    return initial_state_settle(kind, NULL, SETTLED, registers);
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
#define VCR_CONFIGURATION(name_, kind_, ports_, vcs_, ...)                             \
    RECORDER_NODES(recorder_##name_, tap_##name_, VCR_NODE_VERSION, vcr_kind_##name_); \
    const struct bench_kind vcr_bench_##name_ = {                                      \
        .recorder = &recorder_##name_,                                                 \
        .tap = &tap_##name_,                                                           \
        .idle = idle,                                                                  \
        .injection = &vcr_injection,                                                   \
        .stimulus = &vcr_stimulus,                                                     \
        .fabrics = (vcs_) == 0  ? NULL                                                 \
                   : (vcs_) > 1 ? &grids                                               \
                                : &trees,                                              \
    };
#include "../kind/vcr_configurations.def"
#include "../kind/vcr_shapes.def"
#undef VCR_CONFIGURATION

#define VCR_TERMINAL_BUILD(name_, ...)                                                         \
    RECORDER_NODES(recorder_terminal_##name_, tap_terminal_##name_, VCR_TERMINAL_NODE_VERSION, \
                   vcr_terminal_kind_##name_);                                                 \
    const struct bench_kind vcr_terminal_bench_##name_ = {                                     \
        .recorder = &recorder_terminal_##name_,                                                \
        .tap = &tap_terminal_##name_,                                                          \
        .idle = idle,                                                                          \
        .injection = &vcr_terminal_injection,                                                  \
        .stimulus = &vcr_terminal_stimulus,                                                    \
    };
#include "../kind/vcr_terminals.def"
#undef VCR_TERMINAL_BUILD
