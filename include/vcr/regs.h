/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file vcr/regs.h
 * The named registers and the pins of the virtual-channel router and of its terminal, as plain C structs.
 *
 * They are made from vcr_regs.def, vcr_pins.def, vcr_terminal_regs.def and vcr_terminal_pins.def. Register NAME of
 * struct vcr_BLOCK is `u_BLOCK.NAME_reg` in the RTL, where lane i of a register of w bits per lane is bits [i*w +: w].
 * docs/spec/vcr.md has a section per block.
 *
 * The arrays have room for the largest configuration. In a smaller one the lanes are the first elements: lane port *
 * vcs + vc. A width is a number, or depends on the configuration:
 *
 * - vcs: one bit per virtual channel of a port
 * - vc_bits: a virtual channel of a port
 * - lane_bits: a virtual channel of any port
 * - slot_bits: a slot of a channel's queue
 * - fill_bits: a number of flits, 0 to depth
 * - slots: one bit per packet that a terminal can hold
 * - packet_bits: the slot of a packet in a terminal
 * - length_bits: a flit of a packet
 * - buffer_bits: a number of packets behind the SAT gate
 * - queue_bits: a number of packets that have passed it
 */
#ifndef VCR_REGS_H
#define VCR_REGS_H

#include "fedx/lanes.h"
#include "vcr/params.h"
#include "vcr/vcr_pins.def"
#include "vcr/vcr_regs.def"
#include "vcr/vcr_terminal_pins.def"
#include "vcr/vcr_terminal_regs.def"

/**
 * All dimensions: DIMENSION(name, lanes of a router of configuration s). Those of a terminal are the same, except that
 * a terminal also has lanes of a PACKET: its words.
 */
#define VCR_DIMENSIONS(DIMENSION)           \
    DIMENSION(WORD, 1)                      \
    DIMENSION(PORT, (s)->ports)             \
    DIMENSION(PORT_SET, (s)->ports)         \
    DIMENSION(LANE, (s)->ports *(s)->vcs)   \
    DIMENSION(FLIT, (s)->ports *(s)->words) \
    DIMENSION(CLASS, VCR_CLASSES)           \
    DIMENSION(PACKET, 0)
/** The dimension of a field, as lanes::dimension has it. */
enum {
#define VCR_DIMENSION(name, lanes) VCR_OF_##name, /**< Lanes of a router of configuration s: {{lanes}}. */
    VCR_DIMENSIONS(VCR_DIMENSION)
#undef VCR_DIMENSION
        VCR_OF_COUNT /**< number of dimensions */
};
/* The widths of a configuration that the tables name; not every table uses every one. */
#define VCR_WIDTHS(s)                                                                       \
    const unsigned vcs = (s)->vcs, vc_bits = vcr_bits((s)->vcs);                            \
    const unsigned slot_bits = vcr_bits((s)->depth), fill_bits = vcr_bits((s)->depth + 1u), \
                   lane_bits = vcr_bits(vcr_lanes(s));                                      \
    (void)vcs, (void)vc_bits, (void)slot_bits, (void)fill_bits, (void)lane_bits
/* The widths of a terminal's own registers; it has the others, too. */
#define VCR_TERMINAL_WIDTHS(s)                                                                                        \
    const unsigned slots = vcr_terminal_slots(s), packet_bits = vcr_bits(slots), length_bits = vcr_bits((s)->length); \
    const unsigned buffer_bits = vcr_bits((s)->buffer + 1u), queue_bits = vcr_bits((s)->queue + 1u);                  \
    (void)slots, (void)packet_bits, (void)length_bits, (void)buffer_bits, (void)queue_bits

/*
 * Lanes of a dimension as array elements, or as the bits of one value for a set. Always inline, as its callers are: the
 * adapters of the RTL read all rows in every cycle, and the compiler removes them when the configuration is a constant.
 */
static inline __attribute__((always_inline)) struct lanes vcr_lanes_behind(int dimension, unsigned each, unsigned width,
                                                                           size_t bytes, size_t offset)
{
    struct lanes lanes;

    lanes.dimension = (uint8_t)dimension;
    lanes.each = (uint8_t)each;
    lanes.width = (uint8_t)width;
    lanes.count = (uint8_t)(dimension == VCR_OF_PORT_SET ? 1u : each);
    lanes.bytes = (uint8_t)bytes;
    lanes.offset = (uint16_t)offset;
    lanes.stride = (uint16_t)(lanes.count == 1 ? 0 : bytes);
    return lanes;
}

