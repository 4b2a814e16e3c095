/* SPDX-License-Identifier: Apache-2.0
 *
 * The golden model as system tasks and functions of Icarus Verilog: a VPI module.
 * docs/reference/bindings.md.
 *
 *     iverilog -L FOLDER -mfedx_vpi -o bench.vvp ... && vvp -n -M FOLDER bench.vvp
 *
 *     $fedx_model_create(name)                  a handle (integer)
 *     $fedx_model_destroy(model)
 *     $fedx_model_set(model, setting, value)
 *     $fedx_model_word(model, index)            32 bits
 *     $fedx_model_route(model, destination, entry)
 *     $fedx_model_step(model, rst, side, rx_data, ..., cfg_wdata)
 *     $fedx_model_pins(model, tx_data, ..., cfg_rdata)
 *     $fedx_model_check(model, tx_data, ..., cfg_rdata)
 *     $fedx_model_report(model)
 *     $fedx_model_register(model, name, lane)   64 bits
 *     $fedx_model_hash(model)                   64 bits
 *     $fedx_packet(packet, head, body)
 *
 * A wrong use, and a difference in $fedx_model_check, is one line with file and line number; the simulation then
 * ends, and vvp returns 1.
 */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <vpi_user.h>

#include "fedx_models.h"

enum { MOST_ARGUMENTS = 1 + FEDX_INPUT_BUSES, HANDLE_BITS = 32, WORD_BITS = 32, REGISTER_BITS = 64 };

/* What all tasks share; lives as long as the simulation. */
struct session {
    struct fedx_models models;
    int failed; /* the first failure is the one to read: calls after it do nothing */
};

struct call;

/* One system task or function. */
struct task {
    const char *name;
    const char *arguments;         /* as a user writes them */
    int count;                     /* of arguments */
    int bits;                      /* of a function's value; 0: a task */
    int first_output, outputs;     /* arguments that are written */
    int (*run)(struct call *call); /* 0, or -1 with a sentence in the models' text */
};

/* A task as it is registered. */
struct entry {
    const struct task *task;
    struct session *session;
};

/* One call. */
struct call {
    struct fedx_models *models;
    const struct task *task;
    vpiHandle itself, argument[MOST_ARGUMENTS];
    fedx_handle model; /* the first argument, where it is a handle */
};

/* ---- values ----------------------------------------------------------------------------------------------------- */

static int words_of(int bits)
{
    return (bits + WORD_BITS - 1) / WORD_BITS;
}

/* The lowest 64 bits of an expression. */
static struct fedx_bits get_bits(vpiHandle from)
{
    s_vpi_value value = {.format = vpiVectorVal};
    struct fedx_bits bits = {0, 0};
    int words = words_of(vpi_get(vpiSize, from));

    vpi_get_value(from, &value);
    for (int i = 0; i < words && i < 2; i++) {
        bits.value |= (uint64_t)(uint32_t)value.value.vector[i].aval << WORD_BITS * i;
        bits.unknown |= (uint64_t)(uint32_t)value.value.vector[i].bval << WORD_BITS * i;
    }
    return bits;
}

/* As 2-state words; missing ones are 0. @return 0, or -1 when a bit is unknown */
static int get_words(vpiHandle from, uint32_t *to, int count)
{
    s_vpi_value value = {.format = vpiVectorVal};
    int words = words_of(vpi_get(vpiSize, from)), unknown = 0;

    vpi_get_value(from, &value);
    for (int i = 0; i < count; i++) {
        to[i] = i < words ? (uint32_t)value.value.vector[i].aval : 0;
        unknown |= i < words && value.value.vector[i].bval;
    }
    return unknown ? -1 : 0;
}

static void put_words(vpiHandle to, const uint32_t *from, int count)
{
    s_vpi_vecval vector[FEDX_PACKET_WORDS];
    s_vpi_value value = {.format = vpiVectorVal, .value.vector = vector};

    /* As many words as the variable has, whatever the value has. */
    int words = words_of(vpi_get(vpiSize, to));
    for (int i = 0; i < words && i < FEDX_PACKET_WORDS; i++)
        vector[i] = (s_vpi_vecval){.aval = i < count ? (PLI_INT32)from[i] : 0};
    vpi_put_value(to, &value, NULL, vpiNoDelay);
}

