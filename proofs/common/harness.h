/* SPDX-License-Identifier: Apache-2.0
 *
 * What proof harnesses share: ports of values and of lanes, and registers as ports. The harness defines VALUES_x and
 * BITS_x for each dimension x of a table: how many values a register has, and how many lanes of bits each value has.
 *
 * A value that is not given to a function is anything, not open: a compiler may make of an open value what it likes.
 */
#ifndef HARNESS_H
#define HARNESS_H

#include <string.h>

#include "proof.h"

/* Values of so many bits; the compiler knows that they have no more. */
static inline uint64_t few_bits(uint64_t value, unsigned bits)
{
    return bits < 64 ? value & ((UINT64_C(1) << bits) - 1u) : value;
}

static inline uint64_t input_of(const char *port, unsigned lane, unsigned bits)
{
    return few_bits(proof_input(port, lane, bits), bits);
}

static inline uint64_t any(const char *name, unsigned lane, unsigned bits)
{
    return few_bits(proof_free(name, lane, bits), bits);
}

/* A port of one bit, of so many, of lanes. */
#define INPUT(port) (unsigned)input_of(port, 0, 1)
#define INPUT_WORD(port, bits) (unsigned)input_of(port, 0, bits)
#define INPUT_LANES(port, array, lanes, bits)       \
    for (unsigned lane = 0; lane < (lanes); lane++) \
    (array)[lane] = (__typeof__((array)[0]))input_of(port, lane, bits)
#define OUTPUT_LANES(port, array, lanes, bits)      \
    for (unsigned lane = 0; lane < (lanes); lane++) \
    proof_output(port, lane, bits, (array)[lane])
/* Likewise where `when` holds of `lane` alone: elsewhere the C has what was there, and the RTL anything. */
#define INPUT_LANES_IF(when, port, array, lanes, bits)                                     \
    for (unsigned lane = 0; lane < (lanes); lane++) {                                      \
        __typeof__((array)[0]) value = (__typeof__((array)[0]))input_of(port, lane, bits); \
        (array)[lane] = (when) ? value : (array)[lane];                                    \
    }
#define OUTPUT_LANES_IF(when, port, array, lanes, bits) \
    for (unsigned lane = 0; lane < (lanes); lane++)     \
    proof_output_if(port, lane, bits, (array)[lane], (when) != 0)

/* A field as a port. */
#define EACH_VALUE(dimension, statement)                \
    for (unsigned k = 0; k < VALUES_##dimension; k++) { \
        statement;                                      \
    }
#define TAKE(from, port, dimension, field, type, width) \
    EACH_VALUE(dimension, ((type *)&(field))[k] = (type)from(port, k, BITS_##dimension * (width)))
#define PUT(port, dimension, field, type, width) \
    EACH_VALUE(dimension, proof_output(port, k, BITS_##dimension *(width), ((const type *)&(field))[k]))

/* Registers, rows of a list: those of one block, of which the RTL has the same; those of a block that is another's. */
#define TAKE_REG(block, dimension, name, type, width, ...) \
    TAKE(input_of, #name "_reg.q", dimension, r->block.name, type, width)
#define PUT_REG(block, dimension, name, type, width, ...) PUT(#name "_reg.d", dimension, r->block.name, type, width)
#define FREE_REG(block, dimension, name, type, width, ...) \
    TAKE(any, #block "." #name, dimension, r->block.name, type, width)
#define FREE_BLOCK(block, LIST) LIST(FREE_REG)

#endif
