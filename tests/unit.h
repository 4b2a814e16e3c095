/* SPDX-License-Identifier: Apache-2.0
 *
 * What every unit test shares: test.h, the inside of the golden model, and small helpers. A test says how much it
 * compared, so that a test that compared nothing can be seen.
 */
#ifndef FEDX_TESTS_UNIT_H
#define FEDX_TESTS_UNIT_H

#include "test.h"

#include "fedx/rng.h"
#include "fedx/model/fedx_switch_internal.h"

enum {
    BODY_BYTES = FEDX_BYTE_CRC - FEDX_HEADER_BYTES,
    ALL_BUFFERS = (1 << FEDX_STANDARD_BUFFERS) - 1,
    PE = 1 << FEDX_PE_PORT
};

/** Say how much a test compared, and fail when it was nothing. */
#define COMPARED(count, what)                                                            \
    do {                                                                                 \
        printf("           %s: %llu " what "\n", __func__, (unsigned long long)(count)); \
        assert_true((count) > 0);                                                        \
    } while (0)

/** The row of fedx_reg_table of a named register; the test fails when there is none. */
static inline int unit_row(const char *block, const char *name)
{
    for (int i = 0; i < fedx_reg_count; i++)
        if (strcmp(fedx_reg_table[i].block, block) == 0 && strcmp(fedx_reg_table[i].name, name) == 0)
            return i;
    fail_msg("no register %s.%s", block, name);
    return 0; /* not reached */
}

/** Registers in their reset state, padding included. */
static inline void unit_reset(struct fedx_switch_regs *regs)
{
    memset(regs, 0, sizeof *regs);
    fedx_regs_reset(regs);
}

/** A packet with a random body. */
static inline void unit_packet(struct rng *r, const struct fedx_header *h, uint8_t *packet)
{
    uint8_t body[BODY_BYTES];

    for (int i = 0; i < BODY_BYTES; i++)
        body[i] = (uint8_t)rng_next(r);
    fedx_header_packet(h, body, packet);
}

/** Number of set bits. */
static inline unsigned unit_ones(unsigned mask)
{
    return (unsigned)__builtin_popcount(mask);
}

#endif
