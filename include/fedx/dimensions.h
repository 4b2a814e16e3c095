/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file fedx/dimensions.h
 * Dimensions of the registers and pins of the Fed-X switch: one value, one lane per port, or one lane per buffer.
 *
 * fedx_regs.def and fedx_pins.def give each row a dimension; fedx/regs.h and fedx/switch.h make struct fields from it.
 */
#ifndef FEDX_DIMENSIONS_H
#define FEDX_DIMENSIONS_H

#include "fedx/lanes.h"
#include "fedx/params.h"

/** @typedef fedx_buffer_set
 * A set of buffers as it is stored in a register: bit b is buffer b. 16, 32 or 128 bits, by FEDX_BUFFERS_MOST.
 */
/** @typedef fedx_buffer_word
 * A set of buffers in an expression: at least as wide as fedx_buffer_set.
 */
#if FEDX_BUFFERS_MOST <= 16
typedef uint16_t fedx_buffer_set;
typedef unsigned fedx_buffer_word;
#elif FEDX_BUFFERS_MOST <= 32
typedef uint32_t fedx_buffer_set;
typedef unsigned fedx_buffer_word;
#else
typedef unsigned __int128 fedx_buffer_set;
typedef unsigned __int128 fedx_buffer_word;
#endif

/** A set of ports in a register or on wires: bit p is port p. */
typedef uint8_t fedx_port_set;

/**
 * All dimensions: DIMENSION(name, lanes). A row of a table has the dimension NAME if its lanes are array elements, or
 * NAME_SET if its lanes are single bits of one word.
 */
#define FEDX_DIMENSIONS(DIMENSION) \
    DIMENSION(WORD, 1)             \
    DIMENSION(PORT, FEDX_PORTS)    \
    DIMENSION(BUFFER, FEDX_BUFFERS)

/* The array bounds behind the name of a field. */
#define FEDX_ROOM_WORD
#define FEDX_ROOM_PORT [FEDX_PORTS]
#define FEDX_ROOM_PORT_SET
#define FEDX_ROOM_BUFFER [FEDX_BUFFERS]
#define FEDX_ROOM_BUFFER_SET

/** The dimension of a field, as lanes::dimension has it. */
enum fedx_dimension {
#define FEDX_DIMENSION(name, lanes) FEDX_OF_##name, /**< one value, or one array element per port or per buffer */
    FEDX_DIMENSIONS(FEDX_DIMENSION)
#undef FEDX_DIMENSION
#define FEDX_DIMENSION(name, lanes) FEDX_OF_##name##_SET = FEDX_OF_##name, /**< one bit of a word per lane */
        FEDX_DIMENSIONS(FEDX_DIMENSION)
#undef FEDX_DIMENSION
};

/** Number of lanes of each dimension. */
enum {
#define FEDX_DIMENSION(name, lanes)                               \
    FEDX_LANES_##name = (lanes),           /**< array elements */ \
        FEDX_LANES_##name##_SET = (lanes), /**< bits of a word */
    FEDX_DIMENSIONS(FEDX_DIMENSION)
#undef FEDX_DIMENSION
};

/**
 * Initializer of the struct lanes that describes one field of a struct.
 * @param structure  the struct, such as `struct fedx_pins`
 * @param field      the field
 * @param of         the dimension, such as PORT_SET
 * @param type       type of one value of the field
 * @param bits       bits per lane
 */
#define FEDX_LANES(structure, field, of, type, bits)                                                    \
    {                                                                                                   \
        FEDX_OF_##of, FEDX_LANES_##of, (bits), FEDX_VALUES(structure, field, of, type), sizeof(type),   \
            offsetof(structure, field), FEDX_VALUES(structure, field, of, type) == 1 ? 0 : sizeof(type) \
    }
/** Values of a field in memory: 1, or one per lane. The parameters are those of FEDX_LANES. */
#define FEDX_VALUES(structure, field, of, type) (sizeof((structure *)0)->field == sizeof(type) ? 1 : FEDX_LANES_##of)

/** Bits of one value of a field with lanes of so many bits: of a set, one per lane. */
#define FEDX_FIELD_BITS(of, type, width) ((width) == 1 ? FEDX_LANES_##of : (width))
/** 1: the type is the smallest one that has the bits of a value; for assertions on the tables. */
#define FEDX_TYPE_FITS(of, type, width)                           \
    (FEDX_FIELD_BITS(of, type, width) <= 8 * (int)sizeof(type) && \
     (sizeof(type) == 1 || FEDX_FIELD_BITS(of, type, width) > 4 * (int)sizeof(type)))

#endif
