/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file fedx/systemc.h
 * The golden model of the Fed-X switch as a SystemC module.
 *
 * Ports, their types and their behaviour at every clock edge are those of the RTL under `verilator --sc`,
 * so either can replace the other on the same signals. docs/reference/bindings.md section 6.
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

#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>
#include <systemc>

#include "fedx/switch.h"
#include "fedx/systemc_lanes.h"

/** The C field of a pin as a bus: byte lanes, lane p in bits [8p+7:8p]. */
template <typename Lane, std::size_t room>
inline uint64_t fedx_systemc_bus(const Lane (&lanes)[room]) {
    uint64_t bus = 0;
    for (unsigned p = 0; p < FEDX_PORTS; p++) bus |= uint64_t(lanes[p]) << 8 * sizeof(Lane) * p;
    return bus;
}
/** The C field of a pin as a bus: a set or a word. */
template <typename Field>
inline uint64_t fedx_systemc_bus(const Field &field) {
    return field;
}

/** Write a bus into the C field of a pin that has byte lanes. */
template <unsigned bits, typename Lane, std::size_t room>
inline void fedx_systemc_set(Lane (&lanes)[room], uint64_t bus) {
    static_assert(bits == 8 * sizeof(Lane) * FEDX_PORTS, "byte lanes");
    for (unsigned p = 0; p < FEDX_PORTS; p++) lanes[p] = Lane(bus >> 8 * sizeof(Lane) * p);
}
/** Write a bus into the C field of a pin that is a set or a word; bits above those of the pin are ignored. */
template <unsigned bits, typename Field>
inline void fedx_systemc_set(Field &field, uint64_t bus) {
    field = Field(bus & UINT64_MAX >> (64 - bits));
}

/**
 * One switch. Bit p of a mask and bits [8p+7:8p] of a data bus belong to port p; bits above are ignored.
 * docs/spec/fedx.md section 2 describes the pins.
 *
 * Every output is a register: it changes after the rising edge of clk, and no input reaches an output inside a cycle.
 */
SC_MODULE(fedx_switch_model) {
    sc_core::sc_in<bool> clk{"clk"}; /**< the clock; everything happens at its rising edge */

    /* The pins of fedx_pins.def in the order of the RTL. An unconnected port has refuse 1 and all else 0. */
#define FEDX_PIN_TYPE(dimension, width) fedx_systemc_pin<FEDX_LANES_##dimension * (width)>
#define FEDX_PIN(dimension, name, type, width, idle, shows, meaning) \
    sc_core::sc_in<FEDX_PIN_TYPE(dimension, width)> name{#name}; /**< {{meaning}} */
#define FEDX_PIN_IN(dimension, name, type, width, idle, shows, meaning) \
    sc_core::sc_in<FEDX_PIN_TYPE(dimension, width)> rx_##name{"rx_" #name}; /**< of the far ends: {{meaning}} */
#define FEDX_PIN_OUT(dimension, name, type, width, idle, shows, meaning) \
    sc_core::sc_out<FEDX_PIN_TYPE(dimension, width)> tx_##name{"tx_" #name}; /**< of this switch: {{meaning}} */
#define FEDX_PIN_STATUS_OUT(dimension, name, type, width, idle, shows, meaning) \
    sc_core::sc_out<FEDX_PIN_TYPE(dimension, width)> name{#name}; /**< {{meaning}} */
    FEDX_PINS(FEDX_PIN, FEDX_PIN_IN, FEDX_PIN_OUT, FEDX_PIN_STATUS_OUT)
#undef FEDX_PIN
#undef FEDX_PIN_IN
#undef FEDX_PIN_OUT
#undef FEDX_PIN_STATUS_OUT

    /** Make a switch in its reset state, with an empty route table. @throw std::bad_alloc */
    SC_CTOR(fedx_switch_model) : switch_{fedx_switch_create()} {
        if (!switch_) throw std::bad_alloc();
        SC_METHOD(edge);
        sensitive << clk.pos();
        dont_initialize();
    }

    /**
     * The switch behind the pins, for the other functions of fedx/switch.h: configure it without the configuration port,
     * read its registers and buffer stores, hash or copy it. Outputs follow at the next rising edge. Do not step it.
     */
    fedx_switch *get() { return switch_.get(); }
    /** The same switch, to read only. */
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
#define FEDX_PIN(dimension, name, type, width, idle, shows, meaning) \
    fedx_systemc_set<FEDX_LANES_##dimension * (width)>(in.name, rx_##name.read());
        FEDX_CABLE_WIRES(FEDX_PIN)
#undef FEDX_PIN
        return in;
    }

    fedx_control controls() const {
        fedx_control control{};
#define FEDX_PIN(dimension, name, type, width, idle, shows, meaning) \
    fedx_systemc_set<FEDX_LANES_##dimension * (width)>(control.name, name.read());
        FEDX_CONTROL_PINS(FEDX_PIN)
#undef FEDX_PIN
        return control;
    }

    void drive() {
        fedx_pins out;
        fedx_switch_pins(switch_.get(), &out);
#define FEDX_PIN(dimension, name, type, width, idle, shows, meaning) \
    tx_##name.write(FEDX_PIN_TYPE(dimension, width)(fedx_systemc_bus(out.name)));
        FEDX_CABLE_WIRES(FEDX_PIN)
#undef FEDX_PIN
        cfg_rdata.write(fedx_switch_cfg_rdata(switch_.get()));
    }
#undef FEDX_PIN_TYPE
};

#endif