/**
 * Describe the lanes of a register or a pin of a router.
 * @param s          the configuration
 * @param dimension  VCR_OF_WORD and so on
 * @param width      bits per lane
 * @param bytes      bytes per value in memory
 * @param offset     byte offset of the first value in its struct
 */
static inline __attribute__((always_inline)) struct lanes vcr_lanes_of(const struct vcr_parameters *s, int dimension,
                                                                       unsigned width, size_t bytes, size_t offset)
{
    unsigned each = 0;

    switch (dimension) {
#define VCR_DIMENSION(name, lanes) \
    case VCR_OF_##name: each = (lanes); break;
        VCR_DIMENSIONS(VCR_DIMENSION)
#undef VCR_DIMENSION
    default: break;
    }
    return vcr_lanes_behind(dimension, each, width, bytes, offset);
}

/** The configuration of a router with the ports, channels and flits of a terminal. */
static inline __attribute__((always_inline)) struct vcr_parameters vcr_terminal_alike(
    const struct vcr_terminal_parameters *s)
{
    struct vcr_parameters alike = {s->ports, s->vcs, s->depth, s->words, 0, 0, 0, 0, 0, 0};

    return alike;
}

/** Describe the lanes of a register or a pin of a terminal; the parameters are those of vcr_lanes_of(). */
static inline __attribute__((always_inline)) struct lanes vcr_terminal_lanes_of(const struct vcr_terminal_parameters *s,
                                                                                int dimension, unsigned width,
                                                                                size_t bytes, size_t offset)
{
    const struct vcr_parameters alike = vcr_terminal_alike(s);

    if (dimension == VCR_OF_PACKET)
        return vcr_lanes_behind(dimension, (unsigned)s->length * s->words, width, bytes, offset);
    return vcr_lanes_of(&alike, dimension, width, bytes, offset);
}

/** 1: no value of a row has more bits than its width. */
static inline __attribute__((always_inline)) int vcr_lanes_fit(const struct lanes *l, const void *fields)
{
    return (lane_any_bits(lane_at(l, fields, 0), (size_t)l->count * l->bytes) &
            lane_bits_above(lane_value_bits(l), l->bytes)) == 0;
}

/* The array bounds behind the name of a field. */
#define VCR_ROOM_WORD
#define VCR_ROOM_PORT [VCR_MOST_PORTS]
#define VCR_ROOM_PORT_SET
#define VCR_ROOM_LANE [VCR_MOST_LANES]
#define VCR_ROOM_FLIT [VCR_MOST_FLIT_WORDS]
#define VCR_ROOM_CLASS [VCR_CLASSES]
#define VCR_ROOM_PACKET [VCR_MOST_PACKET_WORDS]

/* The comments in the macros of tables are for Doxygen, which reads them behind every row (cmodel/api/reference.sh). */
#define VCR_REG(block, dimension, name, type, width, reset, meaning) \
    type name VCR_ROOM_##dimension; /**< {{meaning}}. Bits per lane: {{width}}. Reset value: {{reset}}. */
#define VCR_BLOCK(block, LIST) \
    struct vcr_##block {       \
        LIST(VCR_REG)          \
    };
VCR_BLOCKS(VCR_BLOCK)
VCR_TERMINAL_BLOCKS(VCR_BLOCK)
#undef VCR_REG
#undef VCR_BLOCK

/** Rows of the tables of registers and pins. */
enum {
#define VCR_REG(block, dimension, name, type, width, reset, meaning) +1
#define VCR_BLOCK(block, LIST) LIST(VCR_REG)
    /** Named registers of a router. */
    VCR_REG_COUNT = 0 VCR_BLOCKS(VCR_BLOCK),
    /** Named registers of a terminal. */
    VCR_TERMINAL_REG_COUNT = 0 VCR_TERMINAL_BLOCKS(VCR_BLOCK),
#undef VCR_REG
#undef VCR_BLOCK
#define VCR_PIN(dimension, name, type, width, idle, shows, meaning) +1
    /** Pins of a router, except the clock. */
    VCR_PIN_COUNT = 0 VCR_PINS(VCR_PIN, VCR_PIN, VCR_PIN, VCR_PIN),
    /** Pins of a terminal, except the clock. */
    VCR_TERMINAL_PIN_COUNT = 0 VCR_TERMINAL_PINS(VCR_PIN, VCR_PIN, VCR_PIN, VCR_PIN)
#undef VCR_PIN
};

/** All named registers of a router. Padding bytes are zero, so memcmp compares two of these. */
struct vcr_regs {
#define VCR_BLOCK(block, LIST) struct vcr_##block block; /**< registers of mechanism block */
    VCR_BLOCKS(VCR_BLOCK)
#undef VCR_BLOCK
};

