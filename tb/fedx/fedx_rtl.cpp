// SPDX-License-Identifier: Apache-2.0
//
// The Verilated RTL behind the node interface: the only C++ between the C
// harness and Verilator's class. Built into libfedx_rtl.so.
#include "Vfedx_switch.h"

#include "fedx_rtl_node.h"
#include "fedx_rtl_state.h"
#include VERILATOR_ROOT_HEADER(Vfedx_switch)

VERILATOR_MODEL(Vfedx_switch);

namespace {

using Internals = Vfedx_switchInternals;
using Node = fedx_rtl::Node<Vfedx_switch, rtl::Unguarded, verilator::RisingEdge<Internals>>;

void state(const void *node, void *registers) {
    auto *out = static_cast<fedx_switch_regs *>(registers);
    fedx_rtl::copy_state(*Node::of(node)->top->rootp, out);
}

void store(const void *node, int buffer, uint8_t *out) {
    fedx_rtl::copy_store(*Node::of(node)->top->rootp, buffer, out);
}

void inject(void *node, const void *registers) {
    const auto *in = static_cast<const fedx_switch_regs *>(registers);
    Internals::Root *root = Node::of(node)->top->rootp;
    fedx_rtl::load_state(*root, *in);
    verilator::settle<Internals>(root);
}

void inject_store(void *node, int buffer, const uint8_t *in) {
    fedx_rtl::load_store(*Node::of(node)->top->rootp, buffer, in);
}

}  // namespace

// What a harness looks for in a shared object (cmodel/kind/node.h).
extern "C" {
extern const struct node_ops fedx_node_ops;
const struct node_ops fedx_node_ops = Node::ops("rtl", {state, store, verilator::settles<Internals>() ? inject : nullptr, inject_store});
}
