// SPDX-License-Identifier: Apache-2.0
//
// A router that a user brings, behind the node interface (cmodel/dut/dut.h): all that is the same for any kind, to be included
// once by its shim, behind namespace dut:
//
//     Registers, Control   structs of the kind; Control has rst
//     ROWS                 named registers in its table
//     Pins                 as tb/common/rtl_node.h has it
//     each_row(visit)      the rows of mapped registers
//     get(top, out)        mapped registers of the wrapper into the struct; put(top, in) the other way, with FEDX_DUT_INJECT
//
// Verilator made class Vfedx_dut from a wrapper with the documented pins and, for each named register that the mapping file
// maps, an output r_<block>_<register>. With FEDX_DUT_INJECT there are inputs w_<block>_<register>, too, and pin inject sets
// the registers; with FEDX_DUT_STORES, the bytes of a memory, pins that read, and then set, one memory.
#include <array>
#include <cstring>

#include "dut_ends.h"

#ifdef FEDX_DUT_INJECT
#include VERILATOR_ROOT_HEADER(Vfedx_dut)

VERILATOR_MODEL(Vfedx_dut);
#endif

namespace {

using fedx_dut::Guard;
using Node = rtl::Node<Vfedx_dut, dut::Pins, Guard>;

constexpr std::array<uint8_t, dut::ROWS> mapped_rows() {
    std::array<uint8_t, dut::ROWS> flags{};
    dut::each_row([&flags](int row) { flags[static_cast<std::size_t>(row)] = 1; });
    return flags;
}

constexpr std::array<uint8_t, dut::ROWS> registers = mapped_rows();

constexpr bool any_register() {
    for (const uint8_t flag : registers)
        if (flag) return true;
    return false;
}

[[maybe_unused]] void state(const void *node, void *registers) {
    dut::get(*Node::of(node)->top, static_cast<dut::Registers *>(registers));
}

// Run code of the model that is no cycle of the switch.
template <typename Code>
[[maybe_unused]] void aside(void *node, Code code) {
    Node *n = Node::of(node);
    const uint64_t cycles = n->guard.cycles();
    n->guard.run(n->context, [&] { code(*n->top); });
    n->guard.cycles(cycles);
}

// One edge of a pin for that alone.
template <typename Pin>
[[maybe_unused]] void pulse(Vfedx_dut &top, Pin &pin) {
    pin = 1;
    top.eval();
    pin = 0;
    top.eval();
}

#ifdef FEDX_DUT_INJECT
void inject(void *node, const void *registers) {
    const auto *in = static_cast<const dut::Registers *>(registers);
    if (!verilator::settles<Vfedx_dutInternals>())
        return Node::of(node)->guard.end("this version of Verilator cannot set registers: use another one, or no --inject");
    aside(node, [in](Vfedx_dut &top) {
        dut::put(top, in);
        pulse(top, top.inject);
        // What was set and is no register becomes again what it is.
        verilator::settle<Vfedx_dutInternals>(top.rootp);
    });
}
#endif

#ifdef FEDX_DUT_STORES
void store(const void *node, int buffer, uint8_t *out) {
    // Nothing of the switch changes.
    aside(const_cast<void *>(node), [buffer, out](Vfedx_dut &top) {
        top.store_number = uint8_t(buffer);
        pulse(top, top.store_look);
        std::memcpy(out, &top.store_seen, FEDX_DUT_STORES);
    });
}
#endif

#if defined FEDX_DUT_STORES && defined FEDX_DUT_INJECT
void inject_store(void *node, int buffer, const uint8_t *in) {
    aside(node, [buffer, in](Vfedx_dut &top) {
        top.store_number = uint8_t(buffer);
        std::memcpy(&top.store_given, in, FEDX_DUT_STORES);
        pulse(top, top.store_inject);
    });
}
#endif

void step(void *node, const void *wires, const void *inputs) {
    const auto *control = static_cast<const dut::Control *>(inputs);
    Node *n = Node::of(node);
    // What the switch prints has the cycle as its time.
    n->context.time(n->guard.cycles());
    Node::step(node, wires, inputs);
    if (control->rst) {
        n->context.assertOn(true);
        n->guard.arm();
    }
}

int check(void *node) {
    return Node::of(node)->guard.ended() != nullptr;
}

const char *ended(const void *node) {
    return Node::of(node)->guard.ended();
}

void place(void *node, int index) {
    Node::of(node)->guard.place(index);
}

void archive(void *node, archive *a) {
    Node *n = Node::of(node);
    uint64_t cycles = n->guard.cycles();
    uint8_t asserts = n->context.assertOn();
    Node::archive(node, a);
    ARCHIVE(a, cycles);
    ARCHIVE(a, asserts);
    if (!a->loading || a->reason) return;
    n->guard.cycles(cycles);
    n->context.assertOn(asserts);
    if (asserts) n->guard.arm();
}

constexpr rtl::Named named() {
    rtl::Named named;
    if (any_register()) named.state = state;
#ifdef FEDX_DUT_INJECT
    named.inject = inject;
#endif
#ifdef FEDX_DUT_STORES
    named.store = store;
#endif
#if defined FEDX_DUT_STORES && defined FEDX_DUT_INJECT
    named.inject_store = inject_store;
#endif
    return named;
}

constexpr node_ops operations() {
    node_ops ops = Node::ops("dut", named());
    ops.step = step;
    ops.check = check;
    ops.ended = ended;
    ops.place = place;
    ops.busy = Guard::busy;
    ops.archive = archive;
    ops.registers = registers.data();
    return ops;
}

}  // namespace

extern "C" {
extern const struct node_ops fedx_node_ops;
const struct node_ops fedx_node_ops = operations();
}
