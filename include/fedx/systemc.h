/* SPDX-License-Identifier: Apache-2.0
 *
 * The Fed-X switch, golden model, as a SystemC module. Ports, their types and
 * their behaviour at every clock edge are those of the RTL under `verilator --sc`,
 * so that either can take the other's place on the same signals. docs/systemc.md.
 *
 *     sc_core::sc_clock clk{"clk", 10, sc_core::SC_NS};
 *     sc_core::sc_signal<bool> rst, cfg_we;
 *     sc_core::sc_signal<uint64_t> rx_data, tx_data;
 *     sc_core::sc_signal<uint32_t> side, rx_valid, tx_valid;   // ... and so on
 *
 *     fedx_switch_model sw{"sw"};
 *     sw.clk(clk);
 *     sw.rst(rst);
 *     sw.rx_data(rx_data);                                     // ... every port
 *
 * Needs C++17, SystemC 2.3 and the fedx_model library.
 */
#ifndef FEDX_SYSTEMC_H
#define FEDX_SYSTEMC_H

#include <cstdint>
#include <memory>
#include <new>
#include <systemc>

#include "fedx/switch.h"

/**
 * One switch. docs/spec.md section 2 has the meaning of the pins; bit p of a mask
 * and bits [8p+7:8p] of a data bus belong to port p, bits above are ignored.
 *
 * Every output is a register: it changes after the rising edge of clk, and no
 * input reaches an output inside a cycle.
 */
SC_MODULE(fedx_switch_model) {
    sc_core::sc_in<bool> clk{"clk"};                 /**< rising edge */
    sc_core::sc_in<bool> rst{"rst"};                 /**< synchronous reset, active high */
    sc_core::sc_in<uint32_t> side{"side"};           /**< 6 bits: which end of link p this switch is */

    /* Wires of all ports, arriving. An unconnected port has refuse 1 and all else 0. */
    sc_core::sc_in<uint64_t> rx_data{"rx_data"};     /**< 7 x 8 bits: byte on the wire, zero when idle */
    sc_core::sc_in<uint32_t> rx_valid{"rx_valid"};   /**< a byte is on the wire */
    sc_core::sc_in<uint32_t> rx_turn{"rx_turn"};     /**< ownership level */
    sc_core::sc_in<uint32_t> rx_req{"rx_req"};       /**< a packet is ready */
    sc_core::sc_in<uint32_t> rx_refuse{"rx_refuse"}; /**< header refused, or not ready */
    sc_core::sc_in<uint32_t> rx_acc{"rx_acc"};       /**< toggles at each accepted packet */

    /* Wires of all ports, leaving. */
    sc_core::sc_out<uint64_t> tx_data{"tx_data"};
    sc_core::sc_out<uint32_t> tx_valid{"tx_valid"};
    sc_core::sc_out<uint32_t> tx_turn{"tx_turn"};
    sc_core::sc_out<uint32_t> tx_req{"tx_req"};
    sc_core::sc_out<uint32_t> tx_refuse{"tx_refuse"};
    sc_core::sc_out<uint32_t> tx_acc{"tx_acc"};

    /* Configuration port, docs/spec.md section 12. */
    sc_core::sc_in<bool> cfg_we{"cfg_we"};           /**< write cfg_wdata to cfg_addr */
    sc_core::sc_in<uint32_t> cfg_addr{"cfg_addr"};   /**< 16 bits: FEDX_CFG_* */
    sc_core::sc_in<uint32_t> cfg_wdata{"cfg_wdata"}; /**< value to write */
    sc_core::sc_out<uint32_t> cfg_rdata{"cfg_rdata"}; /**< value at the address of two cycles ago */

    /** A switch in its reset state with an empty route table. @throw std::bad_alloc */
    SC_CTOR(fedx_switch_model) : switch_{fedx_switch_create()} {
        if (!switch_) throw std::bad_alloc();
        SC_METHOD(edge);
        sensitive << clk.pos();
        dont_initialize();
    }

    /**
     * The switch behind the pins, for what else the C interface offers: configure it without the
     * configuration port, read its registers and buffer stores, hash or checkpoint it. Outputs
     * follow at the next rising edge. Stepping it is this module's business.
     */
    fedx_switch *get() { return switch_.get(); }
    const fedx_switch *get() const { return switch_.get(); }

  private:
    struct Destroy {
        void operator()(fedx_switch *sw) const { fedx_switch_destroy(sw); }
    };
    std::unique_ptr<fedx_switch, Destroy> switch_;

    /* The reset state is on the wires before the first edge. */
    void start_of_simulation() override { drive(); }

    void edge() {
        const fedx_pins in = arriving();
        const fedx_control control = controls();
        fedx_switch_step(switch_.get(), &in, &control);
        drive();
    }

    fedx_pins arriving() const {
        fedx_pins in{};
        const uint64_t data = rx_data.read();
        for (int p = 0; p < FEDX_PORTS; p++) in.data[p] = uint8_t(data >> 8 * p);
        in.valid = rx_valid.read() & FEDX_ALL_PORTS;
        in.turn = rx_turn.read() & FEDX_ALL_PORTS;
        in.req = rx_req.read() & FEDX_ALL_PORTS;
        in.refuse = rx_refuse.read() & FEDX_ALL_PORTS;
        in.acc = rx_acc.read() & FEDX_ALL_PORTS;
        return in;
    }

    fedx_control controls() const {
        fedx_control control{};
        control.rst = rst.read();
        control.side = side.read() & ((1u << FEDX_LINKS) - 1);
        control.cfg_we = cfg_we.read();
        control.cfg_addr = uint16_t(cfg_addr.read());
        control.cfg_wdata = cfg_wdata.read();
        return control;
    }

    void drive() {
        fedx_pins out;
        fedx_switch_pins(switch_.get(), &out);
        uint64_t data = 0;
        for (int p = 0; p < FEDX_PORTS; p++) data |= uint64_t(out.data[p]) << 8 * p;
        tx_data.write(data);
        tx_valid.write(out.valid);
        tx_turn.write(out.turn);
        tx_req.write(out.req);
        tx_refuse.write(out.refuse);
        tx_acc.write(out.acc);
        cfg_rdata.write(fedx_switch_cfg_rdata(switch_.get()));
    }
};

#endif
