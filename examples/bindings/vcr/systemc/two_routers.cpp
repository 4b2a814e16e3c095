// SPDX-License-Identifier: Apache-2.0
//
// Two golden models of the virtual-channel router as SystemC modules back to back, four packets from one terminal to the other.
// docs/reference/bindings.md.
//
//     rising edge    both routers sample their inputs, their outputs change
//     falling edge   the bench reads the outputs of this cycle and sets the inputs of both
//
//     two_routers [--self-test]
#include <cstring>
#include <systemc>

#include "../common/two_routers.h"
#include "vcr/systemc.h"

using namespace sc_core;
using Model = vcr_router_model<PORTS, VCS, DEPTH>;

// One router and the signals at its pins.
struct Node {
    sc_signal<bool> cfg_we;
    sc_signal<uint32_t> rx_valid, rx_head, rx_tail, rx_up, rx_sat, rx_credit, rx_vc, cfg_addr, cfg_wdata;
    sc_signal<uint32_t> tx_valid, tx_head, tx_tail, tx_up, tx_sat, tx_credit, tx_vc, cfg_rdata;
    sc_signal<sc_dt::sc_bv<64 * PORTS>> rx_flit, tx_flit;
    Model router;

    Node(const char *name, unsigned number, sc_clock &clk, sc_signal<bool> &rst) : router(name) {
        router.clk(clk), router.rst(rst);
        router.rx_valid(rx_valid), router.rx_head(rx_head), router.rx_tail(rx_tail), router.rx_up(rx_up);
        router.rx_sat(rx_sat), router.rx_credit(rx_credit), router.rx_vc(rx_vc), router.rx_flit(rx_flit);
        router.tx_valid(tx_valid), router.tx_head(tx_head), router.tx_tail(tx_tail), router.tx_up(tx_up);
        router.tx_sat(tx_sat), router.tx_credit(tx_credit), router.tx_vc(tx_vc), router.tx_flit(tx_flit);
        router.cfg_we(cfg_we), router.cfg_addr(cfg_addr), router.cfg_wdata(cfg_wdata), router.cfg_rdata(cfg_rdata);
        configure(router.get(), number);
    }

    vcr_pins outputs() const {
        vcr_pins out{};
        out.valid = uint16_t(tx_valid.read());
        out.head = uint16_t(tx_head.read());
        out.tail = uint16_t(tx_tail.read());
        out.up = uint16_t(tx_up.read());
        for (unsigned p = 0; p < PORTS; p++) {
            out.credit[p] = tx_credit.read() >> VCS * p & 0xf;
            out.vc[p] = tx_vc.read() >> 2 * p & 3;
            out.flit[p] = fedx_systemc_get(tx_flit.read(), 64 * p, 64);
        }
        return out;
    }

    void drive(const vcr_pins &in) {
        uint32_t credit = 0, vc = 0;
        sc_dt::sc_bv<64 * PORTS> flit;
        for (unsigned p = 0; p < PORTS; p++) {
            credit |= uint32_t(in.credit[p]) << VCS * p;
            vc |= uint32_t(in.vc[p]) << 2 * p;
            fedx_systemc_put(flit, 64 * p, 64, in.flit[p]);
        }
        rx_valid = in.valid, rx_head = in.head, rx_tail = in.tail, rx_up = in.up;
        rx_credit = credit, rx_vc = vc, rx_flit = flit;
    }
};

SC_MODULE(Bench) {
    sc_clock clk{"clk", sc_time(10, SC_NS), 0.5, sc_time(5, SC_NS)};
    sc_signal<bool> rst;
    Node a{"a", 0, clk, rst}, b{"b", 1, clk, rst};
    pair around{};

    SC_HAS_PROCESS(Bench);
    Bench(sc_module_name, bool self_test) {
        around.self_test = self_test;
        SC_METHOD(exchange);
        sensitive << clk.negedge_event();
    }

    // Once before the first rising edge, then at every falling edge.
    void exchange() {
        const vcr_pins out[2] = {a.outputs(), b.outputs()};
        vcr_pins in[2];
        pair_exchange(&around, out, in);
        a.drive(in[0]);
        b.drive(in[1]);
        if (pair_done(&around)) sc_stop();
    }
};

int sc_main(int argc, char **argv) {
    sc_report_handler::set_actions("/OSCI/SystemC", SC_DO_NOTHING); // no line about the end of the simulation

    Bench bench("bench", argc > 1 && std::strcmp(argv[1], "--self-test") == 0);
    sc_start();
    return pair_result(&bench.around) ? 0 : 1;
}
