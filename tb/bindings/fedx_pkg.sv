// SPDX-License-Identifier: Apache-2.0
//
// The Fed-X switch, golden model, for SystemVerilog benches by DPI-C. Link with
// libfedx_dpi. docs/reference/bindings.md.
//
//     import fedx_pkg::*;
//     chandle model = fedx_model_create("dut");
//     always @(posedge clk) fedx_model_step(model, rst, side, rx_data, ...);      // with what the RTL samples
//     always @(negedge clk) if (reset_done) fedx_model_check(model, tx_data, ...); // what both show after the edge
//
// A wrong use, and a difference in fedx_model_check, is a $fatal with one sentence.
// Bit p of a mask and bits [8p+7:8p] of a data bus belong to port p (docs/spec/fedx.md section 2).
`resetall
`timescale 1ns / 1ps
`default_nettype none

package fedx_pkg;

    // ---------------------------------------------------------------------
    // What the library offers. Status: 0, or -1 with a sentence in fedx_dpi_text
    // ---------------------------------------------------------------------
    import "DPI-C" function chandle fedx_dpi_create(input string name);
    import "DPI-C" function int     fedx_dpi_destroy(input chandle model);
    import "DPI-C" function string  fedx_dpi_text();
    import "DPI-C" function int     fedx_dpi_set(input chandle model, input string setting, input int value);
    import "DPI-C" function int     fedx_dpi_word(input chandle model, input int index, output int unsigned cfg_wdata);
    import "DPI-C" function int     fedx_dpi_route(input chandle model, input int destination, input int unsigned entry);
    import "DPI-C" function int     fedx_dpi_step(input chandle model, input logic [146:0] inputs);
    import "DPI-C" function int     fedx_dpi_pins(input chandle model, output bit [122:0] outputs);
    import "DPI-C" function int     fedx_dpi_check(input chandle model, input logic [122:0] outputs);
    import "DPI-C" function int     fedx_dpi_compared(input chandle model);
    import "DPI-C" function int     fedx_dpi_register(input chandle model, input string name, input int lane,
                                                      output longint unsigned value);
    import "DPI-C" function int     fedx_dpi_hash(input chandle model, output longint unsigned hash);
    import "DPI-C" function void    fedx_dpi_packet(input longint unsigned head, input bit [1167:0] body,
                                                    output bit [1279:0] packet);

    function automatic void fedx_must(input int status, input string caller);
        if (status != 0) $fatal(1, "%s: %s", caller, fedx_dpi_text());
    endfunction

    // ---------------------------------------------------------------------
    // A model: name is that of its messages
    // ---------------------------------------------------------------------
    // A switch in its reset state with an empty route table
    function automatic chandle fedx_model_create(input string name);
        chandle model;
        model = fedx_dpi_create(name);
        fedx_must(model == null ? -1 : 0, "fedx_model_create");
        return model;
    endfunction

    function automatic void fedx_model_destroy(input chandle model);
        fedx_must(fedx_dpi_destroy(model), "fedx_model_destroy");
    endfunction

    // ---------------------------------------------------------------------
    // Configuration without the configuration port
    // ---------------------------------------------------------------------
    // One setting, a field of struct fedx_settings (include/fedx/switch.h), by its name
    function automatic void fedx_model_set(input chandle model, input string setting, input int value);
        fedx_must(fedx_dpi_set(model, setting, value), "fedx_model_set");
    endfunction

    // The word for address FEDX_CFG_MODE + index, 0 to 3, of a switch that is to have the settings of the model
    function automatic logic [31:0] fedx_model_word(input chandle model, input int index);
        int unsigned cfg_wdata;
        fedx_must(fedx_dpi_word(model, index, cfg_wdata), "fedx_model_word");
        return cfg_wdata;
    endfunction

    // One route table entry, packed as docs/spec/fedx.md section 10 says
    function automatic void fedx_model_route(input chandle model, input int destination, input logic [31:0] entry);
        fedx_must(fedx_dpi_route(model, destination, entry), "fedx_model_route");
    endfunction

    // ---------------------------------------------------------------------
    // Cycles
    // ---------------------------------------------------------------------
    // One clock cycle with these inputs; an unknown bit among them is an error
    function automatic void fedx_model_step(input chandle model, input logic rst, input logic [5:0] side,
                                            input logic [55:0] rx_data, input logic [6:0] rx_valid,
                                            input logic [6:0] rx_turn, input logic [6:0] rx_req,
                                            input logic [6:0] rx_refuse, input logic [6:0] rx_acc, input logic cfg_we,
                                            input logic [15:0] cfg_addr, input logic [31:0] cfg_wdata);
        fedx_must(fedx_dpi_step(model, {rst, side, rx_data, rx_valid, rx_turn, rx_req, rx_refuse, rx_acc, cfg_we,
                                        cfg_addr, cfg_wdata}), "fedx_model_step");
    endfunction

    // The outputs of the current cycle
    function automatic void fedx_model_pins(input chandle model, output logic [55:0] tx_data,
                                            output logic [6:0] tx_valid, output logic [6:0] tx_turn,
                                            output logic [6:0] tx_req, output logic [6:0] tx_refuse,
                                            output logic [6:0] tx_acc, output logic [31:0] cfg_rdata);
        bit [122:0] outputs;
        fedx_must(fedx_dpi_pins(model, outputs), "fedx_model_pins");
        {tx_data, tx_valid, tx_turn, tx_req, tx_refuse, tx_acc, cfg_rdata} = outputs;
    endfunction

    // Compare outputs of a switch under test with those of the current cycle; an unknown bit is a difference.
    // Cycles count from 1, at the first step
    function automatic void fedx_model_check(input chandle model, input logic [55:0] tx_data,
                                             input logic [6:0] tx_valid, input logic [6:0] tx_turn,
                                             input logic [6:0] tx_req, input logic [6:0] tx_refuse,
                                             input logic [6:0] tx_acc, input logic [31:0] cfg_rdata);
        fedx_must(fedx_dpi_check(model, {tx_data, tx_valid, tx_turn, tx_req, tx_refuse, tx_acc, cfg_rdata}),
                  "fedx_model_check");
    endfunction

    // Say how much has been compared; nothing at all is an error
    function automatic void fedx_model_report(input chandle model);
        fedx_must(fedx_dpi_compared(model), "fedx_model_report");
        $display("%s", fedx_dpi_text());
    endfunction

    // ---------------------------------------------------------------------
    // State
    // ---------------------------------------------------------------------
    // A named register of docs/spec/fedx.md section 14, "block.register"; registers with one lane have lane 0
    function automatic logic [63:0] fedx_model_register(input chandle model, input string name, input int lane);
        longint unsigned value;
        fedx_must(fedx_dpi_register(model, name, lane, value), "fedx_model_register");
        return value;
    endfunction

    // Hash of the whole state, equal for equal states
    function automatic logic [63:0] fedx_model_hash(input chandle model);
        longint unsigned hash;
        fedx_must(fedx_dpi_hash(model, hash), "fedx_model_hash");
        return hash;
    endfunction

    // ---------------------------------------------------------------------
    // Packets
    // ---------------------------------------------------------------------
    // A whole packet with its checks, byte i in bits [8i+7:8i]: head is header bytes 1 to 8, byte 1 on top
    // (docs/spec/fedx.md section 3), body bytes 10 to 155
    function automatic bit [1279:0] fedx_packet(input logic [63:0] head, input bit [1167:0] body);
        bit [1279:0] packet;
        fedx_dpi_packet(head, body, packet);
        return packet;
    endfunction

endpackage

`resetall
