// SPDX-License-Identifier: Apache-2.0
//
// What the proofs of single mechanisms assume of registers and of wires from
// other mechanisms; a block without a module here is proved for all values.
// Ports are those of the miter: a register x of the block is x_reg.
//
// Nothing of this is taken on trust: sim_scripts/prove_invariant.sh shows of every
// module here that it holds in every legal state (docs/invariants.md), where x_reg
// is a register of its block and any other input a wire of fedx_switch.
`resetall
`timescale 1ns / 1ps
`default_nettype none

`include "fedx_params.vh"
`ifndef FEDX_BUFFER_BITS
`define FEDX_BUFFER_BITS $clog2(`FEDX_BUFFERS)
`endif

module fedx_port_receive_assumed (
    input  wire [`FEDX_PORTS-1:0]   header_reg,
    input  wire [`FEDX_PORTS-1:0]   decide_reg,
    input  wire [`FEDX_PORTS-1:0]   body_reg,
    input  wire [`FEDX_PORTS-1:0]   refusing_reg,
    input  wire [`FEDX_PORTS-1:0]   drain_reg,
    input  wire [8*`FEDX_PORTS-1:0] count_reg,
    input  wire [`FEDX_BUFFER_BITS*`FEDX_PORTS-1:0] buf_reg,
    output reg                      assumed
);
    integer p;

    always @* begin
        assumed = 1'b1;
        for (p = 0; p < `FEDX_PORTS; p = p + 1) begin
            // receive_states: one at a time
            if (header_reg[p] + decide_reg[p] + body_reg[p] + refusing_reg[p] + drain_reg[p] > 1)
                assumed = 1'b0;
            // receive_count
            if (header_reg[p] && (count_reg[8*p +: 8] < 1 || count_reg[8*p +: 8] > `FEDX_BYTE_CHECK))
                assumed = 1'b0;
            // buffer_number
            if (buf_reg[`FEDX_BUFFER_BITS*p +: `FEDX_BUFFER_BITS] >= `FEDX_BUFFERS)
                assumed = 1'b0;
        end
    end
endmodule

module fedx_port_transmit_assumed (
    input  wire [`FEDX_PORTS-1:0]   sending_reg,
    input  wire [`FEDX_PORTS-1:0]   await_reg,
    input  wire [`FEDX_PORTS-1:0]   gap_reg,
    input  wire [8*`FEDX_PORTS-1:0] count_reg,
    input  wire [`FEDX_BUFFER_BITS*`FEDX_PORTS-1:0] buf_reg,
    output reg                      assumed
);
    integer p;

    always @* begin
        assumed = 1'b1;
        for (p = 0; p < `FEDX_PORTS; p = p + 1) begin
            // transmit_states: one at a time
            if (sending_reg[p] + await_reg[p] + gap_reg[p] > 1)
                assumed = 1'b0;
            // transmit_count
            if (sending_reg[p] && count_reg[8*p +: 8] >= `FEDX_PACKET_BYTES)
                assumed = 1'b0;
            // buffer_number
            if (buf_reg[`FEDX_BUFFER_BITS*p +: `FEDX_BUFFER_BITS] >= `FEDX_BUFFERS)
                assumed = 1'b0;
        end
    end
endmodule

module fedx_buffer_pool_assumed (
    input  wire [`FEDX_BUFFERS-1:0]   queued_reg,
    input  wire [8*`FEDX_BUFFERS-1:0] allowed_reg,
    input  wire [`FEDX_PORTS-1:0]   receive_write,
    input  wire [`FEDX_BUFFER_BITS*`FEDX_PORTS-1:0] receive_buf,
    input  wire [8*`FEDX_PORTS-1:0] receive_count,
    input  wire [`FEDX_PORTS-1:0]   transmit_sending,
    input  wire [`FEDX_BUFFER_BITS*`FEDX_PORTS-1:0] transmit_buf,
    input  wire [8*`FEDX_PORTS-1:0] transmit_count,
    input  wire [`FEDX_PORTS-1:0]   admit,
    input  wire [`FEDX_BUFFER_BITS*`FEDX_PORTS-1:0] admit_buf,
    input  wire [`FEDX_PORTS-1:0]   start,
    input  wire [`FEDX_BUFFER_BITS*`FEDX_PORTS-1:0] grant_buf,
    input  wire [`FEDX_PORTS-1:0]   stopped,
    input  wire [`FEDX_PORTS-1:0]   expired,
    output reg                      assumed
);
    wire [`FEDX_PORTS-1:0] returned = stopped | expired;
    integer p, q, b;

    always @* begin
        assumed = 1'b1;
        for (b = 0; b < `FEDX_BUFFERS; b = b + 1)
            // ports
            if (queued_reg[b] && |(allowed_reg[8*b +: 8] >> `FEDX_PORTS))
                assumed = 1'b0;
        for (p = 0; p < `FEDX_PORTS; p = p + 1) begin
            // buffer_number, and what admission and arbitration give
            if (receive_buf[`FEDX_BUFFER_BITS*p +: `FEDX_BUFFER_BITS] >= `FEDX_BUFFERS || transmit_buf[`FEDX_BUFFER_BITS*p +: `FEDX_BUFFER_BITS] >= `FEDX_BUFFERS ||
                (admit[p] && admit_buf[`FEDX_BUFFER_BITS*p +: `FEDX_BUFFER_BITS] >= `FEDX_BUFFERS) ||
                (start[p] && grant_buf[`FEDX_BUFFER_BITS*p +: `FEDX_BUFFER_BITS] >= `FEDX_BUFFERS))
                assumed = 1'b0;
            // receive_count, receive_write
            if (receive_write[p] && (receive_count[8*p +: 8] < 1 || receive_count[8*p +: 8] > `FEDX_PACKET_BYTES))
                assumed = 1'b0;
            // transmit_count
            if (transmit_sending[p] && transmit_count[8*p +: 8] >= `FEDX_PACKET_BYTES)
                assumed = 1'b0;
            for (q = 0; q < `FEDX_PORTS; q = q + 1) begin
                // one_writer; a buffer is given to one packet, and returned by one port
                if (q < p && ((receive_write[p] && receive_write[q] && receive_buf[`FEDX_BUFFER_BITS*p +: `FEDX_BUFFER_BITS] == receive_buf[`FEDX_BUFFER_BITS*q +: `FEDX_BUFFER_BITS]) ||
                              (admit[p] && admit[q] && admit_buf[`FEDX_BUFFER_BITS*p +: `FEDX_BUFFER_BITS] == admit_buf[`FEDX_BUFFER_BITS*q +: `FEDX_BUFFER_BITS]) ||
                              (returned[p] && returned[q] && transmit_buf[`FEDX_BUFFER_BITS*p +: `FEDX_BUFFER_BITS] == transmit_buf[`FEDX_BUFFER_BITS*q +: `FEDX_BUFFER_BITS])))
                    assumed = 1'b0;
                // what is given to a packet was free
                if (admit[p] && returned[q] && admit_buf[`FEDX_BUFFER_BITS*p +: `FEDX_BUFFER_BITS] == transmit_buf[`FEDX_BUFFER_BITS*q +: `FEDX_BUFFER_BITS])
                    assumed = 1'b0;
            end
        end
    end
endmodule

module fedx_admission_assumed (
    input  wire [2:0] first_reg,
    input  wire [2:0] watch_port_reg,
    output wire       assumed
);
    // indices
    assign assumed = first_reg < `FEDX_PORTS && watch_port_reg < `FEDX_PORTS;
endmodule

`resetall
