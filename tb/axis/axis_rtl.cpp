// SPDX-License-Identifier: Apache-2.0
//
// The Verilated AXI4-Stream switch behind the node interface, of the parameters AXIS_INPUTS, AXIS_OUTPUTS, AXIS_TDEST_BITS and
// AXIS_DATA_BITS. Built into libaxis_<name>.so.
#include "Vaxis_switch.h"

#include "../common/rtl_lanes.h"
#include "../common/rtl_node.h"
#include "axis/switch.h"
#include VERILATOR_ROOT_HEADER(Vaxis_switch)

VERILATOR_MODEL(Vaxis_switch);

namespace {

using Internals = Vaxis_switchInternals;

struct Lanes {
    unsigned count, width;
};

// All lanes of a signal, from and to a field that is one value, or an array.
template <typename Type, typename Signal>
void get(Type &field, const Signal &signal, const Lanes &lanes) {
    rtl::read(signal, lanes.width, lanes.count, reinterpret_cast<std::remove_extent_t<Type> *>(&field));
}
template <typename Signal, typename Type>
void put(Signal &signal, const Type &field, const Lanes &lanes) {
    rtl::write(signal, lanes.width, lanes.count, reinterpret_cast<const std::remove_extent_t<Type> *>(&field));
}

// Lanes and widths, by the names of include/axis/*.def
constexpr unsigned inputs = AXIS_INPUTS, dest_bits = AXIS_TDEST_BITS, weight_bits = AXIS_WEIGHT_BITS * AXIS_INPUTS;
constexpr unsigned words = (AXIS_DATA_BITS + 63) / 64, word_bits = AXIS_DATA_BITS < 64 ? AXIS_DATA_BITS : 64;
constexpr unsigned input_bits = AXIS_INPUTS <= 2 ? 1 : AXIS_INPUTS <= 4 ? 2 : AXIS_INPUTS <= 8 ? 3 : 4;

constexpr Lanes WORD(unsigned width) { return {1, width}; }
constexpr Lanes INPUT(unsigned width) { return {AXIS_INPUTS, width}; }
constexpr Lanes OUTPUT(unsigned width) { return {AXIS_OUTPUTS, width}; }
constexpr Lanes INPUT_SET(unsigned) { return {1, AXIS_INPUTS}; }
constexpr Lanes OUTPUT_SET(unsigned) { return {1, AXIS_OUTPUTS}; }
constexpr Lanes INPUT_WORD(unsigned width) { return {AXIS_INPUTS * words, width}; }
constexpr Lanes OUTPUT_WORD(unsigned width) { return {AXIS_OUTPUTS * words, width}; }

struct Pins {
    static constexpr int version = AXIS_NODE_VERSION;

    template <typename Top>
    static void drive(Top &top, const void *wires, const void *inputs_of_none) {
        const auto *in = static_cast<const axis_pins *>(wires);
        const auto *control = static_cast<const axis_control *>(inputs_of_none);
#define AXIS_IN(dimension, pin, field, type, width, shows, meaning) put(top.pin, in->field, dimension(width));
        AXIS_RX_PINS(AXIS_IN)
#undef AXIS_IN
#define AXIS_IN(dimension, pin, field, type, width, shows, meaning) put(top.pin, control->field, dimension(width));
        AXIS_RESET_PIN(AXIS_IN)
        AXIS_SETTING_PINS(AXIS_IN)
#undef AXIS_IN
    }

    template <typename Top>
    static void sample(const Top &top, void *wires) {
        auto *out = static_cast<axis_pins *>(wires);
        std::memset(out, 0, sizeof *out);
#define AXIS_OUT(dimension, pin, field, type, width, shows, meaning) get(out->field, top.pin, dimension(width));
        AXIS_TX_PINS(AXIS_OUT)
#undef AXIS_OUT
    }

    template <typename Top>
    static void status(const Top &top, void *outputs) {
        auto *out = static_cast<axis_status *>(outputs);
#define AXIS_OUT(dimension, pin, field, type, width, shows, meaning) get(out->field, top.pin, dimension(width));
        AXIS_STATUS_PINS(AXIS_OUT)
#undef AXIS_OUT
    }
};

using Node = rtl::Node<Vaxis_switch, Pins, rtl::Unguarded, verilator::RisingEdge<Internals>>;

#define AXIS_SIGNAL(block, name) VERILATOR_IN_INSTANCE(axis_switch, u_##block, name##_reg)

void state(const void *node, void *registers) {
    const auto &root = *Node::of(node)->top->rootp;
    auto *out = static_cast<axis_regs *>(registers);
#define AXIS_GET(block, dimension, name, type, width, meaning) get(out->block.name, root.AXIS_SIGNAL(block, name), dimension(width));
    AXIS_REGS(AXIS_GET)
#undef AXIS_GET
}

void inject(void *node, const void *registers) {
    auto *root = Node::of(node)->top->rootp;
    const auto *in = static_cast<const axis_regs *>(registers);
#define AXIS_PUT(block, dimension, name, type, width, meaning) put(root->AXIS_SIGNAL(block, name), in->block.name, dimension(width));
    AXIS_REGS(AXIS_PUT)
#undef AXIS_PUT
    verilator::settle<Internals>(root);
}

}  // namespace

// What a harness looks for in a shared object (cmodel/kind/node.h).
extern "C" {
extern const struct node_ops fedx_node_ops;
const struct node_ops fedx_node_ops = Node::ops("rtl", {state, nullptr, verilator::settles<Internals>() ? inject : nullptr, nullptr});
}
