// SPDX-License-Identifier: Apache-2.0
//
// Lanes of a signal of Verilator's, of any of its types, to and from a field in C: lane i is bits [i * width +: width].
#ifndef AXIS_RTL_LANES_H
#define AXIS_RTL_LANES_H

#include <cstddef>

#include "verilated.h"

extern "C" {
#include "../../cmodel/axis/kind/axis_node.h"
}

namespace axis_rtl {

struct Lanes {
    unsigned count, width;
    constexpr uint64_t ones() const { return UINT64_MAX >> (64 - width); }
};

// Signals of up to 64 bits.
template <typename Signal>
uint64_t bits(const Signal &signal, unsigned at, const Lanes &lanes) {
    return uint64_t(signal) >> at & lanes.ones();
}
template <typename Signal>
void set_bits(Signal &signal, unsigned at, const Lanes &lanes, uint64_t value) {
    signal = Signal((at ? signal : 0) | value << at);
}

// Wider ones are words of 32 bits.
template <std::size_t words>
uint64_t bits(const VlWide<words> &signal, unsigned at, const Lanes &lanes) {
    uint64_t value = signal[at / 32] >> at % 32;
    for (unsigned have = 32 - at % 32, word = at / 32 + 1; have < lanes.width; have += 32, word++)
        value |= uint64_t(signal[word]) << have;
    return value & lanes.ones();
}
template <std::size_t words>
void set_bits(VlWide<words> &signal, unsigned at, const Lanes &lanes, uint64_t value) {
    if (at == 0)
        for (std::size_t word = 0; word < words; word++) signal[word] = 0;
    signal[at / 32] |= EData(value << at % 32);
    for (unsigned have = 32 - at % 32, word = at / 32 + 1; have < lanes.width; have += 32, word++)
        signal[word] |= EData(value >> have);
}

// All lanes: of a field that is one value, or an array.
template <typename Type, typename Signal>
void get(Type &value, const Signal &signal, const Lanes &lanes) {
    value = Type(bits(signal, 0, lanes));
}
template <typename Type, std::size_t most, typename Signal>
void get(Type (&values)[most], const Signal &signal, const Lanes &lanes) {
    for (unsigned i = 0; i < lanes.count; i++) values[i] = Type(bits(signal, i * lanes.width, lanes));
}
template <typename Signal, typename Type>
void put(Signal &signal, const Type &value, const Lanes &lanes) {
    set_bits(signal, 0, lanes, value & lanes.ones());
}
template <typename Signal, typename Type, std::size_t most>
void put(Signal &signal, const Type (&values)[most], const Lanes &lanes) {
    for (unsigned i = 0; i < lanes.count; i++) set_bits(signal, i * lanes.width, lanes, values[i] & lanes.ones());
}

}  // namespace axis_rtl

#endif
