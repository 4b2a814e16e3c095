/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file fedx/regs.h
 * The named registers of the Fed-X switch as plain C structs, one per mechanism.
 *
 * They are made from fedx_regs.def. Register NAME of struct fedx_BLOCK is `u_BLOCK.NAME_reg` in the RTL, where lane i
 * of a register of w bits per lane is bits [i*w +: w]. docs/spec/fedx.md has a section per block.
 */
#ifndef FEDX_REGS_H
#define FEDX_REGS_H

#include "fedx/dimensions.h"
#include "fedx/fedx_regs.def"

/* The comments in the macros of tables are for Doxygen, which reads them behind every row (cmodel/api/reference.sh). */
#define FEDX_REG(block, dimension, name, type, width, reset, meaning) \
    type name FEDX_ROOM_##dimension; /**< {{meaning}}. Bits per lane: {{width}}. Reset value: {{reset}}. */
#define FEDX_BLOCK(block, LIST) \
    struct fedx_##block {       \
        LIST(FEDX_REG)          \
    };
FEDX_BLOCKS(FEDX_BLOCK)
#undef FEDX_REG
#undef FEDX_BLOCK

/** Number of named registers. */
enum {
/** Rows of fedx_reg_table, as a constant. */
#define FEDX_REG(block, dimension, name, type, width, reset, meaning) +1
#define FEDX_BLOCK(block, LIST) LIST(FEDX_REG)
    FEDX_REG_COUNT = 0 FEDX_BLOCKS(FEDX_BLOCK)
#undef FEDX_REG
#undef FEDX_BLOCK
};

/** All named registers of one switch. Padding bytes are zero, so memcmp compares two of these. */
struct fedx_switch_regs {
#define FEDX_BLOCK(block, LIST) struct fedx_##block block; /**< registers of mechanism block */
    FEDX_BLOCKS(FEDX_BLOCK)
#undef FEDX_BLOCK
};

#ifdef __cplusplus
extern "C" {
#endif

/** Every named register, in the order of the specification. Their lanes are in a struct fedx_switch_regs. */
extern const struct reg_info fedx_reg_table[];
/** Rows of fedx_reg_table. */
extern const int fedx_reg_count;

/**
 * Find a register by name.
 * @param name  "block.name", such as buffer_pool.used
 * @return the row of fedx_reg_table, or NULL if there is none
 */
const struct reg_info *fedx_reg_find(const char *name);

/**
 * Read one value of a register. A set is one value; of a set with more than 64 buffers it returns the first 64.
 * @param regs  the registers of a switch
 * @param info  a row of fedx_reg_table
 * @param lane  0 to info->lanes.count - 1
 */
uint64_t fedx_reg_value(const struct fedx_switch_regs *regs, const struct reg_info *info, int lane);

/**
 * Find the first register that differs between two switches.
 * @param a  the registers of one switch
 * @param b  those of the other one
 * @param[out] lane  the first value of that register that differs
 * @return the row of fedx_reg_table, or NULL if all are equal
 */
const struct reg_info *fedx_regs_diff(const struct fedx_switch_regs *a, const struct fedx_switch_regs *b, int *lane);

#ifdef __cplusplus
}
#endif

#endif
