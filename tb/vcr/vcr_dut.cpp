// SPDX-License-Identifier: Apache-2.0
//
// A virtual-channel router that a user brings, or with VCR_DUT_TERMINAL a terminal, behind the node interface.
#include "Vfedx_dut.h"

#include "../common/dut_guard.h"
#include "../common/rtl_node.h"
#include "vcr/regs.h"

namespace dut {

#ifdef VCR_DUT_TERMINAL
using Registers = vcr_terminal_regs;
using Control = vcr_terminal_control;
enum { ROWS = VCR_TERMINAL_REG_COUNT, VERSION = VCR_TERMINAL_NODE_VERSION };
#else
using Registers = vcr_regs;
using Control = vcr_control;
enum { ROWS = VCR_REG_COUNT, VERSION = VCR_NODE_VERSION };
#endif

enum { CLEARED = offsetof(vcr_pins, flit) };

}  // namespace dut

#include "../common/dut_lanes.h"
