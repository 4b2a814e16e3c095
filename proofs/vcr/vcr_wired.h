/* SPDX-License-Identifier: Apache-2.0
 *
 * What the proofs of the wiring of the router and of the terminal share: registers of blocks whose functions are
 * stand-ins, and pins. Each has a struct wired, with the registers before the step. What must be the same is compared
 * at once: a check for each value would be more than a compiler follows.
 */
#ifndef VCR_WIRED_H
#define VCR_WIRED_H

#include "vcr_ports.h"

/* Registers that a function is given are those of this cycle still; after the edge they are anything. */
#define CURRENT_REG(block, dimension, name, type, width, reset, meaning) \
    EACH_VALUE(dimension, unequal |= (uint64_t)((const type *)&b->name)[k] ^ ((const type *)&all->before.block.name)[k])
#define NEXT_REG(block, dimension, name, type, width, reset, meaning) \
    TAKE(any, #block ".next." #name, dimension, b->name, type, width)
#define CURRENT_OF_BLOCK(block, LIST)                                                        \
    static inline void current_##block(const struct wired *all, const struct vcr_##block *b) \
    {                                                                                        \
        uint64_t unequal = 0;                                                                \
        LIST(CURRENT_REG)                                                                    \
        same(unequal, 0);                                                                    \
    }
/* WIDTHS: a statement that gives the names of widths. */
#define NEXT_OF_BLOCK(block, LIST, WIDTHS)                 \
    static inline void next_##block(struct vcr_##block *b) \
    {                                                      \
        WIDTHS;                                            \
        LIST(NEXT_REG)                                     \
    }

/* What one function leaves for another of the same mechanism, or for those that are called after it. */
#define LEFT_WIRE(type, name, lanes) \
    EACH_WIRE(lanes, unequal |= (uint64_t)((const type *)&w->name)[i] ^ ((const type *)&left.name)[i])

/* Outputs of RTL modules that are registers. */
#define LINK_LANES(port, array, lanes, bits) \
    for (unsigned i = 0; i < (lanes); i++)   \
    proof_link(port, i, bits, (array)[i])

/* After the edge each block has what its commit left. */
#define SAME_REG(block, dimension, name, type, width, reset, meaning) \
    EACH_VALUE(dimension, unequal |= (uint64_t)((const type *)&r->block.name)[k] ^ ((const type *)&next.name)[k])
#define SAME_NEXT(block, LIST)   \
    do {                         \
        struct vcr_##block next; \
        uint64_t unequal = 0;    \
        next_##block(&next);     \
        LIST(SAME_REG)           \
        same(unequal, 0);        \
    } while (0);

/* The pins of the whole: in, control, out are the structs that they are in. */
#define TAKE_PIN(structure, prefix, dimension, name, type, width) \
    TAKE(input_of, prefix #name, dimension, structure name, type, width)
#define TAKE_RX(dimension, name, type, width, idle, shows, meaning) TAKE_PIN(in., "rx_", dimension, name, type, width)
#define TAKE_CONTROL(dimension, name, type, width, idle, shows, meaning) \
    TAKE_PIN(control., "", dimension, name, type, width)
#define PUT_TX(dimension, name, type, width, idle, shows, meaning) PUT("tx_" #name, dimension, out.name, type, width)
#define NO_PIN(dimension, name, type, width, idle, shows, meaning)

#endif
