// SPDX-License-Identifier: Apache-2.0
//
// Crossbar: the granted beats, in front of the outputs.
//
// docs/spec/axis.md section 8; C twin cmodel/axis/model/axis_crossbar.c
`resetall
`timescale 1ns / 1ps
`default_nettype none

module axis_crossbar #(
    parameter INPUTS    = 4,
    parameter OUTPUTS   = 4,
    parameter DEST_BITS = 4,
    parameter DATA_BITS = 64
) (
    input  wire [OUTPUTS*INPUTS-1:0]    grant,

    // Fronts of the inputs
    input  wire [INPUTS-1:0]            last,
    input  wire [INPUTS*DEST_BITS-1:0]  dest,
    input  wire [INPUTS*DATA_BITS-1:0]  data,

    output reg  [INPUTS-1:0]            sent,      // the front goes to an output
    output reg  [OUTPUTS-1:0]           to_valid,
    output reg  [OUTPUTS-1:0]           to_last,
    output reg  [OUTPUTS*DEST_BITS-1:0] to_dest,
    output reg  [OUTPUTS*DATA_BITS-1:0] to_data
);

    integer i, j;

    always @(*) begin
        sent     = 0;
        to_valid = 0;
        to_last  = 0;
        to_dest  = 0;
        to_data  = 0;
        for (j = 0; j < OUTPUTS; j = j + 1) begin
            sent        = sent | grant[j*INPUTS +: INPUTS];
            to_valid[j] = |grant[j*INPUTS +: INPUTS];
            for (i = 0; i < INPUTS; i = i + 1)
                if (grant[j*INPUTS + i]) begin
                    to_last[j]                        = to_last[j] | last[i];
                    to_dest[j*DEST_BITS +: DEST_BITS] = to_dest[j*DEST_BITS +: DEST_BITS] | dest[i*DEST_BITS +: DEST_BITS];
                    to_data[j*DATA_BITS +: DATA_BITS] = to_data[j*DATA_BITS +: DATA_BITS] | data[i*DATA_BITS +: DATA_BITS];
                end
        end
    end

endmodule

`resetall
