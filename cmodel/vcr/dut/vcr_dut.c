/* SPDX-License-Identifier: Apache-2.0
 *
 * Virtual-channel routers of a user's own (cmodel/dut/dut_kind.h), compared with the model of each build.
 */
#include "../../dut/dut_kind.h"

#include "../kind/vcr_kind.h"

#define VCR_BUILD(name, kind_, ports, vcs, depth, words, bypass, route_stage, speedup, table_size, summary)                     \
    static const struct dut_parameter parameters_##name[] = {                                                                   \
        {"PORTS", (ports)},   {"VCS", (vcs)},                 {"DEPTH", (depth)},     {"FLIT_BITS", 64 * (words)},              \
        {"BYPASS", (bypass)}, {"ROUTE_STAGE", (route_stage)}, {"SPEEDUP", (speedup)}, {"TABLE_SIZE", (table_size)}, {NULL, 0}}; \
    const struct dut_kind vcr_dut_##name = {                                                                                    \
        .registers = "include/vcr/vcr_regs.def",                                                                                \
        .shim = "vcr/vcr_dut.cpp",                                                                                              \
        .parameters = parameters_##name,                                                                                        \
    };
#include "../kind/vcr_builds.def"
#undef VCR_BUILD
