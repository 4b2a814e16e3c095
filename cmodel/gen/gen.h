/* SPDX-License-Identifier: Apache-2.0
 *
 * What generated Verilog asks of a kind of router: testbenches of one router, from test vectors. docs/testbenches.md.
 */
#ifndef GEN_GEN_H
#define GEN_GEN_H

#include "../bench/replay.h"

/** What a testbench is made of besides what it compares. Texts that are NULL: none. */
struct testbench {
    const char *share;    /**< folder with tb/templates/ and rtl/: the source tree, or where they are installed */
    const char *rtl;      /**< folder of the RTL to copy; NULL: that of share */
    int wrapped;          /**< that folder has a wrapper around a router of a user's */
    int unknown;          /**< the Verilog of the router is not known: none is copied, and the user must name it */
    const char *command;  /**< that made it, for its README */
    int buffers;          /**< of the router; 0: the standard number of its kind */
};

/* Functions that can fail return NULL or -1, with one sentence in error. */

struct gen_kind {
    /**
     * What a testbench compares with: outputs, and a register or store, as the model shows them in a replay.
     * @param field    also compared: a named register, "block.register", or "store[n]", a byte of a buffer. NULL or a pin: no
     *                 more. It is not copied
     * @param lane     of that register, or which byte; below 0: 0
     * @param wrapped  as of struct testbench
     */
    void *(*expect)(const struct vectors *v, const char *field, int lane, int wrapped, char *error, size_t size);
    /** NULL is legal. */
    void (*forget)(void *expected);
    /** That notes it. */
    struct observer (*observer)(void *expected);
    /** Cycles in which outputs are compared. */
    uint64_t (*compared)(const void *expected);
    /** After the replay, write the folder, whole or not at all. It must not be there yet. */
    int (*testbench)(const char *folder, const void *expected, const struct testbench *t, char *error, size_t size);
};

#endif
