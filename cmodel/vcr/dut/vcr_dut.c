/* SPDX-License-Identifier: Apache-2.0
 *
 * Virtual-channel routers and terminals of a user's own (cmodel/dut/dut_kind.h), compared with the model of each build.
 */
#include "../../dut/dut_kind.h"

#include "../kind/vcr_kind.h"
#include "../kind/vcr_terminal_kind.h"
#include "../model/vcr_internal.h"
#include "vcr_shape_dut.h"

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

/* As fedx-codegen prints it for flits of 64 bits. */
static void print_map(const struct router_kind *kind, FILE *out)
{
    const int flit = kind->parts->dut->stores.field[0].width;
    const char *slot = "u_input.lane[%d].u_store.store[%s]";

    for (int i = 0; i < kind->register_count; i++)
        fprintf(out, "%s.%s: u_%s.%s_reg\n", kind->registers[i].block, kind->registers[i].name,
                kind->registers[i].block, kind->registers[i].name);
    fprintf(out, "store.flit: %s[%d:0]\nstore.route: %s[%d:%d]\nstore.head: %s[%d]\nstore.tail: %s[%d]\n", slot,
            flit - 1, slot, flit + VCR_ROUTE_BITS - 1, flit, slot, flit + VCR_ROUTE_BITS, slot,
            flit + VCR_ROUTE_BITS + 1);
}

/* Of the places of shapes. */
static const struct dut_own of_shape = {.top = "vcr_router",
                                        .files = "rtl/vcr/vcr.f",
                                        .map = "examples/vcr_regs.yaml",
                                        .print_map = print_map,
                                        .built = vcr_shape_set_rtl};

#define VCR_CONFIGURATION(name_, kind_, ports, vcs, depth, words, bypass, route_stage, speedup, table_size, via, \
                          repeats, summary)                                                                      \
    static FIXED struct dut_parameter parameters_##name_[] = {{"PORTS", (ports)},                                \
                                                              {"VCS", (vcs)},                                    \
                                                              {"DEPTH", (depth)},                                \
                                                              {"FLIT_BITS", 64 * (words)},                       \
                                                              {"BYPASS", (bypass)},                              \
                                                              {"ROUTE_STAGE", (route_stage)},                    \
                                                              {"SPEEDUP", (speedup)},                            \
                                                              {"TABLE_SIZE", (table_size)},                      \
                                                              {"VIA", (via)},                                    \
                                                              {"REPEATS", (repeats)},                            \
                                                              {NULL, 0}};                                        \
    FIXED struct dut_kind vcr_dut_##name_ = {                                                                    \
        .registers = "include/vcr/vcr_regs.def",                                                                 \
        .shim = "vcr/vcr_dut.cpp",                                                                               \
        .stores = STORES((ports) * (vcs), depth, words),                                                         \
        .parameters = parameters_##name_,                                                                        \
    };
#define FIXED const
#include "../kind/vcr_configurations.def"
#undef FIXED
#define FIXED
#include "../kind/vcr_shapes.def"
#undef FIXED
#undef VCR_CONFIGURATION

static const struct {
    struct dut_kind *kind;
    struct dut_parameter *parameters;
} of_shapes[VCR_SHAPES] = {
#define VCR_CONFIGURATION(name, ...) {&vcr_dut_##name, parameters_##name},
#include "../kind/vcr_shapes.def"
#undef VCR_CONFIGURATION
};

void vcr_shape_fill_dut(unsigned place)
{
    const struct vcr_parameters *s = vcr_shape_parameters[place];
    const long values[] = {s->ports,       s->vcs,     s->depth,      64 * s->words, s->bypass,
                           s->route_stage, s->speedup, s->table_size, s->via,        s->repeats};

    of_shapes[place].kind->own = &of_shape;
    of_shapes[place].kind->stores = (struct dut_stores)STORES((int)vcr_lanes(s), s->depth, s->words);
    for (size_t i = 0; i < sizeof values / sizeof *values; i++)
        of_shapes[place].parameters[i].value = values[i];
}

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
