// SPDX-License-Identifier: Apache-2.0
//
// The Verilated RTL behind the node interface: the only C++ between the C
// harness and Verilator's class. Built into libfedx_rtl.so.
#include "Vfedx_switch.h"
#include "Vfedx_switch___024root.h"
#include "fedx_rtl_node.h"
#include "fedx_rtl_state.h"

namespace {

using Node = fedx_rtl::Node<Vfedx_switch>;

void state(const void *node, fedx_switch_regs *out) { fedx_rtl::copy_state(*Node::of(node)->top->rootp, out); }

void store(const void *node, int buffer, uint8_t *out) {
    fedx_rtl::copy_store(*Node::of(node)->top->rootp, buffer, out);
}

constexpr fedx_node_ops operations() {
    fedx_node_ops ops = Node::ops("rtl");
    ops.state = state;
    ops.store = store;
    return ops;
}

}  // namespace

// What a harness looks for in a shared object (cmodel/fabric/fedx_node.h).
extern "C" {
extern const struct fedx_node_ops fedx_node_ops;
const struct fedx_node_ops fedx_node_ops = operations();
}
