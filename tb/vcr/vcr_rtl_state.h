// SPDX-License-Identifier: Apache-2.0
//
// Registers and pins of the Verilated virtual-channel router as the C structs: made from vcr_regs.def and vcr_pins.def, for
// any build. Lane i of a register is bits [i*w +: w] of one word of Verilator's, however wide.
#ifndef VCR_RTL_STATE_H
#define VCR_RTL_STATE_H

#include <cstring>

#include "../common/rtl_lanes.h"
#include "../common/verilator_internals.h"
#include "vcr/regs.h"

namespace vcr_rtl {

using rtl::bits, rtl::differs, rtl::put, rtl::read, rtl::read_words, rtl::write, rtl::write_words;

template <typename Root>
inline __attribute__((always_inline)) void read_registers(const Root &root, const vcr_parameters *s, vcr_regs *out) {
    VCR_WIDTHS(s);
#define VCR_REG(block, dimension, name, type, width, reset, meaning) \
    read(root.VERILATOR_IN_INSTANCE(vcr_router, u_##block, name##_reg), \
         vcr_lanes_of(s, VCR_OF_##dimension, width, sizeof(type), offsetof(vcr_regs, block.name)), out);
#define VCR_BLOCK(block, LIST) LIST(VCR_REG)
    VCR_BLOCKS(VCR_BLOCK)
#undef VCR_REG
#undef VCR_BLOCK
}

// Whether one of them differs.
template <typename Root>
inline __attribute__((always_inline)) int registers_differ(const Root &root, const vcr_parameters *s, const vcr_regs *regs) {
    uint64_t found = 0;
    VCR_WIDTHS(s);
#define VCR_REG(block, dimension, name, type, width, reset, meaning) \
    found |= differs(root.VERILATOR_IN_INSTANCE(vcr_router, u_##block, name##_reg), \
                     vcr_lanes_of(s, VCR_OF_##dimension, width, sizeof(type), offsetof(vcr_regs, block.name)), regs);
#define VCR_BLOCK(block, LIST) LIST(VCR_REG)
    VCR_BLOCKS(VCR_BLOCK)
#undef VCR_REG
#undef VCR_BLOCK
    return found != 0;
}

// Every named register, set. What is worked out from them is not: the caller has Verilator settle it.
template <typename Root>
inline __attribute__((always_inline)) void write_registers(Root &root, const vcr_parameters *s, const vcr_regs *in) {
    VCR_WIDTHS(s);
#define VCR_REG(block, dimension, name, type, width, reset, meaning) \
    write(root.VERILATOR_IN_INSTANCE(vcr_router, u_##block, name##_reg), \
          vcr_lanes_of(s, VCR_OF_##dimension, width, sizeof(type), offsetof(vcr_regs, block.name)), in);
#define VCR_BLOCK(block, LIST) LIST(VCR_REG)
    VCR_BLOCKS(VCR_BLOCK)
#undef VCR_REG
#undef VCR_BLOCK
}

// Call visit with the memory of a lane: vcr_lanes.def has LANE(l) for each lane of the build.
template <typename Root, typename Visit>
void with_lane(Root &root, int lane, Visit visit) {
#define LANE(l) \
    case l:     \
        return visit(root.VERILATOR_IN_ELEMENT(vcr_router, u_input, lane, l, u_store, store));
    switch (lane) {
#include "vcr_lanes.def"
    }
#undef LANE
}

// What a slot holds is, from bit 0: the flit, the route, head, tail; in C the route, head and tail are a word of 32 bits.
enum { ROUTE_BITS = VCR_ROUTE_BITS, HEAD_BIT = 30 };

template <typename Root>
void read_lane(const Root &root, const vcr_parameters &parameters, int lane, uint8_t *out) {
    with_lane(root, lane, [&](const auto &memory) {
        unsigned flit = 64u * parameters.words;
        uint8_t *kept = out + 8u * parameters.words * parameters.depth;
        for (unsigned slot = 0; slot < parameters.depth; slot++) {
            read_words(memory[slot], parameters.words, out + 8 * slot * parameters.words);
            auto rest = static_cast<uint32_t>(bits(memory[slot], flit, ROUTE_BITS) |
                                              bits(memory[slot], flit + ROUTE_BITS, 2) << HEAD_BIT);
            std::memcpy(kept + 4 * slot, &rest, 4);
        }
    });
}

template <typename Root>
void write_lane(Root &root, const vcr_parameters &parameters, int lane, const uint8_t *in) {
    with_lane(root, lane, [&](auto &memory) {
        unsigned flit = 64u * parameters.words;
        const uint8_t *kept = in + 8u * parameters.words * parameters.depth;
        for (unsigned slot = 0; slot < parameters.depth; slot++) {
            uint32_t rest;
            write_words(memory[slot], parameters.words, in + 8 * slot * parameters.words);
            std::memcpy(&rest, kept + 4 * slot, 4);
            put(memory[slot], flit, ROUTE_BITS, rest);
            put(memory[slot], flit + ROUTE_BITS, 2, rest >> HEAD_BIT);
        }
    });
}

// Inputs and outputs: `in` and `control` drive, `out` is read.
template <typename Top>
inline __attribute__((always_inline)) void drive(Top &top, const vcr_parameters *s, const vcr_pins *in, const vcr_control *control) {
    VCR_WIDTHS(s);
#define CONTROL(dimension, name, type, width, ...) \
    write(top.name, vcr_lanes_of(s, VCR_OF_##dimension, width, sizeof(type), offsetof(vcr_control, name)), control);
#define RX(dimension, name, type, width, ...) \
    write(top.rx_##name, vcr_lanes_of(s, VCR_OF_##dimension, width, sizeof(type), offsetof(vcr_pins, name)), in);
#define SKIP(...)
    VCR_PINS(CONTROL, RX, SKIP, SKIP)
#undef CONTROL
#undef RX
#undef SKIP
}

template <typename Top>
inline __attribute__((always_inline)) void sample(const Top &top, const vcr_parameters *s, vcr_pins *out) {
    VCR_WIDTHS(s);
#define TX(dimension, name, type, width, ...) \
    read(top.tx_##name, vcr_lanes_of(s, VCR_OF_##dimension, width, sizeof(type), offsetof(vcr_pins, name)), out);
#define SKIP(...)
    VCR_PINS(SKIP, SKIP, TX, SKIP)
#undef TX
#undef SKIP
}

template <typename Top>
inline __attribute__((always_inline)) void status(const Top &top, const vcr_parameters *s, vcr_status *out) {
    VCR_WIDTHS(s);
#define STATUS(dimension, name, type, width, ...) \
    read(top.name, vcr_lanes_of(s, VCR_OF_##dimension, width, sizeof(type), offsetof(vcr_status, name)), out);
#define SKIP(...)
    VCR_PINS(SKIP, SKIP, SKIP, STATUS)
#undef STATUS
#undef SKIP
}

}  // namespace vcr_rtl

#endif
