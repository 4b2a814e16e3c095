/* SPDX-License-Identifier: Apache-2.0
 *
 * What a generated testbench of one switch expects: what the golden model shows in
 * every cycle of a replay.
 */
#ifndef FEDX_EXPECTED_H
#define FEDX_EXPECTED_H

#include <stddef.h>

#include "../../bench/replay.h"
#include "../bench/fedx_recorder.h"

/** Cycles of a testbench, at most: a simulator keeps all of them in memory. */
enum { FEDX_TESTBENCH_CYCLES = 1000000 };

/** Outputs of one cycle. */
struct fedx_expected_cycle {
    struct fedx_pins out;
    struct fedx_status status;
    uint64_t value; /**< of what is compared besides the pins */
    int known;      /**< ... which it is */
};

/** What is compared, and with what. */
struct fedx_expected {
    const struct vectors *vectors;
    size_t first;                      /**< cycle from which outputs are defined */
    const char *field;                 /**< as it was given */
    const struct fedx_reg_info *reg;   /**< NULL: no register is compared */
    int store;                         /**< buffer of which a byte is compared, or -1 */
    int lane;                          /**< of the register, or which byte */
    struct fedx_expected_cycle *cycle; /**< those of the vectors, and the one after; all there after the replay */
};

/**
 * @param field    also compared: a named register, "block.register", that the RTL of this project has or the wrapper
 *                 maps; or "store[n]", a byte of a buffer in this RTL. NULL or a pin: no more. It is not copied
 * @param lane     of that register, or which byte; below 0: 0
 * @param wrapped  as of struct testbench
 * @return NULL with one sentence in error: no vector resets the switch, more than FEDX_TESTBENCH_CYCLES, no such
 *         register, a state is set and it is wrapped, out of memory
 */
struct fedx_expected *fedx_expected_create(const struct vectors *v, const char *field, int lane, int wrapped,
                                           char *error, size_t size);
/** NULL is legal. */
void fedx_expected_destroy(struct fedx_expected *e);
/** That notes it. */
struct observer fedx_expected_observer(struct fedx_expected *e);

/** Cycles in which outputs are defined. */
uint64_t fedx_expected_compared(const struct fedx_expected *e);

#endif
