/* SPDX-License-Identifier: Apache-2.0
 *
 * Generated testbenches of one switch: from test vectors, a folder with a Verilog
 * testbench that drives them into the RTL and compares every output pin in every
 * cycle with the golden model's, in any IEEE 1364 simulator. docs/testbenches.md.
 */
#ifndef FEDX_TESTBENCH_H
#define FEDX_TESTBENCH_H

#include <stdint.h>

#include "../verify/fedx_vectors.h"

/** Cycles of a testbench, at most: a simulator keeps all of them in memory. */
enum { FEDX_TESTBENCH_CYCLES = 1000000 };

/** What else a testbench is made of. Texts that are NULL: none. */
struct fedx_testbench {
    const char *share;    /**< folder with tb/templates/ and rtl/: the source tree, or where they are installed */
    const char *rtl;      /**< folder of the RTL to copy; NULL: that of share */
    int wrapped;          /**< that folder has what fedx_dut_flatten writes: a wrapper around a switch of a user's */
    int unknown;          /**< the Verilog of the switch is not known: none is copied, and the user must name it */
    const char *command;  /**< that made it, for its README */
    int buffers;          /**< of the switch, 2 to FEDX_BUFFERS; 0: FEDX_STANDARD_BUFFERS */
    const char *field;    /**< also compared: a named register, "block.register", that the RTL of this project has or
                               the wrapper maps; or "store[n]", a byte of a buffer in this RTL. NULL or a pin: no more */
    int lane;             /**< of that register, or which byte; below 0: 0 */
};

/** What a testbench compares. */
struct fedx_testbench_counts {
    uint64_t cycles;   /**< of the vectors */
    uint64_t compared; /**< cycles in which the pins are compared: from the first reset on */
    unsigned pins;     /**< output pins in each */
};

/**
 * Write the folder, whole or not at all. It must not be there yet.
 * @param[out] counts  NULL: not wanted
 * @return 0, or -1 with one sentence in error: the folder is there or cannot be written, a template is missing, no
 *         vector resets the switch, more than FEDX_TESTBENCH_CYCLES, no such register, a state is set and it is wrapped
 */
int fedx_testbench_write(const char *folder, const struct fedx_vectors *v, const struct fedx_testbench *t,
                         struct fedx_testbench_counts *counts, char *error, size_t size);

#endif
