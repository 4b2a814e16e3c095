/* SPDX-License-Identifier: Apache-2.0
 *
 * What the build of a router of a user's own asks of its kind, besides its tables of pins and registers.
 */
#ifndef DUT_DUT_KIND_H
#define DUT_DUT_KIND_H

#include <stddef.h>
#include <stdio.h>

/** A parameter of the user's module, if it has one of this name, and its value in the model. */
struct dut_parameter {
    const char *name;
    long value;
};

/**
 * What a cell of a memory holds, or a part of it. Bit 0 is the lowest one of byte 0 of the memory, as nodes have it.
 */
struct dut_store_field {
    const char *key;   /**< in a mapping file */
    int width;         /**< bits */
    int first, stride; /**< its first bit in cell 0, and bits from a cell to the next */
};

enum { DUT_MOST_STORE_FIELDS = 4 };

/** The memories of a router that a mapping file can name. All fields of them, or none. */
struct dut_stores {
    int count, bytes; /**< how many; of each */
    int cells;        /**< of each */
    const char *name; /**< what has one, in words */
    const char *cell; /**< what a cell is, in words */
    const char *mark; /**< its number, in a signal */
    int fields;       /**< up to DUT_MOST_STORE_FIELDS */
    struct dut_store_field field[DUT_MOST_STORE_FIELDS];
};

struct router_kind;

/** RTL of this project that is built when it is first needed, with the parameters of the kind. Paths are in the folder
 * of the program's parts. */
struct dut_own {
    const char *top, *files, *map;
    /** Print the mapping file for the parameters of the kind; NULL: `map` is for all. */
    void (*print_map)(const struct router_kind *kind, FILE *out);
    /** Told where it is. */
    void (*built)(const struct router_kind *kind, const char *object);
    const char *cache,
        *words; /**< the folder that keeps it, and what it is, such as 20 buffers; NULL: the kind's name */
};

struct dut_kind {
    const char *registers; /**< the section that lists its named registers */
    const char *shim;      /**< what makes a node of the Verilated wrapper, in the folder tb */
    const char *flag;      /**< that it is compiled with; NULL: none */
    struct dut_stores stores;
    const struct dut_parameter *parameters; /**< ended by one without a name */
    const struct dut_own *own;              /**< NULL: it was built with the program */
    /** Advice about a parameter that has another value, as text. @return 0; or not 0, and so without this function: it
     * should be set */
    int (*advise)(const struct dut_parameter *parameter, long has, char *text, size_t size);
};

#endif
