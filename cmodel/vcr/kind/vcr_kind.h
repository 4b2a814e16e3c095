/* SPDX-License-Identifier: Apache-2.0
 *
 * The virtual-channel router as kinds of routers: one for each row of vcr_configurations.def, and places for those
 * whose shape is chosen at run time (vcr_shape.h).
 */
#ifndef VCR_KIND_H
#define VCR_KIND_H

#include "../../kind/kind.h"
#include "vcr/regs.h"

/** Of all builds: cmodel/vcr/speed. */
extern const struct blackbox_kind vcr_blackbox;
extern const struct engine_kind vcr_kind_event;
extern const struct results_kind vcr_kind_results; /* cmodel/vcr/bench */
extern const struct gen_kind vcr_kind_gen;         /* cmodel/vcr/gen */
extern const struct triage_kind vcr_kind_triage;   /* cmodel/vcr/triage */
/** Ports on whose wires the token of SAT is, a mask. */
unsigned vcr_token_wires(const void *pins);

#define VCR_CONFIGURATION(name, kind, ports, vcs, depth, words, bypass, route_stage, speedup, table_size, via, \
                          repeats, summary)                                                                    \
    extern FIXED struct router_kind vcr_kind_##name;                                                           \
    extern FIXED struct vcr_parameters vcr_parameters_##name;                                                  \
    extern FIXED struct lockstep_kind vcr_lockstep_##name;   /* cmodel/vcr/bench */                            \
    extern FIXED struct scenario_kind vcr_scenario_##name;   /* likewise */                                    \
    extern const struct bench_kind vcr_bench_##name;         /* likewise */                                    \
    extern const struct coverage_kind vcr_coverage_##name;   /* likewise; shapes fill in theirs */             \
    extern FIXED struct dut_kind vcr_dut_##name;             /* cmodel/vcr/dut */                              \
    enum { VCR_STORE_##name = (depth) * (8 * (words) + 4) }; /**< bytes of a lane's memory */
#define FIXED const
#include "vcr_configurations.def"
#undef FIXED
#define FIXED
#include "vcr_shapes.def"
#undef FIXED
#undef VCR_CONFIGURATION

#endif
