/* SPDX-License-Identifier: Apache-2.0
 *
 * What the proofs of the wiring share: registers of blocks whose functions are stand-ins. Each has a struct wired, with
 * the registers before the step, and BLOCK_TYPE, the type of the registers of a block. What must be the same is
 * compared at once: a check for each value would be more than a compiler follows.
 */
#ifndef WIRED_H
#define WIRED_H

/* Registers that a function is given are those of this cycle still; after the edge they are anything. */
#define CURRENT_REG(block, dimension, name, type, width, ...) \
    EACH_VALUE(dimension, unequal |= (uint64_t)((const type *)&b->name)[k] ^ ((const type *)&all->before.block.name)[k])
#define NEXT_REG(block, dimension, name, type, width, ...) \
    TAKE(any, #block ".next." #name, dimension, b->name, type, width)
#define CURRENT_OF_BLOCK(block, LIST)                                                        \
    static inline void current_##block(const struct wired *all, const BLOCK_TYPE(block) * b) \
    {                                                                                        \
        uint64_t unequal = 0;                                                                \
        LIST(CURRENT_REG)                                                                    \
        same(unequal, 0);                                                                    \
    }
/* WIDTHS: a statement that gives the names of widths. */
#define NEXT_OF_BLOCK(block, LIST, WIDTHS)                 \
    static inline void next_##block(BLOCK_TYPE(block) * b) \
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
#define SAME_REG(block, dimension, name, type, width, ...) \
    EACH_VALUE(dimension, unequal |= (uint64_t)((const type *)&r->block.name)[k] ^ ((const type *)&next.name)[k])
#define SAME_NEXT(block, LIST)  \
    do {                        \
        BLOCK_TYPE(block) next; \
        uint64_t unequal = 0;   \
        next_##block(&next);    \
        LIST(SAME_REG)          \
        same(unequal, 0);       \
    } while (0);

#endif
