/* SPDX-License-Identifier: Apache-2.0
 *
 * What generated Verilog asks of a kind of router: testbenches of one router, from test vectors. docs/testbenches.md.
 */
#ifndef GEN_GEN_H
#define GEN_GEN_H

#include "expected.h"

/** What a testbench is made of besides what it compares. Texts that are NULL: none. */
struct testbench {
    const char *share;    /**< folder with tb/templates/ and rtl/: the source tree, or where they are installed */
    const char *rtl;      /**< folder of the RTL to copy; NULL: that of share */
    int wrapped;          /**< that folder has a wrapper around a router of a user's */
    int unknown;          /**< the Verilog of the router is not known: none is copied, and the user must name it */
    const char *command;  /**< that made it, for its README */
    int buffers;          /**< of the router; 0: the standard number of its kind */
};

struct gen_kind {
    /**
     * Write the folder of a testbench, whole or not at all. It must not be there yet.
     * @param e  of the vectors that it plays, after their replay
     * @return 0, or -1 with one sentence in error: the folder is there or cannot be written, a template is missing
     */
    int (*testbench)(const char *folder, const struct expected *e, const struct testbench *t, char *error, size_t size);
};

#endif
