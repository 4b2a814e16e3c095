// SPDX-License-Identifier: Apache-2.0
//
// Buffer store: the memory of one packet buffer, one write and one read a cycle.
//
// The pool registers the byte read (read_data_reg there), which makes it a
// memory with a synchronous read; a read of the byte that is being written
// gives the old one.
//
// docs/spec/fedx.md section 8; C twin cmodel/fedx/model/fedx_buffer_pool.c
`resetall
`timescale 1ns / 1ps
`default_nettype none

`include "fedx_params.vh"

module fedx_buffer_store #(
    // Packet length in bytes, 64 to 255
    parameter PACKET_BYTES = `FEDX_PACKET_BYTES
) (
    input  wire       clk,

    input  wire       write,
    input  wire [7:0] write_addr, // below PACKET_BYTES
    input  wire [7:0] write_data,

    input  wire [7:0] read_addr,  // below PACKET_BYTES
    output wire [7:0] read_data
);

    generate
        if (PACKET_BYTES < 64 || PACKET_BYTES > 255)
            begin : bad_packet_bytes fedx_error_packet_bytes_must_be_64_to_255 error(); end
    endgenerate

    localparam ADDR_BITS = $clog2(PACKET_BYTES);

    reg [7:0] store [0:PACKET_BYTES-1];

    // Packets of up to 128 bytes leave upper address bits without use.
    wire unused_addr = &{1'b0, write_addr, read_addr};

    assign read_data = store[read_addr[ADDR_BITS-1:0]];

    always @(posedge clk)
        if (write)
            store[write_addr[ADDR_BITS-1:0]] <= write_data;

endmodule

`resetall
