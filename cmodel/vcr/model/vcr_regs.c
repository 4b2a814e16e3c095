/* SPDX-License-Identifier: Apache-2.0
 *
 * Registers and pins as data: reset values, and the tables for comparison and reports. Made from
 * include/vcr/vcr_regs.def and vcr_pins.def. docs/spec/vcr.md section 13.
 */
#include <string.h>

#include "vcr_internal.h"

#define VCR_REG(block, dimension, name, type, width, reset, meaning)   \
    for (unsigned k = 0; k < sizeof r->block.name / sizeof(type); k++) \
        ((type *)&r->block.name)[k] = (type)(reset);
#define VCR_BLOCK(block, LIST) LIST(VCR_REG)
void vcr_regs_reset(struct vcr_regs *r)
{
    memset(r, 0, sizeof *r);
    VCR_BLOCKS(VCR_BLOCK)
}

void vcr_terminal_regs_reset(struct vcr_terminal_regs *r)
{
    memset(r, 0, sizeof *r);
    VCR_TERMINAL_BLOCKS(VCR_BLOCK)
}
#undef VCR_REG
#undef VCR_BLOCK

/* A row of registers of a structure, of pins of one; lanes_of: vcr_lanes_of, or that of terminals. */
#define REG_ROW(structure, lanes_of, block_, of, name_, type, width, reset, meaning_) \
    *rows++ =                                                                         \
        (struct reg_info){.block = #block_,                                           \
                          .name = #name_,                                             \
                          .meaning = meaning_,                                        \
                          .lanes = lanes_of(s, VCR_OF_##of, width, sizeof(type), offsetof(structure, block_.name_))};
#define PIN_ROW(structure, lanes_of, place_, prefix, of, name_, type, width, idle_, shows_, meaning_)               \
    *rows++ = (struct pin_info){.name = prefix #name_,                                                              \
                                .field = #name_,                                                                    \
                                .meaning = meaning_,                                                                \
                                .shows = (place_) == PIN_RX ? "" : (shows_),                                        \
                                .lanes = lanes_of(s, VCR_OF_##of, width, sizeof(type), offsetof(structure, name_)), \
                                .place = (place_),                                                                  \
                                .idle = (idle_)};
#define VCR_BLOCK(block, LIST) LIST(VCR_REG)

#define VCR_REG(...) REG_ROW(struct vcr_regs, vcr_lanes_of, __VA_ARGS__)
void vcr_reg_rows(const struct vcr_parameters *s, struct reg_info *rows)
{
    VCR_WIDTHS(s);

    VCR_BLOCKS(VCR_BLOCK)
}
#undef VCR_REG

int vcr_reg_count(void)
{
    return VCR_REG_COUNT;
}

#define VCR_REG(...) REG_ROW(struct vcr_terminal_regs, vcr_terminal_lanes_of, __VA_ARGS__)
void vcr_terminal_reg_rows(const struct vcr_terminal_parameters *s, struct reg_info *rows)
{
    const struct vcr_parameters alike = vcr_terminal_alike(s);
    VCR_WIDTHS(&alike);
    VCR_TERMINAL_WIDTHS(s);

    VCR_TERMINAL_BLOCKS(VCR_BLOCK)
}
#undef VCR_REG

#define CONTROL(...) PIN_ROW(struct vcr_control, vcr_lanes_of, PIN_CONTROL, "", __VA_ARGS__)
#define RX(...) PIN_ROW(struct vcr_pins, vcr_lanes_of, PIN_RX, "rx_", __VA_ARGS__)
#define TX(...) PIN_ROW(struct vcr_pins, vcr_lanes_of, PIN_TX, "tx_", __VA_ARGS__)
#define STATUS(...) PIN_ROW(struct vcr_status, vcr_lanes_of, PIN_STATUS, "", __VA_ARGS__)
void vcr_pin_rows(const struct vcr_parameters *s, struct pin_info *rows)
{
    VCR_WIDTHS(s);

    VCR_PINS(CONTROL, RX, TX, STATUS)
}
#undef CONTROL
#undef RX
#undef TX
#undef STATUS

#define CONTROL(...) PIN_ROW(struct vcr_terminal_control, vcr_terminal_lanes_of, PIN_CONTROL, "", __VA_ARGS__)
#define RX(...) PIN_ROW(struct vcr_pins, vcr_terminal_lanes_of, PIN_RX, "rx_", __VA_ARGS__)
#define TX(...) PIN_ROW(struct vcr_pins, vcr_terminal_lanes_of, PIN_TX, "tx_", __VA_ARGS__)
#define STATUS(...) PIN_ROW(struct vcr_terminal_status, vcr_terminal_lanes_of, PIN_STATUS, "", __VA_ARGS__)
void vcr_terminal_pin_rows(const struct vcr_terminal_parameters *s, struct pin_info *rows)
{
    const struct vcr_parameters alike = vcr_terminal_alike(s);
    VCR_WIDTHS(&alike);

    VCR_TERMINAL_PINS(CONTROL, RX, TX, STATUS)
}
#undef CONTROL
#undef RX
#undef TX
#undef STATUS

static int fit(const struct reg_info *rows, int count, const void *registers)
{
    for (int i = 0; i < count; i++)
        if (!vcr_lanes_fit(&rows[i].lanes, registers))
            return 0;
    return 1;
}

int vcr_regs_fit(const struct reg_info *rows, const struct vcr_regs *r)
{
    return fit(rows, VCR_REG_COUNT, r);
}

int vcr_terminal_regs_fit(const struct reg_info *rows, const struct vcr_terminal_regs *r)
{
    return fit(rows, VCR_TERMINAL_REG_COUNT, r);
}
