/* SPDX-License-Identifier: Apache-2.0
 *
 * The parts of the virtual-channel router and of its terminal, build by build. See kinds.h.
 */
#include "../vcr/bench/vcr_shape_fill.h"
#include "../vcr/dut/vcr_shape_dut.h"
#include "../vcr/kind/vcr_kind.h"
#include "../vcr/kind/vcr_terminal_kind.h"
#include "kinds.h"

static void fill_shape(unsigned place)
{
    vcr_shape_fill_coverage(place);
    vcr_shape_fill_lockstep(place);
    vcr_shape_fill_scenario(place);
    vcr_shape_fill_dut(place);
}

const struct router_kind *kinds_named_vcr(const char *name)
{
    const struct router_kind *kind;
    struct vcr_parameters shape;

    if (vcr_shape_of_name(name, &shape) != 0)
        return NULL;
    kind = vcr_shape_hold(&shape);
    vcr_shape_release(kind); /* a command has one kind, or two */
    return kind;
}

void kinds_fill_vcr(void)
{
#define VCR_PARTS(name, ...)                                                       \
    *vcr_kind_##name.parts = (struct kind_parts){.event = &vcr_kind_event,         \
                                                 .bench = &vcr_bench_##name,       \
                                                 .blackbox = &vcr_blackbox,        \
                                                 .dut = &vcr_dut_##name,           \
                                                 .gen = &vcr_kind_gen,             \
                                                 .lockstep = &vcr_lockstep_##name, \
                                                 .results = &vcr_kind_results,     \
                                                 .scenario = &vcr_scenario_##name, \
                                                 .triage = &vcr_kind_triage,       \
                                                 __VA_ARGS__};
#define VCR_CONFIGURATION(name, ...) VCR_PARTS(name, .coverage = &vcr_coverage_##name)
#include "../vcr/kind/vcr_configurations.def"
#undef VCR_CONFIGURATION
#define VCR_CONFIGURATION(name, ...) VCR_PARTS(name)
#include "../vcr/kind/vcr_shapes.def"
#undef VCR_CONFIGURATION
    vcr_shape_rooms(fill_shape);

#define VCR_TERMINAL_BUILD(name, ...)                      \
    *vcr_terminal_kind_##name.parts = (struct kind_parts){ \
        .bench = &vcr_terminal_bench_##name,               \
        .coverage = &vcr_terminal_coverage_##name,         \
        .dut = &vcr_terminal_dut_##name,                   \
        .gen = &vcr_terminal_gen,                          \
        .lockstep = &vcr_terminal_lockstep_##name,         \
        .scenario = &vcr_terminal_scenario_##name,         \
        .triage = &vcr_terminal_triage,                    \
    };
#include "../vcr/kind/vcr_terminals.def"
}
