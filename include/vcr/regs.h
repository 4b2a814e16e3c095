/* SPDX-License-Identifier: Apache-2.0
 *
 * The named registers of the virtual-channel router as plain C structs, one a mechanism, made from vcr_regs.def, and
 * its pins. docs/spec/vcr.md gives each block its section.
 *
 * The structs have room for the largest build; lanes lie one behind the other in any build: lane port * vcs + vc.
 */
#ifndef VCR_REGS_H
#define VCR_REGS_H

#include "fedx/lanes.h"
#include "vcr/params.h"
#include "vcr/vcr_pins.def"
#include "vcr/vcr_regs.def"
#include "vcr/vcr_terminal_pins.def"
#include "vcr/vcr_terminal_regs.def"

/*
 * What lanes are of, and what follows the name of a field: DIMENSION(name, lanes of a router of build s). Those of a
 * terminal are alike, but that it has packets.
 */
#define VCR_DIMENSIONS(DIMENSION)           \
    DIMENSION(WORD, 1)                      \
    DIMENSION(PORT, (s)->ports)             \
    DIMENSION(PORT_SET, (s)->ports)         \
    DIMENSION(LANE, (s)->ports *(s)->vcs)   \
    DIMENSION(FLIT, (s)->ports *(s)->words) \
    DIMENSION(CLASS, VCR_CLASSES)           \
    DIMENSION(PACKET, 0)
/** What lanes are of: VCR_OF_WORD and so on. */
enum {
#define VCR_DIMENSION(name, lanes) VCR_OF_##name,
    VCR_DIMENSIONS(VCR_DIMENSION)
#undef VCR_DIMENSION
        VCR_OF_COUNT
};
/* What a build makes of the names of widths in the tables; not every table uses every one. */
#define VCR_WIDTHS(s)                                                                       \
    const unsigned vcs = (s)->vcs, vc_bits = vcr_bits((s)->vcs);                            \
    const unsigned slot_bits = vcr_bits((s)->depth), fill_bits = vcr_bits((s)->depth + 1u), \
                   lane_bits = vcr_bits(vcr_lanes(s));                                      \
    (void)vcs, (void)vc_bits, (void)slot_bits, (void)fill_bits, (void)lane_bits
/* Likewise of the widths of a terminal's own registers; the others it has as a router does. */
#define VCR_TERMINAL_WIDTHS(s)                                                                                        \
    const unsigned slots = vcr_terminal_slots(s), packet_bits = vcr_bits(slots), length_bits = vcr_bits((s)->length); \
    const unsigned buffer_bits = vcr_bits((s)->buffer + 1u), queue_bits = vcr_bits((s)->queue + 1u);                  \
    (void)slots, (void)packet_bits, (void)length_bits, (void)buffer_bits, (void)queue_bits

/*
 * So many lanes of a dimension, one behind the other; those of a set are the bits of one value. Always inline, and so
 * are those that call it: the adapters of the RTL read all rows in every cycle, and nothing of them is left when the
 * build is a constant.
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
 * Lanes of a register or a pin of a router.
 * @param dimension  VCR_OF_WORD and so on
 * @param width      bits a lane
 * @param bytes      of a value in memory
 * @param offset     of the first one in its struct, bytes
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

/** A router with as many ports and channels, and flits like those of a terminal. */
static inline __attribute__((always_inline)) struct vcr_parameters vcr_terminal_alike(
    const struct vcr_terminal_parameters *s)
{
    struct vcr_parameters alike = {s->ports, s->vcs, s->depth, s->words, 0, 0, 0, 0};

    return alike;
}

/** As vcr_lanes_of, of a terminal, which has packets besides. */
static inline __attribute__((always_inline)) struct lanes vcr_terminal_lanes_of(const struct vcr_terminal_parameters *s,
                                                                                int dimension, unsigned width,
                                                                                size_t bytes, size_t offset)
{
    const struct vcr_parameters alike = vcr_terminal_alike(s);

    if (dimension == VCR_OF_PACKET)
        return vcr_lanes_behind(dimension, (unsigned)s->length * s->words, width, bytes, offset);
    return vcr_lanes_of(&alike, dimension, width, bytes, offset);
}

#define VCR_ROOM_WORD
#define VCR_ROOM_PORT [VCR_MOST_PORTS]
#define VCR_ROOM_PORT_SET
#define VCR_ROOM_LANE [VCR_MOST_LANES]
#define VCR_ROOM_FLIT [VCR_MOST_FLIT_WORDS]
#define VCR_ROOM_CLASS [VCR_CLASSES]
#define VCR_ROOM_PACKET [VCR_MOST_PACKET_WORDS]