static void put_bits(vpiHandle to, uint64_t value)
{
    const uint32_t words[2] = {(uint32_t)value, (uint32_t)(value >> WORD_BITS)};

    put_words(to, words, 2);
}

/* @return the string, valid until the next value is read */
static const char *get_string(vpiHandle from)
{
    s_vpi_value value = {.format = vpiStringVal};

    vpi_get_value(from, &value);
    return value.value.str;
}

__attribute__((format(printf, 2, 3))) static int fail(struct call *call, const char *format, ...)
{
    va_list list;

    va_start(list, format);
    vsnprintf(call->models->text, sizeof call->models->text, format, list);
    va_end(list);
    return -1;
}

/* A whole number, of an argument that is called what. */
static int get_integer(struct call *call, int argument, const char *what, uint32_t *value)
{
    struct fedx_bits bits = get_bits(call->argument[argument]);

    *value = (uint32_t)bits.value;
    if (bits.unknown)
        return fail(call, "%s has unknown bits (x or z)", what);
    return bits.value > UINT32_MAX ? fail(call, "%s has more than %d bits", what, WORD_BITS) : 0;
}

/* ---- tasks and functions ---------------------------------------------------------------------------------------- */

static int create(struct call *call)
{
    fedx_handle model;

    if (fedx_models_open(call->models, get_string(call->argument[0]), &model) != 0)
        return -1;
    put_bits(call->itself, model);
    return 0;
}

static int destroy(struct call *call)
{
    return fedx_models_close(call->models, call->model);
}

static int set(struct call *call)
{
    uint32_t value;

    if (get_integer(call, 2, "the value", &value) != 0)
        return -1;
    return fedx_models_set(call->models, call->model, get_string(call->argument[1]), (int)value);
}

static int word(struct call *call)
{
    uint32_t index, value;

    if (get_integer(call, 1, "the index", &index) != 0 ||
        fedx_models_word(call->models, call->model, (int)index, &value) != 0)
        return -1;
    put_bits(call->itself, value);
    return 0;
}

static int route(struct call *call)
{
    uint32_t destination, entry;

    if (get_integer(call, 1, "the destination", &destination) != 0 || get_integer(call, 2, "the entry", &entry) != 0)
        return -1;
    return fedx_models_route(call->models, call->model, (int)destination, entry);
}

static int step(struct call *call)
{
    struct fedx_bits in[FEDX_INPUT_BUSES];

    for (int i = 0; i < FEDX_INPUT_BUSES; i++)
        in[i] = get_bits(call->argument[1 + i]);
    return fedx_models_step(call->models, call->model, in);
}

static int pins(struct call *call)
{
    uint64_t out[FEDX_OUTPUT_BUSES];

    if (fedx_models_outputs(call->models, call->model, out) != 0)
        return -1;
    for (int i = 0; i < FEDX_OUTPUT_BUSES; i++)
        put_bits(call->argument[1 + i], out[i]);
    return 0;
}

static int check(struct call *call)
{
    struct fedx_bits out[FEDX_OUTPUT_BUSES];

    for (int i = 0; i < FEDX_OUTPUT_BUSES; i++)
        out[i] = get_bits(call->argument[1 + i]);
    return fedx_models_check(call->models, call->model, out);
}

static int report(struct call *call)
{
    if (fedx_models_compared(call->models, call->model) != 0)
        return -1;
    vpi_printf("%s\n", call->models->text);
    return 0;
}

static int named_register(struct call *call)
{
    uint32_t lane;
    uint64_t value;

    if (get_integer(call, 2, "the lane", &lane) != 0 ||
        fedx_models_register(call->models, call->model, get_string(call->argument[1]), (int)lane, &value) != 0)
        return -1;
    put_bits(call->itself, value);
    return 0;
}

static int hash(struct call *call)
{
    uint64_t value;

    if (fedx_models_hash(call->models, call->model, &value) != 0)
        return -1;
    put_bits(call->itself, value);
    return 0;
}

