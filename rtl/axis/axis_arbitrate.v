// SPDX-License-Identifier: Apache-2.0
//
// Arbitration: which input's beat goes to each output.
//
// docs/spec/axis.md section 7; C twin cmodel/axis/model/axis_arbitrate.c
`resetall
`timescale 1ns / 1ps
`default_nettype none

`include "axis_params.vh"

module axis_arbitrate #(
    parameter INPUTS     = 4,
    parameter OUTPUTS    = 4,
    parameter INPUT_BITS = 2
) (
    input  wire                                        clk,
    input  wire                                        rst,

    // Settings
    input  wire [2*OUTPUTS-1:0]                        mode,
    input  wire [OUTPUTS*INPUTS*`AXIS_WEIGHT_BITS-1:0] weight,
    input  wire [OUTPUTS-1:0]                          mix,

    input  wire [OUTPUTS*INPUTS-1:0]                   request,
    input  wire [INPUTS-1:0]                           valid,  // fronts of the inputs
    input  wire [INPUTS-1:0]                           last,
    input  wire [OUTPUTS-1:0]                          ready,  // the output has room

    output wire [OUTPUTS*INPUTS-1:0]                   grant,  // per output: the input whose front goes to it, or none
    output reg  [INPUTS-1:0]                           mixed   // the front goes to an output that mixes
);

    localparam WEIGHT_BITS = `AXIS_WEIGHT_BITS;

    reg [OUTPUTS-1:0]            locked_reg;
    reg [OUTPUTS*INPUT_BITS-1:0] owner_reg;
    reg [OUTPUTS*INPUT_BITS-1:0] turn_reg;
    reg [OUTPUTS*4-1:0]          left_reg;

    function automatic [INPUTS-1:0] lowest;
        input [INPUTS-1:0] mask;
        lowest = mask & ~(mask - 1'b1);
    endfunction

    function automatic [INPUT_BITS-1:0] number;
        input [INPUTS-1:0] one;
        integer            k;
        begin
            number = 0;
            for (k = 0; k < INPUTS; k = k + 1) if (one[k]) number = number | k[INPUT_BITS-1:0];
        end
    endfunction

    function automatic [INPUTS-1:0] only;
        input [INPUT_BITS-1:0] which;
        integer                k;
        for (k = 0; k < INPUTS; k = k + 1) only[k] = k[INPUT_BITS-1:0] == which;
    endfunction

    // The first one asked for from the turn on; of a fixed order from the beginning on
    function automatic [INPUTS-1:0] pick;
        input [INPUTS-1:0]     asked;
        input [INPUT_BITS-1:0] turn;
        input [1:0]            how;
        reg   [INPUTS-1:0]     after;
        begin
            after = asked & ({INPUTS{1'b1}} << turn);
            pick  = lowest(how == `AXIS_FIXED || after == 0 ? asked : after);
        end
    endfunction

    integer o;
    always @(*) begin
        mixed = 0;
        for (o = 0; o < OUTPUTS; o = o + 1) mixed = mixed | (grant[o*INPUTS +: INPUTS] & {INPUTS{mix[o]}});
    end

    genvar j;
    generate
        for (j = 0; j < OUTPUTS; j = j + 1) begin : output_
            wire [INPUT_BITS-1:0]         owner = owner_reg[j*INPUT_BITS +: INPUT_BITS];
            wire [INPUT_BITS-1:0]         turn  = turn_reg[j*INPUT_BITS +: INPUT_BITS];
            wire [3:0]                    left  = left_reg[j*4 +: 4];
            wire [1:0]                    how   = mode[2*j +: 2];
            wire [INPUTS-1:0]             chosen =
                locked_reg[j] ? valid & only(owner) : pick(request[j*INPUTS +: INPUTS], turn, how);
            wire [INPUTS-1:0]             granted = chosen & {INPUTS{ready[j]}};
            wire [INPUT_BITS-1:0]         winner  = number(granted);

            // Packets that a turn has
            wire [INPUTS*WEIGHT_BITS-1:0] weights = weight[j*INPUTS*WEIGHT_BITS +: INPUTS*WEIGHT_BITS];
            wire [WEIGHT_BITS-1:0]        own     = weights[winner*WEIGHT_BITS +: WEIGHT_BITS];
            wire [3:0]                    quota   = how == `AXIS_WEIGHTED && own != 0 ? own : 4'd1;
            wire [3:0]                    packets = winner == turn && left != 0 ? left : quota;
            wire [INPUT_BITS-1:0]         next    = winner == INPUTS[INPUT_BITS-1:0] - 1'b1 ? 0 : winner + 1'b1;

            assign grant[j*INPUTS +: INPUTS] = granted;

            always @(posedge clk) begin
                if (granted != 0) begin
                    locked_reg[j] <= (granted & last) == 0 && ~mix[j];
                    if (~locked_reg[j]) owner_reg[j*INPUT_BITS +: INPUT_BITS] <= winner;
                    if (~locked_reg[j] && how != `AXIS_FIXED) begin
                        turn_reg[j*INPUT_BITS +: INPUT_BITS] <= packets > 4'd1 ? winner : next;
                        left_reg[j*4 +: 4]                   <= packets - 4'd1;
                    end
                end
                if (rst) begin
                    locked_reg[j]                         <= 0;
                    owner_reg[j*INPUT_BITS +: INPUT_BITS] <= 0;
                    turn_reg[j*INPUT_BITS +: INPUT_BITS]  <= 0;
                    left_reg[j*4 +: 4]                    <= 0;
                end
            end
        end
    endgenerate

endmodule

`resetall
