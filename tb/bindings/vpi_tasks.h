/* SPDX-License-Identifier: Apache-2.0
 *
 * A VPI module for Icarus Verilog from a table of system tasks and functions, for models of any kind: their registration,
 * the checks of their arguments, values, and errors. A wrong use is one line with file and line number; the simulation
 * then ends, and vvp returns 1.
 */
#ifndef TB_BINDINGS_VPI_TASKS_H
#define TB_BINDINGS_VPI_TASKS_H

#include <vpi_user.h>

#include "models.h"

enum { VPI_MOST_ARGUMENTS = 16, VPI_MOST_TASKS = 16, VPI_MOST_NUMBERS = 8, VPI_WORD_BITS = 32, VPI_HANDLE_BITS = 32, VPI_REGISTER_BITS = 64 };

struct vpi_task;
struct vpi_module;

/** One call. */
struct vpi_call {
    struct models *models;
    const struct vpi_task *task;
    const struct vpi_module *module;
    vpiHandle itself, argument[VPI_MOST_ARGUMENTS];
    models_handle model; /**< the first argument, where it is a handle */
};

/** One system task or function. */
struct vpi_task {
    const char *name;
    const char *arguments;             /**< as a user writes them; those of a model begin with "model" */
    int count;                         /**< of arguments */
    int bits;                          /**< of a function's value; 0: a task */
    int first_output, outputs;         /**< arguments that are written */
    int (*run)(struct vpi_call *call); /**< 0, or -1 with a sentence in the models' text */
};

/** A module: what is before main() in a program. */
struct vpi_module {
    const char *name;
    const struct vpi_task *tasks; /**< at most VPI_MOST_TASKS */
    int count;
    /* Of VPI_MODEL_TASKS: */
    int words;   /**< of all inputs, or all outputs */
    int numbers; /**< parameters of the RTL, up to VPI_MOST_NUMBERS */
    /** A model in its reset state. @return 0, or -1 with one sentence in models->text */
    int (*open)(struct models *models, const char *name, const int *number, models_handle *handle);
};

/** Register all tasks of a module, which stays. */
void vpi_tasks_register(const struct vpi_module *module);

/** Tasks of every kind. */
int vpi_task_destroy(struct vpi_call *call);
int vpi_task_report(struct vpi_call *call);
int vpi_task_register(struct vpi_call *call);
/** Tasks of kinds whose models are made by the parameters of the RTL, and whose pins are one vector. */
int vpi_task_create(struct vpi_call *call);
int vpi_task_step(struct vpi_call *call);
int vpi_task_check(struct vpi_call *call);

/** All tasks of such a kind. @param parameters  as a user writes them @param numbers  how many */
#define VPI_MODEL_TASKS(kind, parameters, numbers)                                                             \
    {"$" #kind "_model_create", "name, " parameters, 1 + (numbers), VPI_HANDLE_BITS, 0, 0, vpi_task_create},    \
        {"$" #kind "_model_destroy", "model", 1, 0, 0, 0, vpi_task_destroy},                                    \
        {"$" #kind "_model_step", "model, inputs", 2, 0, 0, 0, vpi_task_step},                                  \
        {"$" #kind "_model_check", "model, outputs", 2, 0, 0, 0, vpi_task_check},                               \
        {"$" #kind "_model_report", "model", 1, 0, 0, 0, vpi_task_report},                                      \
    {                                                                                                           \
        "$" #kind "_model_register", "model, name, lane", 3, VPI_REGISTER_BITS, 0, 0, vpi_task_register         \
    }

/** Words of an expression, from the lowest; missing ones are 0. */
void vpi_get_words(vpiHandle from, struct models_word *to, int count);
/** The lowest 64 bits of an expression, and which of them are unknown. */
uint64_t vpi_get_bits(vpiHandle from, uint64_t *unknown);
/** A whole number of 32 bits, of an argument that is called what. @return 0, or -1 with the sentence */
int vpi_get_integer(struct vpi_call *call, int argument, const char *what, uint32_t *value);
/** @return the string, valid until the next value is read */
const char *vpi_get_string(vpiHandle from);
/** As many words as the variable has, whatever the value has. */
void vpi_put_words(vpiHandle to, const uint32_t *from, int count);
void vpi_put_bits(vpiHandle to, uint64_t value);

#endif
