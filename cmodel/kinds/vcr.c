/* SPDX-License-Identifier: Apache-2.0
 *
 * The parts of the virtual-channel router and of its terminal, build by build. See kinds.h.
 */
#include "../vcr/kind/vcr_kind.h"
#include "../vcr/kind/vcr_terminal_kind.h"
#include "kinds.h"

void kinds_fill_vcr(void)
{
#define VCR_CONFIGURATION(name, ...)              \
    *vcr_kind_##name.parts = (struct kind_parts){ \
        .event = &vcr_kind_event,                 \
        .bench = &vcr_bench_##name,               \
        .coverage = &vcr_coverage_##name,         \
        .dut = &vcr_dut_##name,                   \
        .gen = &vcr_gen_##name,                   \
        .lockstep = &vcr_lockstep_##name,         \
        .results = &vcr_kind_results,             \
        .scenario = &vcr_scenario_##name,         \
        .triage = &vcr_triage_##name,             \
    };
#include "../vcr/kind/vcr_configurations.def"

#define VCR_TERMINAL_BUILD(name, ...)                      \
    *vcr_terminal_kind_##name.parts = (struct kind_parts){ \
        .bench = &vcr_terminal_bench_##name,               \
        .coverage = &vcr_terminal_coverage_##name,         \
        .dut = &vcr_terminal_dut_##name,                   \
        .gen = &vcr_terminal_gen_##name,                   \
        .lockstep = &vcr_terminal_lockstep_##name,         \
        .scenario = &vcr_terminal_scenario_##name,         \
        .triage = &vcr_terminal_triage_##name,             \
    };
#include "../vcr/kind/vcr_terminals.def"
}
