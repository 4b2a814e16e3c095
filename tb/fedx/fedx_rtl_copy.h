// SPDX-License-Identifier: Apache-2.0
//
// Values that Verilator keeps, into the fields of the C structs and back, by the type of the field and the
// width of a lane. Lane i of a width-w register is bits [i*w +: w].
#ifndef FEDX_RTL_COPY_H
#define FEDX_RTL_COPY_H

#include <cstdint>
#include <cstring>
#include <type_traits>

#ifdef __BMI2__
#include <immintrin.h>
#endif

#include "fedx/lanes.h"

namespace fedx_rtl {

// One value, or a set, is a word. Verilator keeps lane i of a packed vector at bits [i*width +: width], little-endian,
// so lanes of whole bytes are laid out as in the C arrays. Others are cut out, as many at a time as fill 64 bits.
template <typename Field>
constexpr bool is_lanes = std::is_array<Field>::value;
template <unsigned width, typename Field>
constexpr bool is_bytes = width == 8 * sizeof(std::remove_extent_t<Field>);

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

// The width lowest bits of every lane of a word.
template <unsigned width, typename Lane>
constexpr uint64_t lane_bits() {
    uint64_t mask = 0;
    for (unsigned at = 0; at < 64; at += 8 * sizeof(Lane)) mask |= ((uint64_t(1) << width) - 1) << at;
    return mask;
}

template <unsigned width, typename Lane, unsigned count, typename Value>
inline void copy_lanes(Lane (&lanes)[count], const Value &value) {
    constexpr unsigned a_word = sizeof(uint64_t) / sizeof(Lane);
    if constexpr (std::is_integral<Value>::value && count <= a_word) {
        const uint64_t word = spread(value, lane_bits<width, Lane>());
        std::memcpy(lanes, &word, sizeof lanes);
        return;
    }
    uint64_t wide[(width * count + 63) / 64 + 1] = {};
    static_assert(sizeof value <= sizeof wide, "the value fits");
    std::memcpy(wide, &value, sizeof value);
    for (unsigned i = 0; i < count; i += a_word) {
        const unsigned bit = i * width, shift = bit % 64;
        uint64_t packed = wide[bit / 64] >> shift;
        if (shift) packed |= wide[bit / 64 + 1] << (64 - shift);
        const uint64_t word = spread(packed, lane_bits<width, Lane>());
        std::memcpy(&lanes[i], &word, sizeof(Lane) * (count - i < a_word ? count - i : a_word));
    }
}

// A register whose lanes have this width, from a value of Verilator's.
template <unsigned width, typename Field, typename Value>
inline void copy(Field &field, const Value &value) {
    if constexpr (!is_lanes<Field>)
        field = Field(value);
    else if constexpr (is_bytes<width, Field>)
        std::memcpy(field, &value, sizeof field);
    else
        copy_lanes<width>(field, value);
}

template <unsigned width, typename Lane, unsigned count, typename Value>
inline void load_lanes(Value &value, const Lane (&lanes)[count]) {
    uint32_t words[(width * count + 31) / 32 + 1] = {};
    static_assert(sizeof value <= sizeof words, "the value fits");
    for (unsigned i = 0; i < count; i++) {
        const unsigned bit = i * width;
        const uint64_t lane = uint64_t(lanes[i]) << bit % 32;
        words[bit / 32] |= uint32_t(lane);
        words[bit / 32 + 1] |= uint32_t(lane >> 32);
    }
    std::memcpy(&value, words, sizeof value);
}

// The other way round. Bits that a value has beyond its lanes stay zero, as Verilator wants them.
template <unsigned width, typename Value, typename Field>
inline void load(Value &value, const Field &field) {
    if constexpr (!is_lanes<Field>) {
        value = Value(field);
    } else if constexpr (is_bytes<width, Field>) {
        static_assert(sizeof field <= sizeof value, "the lanes fit");
        std::memcpy(&value, field, sizeof field);
    } else {
        load_lanes<width>(value, field);
    }
}

}  // namespace fedx_rtl

#endif
