// SPDX-License-Identifier: Apache-2.0
//
// Two golden models as SystemC modules back to back, four packets from one PE to the
// other. docs/reference/bindings.md.
//
//     rising edge    both switches sample their inputs, their outputs change
//     falling edge   the bench reads the outputs of this cycle and sets the inputs of both
//
//     two_switches [--self-test]
#include <cstring>
#include <systemc>

#include "../common/two_switches.h"
#include "fedx/systemc.h"

using namespace sc_core;

// One switch and the signals at its pins.
struct Node {
    sc_signal<bool> cfg_we;
    sc_signal<uint64_t> rx_data, tx_data;
    sc_signal<uint32_t> side, rx_valid, rx_turn, rx_req, rx_refuse, rx_acc, cfg_addr, cfg_wdata;
    sc_signal<uint32_t> tx_valid, tx_turn, tx_req, tx_refuse, tx_acc, cfg_rdata;
    fedx_switch_model sw;

    Node(const char *name, int number, sc_clock &clk, sc_signal<bool> &rst) : sw(name) {
        sw.clk(clk), sw.rst(rst), sw.side(side);
        sw.rx_data(rx_data), sw.rx_valid(rx_valid), sw.rx_turn(rx_turn);
        sw.rx_req(rx_req), sw.rx_refuse(rx_refuse), sw.rx_acc(rx_acc);
        sw.tx_data(tx_data), sw.tx_valid(tx_valid), sw.tx_turn(tx_turn);
        sw.tx_req(tx_req), sw.tx_refuse(tx_refuse), sw.tx_acc(tx_acc);
        sw.cfg_we(cfg_we), sw.cfg_addr(cfg_addr), sw.cfg_wdata(cfg_wdata), sw.cfg_rdata(cfg_rdata);
        configure(sw.get(), number);
        side = number;
    }

    fedx_pins outputs() const {
        fedx_pins out{};
        const uint64_t data = tx_data.read();
        std::memcpy(out.data, &data, sizeof out.data);
        out.valid = uint8_t(tx_valid.read());
        out.turn = uint8_t(tx_turn.read());
        out.req = uint8_t(tx_req.read());
        out.refuse = uint8_t(tx_refuse.read());
        out.acc = uint8_t(tx_acc.read());
        return out;
    }

    void drive(const fedx_pins &in) {
        uint64_t data;
        std::memcpy(&data, in.data, sizeof data);
        rx_data = data;
        rx_valid = in.valid;
        rx_turn = in.turn;
        rx_req = in.req;
        rx_refuse = in.refuse;
        rx_acc = in.acc;
    }
};

SC_MODULE(Bench) {
    sc_clock clk{"clk", sc_time(10, SC_NS), 0.5, sc_time(5, SC_NS)};
    sc_signal<bool> rst;
    Node a{"a", 0, clk, rst}, b{"b", 1, clk, rst};
    pair around{};

    SC_HAS_PROCESS(Bench);
    Bench(sc_module_name, bool self_test) {
        pair_init(&around, self_test);
        SC_METHOD(exchange);
        sensitive << clk.negedge_event();
    }

    // Once before the first rising edge, then at every falling edge.
    void exchange() {
        const fedx_pins out[2] = {a.outputs(), b.outputs()};
        fedx_pins in[2];
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
