/* SPDX-License-Identifier: Apache-2.0
 *
 * The golden model of the virtual-channel router as system tasks and functions of Icarus Verilog: a VPI module.
 * docs/reference/bindings.md.
 *
 *     iverilog -L FOLDER -mvcr_vpi -o bench.vvp ... && vvp -n -M FOLDER bench.vvp
 *
 *     $vcr_model_create(name, ports, vcs, depth, flit_bits, bypass, route_stage, speedup, table_size)
 *                                                a handle (integer)
 *     $vcr_model_destroy(model)
 *     $vcr_model_step(model, inputs)             all of them in the order of the RTL's pins, as in vcr_pkg.sv
 *     $vcr_model_check(model, outputs)           likewise
 *     $vcr_model_report(model)
 *     $vcr_model_register(model, name, lane)     64 bits
 *
 * A wrong use, and a difference in $vcr_model_check, is one line with file and line number; the simulation then ends,
 * and vvp returns 1.
 */
#include "vcr_models.h"
#include "vpi_tasks.h"

static const struct vpi_task tasks[] = {
    VPI_MODEL_TASKS(vcr, "ports, vcs, depth, flit_bits, bypass, route_stage, speedup, table_size", VCR_MODELS_NUMBERS)};

static const struct vpi_module module = {
    "vcr_vpi", tasks, sizeof tasks / sizeof *tasks, VCR_MODELS_WORDS, VCR_MODELS_NUMBERS, vcr_models_open};

static void register_tasks(void)
{
    vpi_tasks_register(&module);
}

/* What a simulator looks for in a module. */
extern void (*vlog_startup_routines[])(void);
void (*vlog_startup_routines[])(void) = {register_tasks, NULL};
