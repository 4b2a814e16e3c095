// SPDX-License-Identifier: Apache-2.0
//
// A @unit@ of a fabric, and the wires that it drives.
//
// A cable holds all that one end drives: @cable_fields@.
// Cables arrive here with their latency already in them; port p has bits [@cable_bits@*p +: @cable_bits@].
//
// docs/spec/@prefix@.md sections 2 and 12
`resetall
`timescale 1ns / 1ps
`default_nettype none

// The @unit@, for one with other names than the RTL of this project
`ifndef @macro@
`define @macro@ @module@
`endif

module @prefix@_fabric_node #(
    // Pipeline stages on each wire, in cycles, 0 to 7
    parameter LATENCY = 0
) (
    input  wire        clk,
    input  wire        rst,        // of wires and @unit@; synchronous, active high

    // From the loader
    input  wire        switch_rst, // of the @unit@ alone, until its table is written
    input  wire        cfg_we,
    input  wire [15:0] cfg_addr,
    input  wire [31:0] cfg_wdata,

    // Cables of all ports
    input  wire [@cable_bits@*@ports@-1:0] rx,
    output wire [@cable_bits@*@ports@-1:0] tx
);

    localparam PORTS = @ports@;

    // The @unit@ and its wires start together with the rest of the fabric.
    wire rst_all = rst | switch_rst;

    wire [@cable_bits@*PORTS-1:0] near;

    @prefix@_fabric_wires #(
        .CABLES (PORTS),
        .LATENCY(LATENCY)
    ) u_wires (
        .clk (clk),
        .rst (rst_all),
        .near(near),
        .far (tx)
    );

    // ---------------------------------------------------------------------
    // Pins of the @unit@: the lanes of port p
    // ---------------------------------------------------------------------
@port_wires@
    wire [31:0]        unused_rdata;

    genvar cable_number;
    generate
        for (cable_number = 0; cable_number < PORTS; cable_number = cable_number + 1) begin : cable
            assign {@rx_of_cable@} =
                rx[@cable_bits@*cable_number +: @cable_bits@];
            assign near[@cable_bits@*cable_number +: @cable_bits@] =
                {@tx_of_cable@};
        end
    endgenerate

    `@macro@ @parameters@ u_@unit@ (
        .clk      (clk),
        .rst      (rst_all),
@cable_connections@,
        .cfg_we   (cfg_we),
        .cfg_addr (cfg_addr),
        .cfg_wdata(cfg_wdata),
        .cfg_rdata(unused_rdata)
    );

endmodule

`resetall
