/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file fedx/systemc_lanes.h
 * Pins of any width as ports of a SystemC module: for fedx/systemc.h, vcr/systemc.h and axis/systemc.h.
 *
 * Types and order of bits are those of `verilator --sc`.
 */
#ifndef FEDX_SYSTEMC_LANES_H
#define FEDX_SYSTEMC_LANES_H

#include <cstdint>
#include <systemc>
#include <type_traits>

#include "fedx/lanes.h"

/** What `verilator --sc` makes of a pin of so many bits. */
template <unsigned bits>
using fedx_systemc_pin =
    std::conditional_t<bits == 1, bool,
                       std::conditional_t<(bits <= 32), uint32_t,
                                          std::conditional_t<(bits <= 64), uint64_t, sc_dt::sc_bv<static_cast<int>(bits)>>>>;

/** Bits of a number below count. */
constexpr unsigned fedx_systemc_bits(unsigned count) {
    unsigned bits = 1;
    while (1u << bits < count) bits++;
    return bits;
}

/** Read 1 to 64 bits of the value of a pin, up to 64 bits wide. */
template <typename Value>
inline uint64_t fedx_systemc_get(const Value &value, unsigned from, unsigned count) {
    return uint64_t(value) >> from & UINT64_MAX >> (64 - count);
}
/** Read 1 to 64 bits of the value of a wider pin. */
template <int bits>
inline uint64_t fedx_systemc_get(const sc_dt::sc_bv<bits> &value, unsigned from, unsigned count) {
    uint64_t result = 0;
    for (unsigned done = 0; done < count; done += 32 - (from + done) % 32)
        result |= uint64_t(uint32_t(value.get_word(int(from + done) / 32)) >> (from + done) % 32) << done;
    return result & UINT64_MAX >> (64 - count);
}
/** Write bits of the value of a pin, up to 64 bits wide; they must be zero before. */
template <typename Value>
inline void fedx_systemc_put(Value &value, unsigned from, unsigned, uint64_t put) {
    value = Value(uint64_t(value) | put << from);
}
/** Write 1 to 64 bits of the value of a wider pin; they must be zero before. */
template <int bits>
inline void fedx_systemc_put(sc_dt::sc_bv<bits> &value, unsigned from, unsigned count, uint64_t put) {
    for (unsigned done = 0; done < count; done += 32 - (from + done) % 32) {
        const int word = int(from + done) / 32;
        value.set_word(word, value.get_word(word) | uint32_t(put >> done) << (from + done) % 32);
    }
}

/** All lanes of a pin, into the struct that they are of. */
template <typename Value>
void fedx_systemc_take(const pin_info &pin, const Value &value, void *fields) {
    const unsigned each = lane_value_bits(&pin.lanes);
    for (unsigned i = 0; i < pin.lanes.count; i++)
        lane_set_value(&pin.lanes, fields, int(i), fedx_systemc_get(value, i * each, each));
}

/** The other way round: the value of a pin. */
template <typename Value>
Value fedx_systemc_value(const pin_info &pin, const void *fields) {
    const unsigned each = lane_value_bits(&pin.lanes);
    Value value{};
    for (unsigned i = 0; i < pin.lanes.count; i++)
        fedx_systemc_put(value, i * each, each, lane_value(&pin.lanes, fields, int(i)));
    return value;
}

#endif
