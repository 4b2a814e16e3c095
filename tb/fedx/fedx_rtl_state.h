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
#include "../common/verilator_internals.h"
#include "fedx_rtl_copy.h"

namespace fedx_rtl {

// Every named register of the current cycle; padding in out is left as it is.
template <typename Root>
inline void copy_state(const Root &root, fedx_switch_regs *out) {
#define FEDX_REG(block, dimension, name, type, width, reset, meaning) \
    copy<width>(out->block.name, root.VERILATOR_IN_INSTANCE(fedx_switch, u_##block, name##_reg));
#define FEDX_BLOCK(block, LIST) LIST(FEDX_REG)
    FEDX_BLOCKS(FEDX_BLOCK)
#undef FEDX_REG
#undef FEDX_BLOCK
}

// Every named register, set. What is worked out from them is not: the caller has Verilator settle it.
template <typename Root>
inline void load_state(Root &root, const fedx_switch_regs &in) {
#define FEDX_REG(block, dimension, name, type, width, reset, meaning) \
    load<width>(root.VERILATOR_IN_INSTANCE(fedx_switch, u_##block, name##_reg), in.block.name);
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
        return visit(root.VERILATOR_IN_ELEMENT(fedx_switch, u_buffer_pool, buffer, b, u_buffer_store, store))
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
