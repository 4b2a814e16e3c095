/* SPDX-License-Identifier: Apache-2.0
 *
 * What the build of a router of a user's own asks of its kind, besides its tables of pins and registers.
 */
#ifndef DUT_DUT_KIND_H
#define DUT_DUT_KIND_H

#include <stddef.h>

/** A parameter of the user's module, if it has one of this name, and its value in the model. */
struct dut_parameter {
    const char *name;
    long value;
};

struct dut_kind {
    const char *registers; /**< the section that lists its named registers */
    const char *shim;      /**< what makes a node of the Verilated wrapper, in the folder tb */
    const char *flag;      /**< that it is compiled with; NULL: none */
    int stores, store_bytes; /**< memories that a mapping file can name; 0: none */
    int store_bits;        /**< of the number of one */
    const struct dut_parameter *parameters; /**< ended by one without a name */
    /** Advice about a parameter that has another value, as text. @return 0; or not 0, and so without this function: it should be set */
    int (*advise)(const struct dut_parameter *parameter, long has, char *text, size_t size);
};

#endif
