// SPDX-License-Identifier: Apache-2.0
//
// The Verilated RTL behind the node interface: the only C++ between the C
// harness and Verilator's class. Built into libfedx_rtl.so.
#include <type_traits>

#include "Vfedx_switch.h"
#include "Vfedx_switch___024root.h"
#include "fedx_rtl_node.h"
#include "fedx_rtl_state.h"

using Root = Vfedx_switch___024root;

// Verilator's own: works out all that follows from the registers. Its class has no other way to be told that they changed.
void Vfedx_switch___024root___eval_settle(Root *root);
// Likewise: what follows from the pins, and a rising edge. Another Verilator may not have them by these names; then they
// are null.
void Vfedx_switch___024root___eval_ico(Root *root) __attribute__((weak));
void Vfedx_switch___024root___eval_nba(Root *root) __attribute__((weak));

namespace {

// A cycle of our RTL, which does everything at the rising edge: at the falling one there is nothing to work out, and at
// the rising one nothing to search for. That is a fifth of an RTL run. What it relies on is that Verilator knows one event
// and one kind of input, and what it calls them (5.006); otherwise both edges are evaluated.
struct RisingEdge {
    template <typename R>
    static auto rise(R &root, int)
        -> std::enable_if_t<std::is_same<decltype(root.__VicoTriggered), VlTriggerVec<1>>::value &&
                                std::is_same<decltype(root.__VnbaTriggered), VlTriggerVec<1>>::value,
                            bool> {
        if (!Vfedx_switch___024root___eval_ico || !Vfedx_switch___024root___eval_nba) return false;
        root.__VicoTriggered.at(0) = true;
        Vfedx_switch___024root___eval_ico(&root);
        root.__VnbaTriggered.at(0) = true;
        Vfedx_switch___024root___eval_nba(&root);
        return true;
    }
    template <typename R>
    static bool rise(R &, long) {
        return false;
    }

    static void cycle(Vfedx_switch &top) {
        if (!rise(*top.rootp, 0)) rtl::BothEdges::cycle(top);
    }
};

using Node = fedx_rtl::Node<Vfedx_switch, rtl::Unguarded, RisingEdge>;

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
