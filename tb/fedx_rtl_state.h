// SPDX-License-Identifier: Apache-2.0
//
// Named registers and buffer stores out of the Verilated RTL, into the C structs.
// Templates over the root class: its name depends on the prefix that the switch
// was Verilated with, its members (exposed by fedx_state.vlt) do not.
#ifndef FEDX_RTL_STATE_H
#define FEDX_RTL_STATE_H

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

#define COPY_WORD(to, from) to = from
#define COPY_P_1 COPY_WORD
#define COPY_P_4 copy_nibbles
#define COPY_P_8 copy_bytes
#define COPY_P_32 copy_bytes
#define COPY_P_64 copy_bytes
#define COPY_B_1 COPY_WORD
#define COPY_B_8 copy_bytes
#define COPY_B_10 copy_masks
#define COPY_B_64 copy_bytes
#define COPY_W_1 COPY_WORD
#define COPY_W_2 COPY_WORD
#define COPY_W_3 COPY_WORD
#define COPY_W_7 COPY_WORD
#define COPY_W_8 COPY_WORD
#define COPY_W_16 COPY_WORD
#define COPY_W_23 COPY_WORD
#define COPY_W_32 COPY_WORD
#define COPY_W_64 COPY_WORD

// Every named register of the current cycle; padding in out is left as it is.
template <typename Root>
inline void copy_state(const Root &root, fedx_switch_regs *out) {
#define FEDX_REG(block, kind, name, width, reset, meaning) \
    COPY_##kind##_##width(out->block.name, root.fedx_switch__DOT__u_##block##__DOT__##name##_reg);
#define FEDX_BLOCK(block, LIST) LIST(FEDX_REG)
    FEDX_BLOCKS(FEDX_BLOCK)
#undef FEDX_REG
#undef FEDX_BLOCK
}

#undef COPY_WORD
#undef COPY_P_1
#undef COPY_P_4
#undef COPY_P_8
#undef COPY_P_32
#undef COPY_P_64
#undef COPY_B_1
#undef COPY_B_8
#undef COPY_B_10
#undef COPY_B_64
#undef COPY_W_1
#undef COPY_W_2
#undef COPY_W_3
#undef COPY_W_7
#undef COPY_W_8
#undef COPY_W_16
#undef COPY_W_23
#undef COPY_W_32
#undef COPY_W_64

template <typename Memory>
inline void copy_memory(const Memory &memory, uint8_t *out) {
    for (int i = 0; i < FEDX_PACKET_BYTES; i++) out[i] = memory[i];
}

// The bytes of one buffer store.
template <typename Root>
inline void copy_store(const Root &root, int buffer, uint8_t *out) {
#define STORE(b) \
    case b:      \
        return copy_memory(root.fedx_switch__DOT__u_buffer_pool__DOT__buffer__BRA__##b##__KET____DOT__u_buffer_store__DOT__store, out)
    switch (buffer) {
        STORE(0);
        STORE(1);
        STORE(2);
        STORE(3);
        STORE(4);
        STORE(5);
        STORE(6);
        STORE(7);
        STORE(8);
        STORE(9);
    }
#undef STORE
}

}  // namespace fedx_rtl

#endif
