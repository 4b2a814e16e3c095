/* SPDX-License-Identifier: Apache-2.0
 *
 * The parts of the Fed-X switch. See kinds.h.
 */
#include "../fedx/kind/fedx_kind.h"
#include "kinds.h"

void kinds_fill_fedx(void)
{
    *fedx_kind.parts = (struct kind_parts){
        .event = &fedx_kind_event,
        .bench = &fedx_kind_bench,
        .coverage = &fedx_kind_coverage,
        .dut = &fedx_kind_dut,
        .gen = &fedx_kind_gen,
        .lockstep = &fedx_kind_lockstep,
        .results = &fedx_kind_results,
        .scenario = &fedx_kind_scenario,
        .triage = &fedx_kind_triage,
    };
}
