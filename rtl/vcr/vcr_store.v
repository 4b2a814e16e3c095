// SPDX-License-Identifier: Apache-2.0
//
// The memory of one virtual channel: flits, and what is kept with each. One write, one read, the read without a clock, so
// that the front of a queue can be sent in the cycle in which it comes there.
//
// docs/spec/vcr.md section 6; C twin cmodel/vcr/model/vcr_input.c
`resetall
`timescale 1ns / 1ps
`default_nettype none

module vcr_store #(
    // Bits of a slot
    parameter WIDTH = 87,
    // Slots, 2 to 64
    parameter DEPTH = 16
) (
    input  wire                     clk,
    input  wire                     write,
    input  wire [$clog2(DEPTH)-1:0] write_slot,
    input  wire [WIDTH-1:0]         write_data,
    input  wire [$clog2(DEPTH)-1:0] read_slot,
    output wire [WIDTH-1:0]         read_data
);

    reg [WIDTH-1:0] store [0:DEPTH-1];

    assign read_data = store[read_slot];

    always @(posedge clk)
        if (write)
            store[write_slot] <= write_data;

endmodule
`resetall
