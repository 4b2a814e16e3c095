/* SPDX-License-Identifier: Apache-2.0
 *
 * Lanes: a register or a wire has one value, or one a port, or one a buffer. How that is said in the tables of
 * registers and of pins of every kind of router, and one way to read and write any of them. Knows no kind.
 */
#ifndef FEDX_LANES_H
#define FEDX_LANES_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

/** Where the lanes of a field are. */
struct lanes {
    uint8_t dimension; /**< what they are of, a number of its kind's: 0 is one value */
    uint8_t each;      /**< how many lanes there are, those of a set too */
    uint8_t width;     /**< bits a lane */
    uint8_t count;     /**< values in memory: one a lane, but of a set one alone */
    uint8_t bytes;     /**< of such a value */
    uint16_t offset;   /**< byte offset of the first one in its struct */
    uint16_t stride;   /**< bytes from one to the next, 0 when there is one alone */
};

/** What one named register is, for reports and coverage: a row of its kind's table. */
struct reg_info {
    const char *block;   /**< mechanism, as in the file names */
    const char *name;    /**< C field name; the RTL register is name_reg in u_block */
    const char *meaning; /**< one line */
    struct lanes lanes;  /**< in the struct of all registers */
};

/** Where the C value of a pin is. */
enum pin_place {
    PIN_CONTROL, /**< an input that belongs to no port, in the struct of those */
    PIN_RX,      /**< an input of ports, in the struct of wires in one direction */
    PIN_TX,      /**< an output of ports, likewise */
    PIN_STATUS   /**< an output that belongs to no port, in the struct of those */
};

/** What one pin is: a row of its kind's table. */
struct pin_info {
    const char *name;    /**< of the RTL, such as tx_turn */
    const char *field;   /**< C field name, such as turn */
    const char *meaning; /**< one line */
    const char *shows;   /**< the register that an output is, block.name; "" for an input */
    struct lanes lanes;  /**< in the struct of its place */
    uint8_t place;       /**< enum pin_place */
    uint8_t idle;        /**< of a lane of a wire that is not connected */
};

/** Whether a pin is an output of the router. */
static inline int pin_is_output(const struct pin_info *pin)
{
    return pin->place == PIN_TX || pin->place == PIN_STATUS;
}

/** Whether the lanes are the bits of one value. */
static inline int lane_are_set(const struct lanes *l)
{
    return l->count < l->each;
}

/** Bits of a value in memory: of a lane, or of a whole set. */
static inline unsigned lane_value_bits(const struct lanes *l)
{
    return lane_are_set(l) ? (unsigned)l->each : l->width;
}

/** Bits of all lanes. */
static inline unsigned lane_bits(const struct lanes *l)
{
    return (unsigned)l->each * l->width;
}

/** Where a value is. @param fields  the struct; @param i  0 to count - 1 */
static inline void *lane_at(const struct lanes *l, const void *fields, int i)
{
    return (uint8_t *)(uintptr_t)fields + l->offset + (size_t)l->stride * (size_t)i;
}

/** A value in memory; of a set of over 64 buffers the first 64. @param i  0 to count - 1 */
static inline uint64_t lane_value(const struct lanes *l, const void *fields, int i)
{
    const void *at = lane_at(l, fields, i);

    switch (l->bytes) {
    case 1: return *(const uint8_t *)at;
    case 2: return *(const uint16_t *)at;
    case 4: return *(const uint32_t *)at;
    default: return *(const uint64_t *)at;
    }
}

/** Whether no value has more bits than its width. */
static inline int lane_fit(const struct lanes *l, const void *fields)
{
    unsigned bits = lane_value_bits(l);

    for (int k = 0; bits < 64 && k < l->count; k++)
        if (lane_value(l, fields, k) >> bits)
            return 0;
    return 1;
}

/** Set one; of a set of over 64 buffers the first 64. */
static inline void lane_set_value(const struct lanes *l, void *fields, int i, uint64_t value)
{
    void *at = lane_at(l, fields, i);

    switch (l->bytes) {
    case 1: *(uint8_t *)at = (uint8_t)value; break;
    case 2: *(uint16_t *)at = (uint16_t)value; break;
    case 4: *(uint32_t *)at = (uint32_t)value; break;
    default: *(uint64_t *)at = value; break;
    }
}

/** A lane: of a set, its bit. @param lane  0 to each - 1, of sets up to 63 */
static inline uint64_t lane_get(const struct lanes *l, const void *fields, int lane)
{
    return lane_are_set(l) ? lane_value(l, fields, 0) >> lane & 1u : lane_value(l, fields, lane);
}

/** Set a lane. */
static inline void lane_set(const struct lanes *l, void *fields, int lane, uint64_t value)
{
    if (lane_are_set(l)) {
        uint64_t others = lane_value(l, fields, 0) & ~(UINT64_C(1) << lane);
        lane_set_value(l, fields, 0, others | (value & 1u) << lane);
    } else {
        lane_set_value(l, fields, lane, value);
    }
}

/** All lanes as on a bus: lane i is bits [i * width +: width]. Up to 64 bits. */
static inline uint64_t lane_bus(const struct lanes *l, const void *fields)
{
    uint64_t bus = 0;

    for (int i = 0; i < l->count; i++)
        bus |= lane_value(l, fields, i) << i * l->width;
    return bus;
}

/** Set all lanes from a bus. */
static inline void lane_set_bus(const struct lanes *l, void *fields, uint64_t bus)
{
    unsigned bits = lane_value_bits(l);

    for (int i = 0; i < l->count; i++)
        lane_set_value(l, fields, i, bus >> i * l->width & UINT64_MAX >> (64 - bits));
}

/** First difference of two structs in so many rows, or NULL. @param[out] lane  of the values in memory, that differs
 * first */
static inline const struct reg_info *reg_rows_differ(const struct reg_info *row, int count, const void *a,
                                                     const void *b, int *lane)
{
    for (; count > 0; count--, row++)
        for (int k = 0; k < row->lanes.count; k++)
            if (memcmp(lane_at(&row->lanes, a, k), lane_at(&row->lanes, b, k), row->lanes.bytes) != 0) {
                *lane = k;
                return row;
            }
    return NULL;
}

/** The row of a named register, "block.name", or NULL. */
static inline const struct reg_info *reg_rows_find(const struct reg_info *row, int count, const char *name)
{
    for (; count > 0; count--, row++) {
        size_t block = strlen(row->block);
        if (strncmp(name, row->block, block) == 0 && name[block] == '.' && strcmp(name + block + 1, row->name) == 0)
            return row;
    }
    return NULL;
}

/** The row of a pin, as the RTL calls it, or NULL. */
static inline const struct pin_info *pin_rows_find(const struct pin_info *row, int count, const char *name)
{
    for (; count > 0; count--, row++)
        if (strcmp(row->name, name) == 0)
            return row;
    return NULL;
}

#endif
