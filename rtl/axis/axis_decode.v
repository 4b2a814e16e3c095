// SPDX-License-Identifier: Apache-2.0
//
// Decoding: which output a packet goes to, and which packets are dropped.
//
// docs/spec/axis.md section 6; C twin cmodel/axis/model/axis_decode.c
`resetall
`timescale 1ns / 1ps
`default_nettype none

module axis_decode #(
    parameter INPUTS    = 4,
    parameter OUTPUTS   = 4,
    parameter DEST_BITS = 4
) (
    input  wire                         clk,
    input  wire                         rst,

    // Settings
    input  wire [OUTPUTS*DEST_BITS-1:0] low,
    input  wire [OUTPUTS*DEST_BITS-1:0] high,
    input  wire [OUTPUTS*INPUTS-1:0]    allow,

    // Fronts of the inputs
    input  wire [INPUTS-1:0]            valid,
    input  wire [INPUTS-1:0]            last,
    input  wire [INPUTS*DEST_BITS-1:0]  dest,

    input  wire [INPUTS-1:0]            sent,     // the front goes to an output
    input  wire [INPUTS-1:0]            mixed,    // ... that mixes
    output wire [OUTPUTS*INPUTS-1:0]    request,  // per output: inputs whose front begins a packet for it
    output wire [INPUTS-1:0]            refuse,   // the front is dropped
    output wire [INPUTS-1:0]            drop,
    output wire [15:0]                  dropped
);

    reg [INPUTS-1:0] active_reg;
    reg [INPUTS-1:0] dropping_reg;
    reg [INPUTS-1:0] drop_reg;
    reg [15:0]       dropped_reg;

    assign drop    = drop_reg;
    assign dropped = dropped_reg;

    wire [INPUTS-1:0] heads = valid & ~active_reg;
    wire [INPUTS-1:0] unknown; // no output takes it

    // The lowest of the outputs that take it
    genvar i, j;
    generate
        for (i = 0; i < INPUTS; i = i + 1) begin : input_
            wire [OUTPUTS-1:0]   takes;
            wire [DEST_BITS-1:0] to = dest[i*DEST_BITS +: DEST_BITS];
            for (j = 0; j < OUTPUTS; j = j + 1) begin : output_
                assign takes[j] = low[j*DEST_BITS +: DEST_BITS] <= to && to <= high[j*DEST_BITS +: DEST_BITS] &&
                                  allow[j*INPUTS + i];
                if (j == 0) begin : first
                    assign request[i] = heads[i] & takes[0];
                end else begin : later
                    assign request[j*INPUTS + i] = heads[i] & takes[j] & ~|takes[j-1:0];
                end
            end
            assign unknown[i] = ~|takes;
        end
    endgenerate

    assign refuse = (valid & active_reg & dropping_reg) | (heads & unknown);

    wire [INPUTS-1:0] left  = sent | refuse;
    wire [INPUTS-1:0] ended = refuse & last;

    function automatic [15:0] count;
        input [INPUTS-1:0] mask;
        integer            k;
        begin
            count = 0;
            for (k = 0; k < INPUTS; k = k + 1) count = count + {15'd0, mask[k]};
        end
    endfunction

    always @(posedge clk) begin
        active_reg   <= (active_reg & ~left) | (left & ~last & ~mixed);
        dropping_reg <= (dropping_reg & ~left) | (refuse & ~last);
        drop_reg     <= ended;
        dropped_reg  <= dropped_reg + count(ended);
        if (rst) begin
            active_reg   <= 0;
            dropping_reg <= 0;
            drop_reg     <= 0;
            dropped_reg  <= 0;
        end
    end

endmodule

`resetall
