// SPDX-License-Identifier: Apache-2.0
//
// A flattened netlist of the switch with many faults in it, behind the node
// interface. Input mutsel says which of them is there, 0: none. run.sh makes the
// netlist; register r of block b is u_b_r_reg in it, and store n is store_n.
#include "Vfedx_switch.h"
#include "Vfedx_switch___024root.h"

#include "fedx_rtl_copy.h"
#include "fedx_rtl_node.h"

namespace {

using Node = fedx_rtl::Node<Vfedx_switch>;

// One choice for all nodes of this object: a process tries one mutant at a time.
unsigned selected;

void state(const void *node, fedx_switch_regs *out) {
    const Vfedx_switch___024root &root = *Node::of(node)->top->rootp;
#define FEDX_REG(block, kind, name, width, reset, meaning) \
    FEDX_RTL_COPY(kind, width, out->block.name, root.fedx_switch__DOT__u_##block##_##name##_reg);
#define FEDX_BLOCK(block, LIST) LIST(FEDX_REG)
    FEDX_BLOCKS(FEDX_BLOCK)
#undef FEDX_BLOCK
#undef FEDX_REG
}

void store(const void *node, int buffer, uint8_t *out) {
    const Vfedx_switch___024root &root = *Node::of(node)->top->rootp;
    const VlUnpacked<CData, FEDX_PACKET_BYTES> *const stores[] = {
#define STORE(b) &root.fedx_switch__DOT__store_##b
        STORE(0), STORE(1), STORE(2), STORE(3), STORE(4), STORE(5), STORE(6), STORE(7), STORE(8), STORE(9),
#undef STORE
    };
    for (int i = 0; i < FEDX_PACKET_BYTES; i++) out[i] = (*stores[buffer])[i];
}

void step(void *node, const fedx_pins *in, const fedx_control *control) {
    Node::of(node)->top->mutsel = selected;
    Node::step(node, in, control);
}

constexpr fedx_node_ops operations() {
    fedx_node_ops ops = Node::ops("mutant");
    ops.step = step;
    ops.state = state;
    ops.store = store;
    return ops;
}

}  // namespace

extern "C" {
extern const struct fedx_node_ops fedx_node_ops;
const struct fedx_node_ops fedx_node_ops = operations();

// Which mutant the nodes are from now on.
void fedx_mutant_select(unsigned number) { selected = number; }
}
