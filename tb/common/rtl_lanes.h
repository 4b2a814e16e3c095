// SPDX-License-Identifier: Apache-2.0
//
// Lanes of registers and pins in words of Verilator's: lane i is bits [i*w +: w] of one word, however wide.
#ifndef RTL_LANES_H
#define RTL_LANES_H

#include <cstring>
#include <type_traits>

#ifdef __BMI2__
#include <immintrin.h>
#endif

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

template <typename Word>
void set_part(Word &word, unsigned k, uint32_t value) {
    word = static_cast<Word>(k == 0 ? value : static_cast<uint64_t>(word) | static_cast<uint64_t>(value) << 32);
}

template <std::size_t Words>
void set_part(VlWide<Words> &word, unsigned k, uint32_t value) {
    word[k] = value;
}

// So many bits of ones.
constexpr uint64_t ones(unsigned bits) {
    return bits == 0 ? 0 : UINT64_MAX >> (64 - bits);
}

// Up to 64 bits of a word of Verilator's from any place on; behind its end they are zero.
template <typename Word>
inline __attribute__((always_inline)) uint64_t window(const Word &word, unsigned from) {
    return static_cast<uint64_t>(word) >> from;
}

template <std::size_t Words>
inline __attribute__((always_inline)) uint64_t window(const VlWide<Words> &word, unsigned from) {
    const auto part = [&word](unsigned k) __attribute__((always_inline)) { return k < Words ? uint64_t{word[k]} : 0; };
    const unsigned first = from / 32, shift = from % 32;
    const uint64_t low = part(first) | part(first + 1) << 32;
    return shift ? low >> shift | part(first + 2) << (64 - shift) : low;
}

// The same bits in all parts of a word that have so many.
constexpr uint64_t in_parts(uint64_t bits, unsigned part) {
    for (; part < 64; part *= 2) bits |= bits << part;
    return bits;
}

// The lanes in the low bits of a word, one behind the other, as so many of a type as a word has. Where the processor has no bit
// deposit instruction, halves come apart, then quarters and so on.
template <typename Type>
inline __attribute__((always_inline)) uint64_t spread(uint64_t packed, unsigned each) {
    constexpr unsigned lane = 8 * sizeof(Type);
#ifdef __BMI2__
    return _pdep_u64(packed, in_parts(ones(each), lane));
#else
#pragma GCC unroll 3
    for (unsigned half = 32; half >= lane; half /= 2) {
        const unsigned bits = each * (half / lane);
        const uint64_t low = in_parts(ones(bits), 2 * half);
        packed = (packed & low) | (packed << (half - bits) & low << half);
    }
    return lane == 64 ? packed & ones(each) : packed;
#endif
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
inline __attribute__((always_inline)) void write_wide(Word &word, unsigned each, unsigned count, const uint64_t *lane) {
    for (unsigned i = 0; i < count; i++)
        if (each == 64) {
            set_part(word, 2 * i, static_cast<uint32_t>(lane[i]));
            set_part(word, 2 * i + 1, static_cast<uint32_t>(lane[i] >> 32));
        } else {
            put(word, each * i, each, lane[i]);
        }
}

// Call visit for `count` values of so many bits each, one behind the other in C too: as many at a time as fill a word, with the
// first of them in C, the values, and the bytes they take there. Verilator's words are little-endian, and so is the processor.
template <typename Type, typename Word, typename Visit>
inline __attribute__((always_inline)) void each_part(const Word &word, unsigned each, unsigned count, Type *lane, Visit visit) {
    constexpr unsigned many = 8 / sizeof(Type);
    if (count == 1)
        return visit(lane, window(word, 0) & ones(each), sizeof(Type));
#pragma GCC unroll 64
    for (unsigned i = 0; i < count; i += many)
        visit(lane + i, each == 8 * sizeof(Type) ? window(word, each * i) : spread<Type>(window(word, each * i), each), sizeof(Type) * (count - i < many ? count - i : many));
}

template <typename Type, typename Word>
inline __attribute__((always_inline)) void read(const Word &word, unsigned each, unsigned count, Type *lane) {
    if (count > 1 && each == 8 * sizeof(Type))
        std::memcpy(lane, &word, sizeof(Type) * count);
    else
        each_part(word, each, count, lane, [](Type *first, uint64_t values, std::size_t bytes) __attribute__((always_inline)) {
            std::memcpy(first, &values, bytes);
        });
}

// Not zero when a value differs from that in C.
template <typename Type, typename Word>
inline __attribute__((always_inline)) uint64_t differs(const Word &word, unsigned each, unsigned count, const Type *lane) {
    uint64_t found = 0;
    each_part(word, each, count, lane, [&found](const Type *first, uint64_t values, std::size_t bytes) __attribute__((always_inline)) {
        uint64_t in_c = 0;
        std::memcpy(&in_c, first, bytes);
        found |= values ^ in_c;
    });
    return found;
}

template <typename Type, typename Word>
inline __attribute__((always_inline)) void write(Word &word, unsigned each, unsigned count, const Type *lane) {
    if constexpr (sizeof(Type) < 8)
        write_lanes(word, each, count, lane);
    else
        write_wide(word, each, count, lane);
}

// Call visit with how many bits there are to a lane, how many lanes, and the first of them, of its type, in the struct that the row
// is one of. Where the row is constant, shifts alone are left.
template <typename Fields, typename Visit>
inline __attribute__((always_inline)) auto with_lanes(const lanes &row, Fields *fields, Visit visit) {
    const auto as = [&](auto type) __attribute__((always_inline)) {
        using Lane = std::conditional_t<std::is_const<Fields>::value, const decltype(type), decltype(type)>;
        return visit(lane_value_bits(&row), unsigned{row.count}, static_cast<Lane *>(lane_at(&row, fields, 0)));
    };
    switch (row.bytes) {
        case 1: return as(uint8_t{});
        case 2: return as(uint16_t{});
        case 4: return as(uint32_t{});
        default: return as(uint64_t{});
    }
}

template <typename Word>
inline __attribute__((always_inline)) void read(const Word &word, const lanes &row, void *fields) {
    with_lanes(row, fields, [&word](unsigned each, unsigned count, auto *lane) __attribute__((always_inline)) { read(word, each, count, lane); });
}

template <typename Word>
inline __attribute__((always_inline)) uint64_t differs(const Word &word, const lanes &row, const void *fields) {
    return with_lanes(row, fields, [&word](unsigned each, unsigned count, auto *lane) __attribute__((always_inline)) { return differs(word, each, count, lane); });
}

template <typename Word>
inline __attribute__((always_inline)) void write(Word &word, const lanes &row, const void *fields) {
    with_lanes(row, fields, [&word](unsigned each, unsigned count, auto *lane) __attribute__((always_inline)) { write(word, each, count, lane); });
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
