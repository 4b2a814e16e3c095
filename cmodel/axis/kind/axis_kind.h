/* SPDX-License-Identifier: Apache-2.0
 *
 * The AXI4-Stream switch as kinds of routers beside whose models there is RTL: one for each row of axis_kinds.def.
 */
#ifndef AXIS_KIND_H
#define AXIS_KIND_H

#include <limits.h>

#include "../../kind/kind.h"
#include "axis/switch.h"

struct axis_kind {
    struct router_kind router; /* first: the kind of a router leads to it */
    struct axis_parameters parameters;
    struct reg_info registers[AXIS_REG_COUNT];
    struct pin_info pins[AXIS_PIN_COUNT];
    char rtl[PATH_MAX]; /* where its RTL was built; empty: it was not, or with the program */
};

/** That of a router's kind. */
static inline const struct axis_parameters *axis_parameters_of(const struct router_kind *kind)
{
    return &((const struct axis_kind *)kind)->parameters;
}

enum {
#define AXIS_CONFIGURATION(name, ...) AXIS_KIND_##name,
#include "axis_kinds.def"
#undef AXIS_CONFIGURATION
    AXIS_KINDS
};

#define AXIS_CONFIGURATION(name, ...) extern struct axis_kind axis_kind_##name;
#include "axis_kinds.def"
#undef AXIS_CONFIGURATION

/** All of them. */
extern struct axis_kind *const axis_kinds[AXIS_KINDS];

/* What rooms have of each, as struct kind_parts wants it. */
#define AXIS_CONFIGURATION(name, ...)                       \
    extern const struct scenario_kind axis_scenario_##name; \
    extern const struct lockstep_kind axis_lockstep_##name; \
    extern const struct bench_kind axis_bench_##name;
#include "axis_kinds.def"
#undef AXIS_CONFIGURATION
extern const struct blackbox_kind axis_blackbox;
extern const struct gen_kind axis_gen;
extern const struct triage_kind axis_triage;
/* ... made anew from its parameters, as they are now */
const struct coverage_kind *axis_coverage_of(unsigned kind);
const struct dut_kind *axis_dut_of(unsigned kind);

/** Fill in the tables of a kind, from its parameters. @param kind  its number in axis_kinds */
void axis_kind_fill(unsigned kind);

#endif
