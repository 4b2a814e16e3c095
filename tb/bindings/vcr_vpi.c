/* SPDX-License-Identifier: Apache-2.0
 *
 * The golden model of the virtual-channel router as system tasks and functions of Icarus Verilog: a VPI module.
 * docs/reference/bindings.md.
 *
 *     iverilog -L FOLDER -mvcr_vpi -o bench.vvp ... && vvp -n -M FOLDER bench.vvp
 *
 *     $vcr_model_create(name, ports, vcs, depth, flit_bits, bypass, route_stage, speedup, table_size)    a handle
 * (integer) $vcr_model_destroy(model) $vcr_model_step(model, inputs)             all of them in the order of the RTL's
 * pins, as in vcr_pkg.sv $vcr_model_check(model, outputs)           likewise $vcr_model_report(model)
 *     $vcr_model_register(model, name, lane)     64 bits
 *
 * A wrong use, and a difference in $vcr_model_check, is one line with file and line number; the simulation then ends,
 * and vvp returns 1.
 */
#include <stdio.h>
#include <string.h>
#include <vpi_user.h>

#include "vcr_dpi.h"

enum { MOST_ARGUMENTS = 9, WORD_BITS = 32, WORDS = VCR_VECTOR_BITS / WORD_BITS, HANDLE_BITS = 32, REGISTER_BITS = 64 };

/* One call: where it is, and its arguments. */
struct call {
    vpiHandle itself, argument[MOST_ARGUMENTS + 1];
    int count;
};

/* One system task or function. */
struct task {
    const char *name, *arguments;  /* as a user writes them */
    int count;                     /* of arguments */
    int bits;                      /* of a function's value; 0: a task */
    int (*run)(struct call *call); /* 0, or -1 with a sentence in vcr_dpi_text */
};

/* The first failure is the one to read: calls after it do nothing. */
static int failed;

static int end_with_error(const struct task *task, vpiHandle call, const char *text)
{
    vpi_printf("ERROR: %s:%d: %s: %s\n", vpi_get_str(vpiFile, call), (int)vpi_get(vpiLineNo, call), task->name, text);
    vpip_set_return_value(1);
    vpi_control(vpiFinish, 0);
    failed = 1;
    return 0;
}

static struct call call_of(void)
{
    struct call call = {.itself = vpi_handle(vpiSysTfCall, NULL)};
    vpiHandle all = vpi_iterate(vpiArgument, call.itself);

    for (vpiHandle one; all && (one = vpi_scan(all));)
        if (call.count <= MOST_ARGUMENTS)
            call.argument[call.count++] = one;
    return call;
}

/* Values ---------------------------------------------------------------------------------------------------------- */

static int integer_of(vpiHandle from)
{
    s_vpi_value value = {.format = vpiIntVal};

    vpi_get_value(from, &value);
    return value.value.integer;
}

static const char *string_of(vpiHandle from)
{
    s_vpi_value value = {.format = vpiStringVal};

    vpi_get_value(from, &value);
    return value.value.str;
}

static void *handle_of(const struct call *call)
{
    return (void *)(uintptr_t)(uint32_t)integer_of(call->argument[0]);
}

/* Zeros above what there is. */
static void vector_of(vpiHandle from, struct vcr_logic to[WORDS])
{
    s_vpi_value value = {.format = vpiVectorVal};
    const int words = ((int)vpi_get(vpiSize, from) + WORD_BITS - 1) / WORD_BITS;

    vpi_get_value(from, &value);
    memset(to, 0, WORDS * sizeof *to);
    for (int i = 0; i < words && i < WORDS; i++)
        to[i] = (struct vcr_logic){(uint32_t)value.value.vector[i].aval, (uint32_t)value.value.vector[i].bval};
}

/* The value of a function. */
static void set_result(const struct call *call, uint64_t result)
{
    s_vpi_vecval vector[2] = {{.aval = (PLI_INT32)result}, {.aval = (PLI_INT32)(result >> WORD_BITS)}};
    s_vpi_value value = {.format = vpiVectorVal, .value.vector = vector};

    vpi_put_value(call->itself, &value, NULL, vpiNoDelay);
}

