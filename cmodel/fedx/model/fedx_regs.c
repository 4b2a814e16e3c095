/* SPDX-License-Identifier: Apache-2.0
 *
 * The named registers as data: reset values, the table for reports, comparison.
 * Made from include/fedx/fedx_regs.def.
 */
#include <stddef.h>
#include <string.h>

#include "fedx_switch_internal.h"

/* Value i gets the reset expression with that i. */
#define FEDX_REG(block, dimension, name, type, width, reset, meaning)  \
    for (unsigned i = 0; i < sizeof s->block.name / sizeof(type); i++) \
        ((type *)&s->block.name)[i] = (type)(reset);
#define FEDX_BLOCK(block, LIST) LIST(FEDX_REG)
void fedx_regs_reset(struct fedx_switch_regs *s){FEDX_BLOCKS(FEDX_BLOCK)}
#undef FEDX_REG

#define FEDX_REG(block, dimension, name, type, width, reset, meaning) \
    _Static_assert(FEDX_TYPE_FITS(dimension, type, width), #block "." #name ": the type is not that of its bits");
FEDX_BLOCKS(FEDX_BLOCK)
#undef FEDX_REG

#define FEDX_REG(block_, dimension, name_, type, width, reset, meaning_) \
    {.block = #block_,                                                   \
     .name = #name_,                                                     \
     .meaning = meaning_,                                                \
     .lanes = FEDX_LANES(struct fedx_switch_regs, block_.name_, dimension, type, width)},
    const struct reg_info fedx_reg_table[] = {FEDX_BLOCKS(FEDX_BLOCK)};
#undef FEDX_REG
#undef FEDX_BLOCK

const int fedx_reg_count = FEDX_REG_COUNT;

const struct reg_info *fedx_reg_find(const char *name)
{
    return reg_rows_find(fedx_reg_table, fedx_reg_count, name);
}

uint64_t fedx_reg_value(const struct fedx_switch_regs *regs, const struct reg_info *info, int lane)
{
    return lane_value(&info->lanes, regs, lane);
}

int fedx_regs_usable(const struct fedx_switch_regs *s)
{
    for (int i = 0; i < fedx_reg_count; i++)
        if (!lane_fit(&fedx_reg_table[i].lanes, s))
            return 0;
    for (unsigned p = 0; p < FEDX_PORTS; p++) {
        unsigned received = s->port_receive.count[p], writes = s->port_receive.write >> p & 1u;
        unsigned sent = s->port_transmit.count[p], sends = s->port_transmit.sending >> p & 1u;
        if (s->port_receive.buf[p] >= FEDX_BUFFERS || s->port_transmit.buf[p] >= FEDX_BUFFERS ||
            received > FEDX_PACKET_BYTES || (writes && received == 0) || (sends && sent >= FEDX_PACKET_BYTES))
            return 0;
    }
    return s->admission.first < FEDX_PORTS && s->admission.watch_port < FEDX_PORTS;
}

const struct reg_info *fedx_regs_diff(const struct fedx_switch_regs *a, const struct fedx_switch_regs *b, int *lane)
{
    return reg_rows_differ(fedx_reg_table, fedx_reg_count, a, b, lane);
}
