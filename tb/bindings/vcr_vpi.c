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
#include "vcr_dpi.h"
#include "vpi_tasks.h"

enum { WORDS = VCR_VECTOR_BITS / VPI_WORD_BITS };

static void *handle_of(const struct vpi_call *call)
{
    return (void *)(uintptr_t)call->model;
}

/* Zeros above what there is. */
static void vector_of(vpiHandle from, struct vcr_logic to[WORDS])
{
    struct vpi_word words[WORDS];

    vpi_get_words(from, words, WORDS);
    for (int i = 0; i < WORDS; i++)
        to[i] = (struct vcr_logic){words[i].value, words[i].unknown};
}

static int create(struct vpi_call *call)
{
    uint32_t of[8];
    void *model;

    for (int i = 0; i < 8; i++)
        if (vpi_get_integer(call, 1 + i, "a parameter of the router", &of[i]) != 0)
            return -1;
    model = vcr_dpi_create(vpi_get_string(call->argument[0]), (int)of[0], (int)of[1], (int)of[2], (int)of[3],
                           (int)of[4], (int)of[5], (int)of[6], (int)of[7]);
    vpi_put_bits(call->itself, (uintptr_t)model);
    return model ? 0 : -1;
}

static int destroy(struct vpi_call *call)
{
    return vcr_dpi_destroy(handle_of(call));
}

static int step(struct vpi_call *call)
{
    struct vcr_logic inputs[WORDS];

    vector_of(call->argument[1], inputs);
    return vcr_dpi_step(handle_of(call), inputs);
}

static int check(struct vpi_call *call)
{
    struct vcr_logic outputs[WORDS];

    vector_of(call->argument[1], outputs);
    return vcr_dpi_check(handle_of(call), outputs);
}

static int report(struct vpi_call *call)
{
    if (vcr_dpi_compared(handle_of(call)) != 0)
        return -1;
    vpi_printf("%s\n", vcr_dpi_text());
    return 0;
}

static int read_register(struct vpi_call *call)
{
    uint32_t lane;
    uint64_t value;

    if (vpi_get_integer(call, 2, "the lane", &lane) != 0 ||
        vcr_dpi_register(handle_of(call), vpi_get_string(call->argument[1]), (int)lane, &value) != 0)
        return -1;
    vpi_put_bits(call->itself, value);
    return 0;
}

static const struct vpi_task tasks[] = {
    {"$vcr_model_create", "name, ports, vcs, depth, flit_bits, bypass, route_stage, speedup, table_size", 9,
     VPI_HANDLE_BITS, 0, 0, create},
    {"$vcr_model_destroy", "model", 1, 0, 0, 0, destroy},
    {"$vcr_model_step", "model, inputs", 2, 0, 0, 0, step},
    {"$vcr_model_check", "model, outputs", 2, 0, 0, 0, check},
    {"$vcr_model_report", "model", 1, 0, 0, 0, report},
    {"$vcr_model_register", "model, name, lane", 3, VPI_REGISTER_BITS, 0, 0, read_register},
};

static const char *error(void *models)
{
    (void)models;
    return vcr_dpi_text();
}

static const struct vpi_module module = {
    .name = "vcr_vpi", .tasks = tasks, .count = sizeof tasks / sizeof *tasks, .error = error};

static void register_tasks(void)
{
    vpi_tasks_register(&module);
}

/* What a simulator looks for in a module. */
extern void (*vlog_startup_routines[])(void);
void (*vlog_startup_routines[])(void) = {register_tasks, NULL};