#define VCR_REG(block, dimension, name, type, width, reset, meaning) type name VCR_ROOM_##dimension;
#define VCR_BLOCK(block, LIST) \
    struct vcr_##block {       \
        LIST(VCR_REG)          \
    };
VCR_BLOCKS(VCR_BLOCK)
VCR_TERMINAL_BLOCKS(VCR_BLOCK)
#undef VCR_REG
#undef VCR_BLOCK

/** Named registers: rows of a table of them; pins likewise. */
enum {
#define VCR_REG(block, dimension, name, type, width, reset, meaning) +1
#define VCR_BLOCK(block, LIST) LIST(VCR_REG)
    VCR_REG_COUNT = 0 VCR_BLOCKS(VCR_BLOCK),
    VCR_TERMINAL_REG_COUNT = 0 VCR_TERMINAL_BLOCKS(VCR_BLOCK),
#undef VCR_REG
#undef VCR_BLOCK
#define VCR_PIN(dimension, name, type, width, idle, shows, meaning) +1
    VCR_PIN_COUNT = 0 VCR_PINS(VCR_PIN, VCR_PIN, VCR_PIN, VCR_PIN),
    VCR_TERMINAL_PIN_COUNT = 0 VCR_TERMINAL_PINS(VCR_PIN, VCR_PIN, VCR_PIN, VCR_PIN)
#undef VCR_PIN
};

/** All named registers of a router. Padding bytes are zero, so two of these compare with memcmp. */
struct vcr_regs {
#define VCR_BLOCK(block, LIST) struct vcr_##block block;
    VCR_BLOCKS(VCR_BLOCK)
#undef VCR_BLOCK
};

/** Likewise of a terminal. */
struct vcr_terminal_regs {
#define VCR_BLOCK(block, LIST) struct vcr_##block block;
    VCR_TERMINAL_BLOCKS(VCR_BLOCK)
#undef VCR_BLOCK
};

/** Version of what the structs here look like: nodes from a shared object state that they were built with
 * (node_ops.version). */
enum { VCR_NODE_VERSION = 1, VCR_TERMINAL_NODE_VERSION = 1001 /**< likewise of a terminal, which is no router */ };

#define VCR_PIN(dimension, name, type, width, idle, shows, meaning) type name VCR_ROOM_##dimension;
/** The wires of all ports in one direction. */
struct vcr_pins {
    VCR_CABLE_WIRES(VCR_PIN)
};
/** Inputs that belong to no port. */
struct vcr_control {
    VCR_CONTROL_PINS(VCR_PIN)
};
/** Outputs that belong to no port. */
struct vcr_status {
    VCR_STATUS_PINS(VCR_PIN)
};
/** Likewise of a terminal. */
struct vcr_terminal_control {
    VCR_TERMINAL_CONTROL_PINS(VCR_PIN)
};
struct vcr_terminal_status {
    VCR_TERMINAL_STATUS_PINS(VCR_PIN)
};
#undef VCR_PIN

#ifdef __cplusplus
extern "C" {
#endif

/** Registers as after reset. */
void vcr_regs_reset(struct vcr_regs *r);
/** The table of a build's named registers, in the order of the specification. @param[out] rows  VCR_REG_COUNT */
void vcr_reg_rows(const struct vcr_parameters *s, struct reg_info *rows);
/** Rows of such a table: VCR_REG_COUNT, for languages that have no headers. */
int vcr_reg_count(void);
/** Does every register of a build have no more bits than it can? @param rows  its table */
int vcr_regs_fit(const struct reg_info *rows, const struct vcr_regs *r);
/** The table of its pins but the clock, in their order. @param[out] rows  VCR_PIN_COUNT */
void vcr_pin_rows(const struct vcr_parameters *s, struct pin_info *rows);

/* The same of a terminal: VCR_TERMINAL_REG_COUNT, VCR_TERMINAL_PIN_COUNT. */
void vcr_terminal_regs_reset(struct vcr_terminal_regs *r);
void vcr_terminal_reg_rows(const struct vcr_terminal_parameters *s, struct reg_info *rows);
int vcr_terminal_regs_fit(const struct reg_info *rows, const struct vcr_terminal_regs *r);
void vcr_terminal_pin_rows(const struct vcr_terminal_parameters *s, struct pin_info *rows);

#ifdef __cplusplus
}
#endif

#endif
