/* SPDX-License-Identifier: Apache-2.0
 *
 * Designs as Verilator describes them, for formats in which they are a part.
 */
#ifndef FEDX_TESTS_FUZZ_DESIGN_H
#define FEDX_TESTS_FUZZ_DESIGN_H

#include <stdio.h>

#include "../../cmodel/blackbox/description/blackbox.h"
#include "../../cmodel/verilator/verilator_design.h"

/** Path of example `number`, a description. */
void fuzz_example_path(int number, char *path, size_t size);
/** That description and the ports that its module must have, both to be freed. @return 0, or -1 when there is no such
 * example */
int fuzz_example(int number, struct blackbox **f, struct verilator_design *d);
/**
 * Print a design as the part that fuzz_read_design reads: its ports, of a module that is an instance in the wrapper.
 */
void fuzz_print_xml(const struct verilator_design *d, FILE *out);
/** Name of that part. */
#define FUZZ_DESIGN "design"
/** Read that part, once the input is taken apart. @return as verilator_design_read */
int fuzz_read_design(struct verilator_design *d, enum verilator_description description, char *error, size_t size);

#endif
