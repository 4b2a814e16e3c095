// SPDX-License-Identifier: Apache-2.0
//
// Values that Verilator keeps, into the fields of the C structs and back: one copy
// a kind and width of named register. Lane i of a width-w register is bits [i*w +: w].
#ifndef FEDX_RTL_COPY_H
#define FEDX_RTL_COPY_H

#include <cstdint>
#include <cstring>

#ifdef __BMI2__
#include <immintrin.h>
#endif

#include "fedx/regs.h"

namespace fedx_rtl {

// One copy a kind and width of register: Verilator keeps lane i of a packed vector at bits
// [i*width +: width], little-endian, so byte-wide lanes are laid out as in the C arrays.
template <typename Lanes, typename Value>
inline void copy_bytes(Lanes &lanes, const Value &value) {
    std::memcpy(lanes, &value, sizeof lanes);
}

// The first lanes of a word, from lanes next to each other in the low bits of packed to lanes of
// whole bytes: what the processor's bit deposit instruction does, where there is one.
inline uint64_t spread(uint64_t packed, uint64_t mask) {
#ifdef __BMI2__
    return _pdep_u64(packed, mask);
#else
    uint64_t word = 0;
    for (; mask; packed >>= 1) {
        if (packed & 1) word |= mask & -mask;
        mask &= mask - 1;
    }
    return word;
#endif
}

template <typename Lanes>
inline void copy_nibbles(Lanes &lanes, uint32_t value) {
    const uint64_t word = spread(value, 0x0f0f0f0f0f0f0f0f);
    static_assert(sizeof lanes <= sizeof word, "one word of nibbles");
    std::memcpy(lanes, &word, sizeof lanes);
}

// Lanes of BUFFERS bits across 32-bit words, four at a time.
template <typename Lanes, typename Words>
inline void copy_masks(Lanes &lanes, const Words &words) {
    constexpr unsigned count = sizeof lanes / sizeof lanes[0];
    constexpr uint64_t lane_mask = (1u << FEDX_BUFFERS) - 1;
    uint64_t wide[(FEDX_BUFFERS * count + 63) / 64 + 1] = {};
    std::memcpy(wide, &words, sizeof words);
    for (unsigned i = 0; i < count; i += 4) {
        const unsigned bit = i * FEDX_BUFFERS, shift = bit % 64;
        uint64_t packed = wide[bit / 64] >> shift;
        if (shift) packed |= wide[bit / 64 + 1] << (64 - shift);
        const uint64_t word = spread(packed, lane_mask * 0x0001000100010001);
        std::memcpy(&lanes[i], &word, 2 * (count - i < 4 ? count - i : 4));
    }
}

template <typename Lane, typename Value>
inline void copy_word(Lane &lane, const Value &value) {
    lane = Lane(value);
}

// Copy a register of this kind and width (fedx_regs.def) from a value of Verilator's.
#define FEDX_RTL_COPY(kind, width, to, from) FEDX_RTL_COPY_##kind##_##width(to, from)
#define FEDX_RTL_COPY_P_1 fedx_rtl::copy_word
#define FEDX_RTL_COPY_P_4 fedx_rtl::copy_nibbles
#define FEDX_RTL_COPY_P_8 fedx_rtl::copy_bytes
#define FEDX_RTL_COPY_P_32 fedx_rtl::copy_bytes
#define FEDX_RTL_COPY_P_64 fedx_rtl::copy_bytes
#define FEDX_RTL_COPY_B_1 fedx_rtl::copy_word
#define FEDX_RTL_COPY_B_8 fedx_rtl::copy_bytes
#define FEDX_RTL_COPY_B_10 fedx_rtl::copy_masks
#define FEDX_RTL_COPY_B_64 fedx_rtl::copy_bytes
#define FEDX_RTL_COPY_W_1 fedx_rtl::copy_word
#define FEDX_RTL_COPY_W_2 fedx_rtl::copy_word
#define FEDX_RTL_COPY_W_3 fedx_rtl::copy_word
#define FEDX_RTL_COPY_W_7 fedx_rtl::copy_word
#define FEDX_RTL_COPY_W_8 fedx_rtl::copy_word
#define FEDX_RTL_COPY_W_16 fedx_rtl::copy_word
#define FEDX_RTL_COPY_W_23 fedx_rtl::copy_word
#define FEDX_RTL_COPY_W_32 fedx_rtl::copy_word
#define FEDX_RTL_COPY_W_64 fedx_rtl::copy_word

// The other way round. Bits that a value has beyond its lanes stay zero, as Verilator wants them.
template <typename Value, typename Lanes>
inline void load_bytes(Value &value, const Lanes &lanes) {
    static_assert(sizeof lanes <= sizeof value, "the lanes fit");
    std::memcpy(&value, lanes, sizeof lanes);
}

template <typename Value, typename Lanes>
inline void load_nibbles(Value &value, const Lanes &lanes) {
    value = 0;
    for (unsigned i = 0; i < sizeof lanes; i++) value |= Value(lanes[i]) << 4 * i;
}

template <typename Words, typename Lanes>
inline void load_masks(Words &words, const Lanes &lanes) {
    constexpr unsigned count = sizeof lanes / sizeof lanes[0];
    uint32_t *word = reinterpret_cast<uint32_t *>(&words);
    std::memset(word, 0, sizeof words);
    for (unsigned i = 0; i < count; i++) {
        const unsigned bit = i * FEDX_BUFFERS;
        const uint64_t mask = uint64_t(lanes[i]) << bit % 32;
        word[bit / 32] |= uint32_t(mask);
        if (mask >> 32) word[bit / 32 + 1] |= uint32_t(mask >> 32);
    }
}

template <typename Value, typename Lane>
inline void load_word(Value &value, const Lane &lane) {
    value = Value(lane);
}

// Load a register of this kind and width into a value of Verilator's.
#define FEDX_RTL_LOAD(kind, width, to, from) FEDX_RTL_LOAD_##kind##_##width(to, from)
#define FEDX_RTL_LOAD_P_1 fedx_rtl::load_word
#define FEDX_RTL_LOAD_P_4 fedx_rtl::load_nibbles
#define FEDX_RTL_LOAD_P_8 fedx_rtl::load_bytes
#define FEDX_RTL_LOAD_P_32 fedx_rtl::load_bytes
#define FEDX_RTL_LOAD_P_64 fedx_rtl::load_bytes
#define FEDX_RTL_LOAD_B_1 fedx_rtl::load_word
#define FEDX_RTL_LOAD_B_8 fedx_rtl::load_bytes
#define FEDX_RTL_LOAD_B_10 fedx_rtl::load_masks
#define FEDX_RTL_LOAD_B_64 fedx_rtl::load_bytes
#define FEDX_RTL_LOAD_W_1 fedx_rtl::load_word
#define FEDX_RTL_LOAD_W_2 fedx_rtl::load_word
#define FEDX_RTL_LOAD_W_3 fedx_rtl::load_word
#define FEDX_RTL_LOAD_W_7 fedx_rtl::load_word
#define FEDX_RTL_LOAD_W_8 fedx_rtl::load_word
#define FEDX_RTL_LOAD_W_16 fedx_rtl::load_word
#define FEDX_RTL_LOAD_W_23 fedx_rtl::load_word
#define FEDX_RTL_LOAD_W_32 fedx_rtl::load_word
#define FEDX_RTL_LOAD_W_64 fedx_rtl::load_word

}  // namespace fedx_rtl

#endif
