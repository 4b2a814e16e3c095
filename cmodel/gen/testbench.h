/* SPDX-License-Identifier: Apache-2.0
 *
 * Generated testbenches of one router: from test vectors, a folder with a Verilog testbench that drives them into the
 * RTL and compares every output pin in every cycle with the golden model's, in any IEEE 1364 simulator.
 * docs/reference/testbenches.md.
 */
#ifndef GEN_TESTBENCH_H
#define GEN_TESTBENCH_H

#include "expected.h"
#include "gen.h"

/** What a testbench is made of besides what it compares. Texts that are NULL: none. */
struct testbench {
    const char *share;   /**< folder with tb/templates/ and rtl/: the source tree, or where they are installed */
    const char *rtl;     /**< folder of the RTL to copy; NULL: that of share */
    int wrapped;         /**< that folder has a wrapper around a router of a user's */
    int unknown;         /**< the Verilog of the router is not known: none is copied, and the user must name it */
    const char *command; /**< that made it, for its README */
    int buffers;         /**< of the router; 0: the standard number of its kind */
};

/** The module of such a wrapper. */
#define TESTBENCH_WRAPPER "fedx_dut_wrapper"

/**
 * Write the folder, whole or not at all. It must not be there yet.
 * @param e  of the vectors that it plays, after their replay; their kind has gen
 * @return 0, or -1 with one sentence in error: the folder is there or cannot be written, a template is missing
 */
int testbench_write(const char *folder, const struct expected *e, const struct testbench *t, char *error, size_t size);

#endif
