/* SPDX-License-Identifier: Apache-2.0
 *
 * The named registers of the switch as plain C structs, one a mechanism, made
 * from fedx_regs.def. docs/spec/fedx.md gives each block its section.
 */
#ifndef FEDX_REGS_H
#define FEDX_REGS_H

#include "fedx/dimensions.h"
#include "fedx/fedx_regs.def"

#define FEDX_REG(block, dimension, name, type, width, reset, meaning) type name FEDX_ROOM_##dimension;
#define FEDX_BLOCK(block, LIST) \
    struct fedx_##block {       \
        LIST(FEDX_REG)          \
    };
FEDX_BLOCKS(FEDX_BLOCK)
#undef FEDX_REG
#undef FEDX_BLOCK

/** Named registers: rows of fedx_reg_table. */
enum {
#define FEDX_REG(block, dimension, name, type, width, reset, meaning) +1
#define FEDX_BLOCK(block, LIST) LIST(FEDX_REG)
    FEDX_REG_COUNT = 0 FEDX_BLOCKS(FEDX_BLOCK)
#undef FEDX_REG
#undef FEDX_BLOCK
};

/** All named registers of one switch. Padding bytes are zero, so two of these compare with memcmp. */
struct fedx_switch_regs {
#define FEDX_BLOCK(block, LIST) struct fedx_##block block;
    FEDX_BLOCKS(FEDX_BLOCK)
#undef FEDX_BLOCK
};

#ifdef __cplusplus
extern "C" {
#endif

/** Every named register, in the order of the specification; its lanes are in a struct fedx_switch_regs. */
extern const struct reg_info fedx_reg_table[];
/** Rows of fedx_reg_table. */
extern const int fedx_reg_count;

/** The row of a register by its name, "block.name"; NULL when there is none. */
const struct reg_info *fedx_reg_find(const char *name);

/**
 * Value of one lane of a register; a set is one value, of over 64 buffers the first 64.
 * @param lane  0 to info->lanes.count - 1
 */
uint64_t fedx_reg_value(const struct fedx_switch_regs *regs, const struct reg_info *info, int lane);

/**
 * First difference between two register sets.
 * @param[out] lane  the lane that differs first
 * @return the row, or NULL when the sets are equal
 */
const struct reg_info *fedx_regs_diff(const struct fedx_switch_regs *a, const struct fedx_switch_regs *b, int *lane);

#ifdef __cplusplus
}
#endif

#endif
