/* SPDX-License-Identifier: Apache-2.0
 *
 * Generated testbenches of one switch: from test vectors, a folder with a Verilog
 * testbench that drives them into the RTL and compares every output pin in every
 * cycle with the golden model's, in any IEEE 1364 simulator. docs/testbenches.md.
 */
#ifndef FEDX_TESTBENCH_H
#define FEDX_TESTBENCH_H

#include <stdint.h>

#include "../../gen/gen.h"
#include "../../gen/expected.h"

/**
 * Write the folder, whole or not at all. It must not be there yet.
 * @param e  of the vectors that it plays, after their replay
 * @return 0, or -1 with one sentence in error: the folder is there or cannot be written, a template is missing
 */
int fedx_testbench_write(const char *folder, const struct expected *e, const struct testbench *t, char *error,
                         size_t size);

#endif
