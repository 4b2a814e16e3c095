// SPDX-License-Identifier: Apache-2.0
//
// SAT watch: whether the token comes in time, and is one.
//
// docs/spec/vcr.md section 18; C twin cmodel/vcr/model/vcr_sat_watch.c
`resetall
`timescale 1ns / 1ps
`default_nettype none

`include "vcr_params.vh"

module vcr_sat_watch (
    input  wire        clk,
    input  wire        rst,

    // Pin, of the first cable
    input  wire        rx_sat,

    // From the terminal
    input  wire        quiet,
    input  wire [1:0]  sat_mode,
    input  wire [23:0] sat_timeout,

    // From the gate
    input  wire        held,

    // To who reads the configuration
    output wire        met,
    output wire [7:0]  timeouts
);

    reg [23:0] waited_reg;
    reg [7:0]  timeouts_reg;
    reg        met_reg;

    assign met      = met_reg;
    assign timeouts = timeouts_reg;

    wire on    = sat_mode != `VCR_SAT_OFF && !quiet;
    wire comes = on && rx_sat;
    wire away  = on && sat_timeout != 24'd0 && !comes && !held;
    wire late  = away && {1'b0, waited_reg} + 25'd1 >= {1'b0, sat_timeout};

    always @(posedge clk) begin
        met_reg      <= met_reg | (comes && held);
        timeouts_reg <= timeouts_reg + {7'd0, late && timeouts_reg != 8'hff};
        waited_reg   <= away && !late ? waited_reg + 24'd1 : 24'd0;

        if (rst) begin
            met_reg      <= 1'b0;
            timeouts_reg <= 8'd0;
            waited_reg   <= 24'd0;
        end
    end

endmodule
`resetall
