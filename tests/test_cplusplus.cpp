// SPDX-License-Identifier: Apache-2.0
//
// A C++17 caller of the public headers: links against the library alone, sends a
// packet through a switch, and finds it on the other side.
#include "fedx/header.h"
#include "fedx/rng.h"
#include "fedx/switch.h"

#include <array>
#include <cstdio>
#include <cstring>
#include <memory>

namespace {

struct Destroy {
    void operator()(fedx_switch *sw) const { fedx_switch_destroy(sw); }
};
using Switch = std::unique_ptr<fedx_switch, Destroy>;
using Packet = std::array<uint8_t, FEDX_PACKET_BYTES>;

int compared, failed;

void expect(const char *what, uint64_t got, uint64_t wanted) {
    compared++;
    if (got == wanted) return;
    failed++;
    std::printf("%s: got %llx, wanted %llx\n", what, static_cast<unsigned long long>(got),
                static_cast<unsigned long long>(wanted));
}

Packet make_packet(uint16_t destination) {
    rng random = rng_stream(1, 2);
    fedx_header header{};
    header.destination = destination;
    header.source = 9;
    header.adaptive = 1;
    std::array<uint8_t, FEDX_BYTE_CRC - FEDX_HEADER_BYTES> body;
    for (auto &byte : body) byte = static_cast<uint8_t>(rng_below(&random, 256));
    Packet packet;
    fedx_header_packet(&header, body.data(), packet.data());
    return packet;
}

// In at the PE port, out at link 2, twelve cycles later.
void transit() {
    Switch sw{fedx_switch_create()};
    fedx_route_fields route{};
    route.distance = 1;
    route.best = 1 << 2;
    route.deterministic = route.preferred = 2;
    expect("route", static_cast<uint64_t>(fedx_switch_route(sw.get(), 77, fedx_route_entry(&route))), 0);
    fedx_settings settings = fedx_settings_default();
    expect("settings", fedx_settings_check(&settings) == nullptr, 1);
    fedx_switch_configure(sw.get(), &settings);

    const Packet packet = make_packet(77);
    fedx_control control{};
    for (int cycle = -70; cycle < FEDX_PACKET_BYTES + 20; cycle++) {
        fedx_pins in{}, out;
        fedx_switch_pins(sw.get(), &out);
        const int sent = cycle - 12;
        const bool sending = sent >= 0 && sent < FEDX_PACKET_BYTES;
        expect("valid", out.valid, sending ? 1 << 2 : 0);
        expect("data", out.data[2], sending ? packet[static_cast<size_t>(sent)] : 0);
        if (cycle >= 0 && cycle < FEDX_PACKET_BYTES) {
            in.valid = 1 << FEDX_PE_PORT;
            in.data[FEDX_PE_PORT] = packet[static_cast<size_t>(cycle)];
        }
        fedx_switch_step(sw.get(), &in, &control);
    }
    expect("buffers used", fedx_switch_state(sw.get())->buffer_pool.used, 1);
    expect("store", std::memcmp(fedx_switch_store(sw.get(), 0) + 10, packet.data() + 10, 150) == 0, 1);

    Switch copy{fedx_switch_create()};
    fedx_switch_copy(copy.get(), sw.get());
    expect("hash of a copy", fedx_switch_hash(copy.get()), fedx_switch_hash(sw.get()));
}

void registers() {
    Switch sw{fedx_switch_create()};
    const fedx_switch_regs *regs = fedx_switch_state(sw.get());
    int lane = 0;
    expect("rows", fedx_reg_count > 0, 1);
    expect("diff of equal sets", fedx_regs_diff(regs, regs, &lane) == nullptr, 1);
    expect("value", fedx_reg_value(regs, &fedx_reg_table[0], 0), 0);
    const uint64_t word = 0x0042870712340500u;
    const fedx_header fields = fedx_header_fields(word);
    expect("destination", fields.destination, 0x42);
    expect("word", fedx_header_word(&fields), word);
}

}  // namespace

int main() {
    transit();
    registers();
    std::printf("test_cplusplus: %d comparisons, %d failed\n", compared, failed);
    return failed != 0 || compared == 0;
}
