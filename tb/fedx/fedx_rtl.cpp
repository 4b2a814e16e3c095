// SPDX-License-Identifier: Apache-2.0
//
// The Verilated RTL behind the node interface: the only C++ between the C
// harness and Verilator's class. Built into libfedx_rtl.so.
#include "Vfedx_switch.h"
#include "Vfedx_switch___024root.h"

#include "../common/rtl_rising_edge.h"
#include "fedx_rtl_node.h"
#include "fedx_rtl_state.h"

using Root = Vfedx_switch___024root;

// Verilator's own: works out all that follows from the registers. Its class has no other way to be told that they changed.
void Vfedx_switch___024root___eval_settle(Root *root);
// Likewise, of a cycle: rtl_rising_edge.h.
void Vfedx_switch___024root___eval_ico(Root *root) __attribute__((weak));
void Vfedx_switch___024root___eval_nba(Root *root) __attribute__((weak));

namespace {

struct Verilators {
    static auto ico() { return Vfedx_switch___024root___eval_ico; }
    static auto nba() { return Vfedx_switch___024root___eval_nba; }
};

using Node = fedx_rtl::Node<Vfedx_switch, rtl::Unguarded, rtl::RisingEdge<Verilators>>;

void state(const void *node, void *registers) {
    auto *out = static_cast<fedx_switch_regs *>(registers);
    fedx_rtl::copy_state(*Node::of(node)->top->rootp, out);
}

void store(const void *node, int buffer, uint8_t *out) {
    fedx_rtl::copy_store(*Node::of(node)->top->rootp, buffer, out);
}

void inject(void *node, const void *registers) {
    const auto *in = static_cast<const fedx_switch_regs *>(registers);
    Vfedx_switch___024root *root = Node::of(node)->top->rootp;
    fedx_rtl::load_state(*root, *in);
    Vfedx_switch___024root___eval_settle(root);
}

void inject_store(void *node, int buffer, const uint8_t *in) {
    fedx_rtl::load_store(*Node::of(node)->top->rootp, buffer, in);
}

}  // namespace

// What a harness looks for in a shared object (cmodel/kind/node.h).
extern "C" {
extern const struct node_ops fedx_node_ops;
const struct node_ops fedx_node_ops = Node::ops("rtl", {state, store, inject, inject_store});
}
