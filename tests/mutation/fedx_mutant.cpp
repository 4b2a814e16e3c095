// SPDX-License-Identifier: Apache-2.0
//
// A flattened netlist of the switch with many faults in it, behind the node
// interface. Input mutsel says which of them is there, 0: none. run.sh makes the
// netlist; register r of block b is u_b_r_reg in it, and store n is store_n.
#include "Vfedx_switch.h"

#include "fedx_rtl_copy.h"
#include "fedx_rtl_node.h"
#include "mutant.h"
#include VERILATOR_ROOT_HEADER(Vfedx_switch)

VERILATOR_MODEL(Vfedx_switch);

namespace {

using Internals = Vfedx_switchInternals;
using Root = Internals::Root;
using Node = fedx_rtl::Node<Vfedx_switch>;

// One choice for all nodes of this object: a process tries one mutant at a time.
unsigned selected = mutant::number_in_environment();

void state(const void *node, void *registers) {
    auto *out = static_cast<fedx_switch_regs *>(registers);
    const Root &root = *Node::of(node)->top->rootp;
#define FEDX_REG(block, dimension, name, type, width, reset, meaning) \
    fedx_rtl::copy<width>(out->block.name, root.VERILATOR_IN(fedx_switch, u_##block##_##name##_reg));
#define FEDX_BLOCK(block, LIST) LIST(FEDX_REG)
    FEDX_BLOCKS(FEDX_BLOCK)
#undef FEDX_BLOCK
#undef FEDX_REG
}

// The memory of one buffer store.
template <typename Root>
auto &memory(Root &root, int buffer) {
    decltype(&root.VERILATOR_IN(fedx_switch, store_0)) stores[] = {
#define STORE(b) &root.VERILATOR_IN(fedx_switch, store_##b)
        STORE(0), STORE(1), STORE(2), STORE(3), STORE(4), STORE(5), STORE(6), STORE(7), STORE(8), STORE(9),
#undef STORE
    };
    return *stores[buffer];
}

void store(const void *node, int buffer, uint8_t *out) {
    const auto &bytes = memory<const Root>(*Node::of(node)->top->rootp, buffer);
    for (int i = 0; i < FEDX_PACKET_BYTES; i++) out[i] = bytes[i];
}

void inject(void *node, const void *registers) {
    const auto *in = static_cast<const fedx_switch_regs *>(registers);
    Root &root = *Node::of(node)->top->rootp;
#define FEDX_REG(block, dimension, name, type, width, reset, meaning) \
    fedx_rtl::load<width>(root.VERILATOR_IN(fedx_switch, u_##block##_##name##_reg), in->block.name);
#define FEDX_BLOCK(block, LIST) LIST(FEDX_REG)
    FEDX_BLOCKS(FEDX_BLOCK)
#undef FEDX_BLOCK
#undef FEDX_REG
    root.mutsel = CData(selected);
    verilator::settle<Internals>(&root);
}

void inject_store(void *node, int buffer, const uint8_t *in) {
    auto &bytes = memory(*Node::of(node)->top->rootp, buffer);
    for (int i = 0; i < FEDX_PACKET_BYTES; i++) bytes[i] = in[i];
}

void step(void *node, const void *wires, const void *inputs) {
    const auto *in = static_cast<const fedx_pins *>(wires);
    const auto *control = static_cast<const fedx_control *>(inputs);
    Node::of(node)->top->mutsel = selected;
    Node::step(node, in, control);
}

constexpr node_ops operations() {
    node_ops ops = Node::ops("mutant", {state, store, inject, inject_store});
    ops.step = step;
    return ops;
}

}  // namespace

extern "C" {
extern const struct node_ops fedx_node_ops;
const struct node_ops fedx_node_ops = operations();

// Which mutant the nodes are from now on.
void mutant_select(unsigned number) { selected = number; }
}
