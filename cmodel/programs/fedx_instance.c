/* SPDX-License-Identifier: Apache-2.0
 *
 * What an instance shows of itself. Compiled once for each: see fedx_instance.h.
 */
#include "fedx_instance.h"

#include "fedx/params.h"

static const struct fedx_command commands[] = {
    {"run", "run a fabric of routers: model, RTL, or both in lockstep", fedx_run_main},
    {"config", "check a configuration file, or print a configuration with all its keys", fedx_config_main},
    {"sweep", "run experiments, such as the figures of the paper, on all processors", fedx_sweep_main},
    {"report", "write what happens in runs as one HTML page, several side by side", fedx_report_main},
#if FEDX_VERIFIED
    {"verify", "compare one RTL router with the golden model under legal and hostile stimulus", fedx_verify_main},
    {"coverage", "merge and show the coverage of runs", fedx_coverage_main},
    {"replay", "repeat a difference from its bundle", fedx_replay_main},
    {"shrink", "make the bundle of a difference small", fedx_shrink_main},
#endif
    {"gen-tb", "write a self-checking Verilog testbench from a run of the model", fedx_gen_tb_main},
    {"gen-fabric", "write a fabric as structural Verilog, with its route tables", fedx_gen_fabric_main},
    {"model", "print what an analytic model says about a fabric", fedx_model_main},
    {"bench", "measure the speed of model, RTL and lockstep", fedx_bench_main},
};

#define JOINED(name, number) name##number
#define NAMED(name, number) JOINED(name, number)

extern const struct fedx_instance NAMED(fedx_instance_, FEDX_BUFFERS_MOST);
/* Used from outside, which a compiler that sees all of the instance cannot tell. */
__attribute__((used)) const struct fedx_instance NAMED(fedx_instance_, FEDX_BUFFERS_MOST) = {
    .buffers = FEDX_BUFFERS,
    .rtl = FEDX_VERIFIED,
    .commands = commands,
    .count = sizeof commands / sizeof commands[0],
};
