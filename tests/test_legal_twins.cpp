// SPDX-License-Identifier: Apache-2.0
//
// The invariant in C (cmodel/fedx/bench/fedx_legal.c) and in Verilog (proofs/fedx/fedx_legal.v, Verilated) say the same:
// of random legal states, of legal states with a few bits wrong, and of legal states with a part of another one.
//
//     test_legal_twins [STATES]
//
// Clauses are compared one by one, but for those that have no meaning when others are broken (see blind()).
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "Vfedx_legal.h"
#include "fedx_rtl_copy.h"
#include "verilated.h"

extern "C" {
#include "fedx/bench/fedx_legal.h"
#include "fedx/bench/fedx_state_injection.h"
}

namespace {

int loaded;

// A register that the predicate reads is an input of it: load that; the second one is for all others.
#define FEDX_REG(block, dimension, name, type, width, reset, meaning)                                            \
    template <typename Top>                                                                                      \
    auto load_##block##_##name(Top &top, const fedx_switch_regs &s, int) -> decltype(void(top.block##_##name)) { \
        fedx_rtl::load<width>(top.block##_##name, s.block.name);                                                 \
        loaded++;                                                                                                \
    }                                                                                                            \
    template <typename Top>                                                                                      \
    void load_##block##_##name(Top &, const fedx_switch_regs &, long) {}
#define FEDX_BLOCK(block, LIST) LIST(FEDX_REG)
FEDX_BLOCKS(FEDX_BLOCK)
#undef FEDX_REG

template <typename Top>
uint32_t broken_in_verilog(Top &top, const fedx_switch_regs &s, int classes) {
    loaded = 0;
#define FEDX_REG(block, dimension, name, type, width, reset, meaning) load_##block##_##name(top, s, 0);
    FEDX_BLOCKS(FEDX_BLOCK)
#undef FEDX_REG
    top.classes = classes;
    top.eval();
    return top.broken;
}

constexpr uint32_t bit(fedx_legal_clause clause) { return 1u << clause; }

// Clauses that are not looked at because of a broken one: who has a buffer that does not exist, or is had twice;
// how far apart ports with impossible counts are; whether a port that does not exist had its turn.
uint32_t blind(uint32_t broken) {
    uint32_t mask = 0;
    if (broken & bit(FEDX_LEGAL_buffer_number))
        mask |= bit(FEDX_LEGAL_one_reader) | bit(FEDX_LEGAL_one_owner) | bit(FEDX_LEGAL_one_writer) |
                bit(FEDX_LEGAL_read_behind_write) | bit(FEDX_LEGAL_waiting);
    if (broken & (bit(FEDX_LEGAL_one_reader) | bit(FEDX_LEGAL_one_writer) | bit(FEDX_LEGAL_transmit_states) |
                  bit(FEDX_LEGAL_transmit_count) | bit(FEDX_LEGAL_receive_count)))
        mask |= bit(FEDX_LEGAL_read_behind_write);
    if (broken & bit(FEDX_LEGAL_indices)) mask |= bit(FEDX_LEGAL_watch);
    return mask;
}

// A lane of a register: its bytes, and its bits.
struct Lane {
    uint8_t *at;
    size_t bytes;
    unsigned bits;
};

Lane random_lane(rng &r, fedx_switch_regs &s) {
    const reg_info &info = fedx_reg_table[rng_below(&r, fedx_reg_count)];
    const int lane = int(rng_below(&r, info.lanes.count));
    return {static_cast<uint8_t *>(lane_at(&info.lanes, &s, lane)), info.lanes.bytes,
            lane_value_bits(&info.lanes)};
}

// One wrong bit.
void flip(rng &r, fedx_switch_regs &s) {
    const Lane lane = random_lane(r, s);
    const unsigned k = rng_below(&r, lane.bits);
    lane.at[k / 8] ^= uint8_t(1u << k % 8);
}

// A lane as it is in another legal state.
void graft(rng &r, fedx_switch_regs &s, fedx_switch_regs &other) {
    const Lane lane = random_lane(r, s);
    std::memcpy(lane.at, reinterpret_cast<uint8_t *>(&other) + (lane.at - reinterpret_cast<uint8_t *>(&s)), lane.bytes);
}

}  // namespace

int main(int argc, char **argv) {
    const unsigned long states = argc > 1 ? std::strtoul(argv[1], nullptr, 0) : 400000;
    rng r = rng_stream(1, 0);
    fedx_switch_regs other;
    unsigned long legal = 0, alone[FEDX_LEGAL_COUNT] = {};
    VerilatedContext context;
    Vfedx_legal top{&context};

    fedx_kind_injection.draw(&fedx_kind, &r, &other);
    for (unsigned long n = 0; n < states; n++) {
        fedx_switch_regs s;
        fedx_kind_injection.draw(&fedx_kind, &r, &s);
        const fedx_switch_regs whole = s;
        for (unsigned k = rng_below(&r, 4); k > 0; k--)
            rng_below(&r, 4) ? flip(r, s) : graft(r, s, other);
        other = whole;
        for (int classes = 0; classes < 2; classes++) {
            const uint32_t c = fedx_legal_broken(&s, classes), verilog = broken_in_verilog(top, s, classes);
            if (((c ^ verilog) & ~blind(c)) || !c != !verilog) {
                std::printf("state %lu, classes %d: C says %07x, Verilog %07x; the first that differs is %s\n", n, classes, c, verilog,
                            fedx_legal_names[__builtin_ctz(c ^ verilog)]);
                return 1;
            }
            legal += c == 0;
            if (c && !(c & (c - 1))) alone[__builtin_ctz(c)]++;
        }
    }
    int missing = loaded == 0;
    for (int k = 0; k < FEDX_LEGAL_COUNT; k++) {
        std::printf("%-18s broken alone in %lu states\n", fedx_legal_names[k], alone[k]);
        missing += alone[k] == 0;
    }
    std::printf("%d registers, %lu states compared with and without the class bound: %lu of %lu times legal\n", loaded, states, legal,
                2 * states);
    return missing > 0 || legal == 0;
}
