// SPDX-License-Identifier: Apache-2.0
//
// A switch that a user brings, behind the node interface: tb/common/dut_node.h with its pins and registers.
// fedx_dut_regs.def lists those that are mapped: FEDX_DUT_REG(block, name, width).
#include "Vfedx_dut.h"

#include "../common/dut_guard.h"
#include "fedx_rtl_copy.h"
#include "fedx_rtl_node.h"

namespace dut {

using Registers = fedx_switch_regs;
using Control = fedx_control;
using Pins = fedx_rtl::Pins;

// Rows of fedx_reg_table
enum Row {
#define FEDX_REG(block, dimension, name, type, width, reset, meaning) ROW_##block##_##name,
#define FEDX_BLOCK(block, LIST) LIST(FEDX_REG)
    FEDX_BLOCKS(FEDX_BLOCK)
#undef FEDX_REG
#undef FEDX_BLOCK
    ROWS
};

template <typename Visit>
constexpr void each_row([[maybe_unused]] Visit visit) {
#define FEDX_DUT_REG(block, name, width) visit(ROW_##block##_##name);
#include "fedx_dut_regs.def"
#undef FEDX_DUT_REG
}

template <typename Top>
void get([[maybe_unused]] const Top &top, [[maybe_unused]] Registers *out) {
#define FEDX_DUT_REG(block, name, width) fedx_rtl::copy<width>(out->block.name, top.r_##block##_##name);
#include "fedx_dut_regs.def"
#undef FEDX_DUT_REG
}

#ifdef FEDX_DUT_INJECT
template <typename Top>
void put([[maybe_unused]] Top &top, [[maybe_unused]] const Registers *in) {
#define FEDX_DUT_REG(block, name, width) fedx_rtl::load<width>(top.w_##block##_##name, in->block.name);
#include "fedx_dut_regs.def"
#undef FEDX_DUT_REG
}
#endif

}  // namespace dut

#include "../common/dut_node.h"
