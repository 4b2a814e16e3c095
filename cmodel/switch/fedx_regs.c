/* SPDX-License-Identifier: Apache-2.0
 *
 * The named registers as data: reset values, the table for reports, comparison.
 * Made from include/fedx/fedx_regs.def.
 */
#include <stddef.h>
#include <string.h>

#include "fedx_switch_internal.h"

#define LANES_P(width) ((width) == 1 ? 1 : FEDX_PORTS)
#define LANES_B(width) ((width) == 1 ? 1 : FEDX_BUFFERS)
#define LANES_W(width) 1

/* A mask or a word is one lane; lane i of the others gets the reset expression with that i. */
#define RESET_ONE(field, reset)                        \
    do {                                               \
        const unsigned i = 0;                          \
        (void)i;                                       \
        field = (reset);                               \
    } while (0)
#define RESET_LANES(field, reset)                                                   \
    do {                                                                            \
        for (unsigned i = 0; i < sizeof(field) / sizeof((field)[0]); i++)           \
            (field)[i] = (__typeof__((field)[0]))(reset);                                                  \
    } while (0)
#define RESET_P_1 RESET_ONE
#define RESET_P_4 RESET_LANES
#define RESET_P_8 RESET_LANES
#define RESET_P_32 RESET_LANES
#define RESET_P_64 RESET_LANES
#define RESET_B_1 RESET_ONE
#define RESET_B_8 RESET_LANES
#define RESET_B_10 RESET_LANES
#define RESET_B_64 RESET_LANES
#define RESET_W_1 RESET_ONE
#define RESET_W_2 RESET_ONE
#define RESET_W_3 RESET_ONE
#define RESET_W_7 RESET_ONE
#define RESET_W_8 RESET_ONE
#define RESET_W_16 RESET_ONE
#define RESET_W_23 RESET_ONE
#define RESET_W_32 RESET_ONE
#define RESET_W_64 RESET_ONE

void fedx_regs_reset(struct fedx_switch_regs *s)
{
#define FEDX_REG(block, kind, name, width, reset, meaning) RESET_##kind##_##width(s->block.name, reset);
#define FEDX_BLOCK(block, LIST) LIST(FEDX_REG)
    FEDX_BLOCKS(FEDX_BLOCK)
#undef FEDX_REG
#undef FEDX_BLOCK
}

#define STRIDE(field, lanes) (uint16_t)((lanes) == 1 ? 0 : sizeof(field) / (lanes))
#define FEDX_REG(block_, kind_, name_, width_, reset_, meaning_)                                     \
    {.block = #block_,                                                                               \
     .name = #name_,                                                                                 \
     .meaning = meaning_,                                                                            \
     .kind = #kind_[0],                                                                              \
     .width = width_,                                                                                \
     .lanes = LANES_##kind_(width_),                                                                 \
     .offset = offsetof(struct fedx_switch_regs, block_.name_),                                      \
     .stride = STRIDE(((struct fedx_switch_regs *)0)->block_.name_, LANES_##kind_(width_))},
#define FEDX_BLOCK(block, LIST) LIST(FEDX_REG)
const struct fedx_reg_info fedx_reg_table[] = {FEDX_BLOCKS(FEDX_BLOCK)};
#undef FEDX_REG
#undef FEDX_BLOCK

const int fedx_reg_count = sizeof fedx_reg_table / sizeof fedx_reg_table[0];

/* Bytes of a lane. A set of buffers has the room of the build, whatever its width. */
size_t fedx_reg_bytes(const struct fedx_reg_info *info)
{
    if (info->stride)
        return info->stride;
    if (info->kind == 'B')
        return sizeof(fedx_buffer_set);
    if (info->kind == 'P' || info->width <= 8)
        return 1;
    return info->width <= 16 ? 2 : info->width <= 32 ? 4 : 8;
}

static const uint8_t *lane_of(const struct fedx_switch_regs *regs, const struct fedx_reg_info *info, int lane)
{
    return (const uint8_t *)regs + info->offset + (size_t)info->stride * (size_t)lane;
}

uint64_t fedx_reg_value(const struct fedx_switch_regs *regs, const struct fedx_reg_info *info, int lane)
{
    const uint8_t *at = lane_of(regs, info, lane);

    switch (fedx_reg_bytes(info)) {
    case 1: return *at;
    case 2: return *(const uint16_t *)(const void *)at;
    case 4: return *(const uint32_t *)(const void *)at;
    default: return *(const uint64_t *)(const void *)at;
    }
}

/* Bits that a lane may have set. Widths are those of ten buffers; with more, their numbers take what the C type has. */
static unsigned lane_bits(const struct fedx_reg_info *info)
{
    enum { NUMBER_BITS = FEDX_BUILT_FOR(1, 8) };

    if (info->kind == 'B' && (info->width == 1 || info->width == FEDX_STANDARD_BUFFERS))
        return FEDX_BUFFERS;
    if (info->width == 1)
        return info->kind == 'P' ? FEDX_PORTS : 1;
    return info->width < NUMBER_BITS ? NUMBER_BITS : info->width;
}

static int lanes_fit(const struct fedx_switch_regs *regs, const struct fedx_reg_info *info)
{
    unsigned bits = lane_bits(info);

    for (int k = 0; bits < 64 && k < info->lanes; k++)
        if (fedx_reg_value(regs, info, k) >> bits)
            return 0;
    return 1;
}

int fedx_regs_usable(const struct fedx_switch_regs *s)
{
    for (int i = 0; i < fedx_reg_count; i++)
        if (!lanes_fit(s, &fedx_reg_table[i]))
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

const struct fedx_reg_info *fedx_regs_diff(const struct fedx_switch_regs *a,
                                           const struct fedx_switch_regs *b, int *lane)
{
    for (int i = 0; i < fedx_reg_count; i++) {
        const struct fedx_reg_info *info = &fedx_reg_table[i];
        for (int k = 0; k < info->lanes; k++)
            if (memcmp(lane_of(a, info, k), lane_of(b, info, k), fedx_reg_bytes(info)) != 0) {
                *lane = k;
                return info;
            }
    }
    return NULL;
}
