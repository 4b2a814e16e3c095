// SPDX-License-Identifier: Apache-2.0
//
// A Verilated Fed-X switch behind the node interface: its documented pins (tb/common/rtl_node.h has the rest).
#ifndef FEDX_RTL_NODE_H
#define FEDX_RTL_NODE_H

#include "../common/rtl_lanes.h"
#include "../common/rtl_node.h"

extern "C" {
#include "../../cmodel/fedx/kind/fedx_model_node.h"
}

namespace fedx_rtl {

using rtl::ones;

// A wire of all ports as a bus, and back. One byte a port: the array has room for a word, whose last lane is no port's.
template <typename Lane>
uint64_t bus(const Lane (&lanes)[8]) {
    static_assert(sizeof lanes == sizeof(uint64_t), "a byte a port");
    uint64_t word;
    std::memcpy(&word, lanes, sizeof word);
    return word;
}
template <typename Set>
uint64_t bus(const Set &set) {
    return set;
}
template <typename Lane>
void take(Lane (&lanes)[8], uint64_t word) {
    static_assert(sizeof lanes == sizeof word, "a byte a port");
    std::memcpy(lanes, &word, sizeof word);
}
template <typename Set>
void take(Set &set, uint64_t word) {
    set = Set(word);
}

struct Pins {
    static constexpr int version = FEDX_NODE_VERSION;

    template <typename Top>
    static void drive(Top &top, const void *wires, const void *inputs) {
        const auto *in = static_cast<const fedx_pins *>(wires);
        const auto *control = static_cast<const fedx_control *>(inputs);
        // Verilator takes it that bits above a pin's width are zero.
#define FEDX_PIN_IN(dimension, name, type, width, idle, shows, meaning) \
    top.rx_##name = bus<type>(in->name) & ones(FEDX_LANES_##dimension * (width));
        FEDX_CABLE_WIRES(FEDX_PIN_IN)
#undef FEDX_PIN_IN
#define FEDX_PIN_IN(dimension, name, type, width, idle, shows, meaning) top.name = control->name & ones(width);
        FEDX_CONTROL_PINS(FEDX_PIN_IN)
#undef FEDX_PIN_IN
    }

    template <typename Top>
    static void sample(const Top &top, void *wires) {
        auto *out = static_cast<fedx_pins *>(wires);
#define FEDX_PIN_OUT(dimension, name, type, width, idle, shows, meaning) take<type>(out->name, top.tx_##name);
        FEDX_CABLE_WIRES(FEDX_PIN_OUT)
#undef FEDX_PIN_OUT
        std::memset(out->zero, 0, sizeof out->zero);
    }

    template <typename Top>
    static void status(const Top &top, void *outputs) {
        auto *status = static_cast<fedx_status *>(outputs);
#define FEDX_PIN_OUT(dimension, name, type, width, idle, shows, meaning) status->name = top.name;
        FEDX_STATUS_PINS(FEDX_PIN_OUT)
#undef FEDX_PIN_OUT
    }
};

template <typename Top, typename Guard = rtl::Unguarded, typename Clock = verilator::BothEdges>
using Node = rtl::Node<Top, Pins, Guard, Clock>;

}  // namespace fedx_rtl

#endif
