// SPDX-License-Identifier: Apache-2.0
//
// Route lookup: the table, indexed by destination, and what an entry means for a
// packet.
//
//     31    30  29    22 21     19 18         16 15   8 7      0
//     valid 0   other    preferred deterministic best   distance
//
// The table is written through the configuration port, under reset too.
//
// docs/spec/fedx.md section 10; C twin cmodel/fedx/model/fedx_route.c
`resetall
`timescale 1ns / 1ps
`default_nettype none

`include "fedx_params.vh"

module fedx_route #(
    // Links, 1 to 7; the PE port comes on top
    parameter LINKS      = `FEDX_LINKS,
    // Route table entries, one a destination, 1 to 32768
    parameter TABLE_SIZE = `FEDX_TABLE_SIZE
) (
    input  wire                    clk,
    input  wire                    rst,

    // Table write
    input  wire                    config_write,
    input  wire [15:0]             config_addr,
    input  wire [31:0]             config_wdata,

    // Deroutes
    input  wire                    config_deroute_hops,
    input  wire [LINKS:0]          occupied,

    // Headers
    input  wire [LINKS:0]          receive_lookup,
    input  wire [LINKS:0]          receive_routed,
    input  wire [LINKS:0]          receive_decide,
    input  wire [64*(LINKS+1)-1:0] receive_head,

    // What the entry means, for ports in routed or decide
    output reg  [LINKS:0]          choice_valid,     // may be routed at all
    output reg  [8*(LINKS+1)-1:0]  choice_level,     // distance class
    output reg  [8*(LINKS+1)-1:0]  choice_allowed,   // ports it may leave by
    output reg  [8*(LINKS+1)-1:0]  choice_best,      // those on a shortest path
    output reg  [8*(LINKS+1)-1:0]  choice_preferred, // one of them, and one of the others
    output reg  [8*(LINKS+1)-1:0]  choice_second,    // the best one that follows it, upwards and around, and another one
    output reg  [LINKS:0]          header_want       // ports that arriving headers will want
);

    generate
        if (LINKS < 1 || LINKS > 7) begin : bad_links fedx_error_links_must_be_1_to_7 error(); end
        if (TABLE_SIZE < 1 || TABLE_SIZE > 32768)
            begin : bad_table_size fedx_error_table_size_must_be_1_to_32768 error(); end
    endgenerate

    localparam PORTS     = LINKS + 1;
    localparam ADDR_BITS = TABLE_SIZE > 1 ? $clog2(TABLE_SIZE) : 1;

    localparam [15:0] ENTRIES   = TABLE_SIZE[15:0];
    localparam [7:0]  ALL_PORTS = 8'hff >> (7 - LINKS);

    // ---------------------------------------------------------------------
    // Table
    // ---------------------------------------------------------------------
    reg [31:0] route_table [0:TABLE_SIZE-1];

    reg [32*PORTS-1:0] entry_reg;

    wire [15:0] index = config_addr - `FEDX_CFG_TABLE;

    always @(posedge clk)
        if (config_write && config_addr >= `FEDX_CFG_TABLE && index < ENTRIES)
            route_table[index[ADDR_BITS-1:0]] <= config_wdata;

    always @(posedge clk) begin : lookup
        integer p;
        if (|receive_lookup)
            for (p = 0; p < PORTS; p = p + 1)
                if (receive_lookup[p])
                    entry_reg[32*p +: 32] <= receive_head[64*p+48 +: 16] < ENTRIES ?
                                             route_table[receive_head[64*p+48 +: ADDR_BITS]] : 32'd0;
        if (rst)
            entry_reg <= 0;
    end

    // ---------------------------------------------------------------------
    // What an entry means
    // ---------------------------------------------------------------------
    always @* begin : decode
        integer p;
        reg [7:0]  distance;
        reg [7:0]  flags;
        reg [3:0]  deroutes;
        reg [7:0]  best;
        reg [7:0]  other;
        reg [7:0]  allowed;
        reg [7:0]  preferred;
        reg [7:0]  above;
        reg [7:0]  below;
        reg [8:0]  level;

        choice_valid     = 0;
        choice_level     = 0;
        choice_allowed   = 0;
        choice_best      = 0;
        choice_preferred = 0;
        choice_second    = 0;
        header_want      = 0;
        distance         = 0;
        flags            = 0;
        deroutes         = 0;
        best             = 0;
        other            = 0;
        allowed          = 0;
        preferred        = 0;
        above            = 0;
        below            = 0;
        level            = 0;

        if (|(receive_routed | receive_decide))
            for (p = 0; p < PORTS; p = p + 1)
                if (receive_routed[p] | receive_decide[p]) begin
                    distance = entry_reg[32*p +: 8];
                    flags    = receive_head[64*p+40 +: 8];
                    deroutes = flags[`FEDX_DEROUTES_SHIFT +: 4];

                    if (|(flags & `FEDX_FLAG_ADAPTIVE)) begin
                        best      = entry_reg[32*p+8 +: 8] & ALL_PORTS;
                        other     = |deroutes ? entry_reg[32*p+22 +: 8] & ALL_PORTS & ~best : 8'd0;
                        preferred = (8'd1 << entry_reg[32*p+19 +: 3]) & best;
                    end else begin
                        best      = (8'd1 << entry_reg[32*p+16 +: 3]) & ALL_PORTS;
                        other     = 8'd0;
                        preferred = best;
                    end
                    above = best & ~(preferred | (preferred - 8'd1));
                    if (above == 0)
                        above = best;

                    // Of the others the highest
                    below = other | other >> 1;
                    below = below | below >> 2;
                    below = below | below >> 4;

                    // A packet with deroutes left may get that much farther away, or make that
                    // many hops without getting nearer.
                    level = {1'b0, distance} +
                            (config_deroute_hops ? {5'd0, deroutes} : {4'd0, deroutes, 1'b0});
                    if (distance == 0)
                        level = 9'd0;

                    allowed = best | other;

                    choice_valid[p]            = entry_reg[32*p + 31] & |allowed;
                    choice_level[8*p +: 8]     = level[8] ? 8'hff : level[7:0];
                    choice_allowed[8*p +: 8]   = allowed;
                    choice_best[8*p +: 8]      = best;
                    choice_preferred[8*p +: 8] = preferred | (other & (~other + 8'd1));
                    choice_second[8*p +: 8]    = (above & (~above + 8'd1)) | (below & ~(below >> 1));
                    // One on a shortest path is waited for unless all are occupied.
                    if (receive_routed[p])
                        header_want = header_want | (|(best[PORTS-1:0] & ~occupied) ? best[PORTS-1:0] :
                                                                                      allowed[PORTS-1:0]);
                end
    end

`ifdef FEDX_RULES
    // Rules of section 10
    `FEDX_RULED
    `FEDX_CHECK begin : rules
        integer p;
        reg [7:0] allowed;
        reg [7:0] best;
        reg [PORTS-1:0] rule_ports;         // per header
        reg [PORTS-1:0] rule_deterministic;

        for (p = 0; p < PORTS; p = p + 1) begin
            allowed       = choice_allowed[8*p +: 8];
            best          = choice_best[8*p +: 8];
            rule_ports[p] = ~|((best | choice_preferred[8*p +: 8] | choice_second[8*p +: 8]) & ~allowed) &&
                            ~|(allowed & ~ALL_PORTS) && (!choice_valid[p] || |allowed);
            rule_deterministic[p] = |(receive_head[64*p+40 +: 8] & `FEDX_FLAG_ADAPTIVE) ||
                                    (allowed == best && ~|(best & (best - 8'd1)));
        end
        `FEDX_RULE(10, 1, &rule_ports,
                   "a header with a route may leave by a port that exists, and best and preferred ports are among these")
        `FEDX_RULE(10, 2, &rule_deterministic, "a deterministic packet has one port")
    end
`endif

endmodule

`resetall
