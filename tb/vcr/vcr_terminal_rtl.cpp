// SPDX-License-Identifier: Apache-2.0
//
// A build of the Verilated terminal behind the node interface: libvcr_terminal_<build>.so. VCR_BUILD_NAME says which row of
// cmodel/vcr/kind/vcr_terminals.def it is.
#include "Vvcr_terminal.h"
#include "Vvcr_terminal___024root.h"

#include "../common/rtl_node.h"
#include "vcr/regs.h"
#include "vcr_rtl_lanes.h"

// Verilator's own: works out all that follows from the registers. Its class has no other way to be told that they changed.
void Vvcr_terminal___024root___eval_settle(Vvcr_terminal___024root *root);

namespace {

// What the build is, and its tables.
struct Build {
    vcr_terminal_shape shape{};
    fedx_reg_info registers[VCR_TERMINAL_REG_COUNT];
    fedx_pin_info pins[VCR_TERMINAL_PIN_COUNT];
    Build() {
#define VCR_TERMINAL_BUILD(name, ports, vcs, depth, words, length, buffer, queue) \
    if (std::strcmp(#name, VCR_BUILD_NAME) == 0) shape = {ports, vcs, depth, words, length, buffer, queue};
#include "../../cmodel/vcr/kind/vcr_terminals.def"
#undef VCR_TERMINAL_BUILD
        vcr_terminal_reg_rows(&shape, registers);
        vcr_terminal_pin_rows(&shape, pins);
    }
};
const Build build;

struct Pins {
    static constexpr int version = VCR_NODE_VERSION;

    template <typename Top>
    static void drive(Top &top, const void *wires, const void *inputs) {
        const fedx_pin_info *row = build.pins;
#define CONTROL(dimension, name, ...) vcr_rtl::write(top.name, (row++)->lanes, inputs);
#define RX(dimension, name, ...) vcr_rtl::write(top.rx_##name, (row++)->lanes, wires);
#define SKIP(...)
        VCR_TERMINAL_PINS(CONTROL, RX, SKIP, SKIP)
#undef CONTROL
#undef RX
#undef SKIP
    }
    template <typename Top>
    static void sample(const Top &top, void *wires) {
        const fedx_pin_info *row = build.pins;
        std::memset(wires, 0, offsetof(vcr_pins, flit));
#define TX(dimension, name, ...) vcr_rtl::read(top.tx_##name, (row++)->lanes, wires);
#define SKIP(...) row++;
        VCR_TERMINAL_PINS(SKIP, SKIP, TX, SKIP)
#undef TX
#undef SKIP
    }
    template <typename Top>
    static void status(const Top &top, void *outputs) {
        auto *out = static_cast<vcr_terminal_status *>(outputs);
        out->cfg_rdata = top.cfg_rdata;
        out->room = top.room;
    }
};

using Node = rtl::Node<Vvcr_terminal, Pins>;

// Call visit with each named register and its row. Those of a block are in the instance of its name, those of the terminal in itself.
template <typename Root, typename Visit>
void each_register(Root &root, Visit visit) {
    const fedx_reg_info *row = build.registers;
#define VCR_REG(block, dimension, name, type, width, reset, meaning) \
    visit(root.vcr_terminal__DOT__u_##block##__DOT__##name##_reg, (row++)->lanes);
    VCR_INJECT_REGS(VCR_REG)
    VCR_SAT_GATE_REGS(VCR_REG)
    VCR_SAT_WATCH_REGS(VCR_REG)
#undef VCR_REG
#define VCR_REG(block, dimension, name, type, width, reset, meaning) visit(root.vcr_terminal__DOT__##name##_reg, (row++)->lanes);
    VCR_TERMINAL_OWN_REGS(VCR_REG)
#undef VCR_REG
}

void state(const void *node, void *registers) {
    each_register(*Node::of(node)->top->rootp, [&](const auto &reg, const fedx_lanes &lanes) { vcr_rtl::read(reg, lanes, registers); });
}

void inject(void *node, const void *registers) {
    Vvcr_terminal___024root *root = Node::of(node)->top->rootp;
    each_register(*root, [&](auto &reg, const fedx_lanes &lanes) { vcr_rtl::write(reg, lanes, registers); });
    Vvcr_terminal___024root___eval_settle(root);
}

void store(const void *node, int slot, uint8_t *out) {
    const auto &memory = Node::of(node)->top->rootp->vcr_terminal__DOT__u_inject__DOT__store;
    for (unsigned k = 0; k < unsigned(build.shape.length) * build.shape.words; k++) {
        uint64_t word = vcr_rtl::bits(memory[slot], 64 * k, 64);
        std::memcpy(out + 8 * k, &word, 8);
    }
}

void inject_store(void *node, int slot, const uint8_t *in) {
    auto &memory = Node::of(node)->top->rootp->vcr_terminal__DOT__u_inject__DOT__store;
    for (unsigned k = 0; k < unsigned(build.shape.length) * build.shape.words; k++) {
        uint64_t word;
        std::memcpy(&word, in + 8 * k, 8);
        vcr_rtl::put(memory[slot], 64 * k, 64, word);
    }
}

constexpr node_ops operations() {
    node_ops ops = Node::ops("rtl");
    ops.inject = inject;
    ops.inject_store = inject_store;
    ops.state = state;
    ops.store = store;
    return ops;
}

}  // namespace

// What a harness looks for in a shared object (cmodel/kind/node.h).
extern "C" {
extern const struct node_ops fedx_node_ops;
const struct node_ops fedx_node_ops = operations();
}
