// SPDX-License-Identifier: Apache-2.0
//
// The Verilated RTL behind the node interface: the only C++ between the C
// harness and Verilator's class. Built into libfedx_rtl.so.
#include <cstring>
#include <memory>
#include <new>

#include "Vfedx_switch.h"
#include "Vfedx_switch___024root.h"
#include "verilated.h"

extern "C" {
#include "../cmodel/fabric/fedx_node.h"
}

namespace {

struct RtlNode {
    VerilatedContext context;
    std::unique_ptr<Vfedx_switch> top;
};

// One copy a kind and width of register: Verilator keeps lane i of a packed vector at bits
// [i*width +: width], little-endian, so byte-wide lanes are laid out as in the C arrays.
template <typename Lanes, typename Value>
void copy_bytes(Lanes &lanes, const Value &value) {
    std::memcpy(lanes, &value, sizeof lanes);
}

template <typename Lanes>
void copy_nibbles(Lanes &lanes, uint32_t value) {
    for (auto &lane : lanes) {
        lane = value & 15;
        value >>= 4;
    }
}

// Lanes of BUFFERS bits across 32-bit words.
template <typename Lanes, typename Words>
void copy_masks(Lanes &lanes, const Words &words) {
    unsigned bit = 0;
    for (auto &lane : lanes) {
        uint64_t pair = words[bit / 32];
        if (bit / 32 + 1 < sizeof words / 4) pair |= uint64_t(words[bit / 32 + 1]) << 32;
        lane = (pair >> bit % 32) & ((1u << FEDX_BUFFERS) - 1);
        bit += FEDX_BUFFERS;
    }
}

#define COPY_WORD(to, from) to = from
#define COPY_P_1 COPY_WORD
#define COPY_P_4 copy_nibbles
#define COPY_P_8 copy_bytes
#define COPY_P_32 copy_bytes
#define COPY_P_64 copy_bytes
#define COPY_B_1 COPY_WORD
#define COPY_B_8 copy_bytes
#define COPY_B_10 copy_masks
#define COPY_B_64 copy_bytes
#define COPY_W_1 COPY_WORD
#define COPY_W_2 COPY_WORD
#define COPY_W_3 COPY_WORD
#define COPY_W_7 COPY_WORD
#define COPY_W_8 COPY_WORD
#define COPY_W_16 COPY_WORD
#define COPY_W_32 COPY_WORD

RtlNode *node_of(void *node) { return static_cast<RtlNode *>(node); }
const RtlNode *node_of(const void *node) { return static_cast<const RtlNode *>(node); }

void *create(const fedx_node_ops *, uint64_t seed) try {
    auto node = std::make_unique<RtlNode>();
    // 0 and 1 give all-zero and all-one power-up, 2 random.
    node->context.randReset(seed ? 2 : 0);
    node->context.randSeed(int(seed & 0x7fffffff));
    node->top = std::make_unique<Vfedx_switch>(&node->context, "");
    // The first evaluation only settles; edges are seen from the next one on.
    node->top->clk = 0;
    node->top->eval();
    return node.release();
} catch (const std::bad_alloc &) {
    return nullptr;
}

void destroy(void *node) {
    if (!node) return;
    node_of(node)->top->final();
    delete node_of(node);
}

int step(void *node, const fedx_pins *in, const fedx_control *control) {
    Vfedx_switch &top = *node_of(node)->top;
    uint64_t data;
    std::memcpy(&data, in->data, sizeof data);
    top.rx_data = data;
    top.rx_valid = in->valid;
    top.rx_turn = in->turn;
    top.rx_req = in->req;
    top.rx_refuse = in->refuse;
    top.rx_acc = in->acc;
    top.rst = control->rst;
    top.side = control->side;
    top.cfg_we = control->cfg_we;
    top.cfg_addr = control->cfg_addr;
    top.cfg_wdata = control->cfg_wdata;
    top.clk = 1;
    top.eval();
    top.clk = 0;
    top.eval();
    return 0;
}

void pins(const void *node, fedx_pins *out) {
    const Vfedx_switch &top = *node_of(node)->top;
    const uint64_t data = top.tx_data;
    std::memcpy(out->data, &data, sizeof data);
    out->valid = top.tx_valid;
    out->turn = top.tx_turn;
    out->req = top.tx_req;
    out->refuse = top.tx_refuse;
    out->acc = top.tx_acc;
    std::memset(out->zero, 0, sizeof out->zero);
}

uint32_t cfg_rdata(const void *node) { return node_of(node)->top->cfg_rdata; }

void state(const void *node, fedx_switch_regs *out) {
    const Vfedx_switch___024root &root = *node_of(node)->top->rootp;
#define FEDX_REG(block, kind, name, width, reset, meaning) \
    COPY_##kind##_##width(out->block.name, root.fedx_switch__DOT__u_##block##__DOT__##name##_reg);
#define FEDX_BLOCK(block, LIST) LIST(FEDX_REG)
    FEDX_BLOCKS(FEDX_BLOCK)
#undef FEDX_REG
#undef FEDX_BLOCK
}

template <typename Memory>
void copy_memory(const Memory &memory, uint8_t *out) {
    for (int i = 0; i < FEDX_PACKET_BYTES; i++) out[i] = memory[i];
}

void store(const void *node, int buffer, uint8_t *out) {
    const Vfedx_switch___024root &root = *node_of(node)->top->rootp;
#define STORE(b) \
    case b:      \
        return copy_memory(root.fedx_switch__DOT__u_buffer_pool__DOT__buffer__BRA__##b##__KET____DOT__u_buffer_store__DOT__store, out)
    switch (buffer) {
        STORE(0);
        STORE(1);
        STORE(2);
        STORE(3);
        STORE(4);
        STORE(5);
        STORE(6);
        STORE(7);
        STORE(8);
        STORE(9);
    }
#undef STORE
}

}  // namespace

// What a harness looks for in a shared object (cmodel/fabric/fedx_node.h).
extern "C" {
extern const struct fedx_node_ops fedx_node_ops;
const struct fedx_node_ops fedx_node_ops = {FEDX_NODE_VERSION, "rtl",     create, destroy, step,
                                            pins,              cfg_rdata, state,  store};
}
