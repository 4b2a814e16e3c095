/* SPDX-License-Identifier: Apache-2.0
 *
 * The parts of the AXI4-Stream switch, parameters by parameters. See kinds.h.
 */
#include "../axis/kind/axis_shape.h"
#include "kinds.h"

/* What follows from its parameters */
static const struct router_kind *fill(unsigned kind)
{
    struct router_kind *router = &axis_kinds[kind]->router;

    axis_kind_fill(kind);
    router->parts->coverage = axis_coverage_of(kind);
    router->parts->dut = axis_dut_of(kind);
    return router;
}

const struct router_kind *kinds_named_axis(const char *name, char *error, size_t size)
{
    unsigned kind = axis_shape_take(name, error, size);

    return kind == AXIS_KINDS ? NULL : fill(kind);
}

void kinds_fill_axis(void)
{
#define AXIS_CONFIGURATION(name, ...)                     \
    *axis_kind_##name.router.parts = (struct kind_parts){ \
        .bench = &axis_bench_##name,                      \
        .blackbox = &axis_blackbox,                       \
        .gen = &axis_gen,                                 \
        .lockstep = &axis_lockstep_##name,                \
        .scenario = &axis_scenario_##name,                \
        .triage = &axis_triage,                           \
    };
#include "../axis/kind/axis_kinds.def"
    for (unsigned k = 0; k < AXIS_KINDS; k++)
        fill(k);
}
