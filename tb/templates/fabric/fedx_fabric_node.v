// SPDX-License-Identifier: Apache-2.0
//
// A node of a fabric: a switch, the wires that it drives, and those from its PE.
//
// A cable holds all that one end drives: @cable_fields@.
// Cables arrive here with their latency already in them.
//
// docs/spec/fedx.md sections 2 and 12
`resetall
`timescale 1ns / 1ps
`default_nettype none

// The switch, for one with other names than the RTL of this project
`ifndef FEDX_SWITCH
`define FEDX_SWITCH fedx_switch
`endif

module fedx_fabric_node #(
    // Bit p: which end of link p the switch is
    parameter [5:0] SIDE       = 6'd0,
    // Pipeline stages on each wire, in cycles, 0 to 7
    parameter       LATENCY    = 0,
    // Packet buffers of the switch, 2 to 64
    parameter       BUFFERS    = 10,
    // Entries of its route table, 1 to 32768
    parameter       TABLE_SIZE = 256
) (
    input  wire        clk,
    input  wire        rst,        // of wires and switch; synchronous, active high

    // From the loader
    input  wire        switch_rst, // of the switch alone, until its table is written
    input  wire        cfg_we,
    input  wire        cfg_table,  // write the route, not the setting
    input  wire [15:0] cfg_addr,
    input  wire [31:0] cfg_setting,
    input  wire [31:0] cfg_route,

    // Cables of ports 0 to 5, and of the PE port
    input  wire [@cable_msb@:0] rx_0,
    input  wire [@cable_msb@:0] rx_1,
    input  wire [@cable_msb@:0] rx_2,
    input  wire [@cable_msb@:0] rx_3,
    input  wire [@cable_msb@:0] rx_4,
    input  wire [@cable_msb@:0] rx_5,
    input  wire [@cable_msb@:0] rx_pe,
    output wire [@cable_msb@:0] tx_0,
    output wire [@cable_msb@:0] tx_1,
    output wire [@cable_msb@:0] tx_2,
    output wire [@cable_msb@:0] tx_3,
    output wire [@cable_msb@:0] tx_4,
    output wire [@cable_msb@:0] tx_5,
    output wire [@cable_msb@:0] tx_pe
);

    localparam PORTS = 7;

    // The switch and the wires start together with the rest of the fabric.
    wire rst_all = rst | switch_rst;

    // ---------------------------------------------------------------------
    // Cables of all ports, the PE port last
    // ---------------------------------------------------------------------
    wire [@cable_bits@*PORTS-1:0] rx;
    wire [@cable_bits@*PORTS-1:0] tx;
    wire [@cable_msb@:0]         pe_late;

    assign rx = {pe_late, rx_5, rx_4, rx_3, rx_2, rx_1, rx_0};

    fedx_fabric_wires #(
        .CABLES (1),
        .LATENCY(LATENCY)
    ) u_pe_wires (
        .clk (clk),
        .rst (rst_all),
        .near(rx_pe),
        .far (pe_late)
    );

    fedx_fabric_wires #(
        .CABLES (PORTS),
        .LATENCY(LATENCY)
    ) u_wires (
        .clk (clk),
        .rst (rst_all),
        .near(tx),
        .far ({tx_pe, tx_5, tx_4, tx_3, tx_2, tx_1, tx_0})
    );

    // ---------------------------------------------------------------------
    // Pins of the switch: bit p and byte p belong to port p
    // ---------------------------------------------------------------------
@port_wires@
    wire [31:0]        unused_rdata;

    genvar p;
    generate
        for (p = 0; p < PORTS; p = p + 1) begin : port
            assign {@rx_of_port@} = rx[@cable_bits@*p +: @cable_bits@];
            assign tx[@cable_bits@*p +: @cable_bits@] = {@tx_of_port@};
        end
    endgenerate

    `FEDX_SWITCH #(
        .BUFFERS   (BUFFERS),
        .TABLE_SIZE(TABLE_SIZE)
    ) u_switch (
        .clk      (clk),
        .rst      (rst_all),
        .side     (SIDE),
@cable_connections@,
        .cfg_we   (cfg_we),
        .cfg_addr (cfg_addr),
        .cfg_wdata(cfg_table ? cfg_route : cfg_setting),
        .cfg_rdata(unused_rdata)
    );

endmodule

`resetall
