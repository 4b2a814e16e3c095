// SPDX-License-Identifier: Apache-2.0
//
// Ownership: whose turn it is on each half-duplex port.
//
// End 0 owns when the two turn levels are equal, end 1 when they differ. The
// owner gives away by flipping its own level: after every attempt if asked, and
// when it is asked and has nothing ready.
//
// docs/spec/fedx.md section 7; C twin cmodel/fedx/model/fedx_ownership.c
`resetall
`timescale 1ns / 1ps
`default_nettype none

`include "fedx_params.vh"

module fedx_ownership #(
    // Links, 1 to 7; the PE port comes on top
    parameter LINKS = `FEDX_LINKS
) (
    input  wire           clk,
    input  wire           rst,

    // Wires of all ports
    input  wire [LINKS:0] rx_turn,
    input  wire [LINKS:0] rx_req,
    output wire [LINKS:0] tx_turn,
    output wire [LINKS:0] tx_req,

    // From the other mechanisms
    input  wire [LINKS:0] config_side,
    input  wire           holding,           // silence after reset
    input  wire [LINKS:0] transmit_sending,
    input  wire [LINKS:0] transmit_await,
    input  wire [LINKS:0] start,
    input  wire [LINKS:0] ended,
    input  wire [LINKS:0] keep,
    input  wire [LINKS:0] want,
    input  wire [LINKS:0] header_want,

    output wire [LINKS:0] own_now,           // owned by the levels of this cycle
    output wire [LINKS:0] ownership_own_last // owned in the previous one, no own flip since
);

    generate
        if (LINKS < 1 || LINKS > 7) begin : bad_links fedx_error_links_must_be_1_to_7 error(); end
    endgenerate

    localparam PORTS = LINKS + 1;

    reg [PORTS-1:0] turn_reg;
    reg [PORTS-1:0] own_last_reg;
    reg [PORTS-1:0] req_reg;

    assign tx_turn            = turn_reg;
    assign tx_req             = req_reg;
    assign ownership_own_last = own_last_reg;

    assign own_now = ~(rx_turn ^ turn_reg ^ config_side);

    // Only an end that is not in an attempt may flip.
    wire [PORTS-1:0] nothing_ready = ~(transmit_sending | transmit_await | req_reg);
    wire [PORTS-1:0] flip = {PORTS{~holding}} & own_now & own_last_reg & rx_req & ~start &
                            ((ended & ~keep) | nothing_ready);

    always @(posedge clk) begin
        turn_reg     <= turn_reg ^ flip;
        own_last_reg <= own_now & ~flip;
        req_reg      <= want | header_want;
        if (rst) begin
            turn_reg     <= 0;
            own_last_reg <= 0;
            req_reg      <= 0;
        end
    end

`ifdef FEDX_RULES
    // Rules of section 7
    reg [PORTS-1:0] turn_last_reg;
    reg [PORTS-1:0] asked_reg;     // an owner was asked in the cycle before

    wire [PORTS-1:0] flipped = turn_reg ^ turn_last_reg;

    always @(posedge clk) begin
        turn_last_reg <= rst ? {PORTS{1'b0}} : turn_reg;
        asked_reg     <= rst ? {PORTS{1'b0}} : own_now & own_last_reg & rx_req;
    end

    `FEDX_RULED
    `FEDX_CHECK begin : rules
        `FEDX_RULE(7, 1, ~|(flipped & ~asked_reg), "only an end that owned the link for two cycles gives it away, when it is asked")
        `FEDX_RULE(7, 2, ~|(flipped & (own_last_reg | transmit_sending | transmit_await)),
                   "an end that gave the link away has no attempt under way and is not the owner")
        `FEDX_RULE(7, 3, !holding || ~|turn_reg, "no turn is given away in the silence after reset")
    end
`endif

endmodule

`resetall
