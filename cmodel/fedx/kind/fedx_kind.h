/* SPDX-License-Identifier: Apache-2.0
 *
 * The Fed-X switch as a kind of router. What it is configured with is a struct fedx_settings, its wires are a struct
 * fedx_pins, its other inputs a struct fedx_control, its registers a struct fedx_switch_regs.
 */
#ifndef FEDX_KIND_H
#define FEDX_KIND_H

#include "../../kind/kind.h"
#include "fedx/switch.h"

extern const struct router_kind fedx_kind;

/** What other rooms define of it: faults here, the others above, which cmodel/kinds makes its parts. */
extern const struct bench_kind fedx_kind_bench;
extern const struct engine_kind fedx_kind_event;
extern const struct coverage_kind fedx_kind_coverage;
extern const struct faults_kind fedx_kind_faults;
extern const struct gen_kind fedx_kind_gen;
extern const struct dut_kind fedx_kind_dut;
extern const struct lockstep_kind fedx_kind_lockstep;
extern const struct results_kind fedx_kind_results;
extern const struct scenario_kind fedx_kind_scenario;
extern const struct triage_kind fedx_kind_triage;

/** On the configuration ports while nothing is configured; reads as zero. */
enum { FEDX_IDLE_ADDRESS = FEDX_CFG_TABLE - 1 };

#endif
