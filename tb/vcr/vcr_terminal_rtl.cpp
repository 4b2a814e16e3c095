// SPDX-License-Identifier: Apache-2.0
//
// A build of the Verilated terminal behind the node interface: libvcr_terminal_<build>.so. VCR_BUILD_NAME says which row of
// cmodel/vcr/kind/vcr_terminals.def it is.
#include "Vvcr_terminal.h"

#include <string_view>

#include "../common/rtl_lanes.h"
#include "../common/rtl_node.h"
#include "vcr/regs.h"
#include VERILATOR_ROOT_HEADER(Vvcr_terminal)

VERILATOR_MODEL(Vvcr_terminal);

namespace {

constexpr vcr_terminal_parameters shape_of(std::string_view build) {
    vcr_terminal_parameters parameters{};
#define VCR_TERMINAL_BUILD(name, kind, ports, vcs, depth, words, length, buffer, queue) \
    if (build == #name) parameters = {ports, vcs, depth, words, length, buffer, queue};
#include "../../cmodel/vcr/kind/vcr_terminals.def"
#undef VCR_TERMINAL_BUILD
    return parameters;
}
constexpr vcr_terminal_parameters parameters = shape_of(VCR_BUILD_NAME);
constexpr unsigned packet_words = unsigned(parameters.length) * parameters.words;

// The lanes of a row of a table, a field of a struct.
#define LANES(structure, field, dimension, type, width) \
    vcr_terminal_lanes_of(&parameters, VCR_OF_##dimension, width, sizeof(type), offsetof(structure, field))
// The names of widths in the tables.
#define WIDTHS                                          \
    const vcr_parameters alike = vcr_terminal_alike(&parameters); \
    VCR_WIDTHS(&alike);                                 \
    VCR_TERMINAL_WIDTHS(&parameters)

struct Pins {
    static constexpr int version = VCR_TERMINAL_NODE_VERSION;

    template <typename Top>
    static void drive(Top &top, const void *wires, const void *inputs) {
        WIDTHS;
#define CONTROL(dimension, name, type, width, ...) \
    rtl::write(top.name, LANES(vcr_terminal_control, name, dimension, type, width), inputs);
#define RX(dimension, name, type, width, ...) rtl::write(top.rx_##name, LANES(vcr_pins, name, dimension, type, width), wires);
#define SKIP(...)
        VCR_TERMINAL_PINS(CONTROL, RX, SKIP, SKIP)
#undef CONTROL
#undef RX
#undef SKIP
    }
    template <typename Top>
    static void sample(const Top &top, void *wires) {
        WIDTHS;
        std::memset(wires, 0, offsetof(vcr_pins, flit));
#define TX(dimension, name, type, width, ...) rtl::read(top.tx_##name, LANES(vcr_pins, name, dimension, type, width), wires);
#define SKIP(...)
        VCR_TERMINAL_PINS(SKIP, SKIP, TX, SKIP)
#undef TX
#undef SKIP
    }
    template <typename Top>
    static void status(const Top &top, void *outputs) {
        WIDTHS;
#define STATUS(dimension, name, type, width, ...) \
    rtl::read(top.name, LANES(vcr_terminal_status, name, dimension, type, width), outputs);
#define SKIP(...)
        VCR_TERMINAL_PINS(SKIP, SKIP, SKIP, STATUS)
#undef STATUS
#undef SKIP
    }
};

using Internals = Vvcr_terminalInternals;
using Node = rtl::Node<Vvcr_terminal, Pins>;

// Call visit with each named register and its lanes. Those of a block are in the instance of its name, those of the terminal in
// itself.
template <typename Root, typename Visit>
inline __attribute__((always_inline)) void each_register(Root &root, Visit visit) {
    WIDTHS;
#define VCR_REG(block, dimension, name, type, width, reset, meaning) \
    visit(root.VERILATOR_IN_INSTANCE(vcr_terminal, u_##block, name##_reg), LANES(vcr_terminal_regs, block.name, dimension, type, width));
    VCR_INJECT_REGS(VCR_REG)
    VCR_SAT_GATE_REGS(VCR_REG)
    VCR_SAT_WATCH_REGS(VCR_REG)
#undef VCR_REG
#define VCR_REG(block, dimension, name, type, width, reset, meaning) \
    visit(root.VERILATOR_IN(vcr_terminal, name##_reg), LANES(vcr_terminal_regs, block.name, dimension, type, width));
    VCR_TERMINAL_OWN_REGS(VCR_REG)
#undef VCR_REG
}

void state(const void *node, void *registers) {
    each_register(*Node::of(node)->top->rootp,
                  [&](const auto &reg, const lanes &lanes) { rtl::read(reg, lanes, registers); });
}

void inject(void *node, const void *registers) {
    Internals::Root *root = Node::of(node)->top->rootp;
    each_register(*root, [&](auto &reg, const lanes &lanes) { rtl::write(reg, lanes, registers); });
    verilator::settle<Internals>(root);
}

void store(const void *node, int slot, uint8_t *out) {
    rtl::read_words(Node::of(node)->top->rootp->VERILATOR_IN_INSTANCE(vcr_terminal, u_inject, store)[slot], packet_words, out);
}

void inject_store(void *node, int slot, const uint8_t *in) {
    rtl::write_words(Node::of(node)->top->rootp->VERILATOR_IN_INSTANCE(vcr_terminal, u_inject, store)[slot], packet_words, in);
}

}  // namespace

// What a harness looks for in a shared object (cmodel/kind/node.h).
extern "C" {
extern const struct node_ops fedx_node_ops;
const struct node_ops fedx_node_ops = Node::ops("rtl", {state, store, verilator::settles<Internals>() ? inject : nullptr, inject_store});
}
