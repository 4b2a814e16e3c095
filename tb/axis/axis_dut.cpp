// SPDX-License-Identifier: Apache-2.0
//
// An AXI4-Stream switch that a user brings, behind the node interface.
#include "Vfedx_dut.h"

#include "../common/dut_guard.h"
#include "../common/rtl_node.h"
#include "axis/switch.h"

namespace dut {

using Registers = axis_regs;
using Control = axis_control;
enum { ROWS = AXIS_REG_COUNT, VERSION = AXIS_NODE_VERSION, CLEARED = sizeof(axis_pins) };

}  // namespace dut

#include "../common/dut_lanes.h"
