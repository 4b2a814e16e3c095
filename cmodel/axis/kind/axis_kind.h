/* SPDX-License-Identifier: Apache-2.0
 *
 * The AXI4-Stream switch as units beside whose models there is RTL: one kind for each row of axis_configurations.def.
 * No fabric is made of them.
 */
#ifndef AXIS_KIND_H
#define AXIS_KIND_H

#include "../../kind/kind.h"
#include "axis/switch.h"

struct axis_kind {
    struct router_kind router; /* first: the kind of a router leads to it */
    struct axis_parameters parameters;
};

/** That of a router's kind. */
static inline const struct axis_parameters *axis_parameters_of(const struct router_kind *kind)
{
    return &((const struct axis_kind *)kind)->parameters;
}

#define AXIS_CONFIGURATION(name, ...) extern const struct axis_kind axis_kind_##name;
#include "axis_configurations.def"
#undef AXIS_CONFIGURATION

/* What rooms have of each, as struct kind_parts wants it. */
#define AXIS_CONFIGURATION(name, ...)                       \
    extern const struct scenario_kind axis_scenario_##name; \
    extern const struct lockstep_kind axis_lockstep_##name; \
    extern const struct coverage_kind axis_coverage_##name; \
    extern const struct bench_kind axis_bench_##name;       \
    extern const struct dut_kind axis_dut_##name;           \
    extern const struct gen_kind axis_gen_##name;           \
    extern const struct triage_kind axis_triage_##name;
#include "axis_configurations.def"
#undef AXIS_CONFIGURATION

/** Fill in the tables of all of them, once, before the program begins. */
void axis_kinds_fill(void);

#endif
