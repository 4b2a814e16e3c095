// SPDX-License-Identifier: Apache-2.0
//
// Lanes of registers and pins in words of Verilator's: lane i is bits [i*w +: w] of one word, however wide.
#ifndef VCR_RTL_LANES_H
#define VCR_RTL_LANES_H

#include "fedx/lanes.h"

namespace vcr_rtl {

// Bits of a word of Verilator's, up to 64 from any place.
template <typename Word>
uint64_t bits(const Word &word, unsigned from, unsigned count) {
    uint64_t mask = count == 64 ? ~UINT64_C(0) : (UINT64_C(1) << count) - 1;
    return static_cast<uint64_t>(word) >> from & mask;
}

template <std::size_t Words>
uint64_t bits(const VlWide<Words> &word, unsigned from, unsigned count) {
    uint64_t value = 0;
    for (unsigned done = 0; done < count;) {
        unsigned at = from + done;
        value |= static_cast<uint64_t>(word[at / 32] >> at % 32) << done;
        done += 32 - at % 32;
    }
    return count == 64 ? value : value & ((UINT64_C(1) << count) - 1);
}

template <typename Word>
void put(Word &word, unsigned from, unsigned count, uint64_t value) {
    uint64_t mask = (count == 64 ? ~UINT64_C(0) : (UINT64_C(1) << count) - 1) << from;
    word = static_cast<Word>((static_cast<uint64_t>(word) & ~mask) | (value << from & mask));
}

template <std::size_t Words>
void put(VlWide<Words> &word, unsigned from, unsigned count, uint64_t value) {
    for (unsigned done = 0; done < count;) {
        unsigned at = (from + done) % 32, taken = count - done < 32 - at ? count - done : 32 - at;
        uint32_t mask = (taken == 32 ? ~UINT32_C(0) : (UINT32_C(1) << taken) - 1) << at;
        auto &part = word[(from + done) / 32];
        part = (part & ~mask) | (static_cast<uint32_t>(value >> done) << at & mask);
        done += taken;
    }
}

// All lanes of a row, to and from the struct that it is a row of.
template <typename Word>
void read(const Word &word, const fedx_lanes &row, void *fields) {
    unsigned each = fedx_lanes_value_bits(&row);
    for (int i = 0; i < row.count; i++) fedx_lanes_set_value(&row, fields, i, bits(word, i * each, each));
}

template <typename Word>
void write(Word &word, const fedx_lanes &row, const void *fields) {
    unsigned each = fedx_lanes_value_bits(&row);
    for (int i = 0; i < row.count; i++) put(word, i * each, each, fedx_lanes_value(&row, fields, i));
}

}  // namespace vcr_rtl

#endif
