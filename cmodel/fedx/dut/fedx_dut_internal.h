/* SPDX-License-Identifier: Apache-2.0
 *
 * Parts of the build of a user's switch. See fedx_dut.h.
 */
#ifndef FEDX_DUT_INTERNAL_H
#define FEDX_DUT_INTERNAL_H

#include "fedx_dut.h"
#include "fedx_dut_map.h"

/** A documented pin. */
struct fedx_dut_pin {
    const char *name;
    int output; /**< 0: input */
    int width;  /**< bits */
};

/** docs/spec/fedx.md section 2. */
extern const struct fedx_dut_pin fedx_dut_pins[];
extern const int fedx_dut_pin_count;

/** What a line of the wrapper is about. */
enum fedx_dut_subject {
    FEDX_DUT_OTHER,
    FEDX_DUT_DECLARED,  /**< a pin of the wrapper; index: of the pin */
    FEDX_DUT_INSTANCE,  /**< the user's module */
    FEDX_DUT_PARAMETER, /**< one of its parameters; index: of the parameter */
    FEDX_DUT_CONNECTED, /**< one of its documented pins; index: of the pin */
    FEDX_DUT_EXTRA,     /**< another pin, at a constant; index: of the extra pin */
    FEDX_DUT_SIGNAL,    /**< a mapped signal; index: row of fedx_reg_table, lane: of the signal */
    FEDX_DUT_SET,       /**< likewise, where it is set */
    FEDX_DUT_STORE,     /**< a buffer store, read or set; lane: number of the buffer */
};

struct fedx_dut_line {
    enum fedx_dut_subject subject;
    int index, lane;
};

/** The wrapper, and what its lines are about. */
struct fedx_dut_wrapper {
    char *text;
    size_t length;
    struct fedx_dut_line *lines; /**< line n is lines[n - 1] */
    int count;
};

/**
 * Write the wrapper. With dut->inject the mapped registers and stores can be set, on clocks of their own.
 * @param map    NULL: no registers
 * @param extra  pins to connect to a constant; an output does not take one
 * @return 0, or -1 when out of memory
 */
int fedx_dut_wrap(struct fedx_dut_wrapper *wrapper, const struct fedx_dut *dut, const struct fedx_dut_map *map,
                  const struct arguments *extra);
/** Write a wrapper without pins, which connects nothing: to ask for the pins of the module. @return as fedx_dut_wrap */
int fedx_dut_wrap_bare(struct fedx_dut_wrapper *wrapper, const struct fedx_dut *dut);
void fedx_dut_unwrap(struct fedx_dut_wrapper *wrapper);
/** Rows for tb/fedx/fedx_dut.cpp. @return a new text, or NULL when out of memory */
char *fedx_dut_rows(const struct fedx_dut_map *map);

/** One thing that Verilator says about the wrapper. */
struct fedx_dut_message {
    int error;         /**< 0: a warning */
    int line;          /**< of the wrapper, from 1; 0: not about the wrapper */
    char code[32];     /**< such as WIDTH; "": none */
    const char *words; /**< in the log, to its end of line */
    int length;        /**< of the words */
};

/**
 * Next message of a log.
 * @param at       where to go on; moved
 * @param wrapper  path of the wrapper
 * @return 0 at the end
 */
int fedx_dut_message(const char **at, const char *wrapper, struct fedx_dut_message *message);

/** What explains a log. */
struct fedx_dut_log {
    const char *text;    /**< what the tool wrote */
    const char *wrapper; /**< path of the wrapper's file, as the tool was given it */
    const struct fedx_dut *dut;
    const struct fedx_dut_map *map;
    const struct fedx_dut_wrapper *lines;
};

/** Pins of the user's module that are not among the documented ones. */
void fedx_dut_extra_pins(const struct fedx_dut_log *log, struct arguments *extra);
/** Whether an extra pin refuses the constant that the wrapper puts there: then it is no input. */
int fedx_dut_refuses(const struct fedx_dut_log *log, int extra);
/** Note registers whose signals cannot be set, being inputs or constants. @return how many */
int fedx_dut_fix(const struct fedx_dut_log *log, struct fedx_dut_map *map);
/**
 * Say what is wrong with pins, parameters and mapped signals.
 * @return 0 when nothing is, or -1 with error
 */
int fedx_dut_explain(const struct fedx_dut_log *log, char *error, size_t size);
/**
 * Say what is wrong with the pins and the number of buffers, all of it at once.
 * @param xml  what Verilator's --xml-only says of fedx_dut_wrap_bare
 * @return 0 when nothing is, as far as it says, or -1 with error
 */
int fedx_dut_explain_xml(const char *xml, const char *top, char *error, size_t size);
/**
 * Add the files that Verilator found modules in by itself, in library folders (-y), and that a preprocessor does not read.
 * @param xml           what Verilator's --xml-only says
 * @param preprocessed  what its -E says, `line directives included
 */
void fedx_dut_library(const char *xml, const char *preprocessed, struct arguments *files);
/** Delays that Verilator ignores. @return how many, the place of the first as FILE:LINE in place */
int fedx_dut_delays(const struct fedx_dut_log *log, char *place, size_t size);
/** Say that a tool failed, with its first lines. @return -1 */
int fedx_dut_quote(const struct fedx_dut_log *log, const char *sentence, char *error, size_t size);

#endif
