/* SPDX-License-Identifier: Apache-2.0
 *
 * The named registers of the switch as plain C structs, one a mechanism, made
 * from fedx_regs.def. docs/spec.md gives each block its section.
 */
#ifndef FEDX_REGS_H
#define FEDX_REGS_H

#include <stddef.h>
#include <stdint.h>

#include "fedx/params.h"

/** A set of buffers as a register, bit b for buffer b, and as a wire: the word in which it is worked on. */
#ifdef FEDX_WIDE
typedef unsigned __int128 fedx_buffer_set;
typedef unsigned __int128 fedx_buffer_word;
#else
typedef uint16_t fedx_buffer_set;
typedef unsigned fedx_buffer_word;
#endif

/* Field declarations by kind (P a port, B a buffer, W a word) and width in bits. */
#define FEDX_FIELD_P_1(name)  uint8_t name;
#define FEDX_FIELD_P_4(name)  uint8_t name[FEDX_PORTS];
#define FEDX_FIELD_P_8(name)  uint8_t name[FEDX_PORTS];
#define FEDX_FIELD_P_32(name) uint32_t name[FEDX_PORTS];
#define FEDX_FIELD_P_64(name) uint64_t name[FEDX_PORTS];
#define FEDX_FIELD_B_1(name)  fedx_buffer_set name;
#define FEDX_FIELD_B_8(name)  uint8_t name[FEDX_BUFFERS];
#define FEDX_FIELD_B_10(name) fedx_buffer_set name[FEDX_BUFFERS];
#define FEDX_FIELD_B_64(name) uint64_t name[FEDX_BUFFERS];
#define FEDX_FIELD_W_1(name)  uint8_t name;
#define FEDX_FIELD_W_2(name)  uint8_t name;
#define FEDX_FIELD_W_3(name)  uint8_t name;
#define FEDX_FIELD_W_7(name)  uint8_t name;
#define FEDX_FIELD_W_8(name)  uint8_t name;
#define FEDX_FIELD_W_16(name) uint16_t name;
#define FEDX_FIELD_W_23(name) uint32_t name;
#define FEDX_FIELD_W_32(name) uint32_t name;
#define FEDX_FIELD_W_64(name) uint64_t name;

#include "fedx/fedx_regs.def"

#define FEDX_REG(block, kind, name, width, reset, meaning) FEDX_FIELD_##kind##_##width(name)
#define FEDX_BLOCK(block, LIST) \
    struct fedx_##block {       \
        LIST(FEDX_REG)          \
    };
FEDX_BLOCKS(FEDX_BLOCK)
#undef FEDX_REG
#undef FEDX_BLOCK

/** All named registers of one switch. Padding bytes are zero, so two of these compare with memcmp. */
struct fedx_switch_regs {
#define FEDX_BLOCK(block, LIST) struct fedx_##block block;
    FEDX_BLOCKS(FEDX_BLOCK)
#undef FEDX_BLOCK
};

/** What one named register is, for reports and coverage: a row of fedx_reg_table. */
struct fedx_reg_info {
    const char *block;   /**< mechanism, as in the file names */
    const char *name;    /**< C field name; the RTL register is name_reg in u_block */
    const char *meaning; /**< one line */
    char kind;           /**< 'P' one lane a port, 'B' one lane a buffer, 'W' one word */
    uint8_t width;       /**< bits a lane; 1 with kind P or B is one mask word */
    uint8_t lanes;       /**< number of lanes */
    uint16_t offset;     /**< byte offset in struct fedx_switch_regs */
    uint16_t stride;     /**< bytes from lane to lane, 0 for a mask */
};

#ifdef __cplusplus
extern "C" {
#endif

/** Every named register, in the order of the specification. */
extern const struct fedx_reg_info fedx_reg_table[];
/** Rows of fedx_reg_table. */
extern const int fedx_reg_count;

/** Bytes of one lane of a register in struct fedx_switch_regs. */
size_t fedx_reg_bytes(const struct fedx_reg_info *info);

/** Value of one lane of a register, of a set of over 64 buffers the first 64. @param lane 0 to info->lanes - 1 */
uint64_t fedx_reg_value(const struct fedx_switch_regs *regs, const struct fedx_reg_info *info, int lane);

/**
 * First difference between two register sets.
 * @param[out] lane  the lane that differs first
 * @return the row, or NULL when the sets are equal
 */
const struct fedx_reg_info *fedx_regs_diff(const struct fedx_switch_regs *a,
                                           const struct fedx_switch_regs *b, int *lane);

#ifdef __cplusplus
}
#endif

#endif
