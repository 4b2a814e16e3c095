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

static int create(struct vpi_call *call)
{
    int number[VCR_MODELS_NUMBERS];
    models_handle model;

    for (int i = 0; i < VCR_MODELS_NUMBERS; i++) {
        uint32_t of;
        if (vpi_get_integer(call, 1 + i, "a parameter of the router", &of) != 0)
            return -1;
        number[i] = (int)of;
    }
    if (vcr_models_open(call->models, vpi_get_string(call->argument[0]), number, &model) != 0)
        return -1;
    vpi_put_bits(call->itself, model);
    return 0;
}

static int step(struct vpi_call *call)
{
    struct models_word inputs[VCR_MODELS_WORDS];

    vpi_get_words(call->argument[1], inputs, VCR_MODELS_WORDS);
    return models_step(call->models, call->model, inputs);
}

static int check(struct vpi_call *call)
{
    struct models_word outputs[VCR_MODELS_WORDS];

    vpi_get_words(call->argument[1], outputs, VCR_MODELS_WORDS);
    return models_check(call->models, call->model, outputs);
}

static const struct vpi_task tasks[] = {
    {"$vcr_model_create", "name, ports, vcs, depth, flit_bits, bypass, route_stage, speedup, table_size", 9,
     VPI_HANDLE_BITS, 0, 0, create},
    {"$vcr_model_destroy", "model", 1, 0, 0, 0, vpi_task_destroy},
    {"$vcr_model_step", "model, inputs", 2, 0, 0, 0, step},
    {"$vcr_model_check", "model, outputs", 2, 0, 0, 0, check},
    {"$vcr_model_report", "model", 1, 0, 0, 0, vpi_task_report},
    {"$vcr_model_register", "model, name, lane", 3, VPI_REGISTER_BITS, 0, 0, vpi_task_register},
};

static const struct vpi_module module = {"vcr_vpi", tasks, sizeof tasks / sizeof *tasks};

static void register_tasks(void)
{
    vpi_tasks_register(&module);
}

/* What a simulator looks for in a module. */
extern void (*vlog_startup_routines[])(void);
void (*vlog_startup_routines[])(void) = {register_tasks, NULL};
