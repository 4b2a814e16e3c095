// SPDX-License-Identifier: Apache-2.0
//
// A router that a user brings: what tb/common/dut_node.h wants of its pins and registers, by the lanes of fedx_dut_lanes.def, which
// the program writes for the kind that the router is compared with. To be included once by the shim of the kind, behind namespace
// dut with Registers, Control, ROWS, and
//
//     VERSION   of the structs of the kind
//     CLEARED   bytes of its wires that are 0 where no output drives them
#include <cstring>

#include "rtl_lanes.h"

namespace dut {

struct Pins {
    static constexpr int version = VERSION;

#define DUT_REGISTER(row, block, name, ...)
    template <typename Top>
    static void drive(Top &top, const void *wires, const void *inputs) {
#define DUT_CONTROL(name, ...) rtl::write(top.name, lanes{__VA_ARGS__}, inputs);
#define DUT_RX(name, ...) rtl::write(top.name, lanes{__VA_ARGS__}, wires);
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
        std::memset(wires, 0, CLEARED);
#define DUT_CONTROL(name, ...)
#define DUT_RX(name, ...)
#define DUT_TX(name, ...) rtl::read(top.name, lanes{__VA_ARGS__}, wires);
#define DUT_STATUS(name, ...)
#include "fedx_dut_lanes.def"
#undef DUT_TX
#undef DUT_STATUS
    }

    template <typename Top>
    static void status(const Top &top, void *outputs) {
#define DUT_TX(name, ...)
#define DUT_STATUS(name, ...) rtl::read(top.name, lanes{__VA_ARGS__}, outputs);
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
#define DUT_REGISTER(row, block, name, ...) rtl::read(top.r_##block##_##name, lanes{__VA_ARGS__}, out);
#include "fedx_dut_lanes.def"
#undef DUT_REGISTER
}

#ifdef FEDX_DUT_INJECT
template <typename Top>
void put([[maybe_unused]] Top &top, [[maybe_unused]] const Registers *in) {
#define DUT_REGISTER(row, block, name, ...) rtl::write(top.w_##block##_##name, lanes{__VA_ARGS__}, in);
#include "fedx_dut_lanes.def"
#undef DUT_REGISTER
}
#endif

}  // namespace dut

#include "dut_node.h"
