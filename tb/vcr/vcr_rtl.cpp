// SPDX-License-Identifier: Apache-2.0
//
// A build of the Verilated virtual-channel router behind the node interface: libvcr_<build>.so. VCR_BUILD_NAME says which row
// of cmodel/vcr/kind/vcr_configurations.def it is.
#include "Vvcr_router.h"

#include <string_view>

#include "../common/rtl_node.h"
#include "vcr_rtl_state.h"
#include VERILATOR_ROOT_HEADER(Vvcr_router)

VERILATOR_MODEL(Vvcr_router);

namespace {

constexpr vcr_parameters shape_of(std::string_view build) {
    vcr_parameters parameters{};
#define VCR_CONFIGURATION(name, kind, ports, vcs, depth, words, bypass, route_stage, speedup, table_size, via, repeats, summary) \
    if (build == #name) parameters = {ports, vcs, depth, words, bypass, route_stage, speedup, table_size, via, repeats};
#include "../../cmodel/vcr/kind/vcr_configurations.def"
#undef VCR_CONFIGURATION
    return parameters;
}
constexpr vcr_parameters parameters = shape_of(VCR_BUILD_NAME);

struct Pins {
    static constexpr int version = VCR_NODE_VERSION;

    template <typename Top>
    static void drive(Top &top, const void *wires, const void *inputs) {
        vcr_rtl::drive(top, &parameters, static_cast<const vcr_pins *>(wires), static_cast<const vcr_control *>(inputs));
    }
    template <typename Top>
    static void sample(const Top &top, void *wires) {
        std::memset(wires, 0, offsetof(vcr_pins, flit));
        vcr_rtl::sample(top, &parameters, static_cast<vcr_pins *>(wires));
    }
    template <typename Top>
    static void status(const Top &top, void *outputs) {
        vcr_rtl::status(top, &parameters, static_cast<vcr_status *>(outputs));
    }
};

using Internals = Vvcr_routerInternals;
using Node = rtl::Node<Vvcr_router, Pins, rtl::Unguarded, verilator::RisingEdge<Internals>>;

void state(const void *node, void *registers) {
    vcr_rtl::read_registers(*Node::of(node)->top->rootp, &parameters, static_cast<vcr_regs *>(registers));
}

int differs(const void *node, const void *registers) {
    return vcr_rtl::registers_differ(*Node::of(node)->top->rootp, &parameters, static_cast<const vcr_regs *>(registers));
}

void inject(void *node, const void *registers) {
    Internals::Root *root = Node::of(node)->top->rootp;
    vcr_rtl::write_registers(*root, &parameters, static_cast<const vcr_regs *>(registers));
    verilator::settle<Internals>(root);
}

void store(const void *node, int lane, uint8_t *out) {
    vcr_rtl::read_lane(*Node::of(node)->top->rootp, parameters, lane, out);
}

// What is worked out from it is settled with the registers: a router of 128 lanes would be settled 129 times a state.
void inject_store(void *node, int lane, const uint8_t *in) {
    vcr_rtl::write_lane(*Node::of(node)->top->rootp, parameters, lane, in);
}

}  // namespace

// What a harness looks for in a shared object (cmodel/kind/node.h).
extern "C" {
extern const struct node_ops fedx_node_ops;
const struct node_ops fedx_node_ops = Node::ops("rtl", {state, store, verilator::settles<Internals>() ? inject : nullptr, inject_store, differs});
}
