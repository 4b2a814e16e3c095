// SPDX-License-Identifier: Apache-2.0
//
// The golden model of the AXI4-Stream switch as a SystemC module: four packets at once, from each input to another output.
// docs/reference/bindings.md.
//
//     rising edge    the switch samples its inputs, its outputs change
//     falling edge   the bench reads the outputs of this cycle and sets the inputs
//
//     one_switch [--self-test]
#include <cstdio>
#include <cstring>
#include <systemc>

#include "axis/systemc.h"

using namespace sc_core;

constexpr unsigned PORTS = 4, BEATS = 3, CYCLES = 20, ALL = (1 << PORTS) - 1, DEST_BITS = 4, DATA_BITS = 32;
using Model = axis_switch_model<PORTS, PORTS, DEST_BITS, DATA_BITS>;
using Data = sc_dt::sc_bv<PORTS * DATA_BITS>;

// tdata of a beat, which tells where it comes from.
static uint32_t data_of(unsigned input, unsigned beat) {
    return 0x1000 * input + beat;
}

SC_MODULE(Bench) {
    sc_clock clk{"clk", sc_time(10, SC_NS), 0.5, sc_time(5, SC_NS)};
    sc_signal<bool> rst;
    sc_signal<uint32_t> s_tvalid, s_tlast, s_tdest, m_tready, s_tready, m_tvalid, m_tlast, m_tdest;
    sc_signal<uint32_t> low, high, allow, mode, mix, drop, dropped;
    sc_signal<uint64_t> weight;
    sc_signal<Data> s_tdata, m_tdata;
    Model sw{"sw"};
    bool self_test;
    unsigned cycle = 0, sent = 0, came = 0, right = 0;

    SC_HAS_PROCESS(Bench);
    Bench(sc_module_name, bool self_test) : self_test(self_test) {
        sw.clk(clk), sw.rst(rst);
        sw.s_tvalid(s_tvalid), sw.s_tlast(s_tlast), sw.s_tdest(s_tdest), sw.s_tdata(s_tdata), sw.s_tready(s_tready);
        sw.m_tvalid(m_tvalid), sw.m_tlast(m_tlast), sw.m_tdest(m_tdest), sw.m_tdata(m_tdata), sw.m_tready(m_tready);
        sw.low(low), sw.high(high), sw.allow(allow), sw.mode(mode), sw.weight(weight), sw.mix(mix);
        sw.drop(drop), sw.dropped(dropped);
        SC_METHOD(exchange);
        sensitive << clk.negedge_event();
    }

    // Before the first rising edge, and at every falling edge.
    void exchange() {
        if (m_tvalid.read()) look();
        drive();
        sent += sent < BEATS && s_tready.read() == ALL; // of this cycle: taken at its end
        if (++cycle == CYCLES) sc_stop();
    }

    void look() {
        for (unsigned j = 0; j < PORTS; j++) {
            const uint64_t flip = self_test && came == 1 && j == 1;
            const uint64_t data = fedx_systemc_get(m_tdata.read(), DATA_BITS * j, DATA_BITS) ^ flip;
            right += (m_tvalid.read() >> j & 1) && data == data_of(PORTS - 1 - j, came);
        }
        came++;
    }

    // Output j takes tdest = j alone. The next beats are on the wires; all inputs keep step.
    void drive() {
        const bool more = sent < BEATS;
        uint32_t number = 0, dest = 0;
        Data data;
        for (unsigned i = 0; i < PORTS; i++) {
            number |= i << DEST_BITS * i;
            dest |= (PORTS - 1 - i) << DEST_BITS * i;
            fedx_systemc_put(data, DATA_BITS * i, DATA_BITS, data_of(i, sent));
        }
        rst = cycle == 0;
        low = number, high = number, allow = 0xffff, m_tready = ALL;
        s_tvalid = more ? ALL : 0, s_tlast = sent + 1 == BEATS ? ALL : 0, s_tdest = dest, s_tdata = data;
    }
};

int sc_main(int argc, char **argv) {
    sc_report_handler::set_actions("/OSCI/SystemC", SC_DO_NOTHING); // no line about the end of the simulation

    Bench bench("bench", argc > 1 && std::strcmp(argv[1], "--self-test") == 0);
    sc_start();
    std::printf("%u of %u beats as they must be\n", bench.right, PORTS * BEATS);
    return bench.right == PORTS * BEATS ? 0 : 1;
}
