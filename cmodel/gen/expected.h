/* SPDX-License-Identifier: Apache-2.0
 *
 * What a generated testbench of one router expects: what the golden model shows in
 * every cycle of a replay.
 */
#ifndef GEN_EXPECTED_H
#define GEN_EXPECTED_H

#include <stddef.h>

#include "../bench/replay.h"

/** Cycles of a testbench, at most: a simulator keeps all of them in memory. */
enum { TESTBENCH_CYCLES = 1000000 };

/** What is compared in one cycle besides the pins. */
struct expected_value {
    uint64_t value;
    int known; /**< which it is */
};

/** What is compared, and with what. */
struct expected {
    const struct vectors *vectors;
    size_t first;               /**< cycle from which outputs are defined */
    const char *field;          /**< as it was given */
    const struct reg_info *reg; /**< NULL: no register is compared */
    int store;                  /**< buffer of which a byte is compared, or -1 */
    int lane;                   /**< of the register, or which byte */
    /* Of the cycles of the vectors, and the one after; all there after the replay. */
    uint8_t *outputs; /**< expected_out and expected_status of each */
    struct expected_value *value;
};

/**
 * @param field    also compared: a named register, "block.register", that the RTL of this project has or the wrapper
 *                 maps; or "store[n]", a byte of a buffer in this RTL. NULL or a pin: no more. It is not copied
 * @param lane     of that register, or which byte; below 0: 0
 * @param wrapped  as of struct testbench
 * @return NULL with one sentence in error: no vector resets the router, more than TESTBENCH_CYCLES, no such
 *         register, a state is set and it is wrapped, out of memory
 */
struct expected *expected_create(const struct vectors *v, const char *field, int lane, int wrapped, char *error,
                                 size_t size);
/** NULL is legal. */
void expected_destroy(struct expected *e);
/** That notes it. */
struct observer expected_observer(struct expected *e);

/** Output pins of cycle i, and outputs that belong to no port. */
void *expected_out(const struct expected *e, size_t i);
void *expected_status(const struct expected *e, size_t i);
/** Cycles in which outputs are defined. */
uint64_t expected_compared(const struct expected *e);

#endif
