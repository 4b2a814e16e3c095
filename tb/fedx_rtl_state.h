// SPDX-License-Identifier: Apache-2.0
//
// Named registers and buffer stores out of the Verilated RTL, into the C structs.
// Templates over the root class: its name depends on the prefix that the switch
// was Verilated with, its members (exposed by fedx_state.vlt) do not.
#ifndef FEDX_RTL_STATE_H
#define FEDX_RTL_STATE_H

#include <cstdint>
#include <cstring>

#include "fedx/regs.h"

namespace fedx_rtl {

// One copy a kind and width of register: Verilator keeps lane i of a packed vector at bits
// [i*width +: width], little-endian, so byte-wide lanes are laid out as in the C arrays.
template <typename Lanes, typename Value>
inline void copy_bytes(Lanes &lanes, const Value &value) {
    std::memcpy(lanes, &value, sizeof lanes);
}

template <typename Lanes>
inline void copy_nibbles(Lanes &lanes, uint32_t value) {
    for (auto &lane : lanes) {
        lane = value & 15;
        value >>= 4;
    }
}

// Lanes of BUFFERS bits across 32-bit words.
template <typename Lanes, typename Words>
inline void copy_masks(Lanes &lanes, const Words &words) {
    unsigned bit = 0;
    for (auto &lane : lanes) {
        uint64_t pair = words[bit / 32];
        if (bit / 32 + 1 < sizeof words / 4) pair |= uint64_t(words[bit / 32 + 1]) << 32;
        lane = (pair >> bit % 32) & ((1u << FEDX_BUFFERS) - 1);
        bit += FEDX_BUFFERS;
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
#define COPY_W_32 COPY_WORD

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
#undef COPY_W_32

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
