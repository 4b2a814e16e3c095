// SPDX-License-Identifier: Apache-2.0
//
// Named registers and buffer stores out of the Verilated RTL, into the C structs,
// and back.
// Templates over the root class: its name depends on the prefix that the switch
// was Verilated with, its members (exposed by fedx_state.vlt) do not.
#ifndef FEDX_RTL_STATE_H
#define FEDX_RTL_STATE_H

#include <cstdint>

#include "fedx/regs.h"
#include "fedx_rtl_copy.h"

namespace fedx_rtl {

// Every named register of the current cycle; padding in out is left as it is.
template <typename Root>
inline void copy_state(const Root &root, fedx_switch_regs *out) {
#define FEDX_REG(block, dimension, name, type, width, reset, meaning) \
    copy<width>(out->block.name, root.fedx_switch__DOT__u_##block##__DOT__##name##_reg);
#define FEDX_BLOCK(block, LIST) LIST(FEDX_REG)
    FEDX_BLOCKS(FEDX_BLOCK)
#undef FEDX_REG
#undef FEDX_BLOCK
}

// Every named register, set. What is worked out from them is not: the caller has Verilator settle it.
template <typename Root>
inline void load_state(Root &root, const fedx_switch_regs &in) {
#define FEDX_REG(block, dimension, name, type, width, reset, meaning) \
    load<width>(root.fedx_switch__DOT__u_##block##__DOT__##name##_reg, in.block.name);
#define FEDX_BLOCK(block, LIST) LIST(FEDX_REG)
    FEDX_BLOCKS(FEDX_BLOCK)
#undef FEDX_REG
#undef FEDX_BLOCK
}

// Call visit with the memory of one buffer store.
template <typename Root, typename Visit>
inline void with_store(Root &root, int buffer, Visit visit) {
#define STORE(b) \
    case b:      \
        return visit(root.fedx_switch__DOT__u_buffer_pool__DOT__buffer__BRA__##b##__KET____DOT__u_buffer_store__DOT__store)
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

// The bytes of one buffer store.
template <typename Root>
inline void copy_store(const Root &root, int buffer, uint8_t *out) {
    with_store(root, buffer, [out](const auto &memory) {
        for (int i = 0; i < FEDX_PACKET_BYTES; i++) out[i] = memory[i];
    });
}

template <typename Root>
inline void load_store(Root &root, int buffer, const uint8_t *in) {
    with_store(root, buffer, [in](auto &memory) {
        for (int i = 0; i < FEDX_PACKET_BYTES; i++) memory[i] = in[i];
    });
}

}  // namespace fedx_rtl

#endif
