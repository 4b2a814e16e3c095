/* SPDX-License-Identifier: Apache-2.0
 *
 * Registers and pins as data: reset values, and the tables for comparison and reports. Made from include/vcr/vcr_regs.def
 * and vcr_pins.def. docs/spec/vcr.md section 13.
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
#undef VCR_REG
#undef VCR_BLOCK

/** What lanes are of: VCR_OF_WORD and so on, and how many a build has. */
enum {
#define VCR_DIMENSION(name, lanes) VCR_OF_##name,
    VCR_DIMENSIONS(VCR_DIMENSION)
#undef VCR_DIMENSION
};

static unsigned lanes_of(const struct vcr_shape *s, int dimension)
{
    switch (dimension) {
#define VCR_DIMENSION(name, lanes) \
    case VCR_OF_##name: return lanes;
        VCR_DIMENSIONS(VCR_DIMENSION)
#undef VCR_DIMENSION
    default: return 0;
    }
}

static struct fedx_lanes lanes(const struct vcr_shape *s, int dimension, unsigned width, size_t bytes, size_t offset)
{
    unsigned each = lanes_of(s, dimension), values = dimension == VCR_OF_PORT_SET ? 1u : each;

    return (struct fedx_lanes){
        .dimension = (uint8_t)dimension,
        .each = (uint8_t)each,
        .width = (uint8_t)width,
        .count = (uint8_t)values,
        .bytes = (uint8_t)bytes,
        .offset = (uint16_t)offset,
        .stride = (uint16_t)(values == 1 ? 0 : bytes),
    };
}

/* What a build makes of the names of widths in the tables; not every table uses every one. */
#define VCR_WIDTHS(s)                                                      \
    const unsigned vcs = (s)->vcs, vc_bits = vcr_bits((s)->vcs);           \
    const unsigned slot_bits = vcr_bits((s)->depth), fill_bits = vcr_bits((s)->depth + 1u), lane_bits = vcr_bits(vcr_lanes(s)); \
    (void)vcs, (void)vc_bits, (void)slot_bits, (void)fill_bits, (void)lane_bits

void vcr_reg_rows(const struct vcr_shape *s, struct fedx_reg_info *rows)
{
    VCR_WIDTHS(s);

#define VCR_REG(block_, of, name_, type, width, reset, meaning_)                                                       \
    *rows++ = (struct fedx_reg_info){                                                                                  \
        .block = #block_,                                                                                              \
        .name = #name_,                                                                                                \
        .meaning = meaning_,                                                                                           \
        .lanes = lanes(s, VCR_OF_##of, width, sizeof(type), offsetof(struct vcr_regs, block_.name_))};
#define VCR_BLOCK(block, LIST) LIST(VCR_REG)
    VCR_BLOCKS(VCR_BLOCK)
#undef VCR_REG
#undef VCR_BLOCK
}

void vcr_pin_rows(const struct vcr_shape *s, struct fedx_pin_info *rows)
{
    VCR_WIDTHS(s);

#define PIN_ROW(structure, place_, prefix, of, name_, type, width, idle_, shows_, meaning_)                            \
    *rows++ = (struct fedx_pin_info){                                                                                  \
        .name = prefix #name_,                                                                                         \
        .field = #name_,                                                                                               \
        .meaning = meaning_,                                                                                           \
        .shows = (place_) == FEDX_PIN_RX ? "" : (shows_),                                                              \
        .lanes = lanes(s, VCR_OF_##of, width, sizeof(type), offsetof(structure, name_)),                               \
        .place = (place_),                                                                                             \
        .idle = (idle_)};
#define CONTROL(...) PIN_ROW(struct vcr_control, FEDX_PIN_CONTROL, "", __VA_ARGS__)
#define RX(...) PIN_ROW(struct vcr_pins, FEDX_PIN_RX, "rx_", __VA_ARGS__)
#define TX(...) PIN_ROW(struct vcr_pins, FEDX_PIN_TX, "tx_", __VA_ARGS__)
#define STATUS(...) PIN_ROW(struct vcr_status, FEDX_PIN_STATUS, "", __VA_ARGS__)
    VCR_PINS(CONTROL, RX, TX, STATUS)
#undef PIN_ROW
#undef CONTROL
#undef RX
#undef TX
#undef STATUS
}

/* The bits that any lane of a row has. */
static uint64_t any_bits(const struct fedx_lanes *l, const void *fields)
{
    const void *lane = fedx_lanes_at(l, fields, 0);
    uint64_t any = 0;

    switch (l->bytes) {
#define LANES_OF(type)                  \
    for (int k = 0; k < l->count; k++) \
        any |= ((const type *)lane)[k]; \
    return any
    case 1: LANES_OF(uint8_t);
    case 2: LANES_OF(uint16_t);
    case 4: LANES_OF(uint32_t);
    default: LANES_OF(uint64_t);
#undef LANES_OF
    }
}

int vcr_regs_fit(const struct fedx_reg_info *rows, const struct vcr_regs *r)
{
    for (int i = 0; i < VCR_REG_COUNT; i++) {
        unsigned bits = fedx_lanes_value_bits(&rows[i].lanes);
        if (bits < 64 && any_bits(&rows[i].lanes, r) >> bits != 0)
            return 0;
    }
    return 1;
}
