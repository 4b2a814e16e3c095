/* SPDX-License-Identifier: Apache-2.0
 *
 * Lanes: a register or a wire has one value, or one a port, or one a buffer. What
 * fedx_regs.def and fedx_pins.def have in common: the dimensions, the fields made
 * from them, and one way to read and write any of those.
 */
#ifndef FEDX_LANES_H
#define FEDX_LANES_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

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

/** Where the lanes of a field are. */
struct fedx_lanes {
    uint8_t dimension; /**< enum fedx_dimension */
    uint8_t width;     /**< bits a lane */
    uint8_t count;     /**< values in memory: one a lane, but of a set one alone */
    uint8_t bytes;     /**< of such a value */
    uint16_t offset;   /**< byte offset of the first one in its struct */
    uint16_t stride;   /**< bytes from one to the next, 0 when there is one alone */
};

/** The lanes of a field of a struct; the initializer of a struct fedx_lanes. @param type  of one value */
#define FEDX_LANES(structure, field, of, type, bits)                                          \
    {                                                                                         \
        FEDX_OF_##of, (bits), FEDX_VALUES(structure, field, of, type), sizeof(type),          \
        offsetof(structure, field), FEDX_VALUES(structure, field, of, type) == 1 ? 0 : sizeof(type) \
    }
#define FEDX_VALUES(structure, field, of, type) \
    (sizeof ((structure *)0)->field == sizeof(type) ? 1 : FEDX_LANES_##of)

/* The type of a field is the smallest one that has the bits. */
#define FEDX_FIELD_BITS(of, type, width) ((width) == 1 ? FEDX_LANES_##of : (width))
#define FEDX_TYPE_FITS(of, type, width)                          \
    (FEDX_FIELD_BITS(of, type, width) <= 8 * (int)sizeof(type) && \
     (sizeof(type) == 1 || FEDX_FIELD_BITS(of, type, width) > 4 * (int)sizeof(type)))

/** How many lanes there are, those of a set too. */
static inline int fedx_lanes_each(const struct fedx_lanes *l)
{
    return l->dimension == FEDX_OF_PORT ? FEDX_LANES_PORT : l->dimension == FEDX_OF_BUFFER ? FEDX_LANES_BUFFER : 1;
}

/** Whether the lanes are the bits of one value. */
static inline int fedx_lanes_are_set(const struct fedx_lanes *l)
{
    return l->count < fedx_lanes_each(l);
}

/** Bits of a value in memory: of a lane, or of a whole set. */
static inline unsigned fedx_lanes_value_bits(const struct fedx_lanes *l)
{
    return fedx_lanes_are_set(l) ? (unsigned)fedx_lanes_each(l) : l->width;
}

/** Bits of all lanes. */
static inline unsigned fedx_lanes_bits(const struct fedx_lanes *l)
{
    return (unsigned)fedx_lanes_each(l) * l->width;
}

/** Where a value is. @param fields  the struct; @param i  0 to count - 1 */
static inline void *fedx_lanes_at(const struct fedx_lanes *l, const void *fields, int i)
{
    return (uint8_t *)(uintptr_t)fields + l->offset + (size_t)l->stride * (size_t)i;
}

/** A value in memory; of a set of over 64 buffers the first 64. @param i  0 to count - 1 */
static inline uint64_t fedx_lanes_value(const struct fedx_lanes *l, const void *fields, int i)
{
    const void *at = fedx_lanes_at(l, fields, i);

    switch (l->bytes) {
    case 1: return *(const uint8_t *)at;
    case 2: return *(const uint16_t *)at;
    case 4: return *(const uint32_t *)at;
    default: return *(const uint64_t *)at;
    }
}

/** Set one; of a set of over 64 buffers the first 64. */
static inline void fedx_lanes_set_value(const struct fedx_lanes *l, void *fields, int i, uint64_t value)
{
    void *at = fedx_lanes_at(l, fields, i);

    switch (l->bytes) {
    case 1: *(uint8_t *)at = (uint8_t)value; break;
    case 2: *(uint16_t *)at = (uint16_t)value; break;
    case 4: *(uint32_t *)at = (uint32_t)value; break;
    default: *(uint64_t *)at = value; break;
    }
}

/** A lane: of a set, its bit. @param lane  0 to fedx_lanes_each() - 1, of sets up to 63 */
static inline uint64_t fedx_lanes_get(const struct fedx_lanes *l, const void *fields, int lane)
{
    return fedx_lanes_are_set(l) ? fedx_lanes_value(l, fields, 0) >> lane & 1u : fedx_lanes_value(l, fields, lane);
}

/** Set a lane. */
static inline void fedx_lanes_set(const struct fedx_lanes *l, void *fields, int lane, uint64_t value)
{
    if (fedx_lanes_are_set(l)) {
        uint64_t others = fedx_lanes_value(l, fields, 0) & ~(UINT64_C(1) << lane);
        fedx_lanes_set_value(l, fields, 0, others | (value & 1u) << lane);
    } else {
        fedx_lanes_set_value(l, fields, lane, value);
    }
}

/** All lanes as on a bus: lane i is bits [i * width +: width]. Up to 64 bits. */
static inline uint64_t fedx_lanes_bus(const struct fedx_lanes *l, const void *fields)
{
    uint64_t bus = 0;

    for (int i = 0; i < l->count; i++)
        bus |= fedx_lanes_value(l, fields, i) << i * l->width;
    return bus;
}

/** Set all lanes from a bus. */
static inline void fedx_lanes_set_bus(const struct fedx_lanes *l, void *fields, uint64_t bus)
{
    unsigned bits = fedx_lanes_value_bits(l);

    for (int i = 0; i < l->count; i++)
        fedx_lanes_set_value(l, fields, i, bus >> i * l->width & UINT64_MAX >> (64 - bits));
}

#endif