/* Tasks ----------------------------------------------------------------------------------------------------------- */

static int create(struct call *call)
{
    int number[8];
    void *model;

    for (int i = 0; i < 8; i++)
        number[i] = integer_of(call->argument[1 + i]);
    model = vcr_dpi_create(string_of(call->argument[0]), number[0], number[1], number[2], number[3], number[4],
                           number[5], number[6], number[7]);
    set_result(call, (uintptr_t)model);
    return model ? 0 : -1;
}

static int destroy(struct call *call)
{
    return vcr_dpi_destroy(handle_of(call));
}

static int step(struct call *call)
{
    struct vcr_logic inputs[WORDS];

    vector_of(call->argument[1], inputs);
    return vcr_dpi_step(handle_of(call), inputs);
}

static int check(struct call *call)
{
    struct vcr_logic outputs[WORDS];

    vector_of(call->argument[1], outputs);
    return vcr_dpi_check(handle_of(call), outputs);
}

static int report(struct call *call)
{
    if (vcr_dpi_compared(handle_of(call)) != 0)
        return -1;
    vpi_printf("%s\n", vcr_dpi_text());
    return 0;
}

static int read_register(struct call *call)
{
    uint64_t value = 0;
    int status = vcr_dpi_register(handle_of(call), string_of(call->argument[1]), integer_of(call->argument[2]), &value);

    set_result(call, value);
    return status;
}

static const struct task tasks[] = {
    {"$vcr_model_create", "name, ports, vcs, depth, flit_bits, bypass, route_stage, speedup, table_size", 9,
     HANDLE_BITS, create},
    {"$vcr_model_destroy", "model", 1, 0, destroy},
    {"$vcr_model_step", "model, inputs", 2, 0, step},
    {"$vcr_model_check", "model, outputs", 2, 0, check},
    {"$vcr_model_report", "model", 1, 0, report},
    {"$vcr_model_register", "model, name, lane", 3, REGISTER_BITS, read_register},
};

/* The module ------------------------------------------------------------------------------------------------------ */

/* Before the simulation starts: number of arguments, width of the value. */
static PLI_INT32 compile_call(PLI_BYTE8 *data)
{
    const struct task *task = (const struct task *)(const void *)data;
    const struct call call = call_of();

    if (call.count != task->count) {
        char text[160];
        snprintf(text, sizeof text, "%d arguments, must be %d: (%s)", call.count, task->count, task->arguments);
        return end_with_error(task, call.itself, text);
    }
    /* A compiler that does not know the function takes it for one of 32 bits and would cut the value short. */
    if (task->bits && vpi_get(vpiSize, call.itself) != task->bits)
        return end_with_error(task, call.itself,
                              "compiled without this module: call iverilog with -L FOLDER -mvcr_vpi");
    return 0;
}

static PLI_INT32 run_call(PLI_BYTE8 *data)
{
    const struct task *task = (const struct task *)(const void *)data;
    struct call call = call_of();

    return failed || task->run(&call) == 0 ? 0 : end_with_error(task, call.itself, vcr_dpi_text());
}

static PLI_INT32 size_of_value(PLI_BYTE8 *data)
{
    return ((const struct task *)(const void *)data)->bits;
}

static void register_tasks(void)
{
    for (size_t i = 0; i < sizeof tasks / sizeof *tasks; i++) {
        s_vpi_systf_data data = {
            .type = tasks[i].bits ? vpiSysFunc : vpiSysTask,
            .sysfunctype = tasks[i].bits ? vpiSizedFunc : 0,
            .tfname = tasks[i].name,
            .calltf = run_call,
            .compiletf = compile_call,
            .sizetf = tasks[i].bits ? size_of_value : NULL,
            .user_data = (PLI_BYTE8 *)(uintptr_t)&tasks[i],
        };
        vpi_register_systf(&data);
    }
}

/* What a simulator looks for in a module. */
extern void (*vlog_startup_routines[])(void);
void (*vlog_startup_routines[])(void) = {register_tasks, NULL};
