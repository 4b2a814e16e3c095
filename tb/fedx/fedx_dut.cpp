// SPDX-License-Identifier: Apache-2.0
//
// A switch that a user brings, behind the node interface (cmodel/fedx/dut/fedx_dut.h).
// Verilator made class Vfedx_dut from a wrapper with the documented pins and, for
// each named register that the mapping file maps, an output r_<block>_<register>;
// fedx_dut_regs.def lists these: FEDX_DUT_REG(block, name, width). With
// FEDX_DUT_INJECT there are inputs w_<block>_<register>, too, and pin inject sets the
// registers; with FEDX_DUT_STORES pins that read, and then set, one buffer store.
#include "Vfedx_dut.h"

#include <array>
#include <cstdarg>
#include <cstring>

#include "fedx_dut_guard.h"
#include "fedx_rtl_copy.h"
#include "fedx_rtl_node.h"

#ifdef FEDX_DUT_INJECT
#include "Vfedx_dut___024root.h"

// Verilator's own: works out all that follows from the registers. What was set and is no register becomes again what it is.
void Vfedx_dut___024root___eval_settle(Vfedx_dut___024root *root);
#endif

namespace {

using fedx_dut::Guard;
using Node = fedx_rtl::Node<Vfedx_dut, Guard>;

// Rows of fedx_reg_table
enum Row {
#define FEDX_REG(block, dimension, name, type, width, reset, meaning) ROW_##block##_##name,
#define FEDX_BLOCK(block, LIST) LIST(FEDX_REG)
    FEDX_BLOCKS(FEDX_BLOCK)
#undef FEDX_REG
#undef FEDX_BLOCK
    ROWS
};

#define FEDX_DUT_REG(block, name, width) flags[ROW_##block##_##name] = 1;
constexpr std::array<uint8_t, ROWS> mapped_rows() {
    std::array<uint8_t, ROWS> flags{};
#include "fedx_dut_regs.def"
    return flags;
}
#undef FEDX_DUT_REG

constexpr std::array<uint8_t, ROWS> registers = mapped_rows();

constexpr bool any_register() {
    for (const uint8_t flag : registers)
        if (flag) return true;
    return false;
}

#define FEDX_DUT_REG(block, name, width) fedx_rtl::copy<width>(out->block.name, top.r_##block##_##name);
[[maybe_unused]] void state(const void *node, void *registers) {
    [[maybe_unused]] auto *out = static_cast<fedx_switch_regs *>(registers);
    [[maybe_unused]] const Vfedx_dut &top = *Node::of(node)->top;
#include "fedx_dut_regs.def"
}
#undef FEDX_DUT_REG

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
#define FEDX_DUT_REG(block, name, width) fedx_rtl::load<width>(top.w_##block##_##name, in->block.name);
void inject(void *node, const void *registers) {
    const auto *in = static_cast<const fedx_switch_regs *>(registers);
    aside(node, [in](Vfedx_dut &top) {
#include "fedx_dut_regs.def"
        pulse(top, top.inject);
        Vfedx_dut___024root___eval_settle(top.rootp);
    });
}
#undef FEDX_DUT_REG
#endif

#ifdef FEDX_DUT_STORES
void store(const void *node, int buffer, uint8_t *out) {
    // Nothing of the switch changes.
    aside(const_cast<void *>(node), [buffer, out](Vfedx_dut &top) {
        top.store_number = uint8_t(buffer);
        pulse(top, top.store_look);
        std::memcpy(out, &top.store_seen, FEDX_PACKET_BYTES);
    });
}
#endif

#if defined FEDX_DUT_STORES && defined FEDX_DUT_INJECT
void inject_store(void *node, int buffer, const uint8_t *in) {
    aside(node, [buffer, in](Vfedx_dut &top) {
        top.store_number = uint8_t(buffer);
        std::memcpy(&top.store_given, in, FEDX_PACKET_BYTES);
        pulse(top, top.store_inject);
    });
}
#endif

void step(void *node, const void *wires, const void *inputs) {
    const auto *in = static_cast<const fedx_pins *>(wires);
    const auto *control = static_cast<const fedx_control *>(inputs);
    Node *n = Node::of(node);
    // What the switch prints has the cycle as its time.
    n->context.time(n->guard.cycles());
    Node::step(node, in, control);
    if (control->rst) n->context.assertOn(true);
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
}

constexpr node_ops operations() {
    node_ops ops = Node::ops("dut");
    ops.step = step;
    ops.check = check;
    ops.ended = ended;
    ops.place = place;
    ops.busy = Guard::busy;
    ops.archive = archive;
    ops.state = any_register() ? state : nullptr;
    ops.registers = registers.data();
#ifdef FEDX_DUT_INJECT
    ops.inject = inject;
#endif
#ifdef FEDX_DUT_STORES
    ops.store = store;
#endif
#if defined FEDX_DUT_STORES && defined FEDX_DUT_INJECT
    ops.inject_store = inject_store;
#endif
    return ops;
}

}  // namespace

// What Verilator's runtime calls, in the thread that runs the model.

int fedx_dut_say(const char *format, ...) {
    char text[512];
    va_list values;
    va_start(values, format);
    std::vsnprintf(text, sizeof text, format, values);
    va_end(values);
    va_start(values, format);
    const int length = std::vfprintf(stderr, format, values);
    va_end(values);
    // "[TIME] %Error: FILE:LINE: MESSAGE"
    static const char mark[] = "%Error: ";
    const char *error = std::strstr(text, mark);
    Guard *guard = error ? Guard::current() : nullptr;
    if (guard) {
        text[std::strcspn(text, "\n")] = 0;
        guard->hear(error + std::strlen(mark));
    }
    return length;
}

void vl_stop(const char *file, int line, const char *) {
    Guard *guard = Guard::current();
    char place[200];
    // The message has the file without its folder.
    const char *slash = std::strrchr(file, '/');
    const int length = std::snprintf(place, sizeof place, "%s:%d: ", slash ? slash + 1 : file, line);
    const bool heard = std::strncmp(guard->said(), place, size_t(length)) == 0;
    guard->end("the switch ends the run: %s:%d: %s", file, line, heard ? guard->said() + length : "$stop");
}

void vl_finish(const char *file, int line, const char *) {
    Guard::current()->end("the switch ends the run: %s:%d: $finish", file, line);
}

void vl_fatal(const char *, int, const char *, const char *message) {
    const bool loop = std::strstr(message, "converge");
    Guard::current()->end("the switch %s: %s", loop ? "has a combinational loop that does not settle" : "cannot go on", message);
    throw fedx_dut::Unsettled();
}

extern "C" {
extern const struct node_ops fedx_node_ops;
const struct node_ops fedx_node_ops = operations();
}
