/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file axis/systemc.h
 * The golden model of the AXI4-Stream switch as a SystemC module.
 *
 * Ports, their types and their behaviour at every clock edge are those of the RTL under `verilator --sc`, so either can
 * replace the other on the same signals. docs/reference/bindings.md section 10.
 *
 *     axis_switch_model<4, 4, 4, 64> sw{"sw"};   // inputs, outputs, bits of tdest, bits of data
 *     sw.clk(clk);
 *     sw.s_tvalid(s_tvalid);                     // ... every port
 *
 * Needs C++17, SystemC 2.3 and the axis_model library.
 */
#ifndef AXIS_SYSTEMC_H
#define AXIS_SYSTEMC_H

#include <memory>
#include <new>
#include <systemc>

#include "axis/switch.h"
#include "fedx/systemc_lanes.h"

/**
 * One switch. The template parameters are those of struct axis_parameters. docs/spec/axis.md section 2 describes the pins.
 *
 * Every output is a register: it changes after the rising edge of clk, and no input reaches an output inside a cycle.
 */
template <unsigned n_inputs, unsigned n_outputs, unsigned n_dest_bits, unsigned n_data_bits>
class axis_switch_model : public sc_core::sc_module {
    /* The widths of axis_pins.def. */
    static constexpr unsigned inputs = n_inputs;
    static constexpr unsigned dest_bits = n_dest_bits;
    static constexpr unsigned word_bits = n_data_bits < 64 ? n_data_bits : 64;
    static constexpr unsigned weight_bits = AXIS_WEIGHT_BITS * n_inputs;
    static constexpr unsigned words = (n_data_bits + 63) / 64;

    /* Bits of a pin by what its lanes are of. */
    template <unsigned width> struct WORD { static constexpr unsigned bits = width; };
    template <unsigned width> struct INPUT { static constexpr unsigned bits = n_inputs * width; };
    template <unsigned width> struct OUTPUT { static constexpr unsigned bits = n_outputs * width; };
    template <unsigned width> struct INPUT_SET { static constexpr unsigned bits = n_inputs; };
    template <unsigned width> struct OUTPUT_SET { static constexpr unsigned bits = n_outputs; };
    template <unsigned width> struct INPUT_WORD { static constexpr unsigned bits = n_inputs * words * width; };
    template <unsigned width> struct OUTPUT_WORD { static constexpr unsigned bits = n_outputs * words * width; };

  public:
    sc_core::sc_in<bool> clk{"clk"}; /**< the clock; everything happens at its rising edge */

    /* The pins of axis_pins.def in the order of the RTL. */
#define AXIS_PIN_TYPE(dimension, width) fedx_systemc_pin<dimension<width>::bits>
#define AXIS_PIN_IN(dimension, name, field, type, width, shows, meaning) \
    sc_core::sc_in<AXIS_PIN_TYPE(dimension, width)> name{#name}; /**< {{meaning}} */
#define AXIS_PIN_OUT(dimension, name, field, type, width, shows, meaning) \
    sc_core::sc_out<AXIS_PIN_TYPE(dimension, width)> name{#name}; /**< {{meaning}} */
    AXIS_PINS(AXIS_PIN_IN, AXIS_PIN_IN, AXIS_PIN_OUT, AXIS_PIN_OUT)
#undef AXIS_PIN_IN
#undef AXIS_PIN_OUT

    /** Make a switch in its reset state. @throw std::bad_alloc */
    explicit axis_switch_model(const sc_core::sc_module_name &name)
        : sc_core::sc_module(name), switch_{axis_switch_create(&parameters)} {
        if (!switch_) throw std::bad_alloc();
        axis_pin_rows(&parameters, rows_);
        SC_HAS_PROCESS(axis_switch_model);
        SC_METHOD(edge);
        sensitive << clk.pos();
        dont_initialize();
    }

    /**
     * The switch behind the pins, for the other functions of axis/switch.h: read its registers. Do not step it during the
     * simulation.
     */
    axis_switch *get() { return switch_.get(); }
    /** The same switch, to read only. */
    const axis_switch *get() const { return switch_.get(); }

    /** The configuration. */
    static constexpr axis_parameters parameters{n_inputs, n_outputs, n_dest_bits, n_data_bits};

  private:
    struct Destroy {
        void operator()(axis_switch *s) const { axis_switch_destroy(s); }
    };
    std::unique_ptr<axis_switch, Destroy> switch_;
    pin_info rows_[AXIS_PIN_COUNT];

    /* The reset state is on the wires before the first edge. */
    void start_of_simulation() override { drive(); }

    void edge() {
        axis_pins in{};
        axis_control control{};
        const pin_info *row = rows_;
#define AXIS_PIN(dimension, name, ...) fedx_systemc_take(*row++, name.read(), &control);
#define AXIS_PIN_IN(dimension, name, ...) fedx_systemc_take(*row++, name.read(), &in);
#define AXIS_SKIP(...) row++;
        AXIS_PINS(AXIS_PIN, AXIS_PIN_IN, AXIS_SKIP, AXIS_SKIP)
#undef AXIS_PIN
#undef AXIS_PIN_IN
        axis_switch_step(switch_.get(), &in, &control);
        drive();
    }

    void drive() {
        axis_pins out{};
        axis_status status{};
        const pin_info *row = rows_;
        axis_switch_pins(switch_.get(), &out);
        axis_switch_status(switch_.get(), &status);
#define AXIS_PIN_OUT(dimension, name, field, type, width, ...) \
    name.write(fedx_systemc_value<AXIS_PIN_TYPE(dimension, width)>(*row++, &out));
#define AXIS_PIN_STATUS_OUT(dimension, name, field, type, width, ...) \
    name.write(fedx_systemc_value<AXIS_PIN_TYPE(dimension, width)>(*row++, &status));
        AXIS_PINS(AXIS_SKIP, AXIS_SKIP, AXIS_PIN_OUT, AXIS_PIN_STATUS_OUT)
#undef AXIS_PIN_OUT
#undef AXIS_PIN_STATUS_OUT
#undef AXIS_SKIP
#undef AXIS_PIN_TYPE
    }
};

#endif
