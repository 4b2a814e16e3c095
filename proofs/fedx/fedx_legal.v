// SPDX-License-Identifier: Apache-2.0
//
// The invariant of the named registers, for proofs about RTL alone, such as that of a
// mutant (tests/mutation/netlist.sh): bit k of broken is clause k of
// FEDX_LEGAL_CLAUSES in cmodel/fedx/bench/fedx_legal.h, which this module is the twin of
// (tests/test_legal_twins.cpp compares them). Inputs are the registers under their names
// of include/fedx/fedx_regs.def, block_name.
//
// docs/verification/invariants.md; C twin cmodel/fedx/bench/fedx_legal.c
`resetall
`timescale 1ns / 1ps
`default_nettype none

`include "fedx_params.vh"
`ifndef FEDX_BUFFER_BITS
`define FEDX_BUFFER_BITS $clog2(`FEDX_BUFFERS)
`endif

module fedx_legal (
    // Whether class_bound is asked for
    input  wire         classes,

    input  wire [6:0]   port_receive_header,
    input  wire [6:0]   port_receive_lookup,
    input  wire [6:0]   port_receive_routed,
    input  wire [6:0]   port_receive_decide,
    input  wire [6:0]   port_receive_body,
    input  wire [6:0]   port_receive_refusing,
    input  wire [6:0]   port_receive_drain,
    input  wire [6:0]   port_receive_write,
    input  wire [6:0]   port_receive_abort,
    input  wire [6:0]   port_receive_refuse,
    input  wire [6:0]   port_receive_acc,
    input  wire [`FEDX_PORTS*`FEDX_BUFFER_BITS-1:0] port_receive_buf,
    input  wire [55:0]  port_receive_count,
    input  wire [447:0] port_receive_head,
    input  wire [6:0]   port_transmit_sending,
    input  wire [6:0]   port_transmit_await,
    input  wire [6:0]   port_transmit_gap,
    input  wire [`FEDX_PORTS*`FEDX_BUFFER_BITS-1:0] port_transmit_buf,
    input  wire [55:0]  port_transmit_data,
    input  wire [55:0]  port_transmit_count,
    input  wire [6:0]   ownership_turn,
    input  wire [`FEDX_BUFFERS-1:0] buffer_pool_used,
    input  wire [`FEDX_BUFFERS-1:0] buffer_pool_queued,
    input  wire [`FEDX_BUFFERS-1:0] buffer_pool_waiting,
    input  wire [8*`FEDX_BUFFERS-1:0] buffer_pool_level,
    input  wire [8*`FEDX_BUFFERS-1:0] buffer_pool_allowed,
    input  wire [8*`FEDX_BUFFERS-1:0] buffer_pool_best,
    input  wire [8*`FEDX_BUFFERS-1:0] buffer_pool_preferred,
    input  wire [`FEDX_BUFFERS*`FEDX_BUFFERS-1:0] buffer_pool_ahead,
    input  wire [64*`FEDX_BUFFERS-1:0] buffer_pool_head,
    input  wire [2:0]   admission_first,
    input  wire         admission_throttled,
    input  wire [15:0]  admission_throttle_count,
    input  wire [27:0]  admission_reason,
    input  wire         admission_watched,
    input  wire [2:0]   admission_watch_port,
    input  wire [63:0]  admission_watch_head,
    input  wire [22:0]  admission_watch_age,
    input  wire [6:0]   admission_watch_done,
    input  wire [223:0] route_entry,
    input  wire [6:0]   config_side,
    input  wire [6:0]   config_hold,

    output wire [24:0]  broken
);

    localparam PORTS    = `FEDX_PORTS;
    localparam BUFFERS  = `FEDX_BUFFERS;
    localparam BUF_BITS = `FEDX_BUFFER_BITS;
    localparam [7:0] PACKET = `FEDX_PACKET_BYTES;
    // The longest gap, 2 + 2 x the largest latency
    localparam [7:0] GAP    = 2 + 2 * `FEDX_MAX_LATENCY;

    // Of the watched packet only the destination is bound.
    wire unused_identity = &{1'b0, admission_watch_head[55:0]};

    // More than one bit set
    function automatic several(input [7:0] mask);
        several = |(mask & (mask - 8'd1));
    endfunction

    // ---------------------------------------------------------------------
    // Ports
    // ---------------------------------------------------------------------
    reg [PORTS-1:0] receive_states, receive_count, receive_route, receive_write, transmit_states, transmit_count;
    reg [PORTS-1:0] transmit_silent, buffer_number, entry_outside, bad_reason;

    always @* begin : ports_of_their_own
        integer p;
        reg [7:0] r, t;
        for (p = 0; p < PORTS; p = p + 1) begin
            r = port_receive_count[8*p +: 8];
            t = port_transmit_count[8*p +: 8];
            receive_states[p]  = several({3'd0, port_receive_header[p], port_receive_decide[p], port_receive_body[p],
                                          port_receive_refusing[p], port_receive_drain[p]});
            receive_count[p]   = r > PACKET ||
                                 (port_receive_header[p] && (r < 1 || r > 9)) ||
                                 ((port_receive_decide[p] || port_receive_refusing[p]) && r != 10) ||
                                 (port_receive_body[p] && (r < 11 || r >= PACKET));
            receive_route[p]   = port_receive_lookup[p] != (port_receive_header[p] && r == 3) ||
                                 port_receive_routed[p] != (port_receive_decide[p] || (port_receive_header[p] && r >= 4));
            receive_write[p]   = (port_receive_body[p] && !port_receive_write[p]) ||
                                 (port_receive_write[p] && !port_receive_body[p] && !(port_receive_drain[p] && r == PACKET));
            transmit_states[p] = several({5'd0, port_transmit_sending[p], port_transmit_await[p], port_transmit_gap[p]});
            transmit_count[p]  = (port_transmit_sending[p] && t >= PACKET) ||
                                 (port_transmit_await[p] && (t < 1 || t > `FEDX_ACK_TIMEOUT)) ||
                                 (port_transmit_gap[p] && (t < 1 || t > GAP));
            transmit_silent[p] = !port_transmit_sending[p] && |port_transmit_data[8*p +: 8];
            buffer_number[p]   = port_receive_buf[BUF_BITS*p +: BUF_BITS] >= BUFFERS || port_transmit_buf[BUF_BITS*p +: BUF_BITS] >= BUFFERS;
            entry_outside[p]   = port_receive_routed[p] && |route_entry[32*p +: 32] && |port_receive_head[64*p+56 +: 8];
            bad_reason[p]       = admission_reason[4*p + 3];
        end
    end

    // ---------------------------------------------------------------------
    // Buffers and those who have them
    // ---------------------------------------------------------------------
    wire [PORTS-1:0] reads  = port_transmit_sending | port_transmit_await;
    wire [PORTS-1:0] writes = port_receive_body | port_receive_write | port_receive_abort;

    reg [BUFFERS-1:0] sent, written, read_twice, written_twice, close;

    // One buffer after the other: no port of it is told by an index
    always @* begin : owners
        integer b, p;
        reg [8:0] ahead_of, behind;
        reg       awaits;
        for (b = 0; b < BUFFERS; b = b + 1) begin
            sent[b]          = 1'b0;
            written[b]       = 1'b0;
            read_twice[b]    = 1'b0;
            written_twice[b] = 1'b0;
            awaits           = 1'b0;
            // Bytes received, and bytes sent and the distance; when no port has it, nothing is close
            ahead_of         = 9'd511;
            behind           = 9'd0;
            for (p = 0; p < PORTS; p = p + 1) begin
                if (reads[p] && port_transmit_buf[BUF_BITS*p +: BUF_BITS] == b[BUF_BITS-1:0]) begin
                    read_twice[b] = read_twice[b] | sent[b];
                    sent[b]       = 1'b1;
                    awaits        = awaits | port_transmit_await[p];
                    behind        = behind | ({1'b0, port_transmit_count[8*p +: 8]} + 9'd12);
                end
                if (writes[p] && port_receive_buf[BUF_BITS*p +: BUF_BITS] == b[BUF_BITS-1:0]) begin
                    written_twice[b] = written_twice[b] | written[b];
                    written[b]       = 1'b1;
                    ahead_of         = ahead_of & ({1'b0, port_receive_count[8*p +: 8]} + {8'd0, port_receive_abort[p]});
                end
            end
            close[b] = written[b] && sent[b] && (awaits || behind > ahead_of);
        end
    end

    // ---------------------------------------------------------------------
    // Packets held
    // ---------------------------------------------------------------------
    reg [BUFFERS-1:0] ports, deterministic, outside, order;

    always @* begin : packets
        integer i, j, k;
        reg [7:0] allowed, best, preferred;
        for (i = 0; i < BUFFERS; i = i + 1) begin
            allowed   = buffer_pool_allowed[8*i +: 8];
            best      = buffer_pool_best[8*i +: 8];
            preferred = buffer_pool_preferred[8*i +: 8];
            ports[i]  = buffer_pool_used[i] && (allowed == 0 || |((best | preferred) & ~allowed) ||
                                                several(preferred & best) || several(preferred & ~best) || allowed[7]);
            deterministic[i] = buffer_pool_used[i] && !buffer_pool_head[64*i + 40] &&
                               (several(allowed) || best != allowed || preferred != allowed);
            outside[i] = buffer_pool_used[i] && |buffer_pool_head[64*i+56 +: 8];
            // Irreflexive, of any two one comes first, and what is before one that is before i is before i
            order[i] = buffer_pool_ahead[BUFFERS*i + i];
            for (j = 0; j < BUFFERS; j = j + 1) begin
                if (j != i && buffer_pool_ahead[BUFFERS*i + j] == buffer_pool_ahead[BUFFERS*j + i])
                    order[i] = 1'b1;
                for (k = 0; k < BUFFERS; k = k + 1)
                    if (buffer_pool_ahead[BUFFERS*i + j] && buffer_pool_ahead[BUFFERS*j + k] && !buffer_pool_ahead[BUFFERS*i + k])
                        order[i] = 1'b1;
            end
        end
    end

    // At most B - c packets of class c and above, for c = 1 to B
    reg [BUFFERS:1] full;

    always @* begin : class_sums
        integer c, i;
        reg [BUF_BITS:0] sum;
        for (c = 1; c <= BUFFERS; c = c + 1) begin
            sum = c[BUF_BITS:0];
            for (i = 0; i < BUFFERS; i = i + 1)
                if (buffer_pool_used[i] && buffer_pool_level[8*i +: 8] >= c[7:0])
                    sum = sum + 1'b1;
            full[c] = sum > BUFFERS;
        end
    end

    // ---------------------------------------------------------------------
    // The clauses, in their order
    // ---------------------------------------------------------------------
    assign broken[0]  = |receive_states;
    assign broken[1]  = |receive_count;
    assign broken[2]  = |receive_route;
    assign broken[3]  = |receive_write;
    assign broken[4]  = |(port_receive_abort & ~port_receive_drain);
    assign broken[5]  = ~&port_receive_refuse && (|config_hold || |(port_receive_refuse & ~port_receive_refusing));
    assign broken[6]  = |transmit_states;
    assign broken[7]  = |transmit_count;
    assign broken[8]  = |transmit_silent;
    assign broken[9]  = |buffer_number;
    assign broken[10] = |read_twice;
    assign broken[11] = |(buffer_pool_queued & sent) || buffer_pool_used != (buffer_pool_queued | sent);
    assign broken[12] = |written_twice || |(written & ~buffer_pool_used);
    assign broken[13] = |close;
    assign broken[14] = |(buffer_pool_queued & ~buffer_pool_waiting) || |(buffer_pool_waiting & ~buffer_pool_used);
    assign broken[15] = |order;
    assign broken[16] = |ports;
    assign broken[17] = |deterministic;
    assign broken[18] = |outside || |entry_outside || |admission_watch_head[63:56];
    assign broken[19] = classes && |full;
    assign broken[20] = admission_first >= PORTS || admission_watch_port >= PORTS || |bad_reason;
    assign broken[21] = !admission_throttled && |admission_throttle_count;
    assign broken[22] = (admission_watched && !admission_watch_done[admission_watch_port]) ||
                        (~|admission_watch_done && |admission_watch_age);
    assign broken[23] = |config_hold && (config_hold > `FEDX_HOLD_CYCLES || ~&port_receive_drain ||
                                         |(reads | port_transmit_gap | ownership_turn | port_receive_acc) || |buffer_pool_used);
    assign broken[24] = config_side[PORTS-1];

endmodule

`resetall
