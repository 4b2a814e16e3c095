/* SPDX-License-Identifier: Apache-2.0
 *
 * The parts of the AXI4-Stream switch, parameters by parameters. See kinds.h.
 */
#include "../axis/kind/axis_kind.h"
#include "kinds.h"

void kinds_fill_axis(void)
{
    axis_kinds_fill();
#define AXIS_CONFIGURATION(name, ...)                     \
    *axis_kind_##name.router.parts = (struct kind_parts){ \
        .bench = &axis_bench_##name,                      \
        .coverage = &axis_coverage_##name,                \
        .dut = &axis_dut_##name,                          \
        .gen = &axis_gen_##name,                          \
        .lockstep = &axis_lockstep_##name,                \
        .scenario = &axis_scenario_##name,                \
        .triage = &axis_triage_##name,                    \
    };
#include "../axis/kind/axis_configurations.def"
}
