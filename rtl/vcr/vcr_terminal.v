// SPDX-License-Identifier: Apache-2.0
//
// The terminal, what an endpoint has at its end of a router's local ports: injection, SAT gate and SAT watch wired
// together, the receiving side, configuration.
//
//     address                  bits
//     VCR_CFG_TERMINAL_MODE    1:0 SAT mode, 2 first, 3 sink, 14:8 alloc credits
//     VCR_CFG_TERMINAL_SHARE   15:0 l, 31:16 k
//     VCR_CFG_TERMINAL_STATUS  3:0 credit errors, 4 lost, 5 held, 6 met, 15:8 time-outs, 31:16 count, read only
//     VCR_CFG_TERMINAL_WATCH   23:0 SAT time-out
//
// docs/spec/vcr.md section 17; C twin cmodel/vcr/model/vcr_terminal.c
`resetall
`timescale 1ns / 1ps
`default_nettype none

`include "vcr_params.vh"

module vcr_terminal #(
    // Ports to one router, 1 to 4
    parameter PORTS     = 1,
    // Virtual channels a port, 1 to 16
    parameter VCS       = 4,
    // Flits a channel of the router, 2 to 64
    parameter DEPTH     = 4,
    // Bits of a flit, 64, 128 or 256
    parameter FLIT_BITS = 64,
    // Flits a packet, 2 to 64
    parameter LENGTH    = 16,
    // Packets behind the gate; packets that have passed it
    parameter BUFFER    = 4,
    parameter QUEUE     = 4,
    // Derived
    parameter VC_BITS   = VCS > 1 ? $clog2(VCS) : 1,
    parameter LANES     = PORTS * VCS
) (
    input  wire                        clk,
    input  wire                        rst,
    input  wire                        cfg_we,
    input  wire [15:0]                 cfg_addr,
    input  wire [31:0]                 cfg_wdata,
    input  wire                        put,
    input  wire [LANES-1:0]            take,
    input  wire [LENGTH*FLIT_BITS-1:0] packet,
    input  wire [PORTS-1:0]            rx_valid,
    input  wire [PORTS-1:0]            rx_up,
    input  wire [PORTS-1:0]            rx_sat,
    input  wire [LANES-1:0]            rx_credit,
    input  wire [VC_BITS*PORTS-1:0]    rx_vc,
    output wire [PORTS-1:0]            tx_valid,
    output wire [PORTS-1:0]            tx_head,
    output wire [PORTS-1:0]            tx_tail,
    output wire [PORTS-1:0]            tx_up,
    output wire [PORTS-1:0]            tx_sat,
    output wire [LANES-1:0]            tx_credit,
    output wire [VC_BITS*PORTS-1:0]    tx_vc,
    output wire [FLIT_BITS*PORTS-1:0]  tx_flit,
    output wire [31:0]                 cfg_rdata,
    output wire                        room
);

    // ---------------------------------------------------------------------
    // Registers
    // ---------------------------------------------------------------------
    reg [PORTS-1:0] up_reg;
    reg [LANES-1:0] credit_reg;
    reg             write_reg;
    reg [15:0]      addr_reg;
    reg [31:0]      wdata_reg;
    reg [31:0]      rdata_reg;
    reg [6:0]       quiet_reg;
    reg [1:0]       sat_mode_reg;
    reg             sat_first_reg;
    reg             sink_reg;
    reg [6:0]       alloc_credits_reg;
    reg [15:0]      share_l_reg;
    reg [15:0]      share_k_reg;
    reg [23:0]      sat_timeout_reg;

    assign tx_up     = up_reg;
    assign tx_credit = credit_reg;
    assign cfg_rdata = rdata_reg;

    wire quiet = |quiet_reg;

    // ---------------------------------------------------------------------
    // Injection, SAT gate and SAT watch
    // ---------------------------------------------------------------------
    wire             open;
    wire             pass;
    wire             some_buffered;
    wire             lost;
    wire             held;
    wire [15:0]      count;
    wire             sat;
    wire             met;
    wire [7:0]       timeouts;
    wire             linked;
    wire [PORTS-1:0] credit_error;

    vcr_inject #(
        .PORTS(PORTS), .VCS(VCS), .DEPTH(DEPTH), .FLIT_BITS(FLIT_BITS), .LENGTH(LENGTH), .BUFFER(BUFFER), .QUEUE(QUEUE)
    ) u_inject (
        .clk(clk), .rst(rst), .quiet(quiet), .put(put), .packet(packet), .room(room), .rx_up(rx_up), .rx_credit(rx_credit),
        .tx_valid(tx_valid), .tx_head(tx_head), .tx_tail(tx_tail), .tx_vc(tx_vc), .tx_flit(tx_flit),
        .alloc_credits(alloc_credits_reg), .open(open), .linked(linked), .some_buffered(some_buffered), .pass(pass),
        .credit_error(credit_error), .lost(lost)
    );

    vcr_sat_gate u_sat_gate (
        .clk(clk), .rst(rst), .rx_sat(rx_sat[0]), .tx_sat(sat), .quiet(quiet), .sat_mode(sat_mode_reg),
        .sat_first(sat_first_reg), .share_l(share_l_reg), .share_k(share_k_reg), .linked(linked),
        .some_buffered(some_buffered), .pass(pass), .open(open), .held(held), .count(count)
    );

    vcr_sat_watch u_sat_watch (
        .clk(clk), .rst(rst), .rx_sat(rx_sat[0]), .quiet(quiet), .sat_mode(sat_mode_reg), .sat_timeout(sat_timeout_reg),
        .held(held), .met(met), .timeouts(timeouts)
    );

    // By the first cable alone
    wire [PORTS:0] unused_sat = {1'b0, rx_sat};

    assign tx_sat[0] = sat;
    generate
        if (PORTS > 1) begin : others
            assign tx_sat[PORTS-1:1] = {PORTS-1{1'b0}};
        end
    endgenerate

    // ---------------------------------------------------------------------
    // Receiving side
    // ---------------------------------------------------------------------
    reg [LANES-1:0] comes;

    always @* begin : receive
        integer p;
        integer v;

        for (p = 0; p < PORTS; p = p + 1)
            for (v = 0; v < VCS; v = v + 1)
                comes[VCS*p + v] = rx_valid[p] && rx_vc[VC_BITS*p +: VC_BITS] == v[VC_BITS-1:0];
    end

    always @(posedge clk) begin
        credit_reg <= quiet ? {LANES{1'b0}} : sink_reg ? comes : take;
        up_reg     <= {PORTS{~quiet}};

        if (rst) begin
            credit_reg <= {LANES{1'b0}};
            up_reg     <= {PORTS{1'b0}};
        end
    end

    // ---------------------------------------------------------------------
    // Configuration
    // ---------------------------------------------------------------------
    wire [3:0] credit_errors = {{4-PORTS{1'b0}}, credit_error};

    always @(posedge clk) begin
        case (addr_reg)
        `VCR_CFG_TERMINAL_MODE:
            rdata_reg <= {17'd0, alloc_credits_reg, 4'd0, sink_reg, sat_first_reg, sat_mode_reg};
        `VCR_CFG_TERMINAL_SHARE:
            rdata_reg <= {share_k_reg, share_l_reg};
        `VCR_CFG_TERMINAL_STATUS:
            rdata_reg <= {count, timeouts, 1'b0, met, held, lost, credit_errors};
        `VCR_CFG_TERMINAL_WATCH:
            rdata_reg <= {8'd0, sat_timeout_reg};
        default:
            rdata_reg <= 32'd0;
        endcase

        if (write_reg && addr_reg == `VCR_CFG_TERMINAL_MODE) begin
            sat_mode_reg      <= wdata_reg[1:0];
            sat_first_reg     <= wdata_reg[2];
            sink_reg          <= wdata_reg[3];
            alloc_credits_reg <= wdata_reg[14:8];
        end
        if (write_reg && addr_reg == `VCR_CFG_TERMINAL_SHARE) begin
            share_l_reg <= wdata_reg[15:0];
            share_k_reg <= wdata_reg[31:16];
        end
        if (write_reg && addr_reg == `VCR_CFG_TERMINAL_WATCH)
            sat_timeout_reg <= wdata_reg[23:0];

        if (quiet)
            quiet_reg <= quiet_reg - 7'd1;
        if (rst) begin
            rdata_reg         <= 32'd0;
            quiet_reg         <= 7'd`VCR_QUIET_CYCLES;
            sat_mode_reg      <= 2'd0;
            sat_first_reg     <= 1'b0;
            sink_reg          <= 1'b1;
            alloc_credits_reg <= 7'd1;
            share_l_reg       <= 16'd0;
            share_k_reg       <= 16'd0;
            sat_timeout_reg   <= 24'd0;
        end
    end

    // Under reset too
    always @(posedge clk) begin
        write_reg <= cfg_we;
        addr_reg  <= cfg_addr;
        wdata_reg <= cfg_wdata;
    end

`ifdef VCR_RULES
    // A rule of section 17
    `VCR_RULED
    `VCR_CHECK begin : rules
        `VCR_RULE(17, 1, !quiet || ~|{tx_up, tx_valid, tx_sat, tx_credit}, "a terminal that is quiet is not up and sends nothing")
    end
`endif

endmodule
`resetall
