/* SPDX-License-Identifier: Apache-2.0 */
#include "vpi_tasks.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_WORDS = 64 /* of a value that is written */ };

/* What all tasks share; lives as long as the simulation. */
struct session {
    const struct vpi_module *module;
    struct models models;
    int failed; /* the first failure is the one to read: calls after it do nothing */
    struct entry {
        const struct vpi_task *task;
        struct session *session;
    } entries[VPI_MOST_TASKS];
};

/* Values ---------------------------------------------------------------------------------------------------------- */

static int words_of(int bits)
{
    return (bits + VPI_WORD_BITS - 1) / VPI_WORD_BITS;
}

void vpi_get_words(vpiHandle from, struct models_word *to, int count)
{
    s_vpi_value value = {.format = vpiVectorVal};
    int words = words_of(vpi_get(vpiSize, from));

    vpi_get_value(from, &value);
    memset(to, 0, (size_t)count * sizeof *to);
    for (int i = 0; i < words && i < count; i++)
        to[i] = (struct models_word){(uint32_t)value.value.vector[i].aval, (uint32_t)value.value.vector[i].bval};
}

uint64_t vpi_get_bits(vpiHandle from, uint64_t *unknown)
{
    struct models_word words[2];

    vpi_get_words(from, words, 2);
    *unknown = words[0].unknown | (uint64_t)words[1].unknown << VPI_WORD_BITS;
    return words[0].value | (uint64_t)words[1].value << VPI_WORD_BITS;
}

void vpi_put_words(vpiHandle to, const uint32_t *from, int count)
{
    s_vpi_vecval vector[MOST_WORDS];
    s_vpi_value value = {.format = vpiVectorVal, .value.vector = vector};
    int words = words_of(vpi_get(vpiSize, to));

    for (int i = 0; i < words && i < MOST_WORDS; i++)
        vector[i] = (s_vpi_vecval){.aval = i < count ? (PLI_INT32)from[i] : 0};
    vpi_put_value(to, &value, NULL, vpiNoDelay);
}

void vpi_put_bits(vpiHandle to, uint64_t value)
{
    const uint32_t words[2] = {(uint32_t)value, (uint32_t)(value >> VPI_WORD_BITS)};

    vpi_put_words(to, words, 2);
}

const char *vpi_get_string(vpiHandle from)
{
    s_vpi_value value = {.format = vpiStringVal};

    vpi_get_value(from, &value);
    return value.value.str;
}

int vpi_get_integer(struct vpi_call *call, int argument, const char *what, uint32_t *value)
{
    uint64_t unknown, bits = vpi_get_bits(call->argument[argument], &unknown);

    *value = (uint32_t)bits;
    if (unknown)
        return models_fail(call->models, "%s has unknown bits (x or z)", what);
    return bits > UINT32_MAX ? models_fail(call->models, "%s has more than %d bits", what, VPI_WORD_BITS) : 0;
}

/* Tasks of every kind --------------------------------------------------------------------------------------------- */

int vpi_task_destroy(struct vpi_call *call)
{
    return models_close(call->models, call->model);
}

int vpi_task_report(struct vpi_call *call)
{
    if (models_compared(call->models, call->model) != 0)
        return -1;
    vpi_printf("%s\n", call->models->text);
    return 0;
}

int vpi_task_register(struct vpi_call *call)
{
    uint32_t lane;
    uint64_t value;

    if (vpi_get_integer(call, 2, "the lane", &lane) != 0 ||
        models_register(call->models, call->model, vpi_get_string(call->argument[1]), (int)lane, &value) != 0)
        return -1;
    vpi_put_bits(call->itself, value);
    return 0;
}

int vpi_task_create(struct vpi_call *call)
{
    int number[VPI_MOST_NUMBERS];
    models_handle model;

    for (int i = 0; i < call->module->numbers; i++) {
        uint32_t of;
        if (vpi_get_integer(call, 1 + i, "a parameter of the router", &of) != 0)
            return -1;
        number[i] = (int)of;
    }
    if (call->module->open(call->models, vpi_get_string(call->argument[0]), number, &model) != 0)
        return -1;
    vpi_put_bits(call->itself, model);
    return 0;
}

