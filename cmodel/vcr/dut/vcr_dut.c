/* SPDX-License-Identifier: Apache-2.0
 *
 * Virtual-channel routers and terminals of a user's own (cmodel/dut/dut_kind.h), compared with the model of each build.
 */
#include "../../dut/dut_kind.h"

#include "../kind/vcr_kind.h"
#include "../kind/vcr_terminal_kind.h"
#include "../model/vcr_internal.h"

/* Memories of so many lanes, and where the words begin that are kept with their flits (vcr_lane_bytes). */
#define KEPT(depth_, words_) (64 * (depth_) * (words_))
#define STORES(lanes_, depth_, words_)                                                                   \
    {                                                                                                    \
        .count = (lanes_), .bytes = (depth_) * (8 * (words_) + 4), .cells = (depth_), .name = "channel", \
        .cell = "slot", .mark = "%s", .fields = 4, .field = {                                            \
            {"store.flit", 64 * (words_), 0, 64 * (words_)},                                             \
            {"store.route", VCR_ROUTE_BITS, KEPT(depth_, words_), 32},                                   \
            {"store.head", 1, KEPT(depth_, words_) + __builtin_ctz(VCR_SLOT_HEAD), 32},                  \
            {"store.tail", 1, KEPT(depth_, words_) + __builtin_ctz(VCR_SLOT_TAIL), 32},                  \
        }                                                                                                \
    }

#define VCR_CONFIGURATION(name_, kind_, ports, vcs, depth, words, bypass, route_stage, speedup, table_size, summary) \
    static const struct dut_parameter parameters_##name_[] = {{"PORTS", (ports)},                                    \
                                                              {"VCS", (vcs)},                                        \
                                                              {"DEPTH", (depth)},                                    \
                                                              {"FLIT_BITS", 64 * (words)},                           \
                                                              {"BYPASS", (bypass)},                                  \
                                                              {"ROUTE_STAGE", (route_stage)},                        \
                                                              {"SPEEDUP", (speedup)},                                \
                                                              {"TABLE_SIZE", (table_size)},                          \
                                                              {NULL, 0}};                                            \
    const struct dut_kind vcr_dut_##name_ = {                                                                        \
        .registers = "include/vcr/vcr_regs.def",                                                                     \
        .shim = "vcr/vcr_dut.cpp",                                                                                   \
        .stores = STORES((ports) * (vcs), depth, words),                                                             \
        .parameters = parameters_##name_,                                                                            \
    };
#include "../kind/vcr_configurations.def"
#undef VCR_CONFIGURATION

/* A packet is a word of the memory of a terminal. */
#define PACKETS(slots_, words_)                                                                            \
    {                                                                                                      \
        .count = (slots_), .bytes = 8 * (words_), .cells = 64 * (words_), .name = "packet", .cell = "bit", \
        .mark = "%b", .fields = 1, .field = {                                                              \
            {"store.packet", 1, 0, 1}                                                                      \
        }                                                                                                  \
    }

#define VCR_TERMINAL_BUILD(name_, kind_, ports, vcs, depth, words, length, buffer, queue)            \
    static const struct dut_parameter terminal_parameters_##name_[] = {                              \
        {"PORTS", (ports)},   {"VCS", (vcs)},       {"DEPTH", (depth)}, {"FLIT_BITS", 64 * (words)}, \
        {"LENGTH", (length)}, {"BUFFER", (buffer)}, {"QUEUE", (queue)}, {NULL, 0}};                  \
    const struct dut_kind vcr_terminal_dut_##name_ = {                                               \
        .registers = "include/vcr/vcr_terminal_regs.def",                                            \
        .shim = "vcr/vcr_dut.cpp",                                                                   \
        .flag = "-DVCR_DUT_TERMINAL",                                                                \
        .stores = PACKETS((buffer) + (queue), (length) * (words)),                                   \
        .parameters = terminal_parameters_##name_,                                                   \
    };
#include "../kind/vcr_terminals.def"
#undef VCR_TERMINAL_BUILD
