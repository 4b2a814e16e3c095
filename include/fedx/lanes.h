/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file fedx/lanes.h
 * Lanes: a register or a wire has one value, one per port, one per buffer and so on.
 *
 * The tables of registers and pins of every kind of router describe their rows by these structs. The functions read and
 * write any row of any kind.
 */
#ifndef FEDX_LANES_H
#define FEDX_LANES_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

/** Where the lanes of a field are in memory. */
struct lanes {
    uint8_t dimension; /**< a number of the kind of router, such as enum fedx_dimension; 0 is one value */
    uint8_t each;      /**< lanes; of a set, its bits */
    uint8_t width;     /**< bits per lane */
    uint8_t count;     /**< values in memory: one per lane, but one in all for a set */
    uint8_t bytes;     /**< bytes per value */
    uint16_t offset;   /**< byte offset of the first value in its struct */
    uint16_t stride;   /**< bytes from one value to the next; 0 if there is only one */
};

/** One named register: a row of the table of its kind of router. */
struct reg_info {
    const char *block;   /**< mechanism, as in the file names */
    const char *name;    /**< C field name; the RTL register is name_reg in u_block */
    const char *meaning; /**< what the register holds, in one line */
    struct lanes lanes;  /**< its place in the struct of all registers */
};

/** The struct that holds the C value of a pin. */
enum pin_place {
    PIN_CONTROL, /**< an input that belongs to no port, in the struct of those */
    PIN_RX,      /**< an input of ports, in the struct of wires in one direction */
    PIN_TX,      /**< an output of ports, likewise */
    PIN_STATUS   /**< an output that belongs to no port, in the struct of those */
};

/** One pin: a row of the table of its kind of router. */
struct pin_info {
    const char *name;    /**< of the RTL, such as tx_turn */
    const char *field;   /**< C field name, such as turn */
    const char *meaning; /**< what the pin means, in one line */
    const char *shows;   /**< the register that drives an output, block.name; "" for an input */
    struct lanes lanes;  /**< its place in the struct that `place` names */
    uint8_t place;       /**< enum pin_place */
    uint8_t idle;        /**< value of a lane that is not connected */
    uint8_t ports;       /**< ports that have a part of the pin; 0: all ports of the router, or none */
};

/** 1: the pin is an output of the router. */
static inline int pin_is_output(const struct pin_info *pin)
{
    return pin->place == PIN_TX || pin->place == PIN_STATUS;
}

/** 1: the lanes are the bits of one value, a set. */
static inline int lane_are_set(const struct lanes *l)
{
    return l->count < l->each;
}

/** Bits of one value in memory: of one lane, or of a whole set. */
static inline unsigned lane_value_bits(const struct lanes *l)
{
    return lane_are_set(l) ? (unsigned)l->each : l->width;
}

/** Bits of all lanes. */
static inline unsigned lane_bits(const struct lanes *l)
{
    return (unsigned)l->each * l->width;
}

/**
 * Address of a value.
 * @param l       lanes of the field
 * @param fields  the struct that holds the field
 * @param i       number of the value, 0 to count - 1
 */
static inline void *lane_at(const struct lanes *l, const void *fields, int i)
{
    return (uint8_t *)(uintptr_t)fields + l->offset + (size_t)l->stride * (size_t)i;
}

/**
 * Read a value. Of a set with more than 64 bits it returns the first 64.
 * @param l       lanes of the field
 * @param fields  the struct that holds the field
 * @param i       number of the value, 0 to count - 1
 */
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

/**
 * Bits that any value has, in some lanes of a word of values that are next to each other in memory. So it is a few
 * loads, which overlap where the values do not fill whole words.
 * @param at     address of the first value
 * @param bytes  bytes of all values
 */
static inline uint64_t lane_any_bits(const void *at, size_t bytes)
{
    const uint8_t *byte = (const uint8_t *)at;
    uint64_t any = 0, word;
    uint32_t half[2];
    uint16_t quarter[2];

    for (size_t k = 0; bytes >= sizeof word && k < bytes; k += sizeof word) {
        memcpy(&word, byte + (k + sizeof word <= bytes ? k : bytes - sizeof word), sizeof word);
        any |= word;
    }
    if (bytes >= sizeof word)
        return any;
    if (bytes >= sizeof *half) {
        memcpy(&half[0], byte, sizeof *half);
        memcpy(&half[1], byte + bytes - sizeof *half, sizeof *half);
        return half[0] | half[1];
    }
    if (bytes < sizeof *quarter)
        return bytes ? *byte : 0;
    memcpy(&quarter[0], byte, sizeof *quarter);
    memcpy(&quarter[1], byte + bytes - sizeof *quarter, sizeof *quarter);
    return (uint64_t)(quarter[0] | quarter[1]);
}

