/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file vcr/systemc.h
 * The golden model of the virtual-channel router as a SystemC module.
 *
 * Ports, their types and their behaviour at every clock edge are those of the RTL under `verilator --sc`, so either can
 * replace the other on the same signals. docs/reference/bindings.md section 10.
 *
 *     vcr_router_model<5, 4, 4> router{"router"};   // ports, channels, flits per channel, as libvcr_noc.so has them
 *     router.clk(clk);
 *     router.rx_valid(rx_valid);                    // ... every port
 *
 * Needs C++17, SystemC 2.3 and the vcr_model library.
 */
#ifndef VCR_SYSTEMC_H
#define VCR_SYSTEMC_H

#include <memory>
#include <new>
#include <systemc>

#include "fedx/systemc_lanes.h"
#include "vcr/router.h"

/**
 * One router. The template parameters are those of struct vcr_parameters. docs/spec/vcr.md section 2 describes the pins.
 *
 * Every output is a register: it changes after the rising edge of clk, and no input reaches an output inside a cycle.
 */
template <unsigned ports, unsigned vcs, unsigned depth, unsigned words = 1, unsigned bypass = 0, unsigned route_stage = 0,
          unsigned speedup = 0, unsigned table_size = 0, unsigned via = 0, unsigned repeats = 0>
class vcr_router_model : public sc_core::sc_module {
    static constexpr unsigned vc_bits = fedx_systemc_bits(vcs);

    /* Bits of a pin by what its lanes are of. */
    template <unsigned width> struct WORD { static constexpr unsigned bits = width; };
    template <unsigned width> struct PORT { static constexpr unsigned bits = ports * width; };
    template <unsigned width> struct PORT_SET { static constexpr unsigned bits = ports; };
    template <unsigned width> struct FLIT { static constexpr unsigned bits = ports * words * width; };

  public:
    sc_core::sc_in<bool> clk{"clk"}; /**< the clock; everything happens at its rising edge */

    /* The pins of vcr_pins.def in the order of the RTL. An unconnected port has all inputs 0. */
#define VCR_PIN_TYPE(dimension, width) fedx_systemc_pin<dimension<width>::bits>
#define VCR_PIN(dimension, name, type, width, idle, shows, meaning) \
    sc_core::sc_in<VCR_PIN_TYPE(dimension, width)> name{#name}; /**< {{meaning}} */
#define VCR_PIN_IN(dimension, name, type, width, idle, shows, meaning) \
    sc_core::sc_in<VCR_PIN_TYPE(dimension, width)> rx_##name{"rx_" #name}; /**< of the far ends: {{meaning}} */
#define VCR_PIN_OUT(dimension, name, type, width, idle, shows, meaning) \
    sc_core::sc_out<VCR_PIN_TYPE(dimension, width)> tx_##name{"tx_" #name}; /**< of this router: {{meaning}} */
#define VCR_PIN_STATUS_OUT(dimension, name, type, width, idle, shows, meaning) \
    sc_core::sc_out<VCR_PIN_TYPE(dimension, width)> name{#name}; /**< {{meaning}} */
    VCR_PINS(VCR_PIN, VCR_PIN_IN, VCR_PIN_OUT, VCR_PIN_STATUS_OUT)
#undef VCR_PIN
#undef VCR_PIN_IN
#undef VCR_PIN_OUT
#undef VCR_PIN_STATUS_OUT

    /** Make a router in its reset state. @throw std::bad_alloc */
    explicit vcr_router_model(const sc_core::sc_module_name &name)
        : sc_core::sc_module(name), router_{vcr_router_create(&parameters)} {
        if (!router_) throw std::bad_alloc();
        vcr_pin_rows(&parameters, rows_);
        SC_HAS_PROCESS(vcr_router_model);
        SC_METHOD(edge);
        sensitive << clk.pos();
        dont_initialize();
    }

    /**
     * The router behind the pins, for the other functions of vcr/router.h: read its registers and memories, configure it
     * before the simulation. Outputs follow at the next rising edge. Do not step it during the simulation.
     */
    vcr_router *get() { return router_.get(); }
    /** The same router, to read only. */
    const vcr_router *get() const { return router_.get(); }

    /** The configuration. */
    static constexpr vcr_parameters parameters{ports, vcs, depth, words, bypass, route_stage, speedup, table_size, via, repeats};

  private:
    struct Destroy {
        void operator()(vcr_router *router) const { vcr_router_destroy(router); }
    };
    std::unique_ptr<vcr_router, Destroy> router_;
    pin_info rows_[VCR_PIN_COUNT];

    /* The reset state is on the wires before the first edge. */
    void start_of_simulation() override { drive(); }

    void edge() {
        vcr_pins in{};
        vcr_control control{};
        const pin_info *row = rows_;
#define VCR_PIN(dimension, name, ...) fedx_systemc_take(*row++, name.read(), &control);
#define VCR_PIN_IN(dimension, name, ...) fedx_systemc_take(*row++, rx_##name.read(), &in);
#define VCR_SKIP(...) row++;
        VCR_PINS(VCR_PIN, VCR_PIN_IN, VCR_SKIP, VCR_SKIP)
#undef VCR_PIN
#undef VCR_PIN_IN
        vcr_router_step(router_.get(), &in, &control);
        drive();
    }

    void drive() {
        vcr_pins out{};
        const vcr_status status{vcr_router_cfg_rdata(router_.get())};
        const pin_info *row = rows_;
        vcr_router_pins(router_.get(), &out);
#define VCR_PIN_OUT(dimension, name, type, width, ...) tx_##name.write(fedx_systemc_value<VCR_PIN_TYPE(dimension, width)>(*row++, &out));
#define VCR_PIN_STATUS_OUT(dimension, name, type, width, ...) name.write(fedx_systemc_value<VCR_PIN_TYPE(dimension, width)>(*row++, &status));
        VCR_PINS(VCR_SKIP, VCR_SKIP, VCR_PIN_OUT, VCR_PIN_STATUS_OUT)
#undef VCR_PIN_OUT
#undef VCR_PIN_STATUS_OUT
#undef VCR_SKIP
#undef VCR_PIN_TYPE
    }
};

#endif
