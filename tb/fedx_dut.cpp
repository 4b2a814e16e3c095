// SPDX-License-Identifier: Apache-2.0
//
// A switch that a user brings, behind the node interface (cmodel/verify/fedx_dut.h).
// Verilator made class Vfedx_dut from a wrapper with the documented pins and, for
// each named register that the mapping file maps, an output r_<block>_<register>;
// fedx_dut_regs.def lists these: FEDX_DUT_REG(block, kind, name, width).
#include "Vfedx_dut.h"

#include <array>

#include "fedx_rtl_copy.h"
#include "fedx_rtl_node.h"

namespace {

using Node = fedx_rtl::Node<Vfedx_dut>;

// Rows of fedx_reg_table
enum Row {
#define FEDX_REG(block, kind, name, width, reset, meaning) ROW_##block##_##name,
#define FEDX_BLOCK(block, LIST) LIST(FEDX_REG)
    FEDX_BLOCKS(FEDX_BLOCK)
#undef FEDX_REG
#undef FEDX_BLOCK
    ROWS
};

#define FEDX_DUT_REG(block, kind, name, width) flags[ROW_##block##_##name] = 1;
constexpr std::array<uint8_t, ROWS> mapped_rows() {
    std::array<uint8_t, ROWS> flags{};
#include "fedx_dut_regs.def"
    return flags;
}
#undef FEDX_DUT_REG

constexpr std::array<uint8_t, ROWS> registers = mapped_rows();

constexpr bool any_register() {
    for (const uint8_t flag : registers)
        if (flag) return true;
    return false;
}

#define FEDX_DUT_REG(block, kind, name, width) FEDX_RTL_COPY(kind, width, out->block.name, top.r_##block##_##name);
[[maybe_unused]] void state(const void *node, [[maybe_unused]] fedx_switch_regs *out) {
    [[maybe_unused]] const Vfedx_dut &top = *Node::of(node)->top;
#include "fedx_dut_regs.def"
}
#undef FEDX_DUT_REG

constexpr fedx_node_ops operations() {
    fedx_node_ops ops = Node::ops("dut");
    ops.state = any_register() ? state : nullptr;
    ops.registers = registers.data();
    return ops;
}

}  // namespace

extern "C" {
extern const struct fedx_node_ops fedx_node_ops;
const struct fedx_node_ops fedx_node_ops = operations();
}
