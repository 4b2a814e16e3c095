// SPDX-License-Identifier: Apache-2.0
//
// A Verilated router behind the node interface (cmodel/kind/node.h): all that is the same for any kind. A template over the
// class that Verilator made, whose members are the pins, and over what the kind's pins are:
//
//   struct Pins {
//       static constexpr int version;  // of the structs of the kind
//       template <typename Top> static void drive(Top &top, const void *wires, const void *inputs);
//       template <typename Top> static void sample(const Top &top, void *wires);
//       template <typename Top> static void status(const Top &top, void *outputs);
//   };
#ifndef RTL_NODE_H
#define RTL_NODE_H

#include <cstdlib>
#include <cstring>
#include <memory>
#include <new>
#include <vector>

#include "verilator_internals.h"
#ifdef FEDX_RTL_COVERAGE
#include <atomic>
#include <string>
#include <unistd.h>

#include "verilated_cov.h"
#endif

extern "C" {
#include "../../cmodel/kind/node.h"
}

namespace rtl {

#ifdef FEDX_RTL_COVERAGE

// Built with Verilator's coverage (CMake: FEDX_COVERAGE), a node writes its counts where $FEDX_RTL_COVERAGE says when it
// is destroyed: to that name, the process and a number. Verilator can then not save the state as well.
inline void write_coverage(VerilatedContext &context) {
    static std::atomic<int> written{0};
    const char *prefix = std::getenv("FEDX_RTL_COVERAGE");
    if (!prefix) return;
    const std::string file = std::string(prefix) + "-" + std::to_string(getpid()) + "-" + std::to_string(written++) + ".dat";
    context.coveragep()->write(file.c_str());
}

#endif

// Around all that runs the code of the RTL. Ours neither ends nor loops.
struct Unguarded {
    template <typename Code>
    void run(VerilatedContext &, Code code) {
        code();
    }
};

// What a router shows of its registers and stores, and takes: operations of a node, each of them null where it cannot.
struct Named {
    decltype(node_ops::state) state = nullptr;
    decltype(node_ops::store) store = nullptr;
    decltype(node_ops::inject) inject = nullptr;
    decltype(node_ops::inject_store) inject_store = nullptr;
    decltype(node_ops::differs) differs = nullptr;
};

template <typename Top, typename Pins, typename Guard = Unguarded, typename Clock = verilator::BothEdges>
struct Node {
    VerilatedContext context;
    std::unique_ptr<Top> top;
    Guard guard;

    static Node *of(void *node) { return static_cast<Node *>(node); }
    static const Node *of(const void *node) { return static_cast<const Node *>(node); }

    // Verilator's classes do not bear to run out of memory while they are made: more than they take is there before.
    static bool has_room() {
        void *volatile room = std::malloc(1 << 20);
        std::free(room);
        return room;
    }

    // The caller is C: no exception leaves. Without memory, or whatever else it takes, there is no node.
    static void *create(const node_ops *, uint64_t seed) try {
        if (!has_room()) return nullptr;
        auto node = std::make_unique<Node>();
        // Or every node would start a thread for each further processor, none of which a model has work for.
        node->context.threads(1);
        // 0 and 1 give all-zero and all-one power-up, 2 random.
        node->context.randReset(seed ? 2 : 0);
        node->context.randSeed(int(seed & 0x7fffffff));
        // What registers hold before the first reset breaks any assertion: dut_node.h switches them on.
        node->context.assertOn(false);
        node->top = std::make_unique<Top>(&node->context, "");
        // The first evaluation only settles; edges are seen from the next one on.
        node->guard.run(node->context, [top = node->top.get()] {
            top->clk = 0;
            top->eval();
        });
        return node.release();
    } catch (...) {
        return nullptr;
    }

    static void destroy(void *node) {
        if (!node) return;
        // The model's scopes sign off from the thread's context, which is that of the node made last and may be gone.
        Verilated::threadContextp(&of(node)->context);
        of(node)->guard.run(of(node)->context, [node] { of(node)->top->final(); });
#ifdef FEDX_RTL_COVERAGE
        write_coverage(of(node)->context);
#endif
        delete of(node);
    }

    static void step(void *node, const void *wires, const void *inputs) {
        Top &top = *of(node)->top;
        Pins::drive(top, wires, inputs);
        of(node)->guard.run(of(node)->context, [&top] { Clock::cycle(top); });
    }

    static void pins(const void *node, void *wires) { Pins::sample(*of(node)->top, wires); }

    static void status(const void *node, void *outputs) { Pins::status(*of(node)->top, outputs); }

#ifndef FEDX_RTL_COVERAGE
    static void archive(void *node, archive *a) try {
        std::vector<uint8_t> bytes = verilator::save(*of(node)->top);
        const std::vector<uint8_t> now = bytes;
        uint64_t size = bytes.size();
        ARCHIVE(a, size);
        if (a->loading && size != now.size()) return a->reject(a, "it was saved with another RTL");
        a->visit(a, "rtl", bytes.data(), bytes.size());
        if (!a->loading || a->reason) return;
        if (std::memcmp(bytes.data(), now.data(), verilator::STATE_CHECK_BYTES) != 0)
            return a->reject(a, "it was saved with another RTL");
        verilator::restore(*of(node)->top, bytes);
    } catch (...) {
        a->reject(a, "out of memory");
    }
#endif

    static constexpr node_ops ops(const char *name, const Named &named) {
        node_ops ops{};
        ops.version = NODE_VERSION(Pins::version);
        ops.name = name;
        ops.create = create;
        ops.destroy = destroy;
        ops.step = step;
        ops.pins = pins;
        ops.status = status;
        ops.state = named.state;
        ops.store = named.store;
        ops.inject = named.inject;
        ops.inject_store = named.inject_store;
        ops.differs = named.differs;
#ifndef FEDX_RTL_COVERAGE
        ops.archive = archive;
#endif
        return ops;
    }
};

}  // namespace rtl

#endif
