/* SPDX-License-Identifier: Apache-2.0
 *
 * What an instance shows of itself. Compiled once for each: see instances.h.
 */
#include "common/instances.h"

#include "fedx/params.h"

static const struct subcommand commands[] = {
    {"run", "run a fabric of routers: model, RTL, or both in lockstep", run_main},
    {"config", "check a configuration file, or print a configuration with all its keys", config_main},
    {"sweep", "run experiments, such as the figures of the paper, on all processors", sweep_main},
    {"report", "write what happens in runs as one HTML page, several side by side", report_main},
#if FEDX_VERIFIED
    {"verify", "compare one RTL router with the golden model under legal and illegal stimulus", verify_main},
    {"blackbox", "verify a router of any other make as a black box, from a description of its pins", blackbox_main},
    {"prove", "prove model and RTL of the AXI4-Stream switch equal with any parameters", prove_main},
    {"coverage", "merge and show the coverage of runs", coverage_main},
    {"replay", "repeat a difference from its bundle", replay_main},
    {"shrink", "make the bundle of a difference small", shrink_main},
#endif
    {"gen-tb", "write a self-checking Verilog testbench from a run of the model", gen_tb_main},
    {"gen-fabric", "write a fabric as structural Verilog, with its route tables", gen_fabric_main},
    {"topology", "make the wiring of a fabric as a file, or say what one is", topology_main},
    {"import", "turn traffic of another simulator into a trace or a matrix", import_main},
    {"model", "print what an analytic model says about a fabric", model_main},
    {"bench", "measure the speed of model, RTL and lockstep", bench_main},
};

#define JOINED(name, number) name##number
#define NAMED(name, number) JOINED(name, number)

extern const struct instance NAMED(instance_, FEDX_BUFFERS_MOST);
/* Used from outside, which a compiler that sees all of the instance cannot tell. */
__attribute__((used)) const struct instance NAMED(instance_, FEDX_BUFFERS_MOST) = {
    .buffers = FEDX_BUFFERS,
    .rtl = FEDX_VERIFIED,
    .commands = commands,
    .count = sizeof commands / sizeof commands[0],
};
