/* SPDX-License-Identifier: Apache-2.0
 *
 * What lanes of the Fed-X switch are of: what fedx_regs.def and fedx_pins.def have in common, and the fields made from
 * it.
 */
#ifndef FEDX_DIMENSIONS_H
#define FEDX_DIMENSIONS_H

#include "fedx/lanes.h"
#include "fedx/params.h"

/** A set of buffers as a register, bit b for buffer b, and as a wire: the word in which it is worked on. */
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

/** A set of ports as a register or on wires, bit p for port p. */
typedef uint8_t fedx_port_set;

/*
 * What lanes are of, and how many: FEDX_DIMENSION(name, lanes). In the tables a dimension is said as <name>, for lanes
 * that lie one behind the other, or as <name>_SET, for lanes of one bit that are together one word.
 */
#define FEDX_DIMENSIONS(DIMENSION) \
    DIMENSION(WORD, 1)             \
    DIMENSION(PORT, FEDX_PORTS)    \
    DIMENSION(BUFFER, FEDX_BUFFERS)

/* What follows the name of a field. */
#define FEDX_ROOM_WORD
#define FEDX_ROOM_PORT [FEDX_PORTS]
#define FEDX_ROOM_PORT_SET
#define FEDX_ROOM_BUFFER [FEDX_BUFFERS]
#define FEDX_ROOM_BUFFER_SET

/** What lanes are of: FEDX_OF_WORD (one value), FEDX_OF_PORT, FEDX_OF_BUFFER. */
enum fedx_dimension {
#define FEDX_DIMENSION(name, lanes) FEDX_OF_##name,
    FEDX_DIMENSIONS(FEDX_DIMENSION)
#undef FEDX_DIMENSION
#define FEDX_DIMENSION(name, lanes) FEDX_OF_##name##_SET = FEDX_OF_##name,
        FEDX_DIMENSIONS(FEDX_DIMENSION)
#undef FEDX_DIMENSION
};

/** How many there are of each, FEDX_LANES_<dimension>. */
enum {
#define FEDX_DIMENSION(name, lanes) FEDX_LANES_##name = (lanes), FEDX_LANES_##name##_SET = (lanes),
    FEDX_DIMENSIONS(FEDX_DIMENSION)
#undef FEDX_DIMENSION
};

/** The lanes of a field of a struct; the initializer of a struct lanes. @param type  of one value */
#define FEDX_LANES(structure, field, of, type, bits)                                                    \
    {                                                                                                   \
        FEDX_OF_##of, FEDX_LANES_##of, (bits), FEDX_VALUES(structure, field, of, type), sizeof(type),   \
            offsetof(structure, field), FEDX_VALUES(structure, field, of, type) == 1 ? 0 : sizeof(type) \
    }
#define FEDX_VALUES(structure, field, of, type) (sizeof((structure *)0)->field == sizeof(type) ? 1 : FEDX_LANES_##of)

/* The type of a field is the smallest one that has the bits. */
#define FEDX_FIELD_BITS(of, type, width) ((width) == 1 ? FEDX_LANES_##of : (width))
#define FEDX_TYPE_FITS(of, type, width)                           \
    (FEDX_FIELD_BITS(of, type, width) <= 8 * (int)sizeof(type) && \
     (sizeof(type) == 1 || FEDX_FIELD_BITS(of, type, width) > 4 * (int)sizeof(type)))

#endif
