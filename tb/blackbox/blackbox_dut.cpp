// SPDX-License-Identifier: Apache-2.0
//
// Routers of other people behind the node interface (cmodel/kind/node.h): Verilator made class Vfedx_dut from the wrapper that
// cmodel/blackbox/wrapper/blackbox_wrapper.c writes, whose pins besides clock and reset are two vectors of words.
#include "Vfedx_dut.h"

#include <cstring>

#include "../common/dut_ends.h"
#include "../common/dut_guard.h"
#include "../common/rtl_node.h"
extern "C" {
#include "../../cmodel/blackbox/wrapper/blackbox_device.h"
}

namespace {

using fedx_dut::Guard;

struct Pins {
    static constexpr int version = BLACKBOX_DEVICE_VERSION;

    template <typename Top>
    static void drive(Top &top, const void *wires, const void *inputs) {
        const auto *control = static_cast<const blackbox_control *>(inputs);
        std::memcpy(&top.in, wires, sizeof top.in);
        top.rst = control->reset;
    }
    template <typename Top>
    static void sample(const Top &top, void *wires) {
        std::memcpy(wires, &top.out, sizeof top.out);
    }
    template <typename Top>
    static void status(const Top &, void *) {}
};

using Node = rtl::Node<Vfedx_dut, Pins, Guard>;

// Inputs change while the clock is low, and outputs settle before its edge: ready may depend on valid, and the other way.
void step(void *node, const void *wires, const void *inputs) {
    const auto *control = static_cast<const blackbox_control *>(inputs);
    Node *n = Node::of(node);
    Vfedx_dut &top = *n->top;
    if (control->edge) {
        n->context.time(n->guard.cycles());
        n->guard.run(n->context, [&top] { top.clk = 1; top.eval(); });
        if (control->reset) {
            n->context.assertOn(true);
            n->guard.arm();
        }
        return;
    }
    const uint64_t cycles = n->guard.cycles();
    Pins::drive(top, wires, inputs);
    n->guard.run(n->context, [&top] {
        top.clk = 0;
        top.tick = 1;
        top.eval();
        top.tick = 0;  // nothing waits for that edge
    });
    n->guard.cycles(cycles);
}

const char *ended(const void *node) {
    return Node::of(node)->guard.ended();
}

constexpr node_ops operations() {
    node_ops ops = Node::ops("blackbox", {});
    ops.step = step;
    ops.ended = ended;
    ops.busy = Guard::busy;
    return ops;
}

}  // namespace

extern "C" {
extern const struct node_ops fedx_node_ops;
const struct node_ops fedx_node_ops = operations();
}
