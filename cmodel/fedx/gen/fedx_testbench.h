/* SPDX-License-Identifier: Apache-2.0
 *
 * Generated testbenches of one switch: from test vectors, a folder with a Verilog
 * testbench that drives them into the RTL and compares every output pin in every
 * cycle with the golden model's, in any IEEE 1364 simulator. docs/testbenches.md.
 */
#ifndef FEDX_TESTBENCH_H
#define FEDX_TESTBENCH_H

#include <stdint.h>

#include "fedx_expected.h"

/** What else a testbench is made of. Texts that are NULL: none. */
struct fedx_testbench {
    const char *share;    /**< folder with tb/templates/ and rtl/fedx/: the source tree, or where they are installed */
    const char *rtl;      /**< folder of the RTL to copy; NULL: that of share */
    int wrapped;          /**< that folder has what fedx_dut_flatten writes: a wrapper around a switch of a user's */
    int unknown;          /**< the Verilog of the switch is not known: none is copied, and the user must name it */
    const char *command;  /**< that made it, for its README */
    int buffers;          /**< of the switch, 2 to FEDX_BUFFERS; 0: FEDX_STANDARD_BUFFERS */
};

/**
 * Write the folder, whole or not at all. It must not be there yet.
 * @param e  of the vectors that it plays, after their replay
 * @return 0, or -1 with one sentence in error: the folder is there or cannot be written, a template is missing
 */
int fedx_testbench_write(const char *folder, const struct fedx_expected *e, const struct fedx_testbench *t, char *error,
                         size_t size);

#endif
