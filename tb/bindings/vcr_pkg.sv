// SPDX-License-Identifier: Apache-2.0
//
// The virtual-channel router, golden model, for SystemVerilog benches by DPI-C. Link with libvcr_dpi. docs/reference/bindings.md.
//
//     import vcr_pkg::*;
//     chandle model = vcr_model_create("dut");
//     // with what the RTL samples; what both show after the edge: all pins in the order of the RTL
//     always @(posedge clk) vcr_model_step(model, {rst, rx_valid, rx_head, rx_tail, rx_up, rx_sat, rx_credit, rx_vc, rx_flit,
//                                                  cfg_we, cfg_addr, cfg_wdata});
//     always @(negedge clk) vcr_model_check(model, {tx_valid, tx_head, tx_tail, tx_up, tx_sat, tx_credit, tx_vc, tx_flit,
//                                                   cfg_rdata});
//
// A wrong use, and a difference in vcr_model_check, is a $fatal with one sentence.
`resetall
`timescale 1ns / 1ps
`default_nettype none

package vcr_pkg;

    // All inputs, or all outputs, of any build, and zeros above them
    typedef logic [4095:0] vcr_vector;

    // ---------------------------------------------------------------------
    // What the library offers. Status: 0, or -1 with a sentence in vcr_dpi_text
    // ---------------------------------------------------------------------
    import "DPI-C" function chandle vcr_dpi_create(input string name, input int ports, input int vcs, input int depth,
                                                   input int flit_bits, input int bypass, input int route_stage,
                                                   input int speedup, input int table_size);
    import "DPI-C" function int     vcr_dpi_destroy(input chandle model);
    import "DPI-C" function string  vcr_dpi_text();
    import "DPI-C" function int     vcr_dpi_step(input chandle model, input logic [4095:0] inputs);
    import "DPI-C" function int     vcr_dpi_pins(input chandle model, output bit [4095:0] outputs);
    import "DPI-C" function int     vcr_dpi_check(input chandle model, input logic [4095:0] outputs);
    import "DPI-C" function int     vcr_dpi_compared(input chandle model);
    import "DPI-C" function int     vcr_dpi_register(input chandle model, input string name, input int lane,
                                                     output longint unsigned value);

    function automatic void vcr_must(input int status, input string caller);
        if (status != 0) $fatal(1, "%s: %s", caller, vcr_dpi_text());
    endfunction

    // ---------------------------------------------------------------------
    // A model in its reset state: name is that of its messages, the rest the parameters of the RTL, which has the same defaults
    // ---------------------------------------------------------------------
    function automatic chandle vcr_model_create(input string name, input int ports = 5, input int vcs = 4, input int depth = 4,
                                                input int flit_bits = 64, input int bypass = 0, input int route_stage = 0,
                                                input int speedup = 0, input int table_size = 0);
        chandle model;
        model = vcr_dpi_create(name, ports, vcs, depth, flit_bits, bypass, route_stage, speedup, table_size);
        vcr_must(model == null ? -1 : 0, "vcr_model_create");
        return model;
    endfunction

    function automatic void vcr_model_destroy(input chandle model);
        vcr_must(vcr_dpi_destroy(model), "vcr_model_destroy");
    endfunction

    // ---------------------------------------------------------------------
    // Cycles
    // ---------------------------------------------------------------------
    // One clock cycle with these inputs; an unknown bit among them is an error
    function automatic void vcr_model_step(input chandle model, input vcr_vector inputs);
        vcr_must(vcr_dpi_step(model, inputs), "vcr_model_step");
    endfunction

    // The outputs of the current cycle
    function automatic vcr_vector vcr_model_pins(input chandle model);
        bit [4095:0] outputs;
        vcr_must(vcr_dpi_pins(model, outputs), "vcr_model_pins");
        return outputs;
    endfunction

    // Compare them with those of the RTL
    function automatic void vcr_model_check(input chandle model, input vcr_vector outputs);
        vcr_must(vcr_dpi_check(model, outputs), "vcr_model_check");
    endfunction

    // Say how much was compared; nothing is an error
    function automatic void vcr_model_report(input chandle model);
        vcr_must(vcr_dpi_compared(model), "vcr_model_report");
        $display("%s", vcr_dpi_text());
    endfunction

    // One lane of a named register (include/vcr/vcr_regs.def), such as "input.fill"
    function automatic longint unsigned vcr_model_register(input chandle model, input string name, input int lane);
        longint unsigned value;
        vcr_must(vcr_dpi_register(model, name, lane, value), "vcr_model_register");
        return value;
    endfunction

endpackage

`resetall
