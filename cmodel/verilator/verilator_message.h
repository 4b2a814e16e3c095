/* SPDX-License-Identifier: Apache-2.0
 *
 * What Verilator and compilers say, line by line. Only the place, the code and that it is an error are relied on; the
 * words are quoted, and searched for a number.
 */
#ifndef VERILATOR_VERILATOR_MESSAGE_H
#define VERILATOR_VERILATOR_MESSAGE_H

#include <stddef.h>

#include "verilator_design.h"

/** One thing that Verilator says. */
struct verilator_message {
    int error;         /**< 0: a warning */
    int line;          /**< of the file asked for, from 1; 0: about something else */
    char code[32];     /**< such as WIDTH; "": none */
    const char *words; /**< in the log, to its end of line; with the place when that is another file */
    int length;        /**< of the words */
};

/**
 * Next message of a log.
 * @param at    where to go on; moved
 * @param file  of which lines are wanted, by its path as Verilator was given it
 * @return 0 at the end
 */
int verilator_next_message(const char **at, const char *file, struct verilator_message *message);
/** Whether it is about widths that differ; versions have several codes for that. */
int verilator_message_is_width(const struct verilator_message *m);
/** The number after a word of a message, or -1. */
int verilator_message_number(const struct verilator_message *m, const char *word);
/**
 * Find in a log which outputs of an instance nothing drives, or bits of which: their undriven and undriven_bits.
 * @param instance  with the names of all above it
 */
void verilator_find_undriven(const char *log, const char *instance, struct verilator_design *design);
/** Where the words of a message begin that says that the interface of a port is missing, or NULL. */
const char *verilator_missing_interface(const struct verilator_message *m);
/** Why sources do not build, of what can be put in words that say what to do. */
enum verilator_reason {
    VERILATOR_UNKNOWN,
    VERILATOR_WAITS,     /**< a block waits within itself, which needs --timing */
    VERILATOR_NO_VALUE,  /**< a parameter has no value */
    VERILATOR_INTERFACE, /**< the module has an interface of SystemVerilog as port */
    VERILATOR_QUOTED,    /**< the name of a source has a double quote, which 5.032 and 5.048 do not read */
};

enum verilator_reason verilator_reason_of(const char *log);
/** Whether a line of a log begins an error, Verilator's or a compiler's, and not a count of them. */
int verilator_is_error(const char *line);

#endif
