// SPDX-License-Identifier: Apache-2.0
//
// SAT gate: what a terminal may send from token to token. A packet may pass while count < share_k; the token stays while
// count < share_l and a packet waits behind the gate, and takes the count with it.
//
// docs/spec/vcr.md section 16; C twin cmodel/vcr/model/vcr_sat_gate.c
`resetall
`timescale 1ns / 1ps
`default_nettype none

`include "vcr_params.vh"

module vcr_sat_gate (
    input  wire        clk,
    input  wire        rst,

    // Pins, of the first cable
    input  wire        rx_sat,
    output wire        tx_sat,

    // From the terminal
    input  wire        quiet,
    input  wire [1:0]  sat_mode,
    input  wire        sat_first,
    input  wire [15:0] share_l,
    input  wire [15:0] share_k,

    // From the injection
    input  wire        linked,          // of the first cable
    input  wire        some_buffered,
    input  wire        pass,

    // To it, and to who reads the configuration
    output wire        open,
    output wire        held,
    output wire [15:0] count
);

    reg        held_reg;
    reg        sat_reg;
    reg        started_reg;
    reg [15:0] count_reg;

    assign tx_sat = sat_reg;
    assign held   = held_reg;
    assign count  = count_reg;

    wire on      = sat_mode != `VCR_SAT_OFF;
    wire begin_  = sat_mode == `VCR_SAT_RING && sat_first && !started_reg && linked;
    wire starved = count_reg < share_l && some_buffered;
    wire leaves  = on && held_reg && !starved;

    assign open = !on || count_reg < share_k;

    always @(posedge clk) begin
        count_reg   <= on && !leaves ? count_reg + {15'd0, pass} : 16'd0;
        held_reg    <= on && !quiet && (rx_sat || begin_ || (held_reg && starved));
        started_reg <= on && (started_reg || begin_);
        sat_reg     <= leaves;

        if (rst) begin
            count_reg   <= 16'd0;
            held_reg    <= 1'b0;
            started_reg <= 1'b0;
            sat_reg     <= 1'b0;
        end
    end

`ifdef VCR_RULES
    // Rules of section 16
    reg held_last_reg;

    always @(posedge clk)
        held_last_reg <= held_reg && !rst;

    `VCR_RULED
    `VCR_CHECK begin : rules
        `VCR_RULE(16, 1, !sat_reg || held_last_reg, "only a terminal that has the token passes it on")
        `VCR_RULE(16, 2, !pass || open, "a packet passes only while the gate is open")
    end
`endif

endmodule
`resetall
