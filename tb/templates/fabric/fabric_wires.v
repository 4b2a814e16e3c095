// SPDX-License-Identifier: Apache-2.0
//
// Pipeline stages on wires between ports, for cables that take more than one cycle.
//
// A cable holds all that one end drives: @cable_fields@.
// The stages reset to what a silent end shows: @silent@.
//
// docs/spec/@prefix@.md section 2
`resetall
`timescale 1ns / 1ps
`default_nettype none

module @prefix@_fabric_wires #(
    // Cables side by side, at least 1
    parameter CABLES  = 1,
    // Stages on each, in cycles, 0 to 7
    parameter LATENCY = 0
) (
    input  wire                 clk,
    input  wire                 rst,    // synchronous, active high
    input  wire [@cable_bits@*CABLES-1:0] near,
    output wire [@cable_bits@*CABLES-1:0] far
);

    localparam WIDTH = @cable_bits@ * CABLES;

    generate
        if (LATENCY == 0) begin : direct
            wire unused_clock = &{1'b0, clk, rst};
            assign far = near;
        end else begin : stages
            // The newest stage is the lowest
            reg [WIDTH*LATENCY-1:0] stage_reg;
            assign far = stage_reg[WIDTH*(LATENCY-1) +: WIDTH];
            if (LATENCY == 1) begin : one
                always @(posedge clk)
                    stage_reg <= rst ? {CABLES{@cable_idle@}} : near;
            end else begin : several
                always @(posedge clk)
                    stage_reg <= rst ? {CABLES*LATENCY{@cable_idle@}} : {stage_reg[0 +: WIDTH*(LATENCY-1)], near};
            end
        end
    endgenerate

endmodule

`resetall
