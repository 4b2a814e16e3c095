/* SPDX-License-Identifier: Apache-2.0
 *
 * The golden model of the AXI4-Stream switch as system tasks and functions of Icarus Verilog: a VPI module.
 * docs/reference/bindings.md.
 *
 *     iverilog -L FOLDER -maxis_vpi -o bench.vvp ... && vvp -n -M FOLDER bench.vvp
 *
 *     $axis_model_create(name, inputs, outputs, dest_bits, data_bits)
 *                                                a handle (integer)
 *     $axis_model_destroy(model)
 *     $axis_model_step(model, inputs)             all of them in the order of the RTL's pins, as in axis_pkg.sv
 *     $axis_model_check(model, outputs)           likewise
 *     $axis_model_report(model)
 *     $axis_model_register(model, name, lane)     64 bits
 *
 * A wrong use, and a difference in $axis_model_check, is one line with file and line number; the simulation then ends,
 * and vvp returns 1.
 */
#include "axis_models.h"
#include "vpi_tasks.h"

static const struct vpi_task tasks[] = {
    VPI_MODEL_TASKS(axis, "inputs, outputs, dest_bits, data_bits", AXIS_MODELS_NUMBERS)};

static const struct vpi_module module = {
    "axis_vpi", tasks, sizeof tasks / sizeof *tasks, AXIS_MODELS_WORDS, AXIS_MODELS_NUMBERS, axis_models_open};

static void register_tasks(void)
{
    vpi_tasks_register(&module);
}

/* What a simulator looks for in a module. */
extern void (*vlog_startup_routines[])(void);
void (*vlog_startup_routines[])(void) = {register_tasks, NULL};
