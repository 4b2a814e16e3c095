// SPDX-License-Identifier: Apache-2.0
//
// A virtual-channel router that a user brings, or with VCR_DUT_TERMINAL a terminal, behind the node interface: tb/common/dut_node.h
// with its pins and registers. fedx_dut_lanes.def says where these are in the build that it is compared with.
#include "Vfedx_dut.h"

#include <cstring>

#include "../common/dut_guard.h"
#include "../common/rtl_node.h"
#include "vcr/regs.h"
#include "vcr_rtl_lanes.h"

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

struct Pins {
    static constexpr int version = VERSION;

#define DUT_REGISTER(row, block, name, ...)
    template <typename Top>
    static void drive(Top &top, const void *wires, const void *inputs) {
#define DUT_CONTROL(name, ...) vcr_rtl::write(top.name, lanes{__VA_ARGS__}, inputs);
#define DUT_RX(name, ...) vcr_rtl::write(top.name, lanes{__VA_ARGS__}, wires);
#define DUT_TX(name, ...)
#define DUT_STATUS(name, ...)
#include "fedx_dut_lanes.def"
#undef DUT_CONTROL
#undef DUT_RX
#undef DUT_TX
#undef DUT_STATUS
    }

    template <typename Top>
    static void sample(const Top &top, void *wires) {
        std::memset(wires, 0, offsetof(vcr_pins, flit));
#define DUT_CONTROL(name, ...)
#define DUT_RX(name, ...)
#define DUT_TX(name, ...) vcr_rtl::read(top.name, lanes{__VA_ARGS__}, wires);
#define DUT_STATUS(name, ...)
#include "fedx_dut_lanes.def"
#undef DUT_TX
#undef DUT_STATUS
    }

    template <typename Top>
    static void status(const Top &top, void *outputs) {
#define DUT_TX(name, ...)
#define DUT_STATUS(name, ...) vcr_rtl::read(top.name, lanes{__VA_ARGS__}, outputs);
#include "fedx_dut_lanes.def"
#undef DUT_STATUS
    }
#undef DUT_REGISTER
#define DUT_STATUS(name, ...)
};

template <typename Visit>
constexpr void each_row([[maybe_unused]] Visit visit) {
#define DUT_REGISTER(row, block, name, ...) visit(row);
#include "fedx_dut_lanes.def"
#undef DUT_REGISTER
}

template <typename Top>
void get([[maybe_unused]] const Top &top, [[maybe_unused]] Registers *out) {
#define DUT_REGISTER(row, block, name, ...) vcr_rtl::read(top.r_##block##_##name, lanes{__VA_ARGS__}, out);
#include "fedx_dut_lanes.def"
#undef DUT_REGISTER
}

#ifdef FEDX_DUT_INJECT
template <typename Top>
void put([[maybe_unused]] Top &top, [[maybe_unused]] const Registers *in) {
#define DUT_REGISTER(row, block, name, ...) vcr_rtl::write(top.w_##block##_##name, lanes{__VA_ARGS__}, in);
#include "fedx_dut_lanes.def"
#undef DUT_REGISTER
}
#endif

}  // namespace dut

#include "../common/dut_node.h"
