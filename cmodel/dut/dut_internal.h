/* SPDX-License-Identifier: Apache-2.0
 *
 * Parts of the build of a user's router. See dut.h.
 */
#ifndef DUT_DUT_INTERNAL_H
#define DUT_DUT_INTERNAL_H

#include "../verilator/verilator_design.h"
#include "../verilator/verilator_message.h"
#include "dut.h"
#include "dut_map.h"

/** A documented pin. */
struct dut_pin {
    const char *name;
    int output; /**< 0: input */
    int width;  /**< bits */
};

/** Pins of a kind, the clock first. */
int dut_pin_count(const struct router_kind *kind);
struct dut_pin dut_pin_of(const struct router_kind *kind, int index);
/** Whether a kind has a pin of this name. */
int dut_is_pin(const struct router_kind *kind, const char *name);

/** What a line of the wrapper is about. */
enum dut_subject {
    DUT_OTHER,
    DUT_DECLARED,  /**< a pin of the wrapper; index: of the pin */
    DUT_INSTANCE,  /**< the user's module */
    DUT_PARAMETER, /**< one of its parameters; index: of the parameter */
    DUT_CONNECTED, /**< one of its documented pins; index: of the pin */
    DUT_SIGNAL,    /**< a mapped signal; index: row of the kind's registers, lane: of the signal */
    DUT_SET,       /**< likewise, where it is set */
    DUT_STORE,     /**< a memory, read or set; index: of the field, lane: number of the memory */
};

struct dut_line {
    enum dut_subject subject;
    int index, lane;
};

/** The wrapper, and what its lines are about. */
struct dut_wrapper {
    char *text;
    size_t length;
    struct dut_line *lines; /**< line n is lines[n - 1] */
    int count;
};

/**
 * Write the wrapper. With dut->inject the mapped registers and stores can be set, on clocks of their own.
 * @param map    NULL: no registers
 * @return 0, or -1 when out of memory
 */
int dut_wrap(struct dut_wrapper *wrapper, const struct dut *dut, const struct dut_map *map);
/** Write a wrapper without pins, which connects nothing: to ask for the pins of the module. @return as dut_wrap */
int dut_wrap_bare(struct dut_wrapper *wrapper, const struct dut *dut);
void dut_unwrap(struct dut_wrapper *wrapper);
/** The mapped registers, FEDX_DUT_REG(block, name, width) each, for the kind's shim. @return a new text, or NULL when
 * out of memory */
char *dut_rows(const struct dut_map *map);
/**
 * Where pins and mapped registers are in the structs of the kind, for the shim of one whose builds differ in that:
 * DUT_CONTROL, DUT_RX, DUT_TX and DUT_STATUS(name, LANES) for each pin, DUT_REGISTER(row, block, name, LANES), with
 * LANES the values of a struct lanes. @param kind  NULL: nothing @param map  NULL: no registers @return a new text, or
 * NULL when out of memory
 */
char *dut_lanes(const struct router_kind *kind, const struct dut_map *map);

/** What explains a log. */
struct dut_log {
    const char *text;    /**< what the tool wrote */
    const char *wrapper; /**< path of the wrapper's file, as the tool was given it */
    const struct dut *dut;
    const struct dut_map *map;
    const struct dut_wrapper *lines;
};

/** Note registers whose signals cannot be set, being inputs or constants. @return how many */
int dut_fix(const struct dut_log *log, struct dut_map *map);
/**
 * Say what is wrong with pins, parameters and mapped signals.
 * @return 0 when nothing is, or -1 with error
 */
int dut_explain(const struct dut_log *log, char *error, size_t size);
/**
 * Say what is wrong with the pins and the parameters that the model has, too, all of it at once.
 * @return 0 when nothing is, or -1 with error
 */
int dut_explain_design(const struct verilator_design *d, const struct dut *dut, char *error, size_t size);
/**
 * Add the files that Verilator found modules in by itself, in library folders (-y), and that a preprocessor does not
 * read.
 * @param found         all files with modules
 * @param preprocessed  what -E says, `line directives included
 */
void dut_library(const struct arguments *found, const char *preprocessed, struct arguments *files);
/** Delays that Verilator ignores. @return how many, the place of the first as FILE:LINE in place */
int dut_delays(const struct dut_log *log, char *place, size_t size);
/** Say that a tool failed, with its first lines. @return -1 */
int dut_quote(const struct dut_log *log, const char *sentence, char *error, size_t size);

#endif
