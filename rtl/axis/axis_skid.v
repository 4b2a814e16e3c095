// SPDX-License-Identifier: Apache-2.0
//
// Skid buffers: two places per lane, so that ready is a register and a beat can come in every cycle.
//
// docs/spec/axis.md section 5; C twin cmodel/axis/model/axis_skid.c
`resetall
`timescale 1ns / 1ps
`default_nettype none

module axis_skid #(
    parameter LANES     = 4,
    parameter DEST_BITS = 4,
    parameter DATA_BITS = 64
) (
    input  wire                       clk,
    input  wire                       rst,

    input  wire [LANES-1:0]           in_valid,
    input  wire [LANES-1:0]           in_last,
    input  wire [LANES*DEST_BITS-1:0] in_dest,
    input  wire [LANES*DATA_BITS-1:0] in_data,
    output wire [LANES-1:0]           in_ready,

    output wire [LANES-1:0]           valid,
    output wire [LANES-1:0]           last,
    output wire [LANES*DEST_BITS-1:0] dest,
    output wire [LANES*DATA_BITS-1:0] data,
    input  wire [LANES-1:0]           taken     // the front is taken; no matter where there is none
);

    reg [LANES*DATA_BITS-1:0] data_reg;
    reg [LANES*DATA_BITS-1:0] spare_data_reg;
    reg [LANES*DEST_BITS-1:0] dest_reg;
    reg [LANES*DEST_BITS-1:0] spare_dest_reg;
    reg [LANES-1:0]           valid_reg;
    reg [LANES-1:0]           spare_reg;
    reg [LANES-1:0]           ready_reg;
    reg [LANES-1:0]           last_reg;
    reg [LANES-1:0]           spare_last_reg;

    assign in_ready = ready_reg;
    assign valid    = valid_reg;
    assign last     = last_reg;
    assign dest     = dest_reg;
    assign data     = data_reg;

    wire [LANES-1:0] come = in_valid & ready_reg;
    wire [LANES-1:0] open = ~valid_reg | taken;
    wire [LANES-1:0] more = spare_reg | come;

    integer i;

    always @(posedge clk) begin
        for (i = 0; i < LANES; i = i + 1) begin
            // What waits in the spare place comes first.
            if (open[i] & more[i]) begin
                last_reg[i]                        <= spare_reg[i] ? spare_last_reg[i] : in_last[i];
                dest_reg[i*DEST_BITS +: DEST_BITS] <= spare_reg[i] ? spare_dest_reg[i*DEST_BITS +: DEST_BITS]
                                                                   : in_dest[i*DEST_BITS +: DEST_BITS];
                data_reg[i*DATA_BITS +: DATA_BITS] <= spare_reg[i] ? spare_data_reg[i*DATA_BITS +: DATA_BITS]
                                                                   : in_data[i*DATA_BITS +: DATA_BITS];
            end
            if (~open[i] & come[i]) begin
                spare_last_reg[i]                        <= in_last[i];
                spare_dest_reg[i*DEST_BITS +: DEST_BITS] <= in_dest[i*DEST_BITS +: DEST_BITS];
                spare_data_reg[i*DATA_BITS +: DATA_BITS] <= in_data[i*DATA_BITS +: DATA_BITS];
            end
        end
        valid_reg <= ~open | more;
        spare_reg <= ~open & more;
        ready_reg <= open | ~more;
        if (rst) begin
            data_reg       <= 0;
            spare_data_reg <= 0;
            dest_reg       <= 0;
            spare_dest_reg <= 0;
            valid_reg      <= 0;
            spare_reg      <= 0;
            ready_reg      <= 0;
            last_reg       <= 0;
            spare_last_reg <= 0;
        end
    end

endmodule

`resetall