static int packet(struct call *call)
{
    struct fedx_bits head = get_bits(call->argument[1]);
    uint32_t body[FEDX_BODY_WORDS], whole[FEDX_PACKET_WORDS];

    if (get_words(call->argument[2], body, FEDX_BODY_WORDS) != 0 || head.unknown)
        return fail(call, "%s has unknown bits (x or z)", head.unknown ? "the head" : "the body");
    fedx_models_packet(head.value, body, whole);
    put_words(call->argument[0], whole, FEDX_PACKET_WORDS);
    return 0;
}

#define PIN(dimension, name, type, width, idle, shows, meaning) ", " #name
#define RX(dimension, name, type, width, idle, shows, meaning) ", rx_" #name
#define TX(dimension, name, type, width, idle, shows, meaning) ", tx_" #name
#define INPUTS FEDX_SWITCH_PINS(PIN) FEDX_CABLE_WIRES(RX) FEDX_CFG_PINS(PIN)
#define OUTPUTS FEDX_CABLE_WIRES(TX) FEDX_STATUS_PINS(PIN)
static const struct task tasks[] = {
    {"$fedx_model_create", "name", 1, HANDLE_BITS, 0, 0, create},
    {"$fedx_model_destroy", "model", 1, 0, 0, 0, destroy},
    {"$fedx_model_set", "model, setting, value", 3, 0, 0, 0, set},
    {"$fedx_model_word", "model, index", 2, WORD_BITS, 0, 0, word},
    {"$fedx_model_route", "model, destination, entry", 3, 0, 0, 0, route},
    {"$fedx_model_step", "model" INPUTS, 1 + FEDX_INPUT_BUSES, 0, 0, 0, step},
    {"$fedx_model_pins", "model" OUTPUTS, 1 + FEDX_OUTPUT_BUSES, 0, 1, FEDX_OUTPUT_BUSES, pins},
    {"$fedx_model_check", "model" OUTPUTS, 1 + FEDX_OUTPUT_BUSES, 0, 0, 0, check},
    {"$fedx_model_report", "model", 1, 0, 0, 0, report},
    {"$fedx_model_register", "model, name, lane", 3, REGISTER_BITS, 0, 0, named_register},
    {"$fedx_model_hash", "model", 1, REGISTER_BITS, 0, 0, hash},
    {"$fedx_packet", "packet, head, body", 3, 0, 0, 1, packet},
};
enum { TASKS = sizeof tasks / sizeof tasks[0] };

/* ---- calls ------------------------------------------------------------------------------------------------------ */

static int end_with_error(struct session *session, const struct call *call)
{
    vpi_printf("ERROR: %s:%d: %s: %s\n", vpi_get_str(vpiFile, call->itself), (int)vpi_get(vpiLineNo, call->itself),
               call->task->name, session->models.text);
    session->failed = 1;
    vpip_set_return_value(1);
    vpi_control(vpiFinish, 0);
    return 0;
}

static struct call call_of(const struct entry *entry)
{
    return (struct call){
        .models = &entry->session->models, .task = entry->task, .itself = vpi_handle(vpiSysTfCall, NULL)};
}

/* @return how many there are, also when there are too many */
static int get_arguments(struct call *call)
{
    vpiHandle list = vpi_iterate(vpiArgument, call->itself), argument;
    int count = 0;

    while (list && (argument = vpi_scan(list)) != NULL) {
        if (count < MOST_ARGUMENTS)
            call->argument[count] = argument;
        count++;
    }
    return count;
}

static int can_be_written(vpiHandle argument)
{
    switch (vpi_get(vpiType, argument)) {
    case vpiReg:
    case vpiIntegerVar:
    case vpiTimeVar:
    case vpiMemoryWord:
    case vpiPartSelect: return 1;
    default: return 0;
    }
}

/* Icarus ends itself when it is asked for the bits of such a value. */
static int has_no_bits(vpiHandle argument)
{
    switch (vpi_get(vpiType, argument)) {
    case vpiRealVar: return 1;
    case vpiConstant: return vpi_get(vpiConstType, argument) == vpiRealConst;
    case vpiSysFuncCall:
        return vpi_get(vpiFuncType, argument) == vpiRealFunc || vpi_get(vpiFuncType, argument) == vpiTimeFunc;
    default: return 0;
    }
}