/** All named registers of a terminal. Padding bytes are zero, so memcmp compares two of these. */
struct vcr_terminal_regs {
#define VCR_BLOCK(block, LIST) struct vcr_##block block; /**< registers of mechanism block */
    VCR_TERMINAL_BLOCKS(VCR_BLOCK)
#undef VCR_BLOCK
};

/** Versions of the structs in this file. A shared object with an implementation states the one that it was compiled
 * with. */
enum {
    VCR_NODE_VERSION = 1,            /**< of a router's structs */
    VCR_TERMINAL_NODE_VERSION = 1001 /**< of a terminal's structs */
};

#define VCR_PIN(dimension, name, type, width, idle, shows, meaning) \
    type name VCR_ROOM_##dimension; /**< {{meaning}}. Bits per lane: {{width}}. Value if not connected: {{idle}}. */
/**
 * The wires of all ports in one direction, of routers and of terminals. docs/spec/vcr.md section 2.
 *
 * Flits are last, so a smaller configuration uses only the first vcr_pins_bytes() or vcr_terminal_pins_bytes() of it.
 */
struct vcr_pins {
    VCR_CABLE_WIRES(VCR_PIN)
};
/** The inputs of a router that belong to no port: reset and the configuration port. docs/spec/vcr.md section 2. */
struct vcr_control {
    VCR_CONTROL_PINS(VCR_PIN)
};
/** The outputs of a router that belong to no port. vcr_router_cfg_rdata() returns the only one. */
struct vcr_status {
    VCR_STATUS_PINS(VCR_PIN)
};
/**
 * The inputs of a terminal that belong to no cable: reset, the configuration port, and the packet to send.
 * docs/spec/vcr.md section 17.
 *
 * The packet is last, so a smaller configuration uses only the first vcr_terminal_control_bytes() of it.
 */
struct vcr_terminal_control {
    VCR_TERMINAL_CONTROL_PINS(VCR_PIN)
};
/** The outputs of a terminal that belong to no cable. docs/spec/vcr.md section 17. */
struct vcr_terminal_status {
    VCR_TERMINAL_STATUS_PINS(VCR_PIN)
};
#undef VCR_PIN

#ifdef __cplusplus
extern "C" {
#endif

/** Set all registers of a router to their reset values. */
void vcr_regs_reset(struct vcr_regs *r);
/**
 * List the named registers of a router, in the order of the specification.
 * @param s  the configuration
 * @param[out] rows  VCR_REG_COUNT rows; their lanes are in a struct vcr_regs
 */
void vcr_reg_rows(const struct vcr_parameters *s, struct reg_info *rows);
/** VCR_REG_COUNT, for languages that do not read headers. */
int vcr_reg_count(void);
/**
 * Check that no register has more bits than its width.
 * @param rows  the table of vcr_reg_rows()
 * @param r     the registers
 * @return 1 if all fit, 0 otherwise
 */
int vcr_regs_fit(const struct reg_info *rows, const struct vcr_regs *r);
/**
 * List the pins of a router except the clock, in the order of the RTL.
 * @param s  the configuration
 * @param[out] rows  VCR_PIN_COUNT rows; their lanes are in a struct vcr_control, vcr_pins or vcr_status
 */
void vcr_pin_rows(const struct vcr_parameters *s, struct pin_info *rows);

/** Set all registers of a terminal to their reset values. */
void vcr_terminal_regs_reset(struct vcr_terminal_regs *r);
/**
 * List the named registers of a terminal, in the order of the specification.
 * @param s  the configuration
 * @param[out] rows  VCR_TERMINAL_REG_COUNT rows; their lanes are in a struct vcr_terminal_regs
 */
void vcr_terminal_reg_rows(const struct vcr_terminal_parameters *s, struct reg_info *rows);
/**
 * Check that no register of a terminal has more bits than its width.
 * @param rows  the table of vcr_terminal_reg_rows()
 * @param r     the registers
 * @return 1 if all fit, 0 otherwise
 */
int vcr_terminal_regs_fit(const struct reg_info *rows, const struct vcr_terminal_regs *r);
/**
 * List the pins of a terminal except the clock, in the order of the RTL.
 * @param s  the configuration
 * @param[out] rows  VCR_TERMINAL_PIN_COUNT rows; their lanes are in a struct vcr_terminal_control, vcr_pins or
 * vcr_terminal_status
 */
void vcr_terminal_pin_rows(const struct vcr_terminal_parameters *s, struct pin_info *rows);

#ifdef __cplusplus
}
#endif

#endif