int vpi_task_step(struct vpi_call *call)
{
    struct models_word inputs[call->module->words];

    vpi_get_words(call->argument[1], inputs, call->module->words);
    return models_step(call->models, call->model, inputs);
}

int vpi_task_check(struct vpi_call *call)
{
    struct models_word outputs[call->module->words];

    vpi_get_words(call->argument[1], outputs, call->module->words);
    return models_check(call->models, call->model, outputs);
}

/* Calls ----------------------------------------------------------------------------------------------------------- */

static int end_with_error(struct session *session, const struct vpi_call *call)
{
    vpi_printf("ERROR: %s:%d: %s: %s\n", vpi_get_str(vpiFile, call->itself), (int)vpi_get(vpiLineNo, call->itself),
               call->task->name, session->models.text);
    session->failed = 1;
    vpip_set_return_value(1);
    vpi_control(vpiFinish, 0);
    return 0;
}

static struct vpi_call call_of(const struct entry *entry)
{
    return (struct vpi_call){.models = &entry->session->models,
                             .task = entry->task,
                             .module = entry->session->module,
                             .itself = vpi_handle(vpiSysTfCall, NULL)};
}

/* @return how many there are, also when there are too many */
static int get_arguments(struct vpi_call *call)
{
    vpiHandle list = vpi_iterate(vpiArgument, call->itself), argument;
    int count = 0;

    while (list && (argument = vpi_scan(list)) != NULL) {
        if (count < VPI_MOST_ARGUMENTS)
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
static const char *wrong_argument(const struct vpi_task *task, int number, vpiHandle argument)
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
    struct vpi_call call = call_of(entry);
    const struct vpi_task *task = call.task;
    int count = get_arguments(&call);

    if (count != task->count) {
        models_fail(call.models, "%d arguments, must be %d: (%s)", count, task->count, task->arguments);
        return end_with_error(entry->session, &call);
    }
    for (int i = 0; i < count; i++) {
        const char *wrong = wrong_argument(task, i, call.argument[i]);
        if (wrong) {
            models_fail(call.models, "argument %d %s: (%s)", i + 1, wrong, task->arguments);
            return end_with_error(entry->session, &call);
        }
    }
    /* A compiler that does not know the function takes it for one of 32 bits and would cut the value short. */
    if (task->bits && vpi_get(vpiSize, call.itself) != task->bits) {
        models_fail(call.models, "compiled without this module: call iverilog with -L FOLDER -m%s",
                    entry->session->module->name);
        return end_with_error(entry->session, &call);
    }
    return 0;
}

static int takes_model(const struct vpi_task *task)
{
    return strncmp(task->arguments, "model", strlen("model")) == 0;
}

static PLI_INT32 run_call(PLI_BYTE8 *data)
{
    struct entry *entry = (struct entry *)(void *)data;
    struct vpi_call call = call_of(entry);

    if (entry->session->failed)
        return 0;
    get_arguments(&call);
    if ((takes_model(call.task) && vpi_get_integer(&call, 0, "the handle of the model", &call.model) != 0) ||
        call.task->run(&call) != 0)
        return end_with_error(entry->session, &call);
    return 0;
}

static PLI_INT32 size_of_value(PLI_BYTE8 *data)
{
    return ((struct entry *)(void *)data)->task->bits;
}

/* The module ------------------------------------------------------------------------------------------------------ */

static PLI_INT32 end_of_simulation(p_cb_data data)
{
    struct session *session = (struct session *)(void *)data->user_data;

    models_finish(&session->models);
    free(session);
    return 0;
}

static void register_task(const struct vpi_task *task, struct entry *entry)
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

void vpi_tasks_register(const struct vpi_module *module)
{
    struct session *session = calloc(1, sizeof *session);
    s_cb_data end = {.reason = cbEndOfSimulation, .cb_rtn = end_of_simulation};

    if (!session) {
        vpi_printf("ERROR: %s: out of memory\n", module->name);
        vpip_set_return_value(1);
        vpi_control(vpiFinish, 0);
        return;
    }
    session->module = module;
    for (int i = 0; i < module->count; i++) {
        session->entries[i] = (struct entry){&module->tasks[i], session};
        register_task(&module->tasks[i], &session->entries[i]);
    }
    end.user_data = (PLI_BYTE8 *)(void *)session;
    vpi_register_cb(&end);
}
