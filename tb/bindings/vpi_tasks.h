/* SPDX-License-Identifier: Apache-2.0
 *
 * A VPI module for Icarus Verilog from a table of system tasks and functions, for any golden model: their registration,
 * the checks of their arguments, values, and errors. A wrong use is one line with file and line number; the simulation
 * then ends, and vvp returns 1.
 */
#ifndef TB_BINDINGS_VPI_TASKS_H
#define TB_BINDINGS_VPI_TASKS_H

#include <stddef.h>
#include <stdint.h>
#include <vpi_user.h>

enum { VPI_MOST_ARGUMENTS = 16, VPI_MOST_TASKS = 16, VPI_WORD_BITS = 32, VPI_HANDLE_BITS = 32, VPI_REGISTER_BITS = 64 };

struct vpi_task;

/** One call. */
struct vpi_call {
    void *models; /**< of the module */
    const struct vpi_task *task;
    vpiHandle itself, argument[VPI_MOST_ARGUMENTS];
    uint32_t model; /**< the first argument, where it is a handle */
    char text[200]; /**< a sentence of vpi_fail; empty: none */
};

/** One system task or function. */
struct vpi_task {
    const char *name;
    const char *arguments;             /**< as a user writes them; those of a model begin with "model" */
    int count;                         /**< of arguments */
    int bits;                          /**< of a function's value; 0: a task */
    int first_output, outputs;         /**< arguments that are written */
    int (*run)(struct vpi_call *call); /**< 0, or -1 with a sentence */
};

/** A module: what is before main() in a program. */
struct vpi_module {
    const char *name;
    const struct vpi_task *tasks; /**< at most VPI_MOST_TASKS */
    int count;
    void *models;                   /**< what the tasks work on; lives as long as the simulation */
    const char *(*error)(void *models); /**< the sentence of a task that failed without vpi_fail */
    void (*finish)(void *models);       /**< at the end of the simulation; NULL: nothing to do */
};

/** Register all tasks of a module, which stays. */
void vpi_tasks_register(const struct vpi_module *module);

/** 32 bits of a vector of values of four states: an unknown bit is 1, as x or z. */
struct vpi_word {
    uint32_t value, unknown;
};

/** Words of an expression, from the lowest; missing ones are 0. */
void vpi_get_words(vpiHandle from, struct vpi_word *to, int count);
/** The lowest 64 bits of an expression, and which of them are unknown. */
uint64_t vpi_get_bits(vpiHandle from, uint64_t *unknown);
/** A whole number of 32 bits, of an argument that is called what. @return 0, or -1 with the sentence */
int vpi_get_integer(struct vpi_call *call, int argument, const char *what, uint32_t *value);
/** @return the string, valid until the next value is read */
const char *vpi_get_string(vpiHandle from);
/** As many words as the variable has, whatever the value has. */
void vpi_put_words(vpiHandle to, const uint32_t *from, int count);
void vpi_put_bits(vpiHandle to, uint64_t value);
/** Write the sentence of an error, as printf. @return -1 */
int vpi_fail(struct vpi_call *call, const char *format, ...) __attribute__((format(printf, 2, 3)));

#endif