/** Bits that no lane of a word of values of so many bytes has, when lanes have so many bits. */
static inline uint64_t lane_bits_above(unsigned bits, unsigned bytes)
{
    uint64_t above = bits < 64 ? ~UINT64_C(0) << bits : 0;

    if (bytes < 8)
        above &= (UINT64_C(1) << 8 * bytes) - 1;
    for (unsigned part = 8 * bytes; part < 64; part *= 2)
        above |= above << part;
    return above;
}

/** 1: no value has more bits than its width. */
static inline int lane_fit(const struct lanes *l, const void *fields)
{
    unsigned bits = lane_value_bits(l);

    for (int k = 0; bits < 64 && k < l->count; k++)
        if (lane_value(l, fields, k) >> bits)
            return 0;
    return 1;
}

/**
 * Write a value. Of a set with more than 64 bits it writes the first 64.
 * @param l       lanes of the field
 * @param fields  the struct that holds the field
 * @param i       number of the value, 0 to count - 1
 * @param value   the new value; bits that do not fit are dropped
 */
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

/**
 * Read a lane; of a set, a bit.
 * @param l       lanes of the field
 * @param fields  the struct that holds the field
 * @param lane    0 to each - 1; of a set at most 63
 */
static inline uint64_t lane_get(const struct lanes *l, const void *fields, int lane)
{
    return lane_are_set(l) ? lane_value(l, fields, 0) >> lane & 1u : lane_value(l, fields, lane);
}

/**
 * Write a lane; of a set, a bit.
 * @param l       lanes of the field
 * @param fields  the struct that holds the field
 * @param lane    0 to each - 1; of a set at most 63
 * @param value   the new value
 */
static inline void lane_set(const struct lanes *l, void *fields, int lane, uint64_t value)
{
    if (lane_are_set(l)) {
        uint64_t others = lane_value(l, fields, 0) & ~(UINT64_C(1) << lane);
        lane_set_value(l, fields, 0, others | (value & 1u) << lane);
    } else {
        lane_set_value(l, fields, lane, value);
    }
}

/** Read all lanes as a bus: lane i is bits [i * width +: width]. At most 64 bits. */
static inline uint64_t lane_bus(const struct lanes *l, const void *fields)
{
    uint64_t bus = 0;

    for (int i = 0; i < l->count; i++)
        bus |= lane_value(l, fields, i) << i * l->width;
    return bus;
}

/** Write all lanes from a bus, laid out as lane_bus() returns it. */
static inline void lane_set_bus(const struct lanes *l, void *fields, uint64_t bus)
{
    unsigned bits = lane_value_bits(l);

    for (int i = 0; i < l->count; i++)
        lane_set_value(l, fields, i, bus >> i * l->width & UINT64_MAX >> (64 - bits));
}

/**
 * Find the first row in which two structs of registers differ.
 * @param row    the first row of the table
 * @param count  rows of the table
 * @param a      one struct of all registers
 * @param b      the other one
 * @param[out] lane  number of the first value of the row that differs
 * @return the row, or NULL if both are equal
 */
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

/**
 * Find a register by name.
 * @param row    the first row of the table
 * @param count  rows of the table
 * @param name   "block.name"
 * @return the row, or NULL if there is none
 */
static inline const struct reg_info *reg_rows_find(const struct reg_info *row, int count, const char *name)
{
    for (; count > 0; count--, row++) {
        size_t block = strlen(row->block);
        if (strncmp(name, row->block, block) == 0 && name[block] == '.' && strcmp(name + block + 1, row->name) == 0)
            return row;
    }
    return NULL;
}

/**
 * Find a pin by its name in the RTL.
 * @param row    the first row of the table
 * @param count  rows of the table
 * @param name   such as tx_turn
 * @return the row, or NULL if there is none
 */
static inline const struct pin_info *pin_rows_find(const struct pin_info *row, int count, const char *name)
{
    for (; count > 0; count--, row++)
        if (strcmp(row->name, name) == 0)
            return row;
    return NULL;
}

#endif
