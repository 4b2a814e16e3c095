// SPDX-License-Identifier: Apache-2.0
//
// Named registers and buffer stores out of the Verilated RTL, into the C structs.
// Templates over the root class: its name depends on the prefix that the switch
// was Verilated with, its members (exposed by fedx_state.vlt) do not.
#ifndef FEDX_RTL_STATE_H
#define FEDX_RTL_STATE_H

#include <cstdint>

#include "fedx_rtl_copy.h"

namespace fedx_rtl {

// Every named register of the current cycle; padding in out is left as it is.
template <typename Root>
inline void copy_state(const Root &root, fedx_switch_regs *out) {
#define FEDX_REG(block, kind, name, width, reset, meaning) \
    FEDX_RTL_COPY(kind, width, out->block.name, root.fedx_switch__DOT__u_##block##__DOT__##name##_reg);
#define FEDX_BLOCK(block, LIST) LIST(FEDX_REG)
    FEDX_BLOCKS(FEDX_BLOCK)
#undef FEDX_REG
#undef FEDX_BLOCK
}

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
