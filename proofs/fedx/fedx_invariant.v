// SPDX-License-Identifier: Apache-2.0
//
// The induction step of the invariant on the RTL: a switch in any legal state, one
// cycle later. An output is 1 when something is not as it must be; the proof shows
// that none ever is (sim_scripts/prove_invariant.sh, which also connects the wires
// that have the names of registers to those of the switch). Outputs `without` are
// the exception: a clause that is needed for others has inputs for which its one is 1.
//
// The class bound is proved by four lemmas, because sums of sums are hard to decide
// at a stroke; with N the buffers of class c and above in the next state, U those in
// this one, M the packets of class c and above admitted now:
//     class_gain   N is part of U and of the buffers given to M
//     class_count  |N| <= |U| + |M| for all such sets       (fedx_invariant_count)
//     class_admit  |U| + |M| <= B - c
//     class_empty  if the bound was not asked for, and is now, the pool is empty
//
// docs/invariants.md
`resetall
`timescale 1ns / 1ps
`default_nettype none

`include "fedx_params.vh"
`ifndef FEDX_BUFFER_BITS
`define FEDX_BUFFER_BITS $clog2(`FEDX_BUFFERS)
`endif

module fedx_invariant (
    input  wire        clk,
    input  wire        rst,
    input  wire [5:0]  side,
    input  wire [55:0] rx_data,
    input  wire [6:0]  rx_valid,
    input  wire [6:0]  rx_turn,
    input  wire [6:0]  rx_req,
    input  wire [6:0]  rx_refuse,
    input  wire [6:0]  rx_acc,
    input  wire        cfg_we,
    input  wire [15:0] cfg_addr,
    input  wire [31:0] cfg_wdata,

    // A legal state in which a module of assumptions.v does not hold: assumed_<its block>
`include "fedx_invariant_outputs.vh"

    // Clauses broken one cycle after a legal state; any clause after a reset in any state
    output wire [24:0] step,
    output wire        reset,
    // Bit k: without clause k in the state before, another one breaks
    output reg  [24:0] without,

    // Lemmas, see above
    output wire        class_gain,
    output wire        class_admit,
    output wire        class_empty
);

    localparam PORTS   = `FEDX_PORTS;
    localparam BUFFERS = `FEDX_BUFFERS;

    // Registers and wires of the switch, connected by the script
`include "fedx_invariant_wires.vh"

    fedx_switch u_switch (
        .clk      (clk),
        .rst      (rst),
        .side     (side),
        .rx_data  (rx_data),
        .rx_valid (rx_valid),
        .rx_turn  (rx_turn),
        .rx_req   (rx_req),
        .rx_refuse(rx_refuse),
        .rx_acc   (rx_acc),
        .cfg_we   (cfg_we),
        .cfg_addr (cfg_addr),
        .cfg_wdata(cfg_wdata)
    );

    // ---------------------------------------------------------------------
    // The clauses, before and after. The class bound is asked for while the
    // rule has been on since the pool was empty.
    // ---------------------------------------------------------------------
    reg  was_legal, was_reset, was_bounded;
    wire bounded = config_class_rule & (was_bounded | ~|buffer_pool_used);
    wire [24:0] broken;

    fedx_legal u_legal (
        .classes(bounded),
`include "fedx_invariant_ports.vh"
        .broken (broken)
    );

    wire legal = ~|broken;

    reg [24:0] was_legal_without; // bit k: but for clause k

    always @(posedge clk) begin : before_this_cycle
        integer k;
        was_legal   <= legal;
        was_reset   <= rst;
        was_bounded <= bounded;
        for (k = 0; k < 25; k = k + 1)
            was_legal_without[k] <= ~|(broken & ~(25'd1 << k));
    end

    assign step  = {25{was_legal}} & broken;
    assign reset = was_reset & |broken;

    always @* begin : other_clauses
        integer k;
        for (k = 0; k < 25; k = k + 1)
            without[k] = was_legal_without[k] & |(broken & ~(25'd1 << k));
    end

    // What the proofs of C = RTL assume
`include "fedx_invariant_assumed.vh"

    // ---------------------------------------------------------------------
    // Lemmas of the class bound. They count in the order in which admission
    // counts, for the sums are the same circuits then.
    // ---------------------------------------------------------------------
    reg [BUFFERS*(BUFFERS+1)-1:0] high, given;      // lane c: U, and the buffers given to M
    reg [BUFFERS*(BUFFERS+1)-1:0] before;           // U and those, a cycle ago
    reg                           over, was_over;   // |U| + |M| > B - c for a c

    always @* begin : classes
        integer c, b, p, turn;
        reg [`FEDX_BUFFER_BITS:0] sum;
        high  = 0;
        given = 0;
        over  = 1'b0;
        for (c = 1; c <= BUFFERS; c = c + 1) begin
            sum = 0;
            for (b = 0; b < BUFFERS; b = b + 1)
                if (buffer_pool_used[b] && buffer_pool_level[8*b +: 8] >= c[7:0]) begin
                    high[BUFFERS*c + b] = 1'b1;
                    sum = sum + 1'b1;
                end
            for (turn = 0; turn < 2; turn = turn + 1)
                for (p = 0; p < PORTS; p = p + 1)
                    if (admit[p] && from_first[p] == (turn == 0) && choice_level[8*p +: 8] >= c[7:0]) begin
                        sum = sum + 1'b1;
                        for (b = 0; b < BUFFERS; b = b + 1)
                            if (admit_buf[`FEDX_BUFFER_BITS*p +: `FEDX_BUFFER_BITS] == b)
                                given[BUFFERS*c + b] = 1'b1;
                    end
            if (sum > BUFFERS - c)
                over = 1'b1;
        end
    end

    reg was_empty;

    always @(posedge clk) begin
        before    <= high | given;
        was_over  <= legal & bounded & over;
        was_empty <= legal & ~bounded;
    end

    assign class_gain  = was_legal & |(high & ~before);
    assign class_admit = was_over;
    assign class_empty = was_empty & bounded & |buffer_pool_used;

endmodule

// However buffers U and those given to packets M lie, no part N of them has more than |U| + |M|.
module fedx_invariant_count (
    input  wire [`FEDX_BUFFERS-1:0]                 u,
    input  wire [`FEDX_BUFFERS-1:0]                 n,
    input  wire [6:0]                               m,
    input  wire [`FEDX_PORTS*`FEDX_BUFFER_BITS-1:0] given,
    output reg                                      class_count
);
    always @* begin : count
        integer p, b;
        reg [`FEDX_BUFFERS-1:0]    all;
        reg [`FEDX_BUFFER_BITS+1:0] most, sum;
        all  = u;
        most = 0;
        sum  = 0;
        for (b = 0; b < `FEDX_BUFFERS; b = b + 1) begin
            most = most + u[b];
            sum  = sum + n[b];
        end
        for (p = 0; p < 7; p = p + 1) begin
            most = most + m[p];
            for (b = 0; b < `FEDX_BUFFERS; b = b + 1)
                if (m[p] && given[`FEDX_BUFFER_BITS*p +: `FEDX_BUFFER_BITS] == b)
                    all[b] = 1'b1;
        end
        class_count = ~|(n & ~all) && sum > most;
    end
endmodule

`resetall
