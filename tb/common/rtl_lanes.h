// SPDX-License-Identifier: Apache-2.0
//
// Lanes of registers and pins in words of Verilator's: lane i is bits [i*w +: w] of one word, however wide.
#ifndef RTL_LANES_H
#define RTL_LANES_H

#include <cstring>

#include "fedx/lanes.h"

namespace rtl {

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

// Words of Verilator's as parts of 32 bits.
template <typename Word>
uint64_t part(const Word &word, unsigned k) {
    return static_cast<uint32_t>(static_cast<uint64_t>(word) >> 32 * k);
}

template <std::size_t Words>
uint64_t part(const VlWide<Words> &word, unsigned k) {
    return word[k];
}

template <typename Word>
void set_part(Word &word, unsigned k, uint32_t value) {
    word = static_cast<Word>(k == 0 ? value : static_cast<uint64_t>(word) | static_cast<uint64_t>(value) << 32);
}

template <std::size_t Words>
void set_part(VlWide<Words> &word, unsigned k, uint32_t value) {
    word[k] = value;
}

// Lanes of up to 32 bits, one behind the other: part by part, since a router in lockstep is read in every cycle.
template <typename Type, typename Word>
inline __attribute__((always_inline)) void read_lanes(const Word &word, unsigned each, unsigned count, Type *lane) {
    uint64_t rest = 0, mask = (UINT64_C(1) << each) - 1;
    unsigned bits_left = 0, next = 0;

    for (unsigned i = 0; i < count; i++) {
        if (bits_left < each) {
            rest |= part(word, next++) << bits_left;
            bits_left += 32;
        }
        lane[i] = static_cast<Type>(rest & mask);
        rest >>= each;
        bits_left -= each;
    }
}

template <typename Type, typename Word>
inline __attribute__((always_inline)) void write_lanes(Word &word, unsigned each, unsigned count, const Type *lane) {
    uint64_t whole = 0, mask = (UINT64_C(1) << each) - 1;
    unsigned held = 0, next = 0;

    for (unsigned i = 0; i < count; i++) {
        whole |= (static_cast<uint64_t>(lane[i]) & mask) << held;
        held += each;
        if (held < 32 && i + 1 < count) continue;
        set_part(word, next++, static_cast<uint32_t>(whole));
        whole >>= 32;
        held = held < 32 ? 0 : held - 32;
    }
    if (held > 0) set_part(word, next, static_cast<uint32_t>(whole));
}

// Lanes of exactly 64 bits are two parts each, others are bits from any place.
template <typename Word>
inline __attribute__((always_inline)) void read_wide(const Word &word, unsigned each, unsigned count, uint64_t *lane) {
    for (unsigned i = 0; i < count; i++)
        lane[i] = each == 64 ? part(word, 2 * i) | part(word, 2 * i + 1) << 32 : bits(word, each * i, each);
}

template <typename Word>
inline __attribute__((always_inline)) void write_wide(Word &word, unsigned each, unsigned count, const uint64_t *lane) {
    for (unsigned i = 0; i < count; i++)
        if (each == 64) {
            set_part(word, 2 * i, static_cast<uint32_t>(lane[i]));
            set_part(word, 2 * i + 1, static_cast<uint32_t>(lane[i] >> 32));
        } else {
            put(word, each * i, each, lane[i]);
        }
}

// `count` values of so many bits each, one behind the other in C too.
template <typename Type, typename Word>
inline __attribute__((always_inline)) void read(const Word &word, unsigned each, unsigned count, Type *lane) {
    if constexpr (sizeof(Type) < 8)
        read_lanes(word, each, count, lane);
    else
        read_wide(word, each, count, lane);
}

template <typename Type, typename Word>
inline __attribute__((always_inline)) void write(Word &word, unsigned each, unsigned count, const Type *lane) {
    if constexpr (sizeof(Type) < 8)
        write_lanes(word, each, count, lane);
    else
        write_wide(word, each, count, lane);
}

// All lanes of a row, to and from the struct that it is a row of. Where the row is constant, shifts alone are left.
template <typename Word>
inline __attribute__((always_inline)) void read(const Word &word, const lanes &row, void *fields) {
    unsigned each = lane_value_bits(&row), count = row.count;
    void *lane = static_cast<uint8_t *>(fields) + row.offset;

    switch (row.bytes) {
        case 1: read(word, each, count, static_cast<uint8_t *>(lane)); break;
        case 2: read(word, each, count, static_cast<uint16_t *>(lane)); break;
        case 4: read(word, each, count, static_cast<uint32_t *>(lane)); break;
        default: read(word, each, count, static_cast<uint64_t *>(lane));
    }
}

template <typename Word>
inline __attribute__((always_inline)) void write(Word &word, const lanes &row, const void *fields) {
    unsigned each = lane_value_bits(&row), count = row.count;
    const void *lane = static_cast<const uint8_t *>(fields) + row.offset;

    switch (row.bytes) {
        case 1: write(word, each, count, static_cast<const uint8_t *>(lane)); break;
        case 2: write(word, each, count, static_cast<const uint16_t *>(lane)); break;
        case 4: write(word, each, count, static_cast<const uint32_t *>(lane)); break;
        default: write(word, each, count, static_cast<const uint64_t *>(lane));
    }
}

// So many words of 64 bits of a slot of a memory, as bytes, and back.
template <typename Slot>
void read_words(const Slot &slot, unsigned count, uint8_t *out) {
    for (unsigned k = 0; k < count; k++) {
        uint64_t word = bits(slot, 64 * k, 64);
        std::memcpy(out + 8 * k, &word, 8);
    }
}

template <typename Slot>
void write_words(Slot &slot, unsigned count, const uint8_t *in) {
    for (unsigned k = 0; k < count; k++) {
        uint64_t word;
        std::memcpy(&word, in + 8 * k, 8);
        put(slot, 64 * k, 64, word);
    }
}

}  // namespace rtl

#endif