/* What is wrong with one of the arguments, or NULL. */
static const char *wrong_argument(const struct task *task, int number, vpiHandle argument)
{
    if (has_no_bits(argument))
        return "must not be a real number or a time";
    if (number >= task->first_output && number < task->first_output + task->outputs && !can_be_written(argument))
        return "must be a variable, it is written";
    return NULL;
}

/* Before the simulation starts: number and kinds of arguments, width of the value. */
static PLI_INT32 compile_call(PLI_BYTE8 *data)
{
    struct entry *entry = (struct entry *)(void *)data;
    struct call call = call_of(entry);
    const struct task *task = call.task;
    int count = get_arguments(&call);

    if (count != task->count) {
        fail(&call, "%d arguments, must be %d: (%s)", count, task->count, task->arguments);
        return end_with_error(entry->session, &call);
    }
    for (int i = 0; i < count; i++) {
        const char *wrong = wrong_argument(task, i, call.argument[i]);
        if (wrong) {
            fail(&call, "argument %d %s: (%s)", i + 1, wrong, task->arguments);
            return end_with_error(entry->session, &call);
        }
    }
    /* A compiler that does not know the function takes it for one of 32 bits and would cut the value short. */
    if (task->bits && vpi_get(vpiSize, call.itself) != task->bits) {
        fail(&call, "compiled without this module: call iverilog with -L FOLDER -mfedx_vpi");
        return end_with_error(entry->session, &call);
    }
    return 0;
}

static int takes_model(const struct task *task)
{
    return strncmp(task->arguments, "model", strlen("model")) == 0;
}

static PLI_INT32 run_call(PLI_BYTE8 *data)
{
    struct entry *entry = (struct entry *)(void *)data;
    struct call call = call_of(entry);

    if (entry->session->failed)
        return 0;
    get_arguments(&call);
    if ((takes_model(call.task) && get_integer(&call, 0, "the handle of the model", &call.model) != 0) ||
        call.task->run(&call) != 0)
        return end_with_error(entry->session, &call);
    return 0;
}

static PLI_INT32 size_of_value(PLI_BYTE8 *data)
{
    return ((struct entry *)(void *)data)->task->bits;
}

/* ---- the module ------------------------------------------------------------------------------------------------- */

/* All memory of the module, one piece. */
struct module {
    struct session session;
    struct entry entries[TASKS];
};

static PLI_INT32 end_of_simulation(p_cb_data data)
{
    struct module *module = (struct module *)(void *)data->user_data;

    fedx_models_finish(&module->session.models);
    free(module);
    return 0;
}

static void register_task(const struct task *task, struct entry *entry)
{
    s_vpi_systf_data data = {
        .type = task->bits ? vpiSysFunc : vpiSysTask,
        .sysfunctype = task->bits ? vpiSizedFunc : 0,
        .tfname = task->name,
        .calltf = run_call,
        .compiletf = compile_call,
        .sizetf = task->bits ? size_of_value : NULL,
        .user_data = (PLI_BYTE8 *)(void *)entry,
    };

    vpi_register_systf(&data);
}

static void register_tasks(void)
{
    struct module *module = calloc(1, sizeof *module);
    s_cb_data end = {.reason = cbEndOfSimulation, .cb_rtn = end_of_simulation};

    if (!module) {
        vpi_printf("ERROR: fedx_vpi: out of memory\n");
        vpip_set_return_value(1);
        vpi_control(vpiFinish, 0);
        return;
    }
    for (int i = 0; i < TASKS; i++) {
        module->entries[i] = (struct entry){&tasks[i], &module->session};
        register_task(&tasks[i], &module->entries[i]);
    }
    end.user_data = (PLI_BYTE8 *)(void *)module;
    vpi_register_cb(&end);
}

/* What a simulator looks for in a module. */
extern void (*vlog_startup_routines[])(void);
void (*vlog_startup_routines[])(void) = {register_tasks, NULL};
