// SPDX-License-Identifier: Apache-2.0
//
// Virtual-channel router: the mechanisms wired together, nothing else.
//
//     rx flits -> route -> input -> selection -> allocation -> crossbar -> tx flits
//     rx credits -> output ----------^              input -> tx credits    SAT and configuration beside them
//
// All outputs are registers. Lane p of a bus and bit p of a mask belong to port p, lane VCS * p + v to its channel v.
//
// docs/spec/vcr.md section 4; C twin cmodel/vcr/model/vcr_router.c
`resetall
`timescale 1ns / 1ps
`default_nettype none

`include "vcr_params.vh"

module vcr_router #(
    // Ports, 2 to 12
    parameter PORTS       = 5,
    // Virtual channels a port, 1 to 16
    parameter VCS         = 4,
    // Flits a channel, 2 to 64
    parameter DEPTH       = 4,
    // Bits of a flit, 64, 128 or 256
    parameter FLIT_BITS   = 64,
    // 1: a flit can leave in the cycle after that in which it came; 0: a cycle later, and no pin goes into logic
    parameter BYPASS      = 0,
    // 1: a register before the route, which a table needs: a cycle more; 0: none
    parameter ROUTE_STAGE = 0,
    // 1: all channels of an input may send in a cycle; 0: one of them
    parameter SPEEDUP     = 0,
    // Entries of the route table, 0 to 1024; 0 without a route stage
    parameter TABLE_SIZE  = 0,
    // 1: packets may go to an intermediate router first; 0: none does
    parameter VIA         = 0,
    // Iterations of allocation after the first one, 0 to 3; 0 with speedup
    parameter REPEATS     = 0,
    // Derived
    parameter VC_BITS     = VCS > 1 ? $clog2(VCS) : 1
) (
    input  wire                       clk,
    input  wire                       rst,       // synchronous, active high

    // Wires of all ports, arriving
    input  wire [PORTS-1:0]           rx_valid,  // a flit is on the wire
    input  wire [PORTS-1:0]           rx_head,   // the first of its packet
    input  wire [PORTS-1:0]           rx_tail,   // the last of its packet
    input  wire [PORTS-1:0]           rx_up,     // flits may go there; credits begin when it rises
    input  wire [PORTS-1:0]           rx_sat,    // the SAT token, a cycle
    input  wire [VCS*PORTS-1:0]       rx_credit, // a flit of the channel has left there
    input  wire [VC_BITS*PORTS-1:0]   rx_vc,     // virtual channel of the flit
    input  wire [FLIT_BITS*PORTS-1:0] rx_flit,   // the flit, zero when there is none

    // Wires of all ports, leaving
    output wire [PORTS-1:0]           tx_valid,
    output wire [PORTS-1:0]           tx_head,
    output wire [PORTS-1:0]           tx_tail,
    output wire [PORTS-1:0]           tx_up,
    output wire [PORTS-1:0]           tx_sat,
    output wire [VCS*PORTS-1:0]       tx_credit,
    output wire [VC_BITS*PORTS-1:0]   tx_vc,
    output wire [FLIT_BITS*PORTS-1:0] tx_flit,

    // Configuration port
    input  wire                       cfg_we,
    input  wire [15:0]                cfg_addr,
    input  wire [31:0]                cfg_wdata,
    output wire [31:0]                cfg_rdata
);

    generate
        if (PORTS < 2 || PORTS > 12) begin : bad_ports vcr_error_ports_must_be_2_to_12 error(); end
        if (VCS < 1 || VCS > 16) begin : bad_vcs vcr_error_vcs_must_be_1_to_16 error(); end
        if (DEPTH < 2 || DEPTH > 64) begin : bad_depth vcr_error_depth_must_be_2_to_64 error(); end
        if (FLIT_BITS < 64 || FLIT_BITS > 256 || FLIT_BITS == 192 || FLIT_BITS % 64 != 0)
            begin : bad_flit_bits vcr_error_flit_bits_must_be_64_128_or_256 error(); end
        if (TABLE_SIZE < 0 || TABLE_SIZE > 1024) begin : bad_table_size vcr_error_table_size_must_be_0_to_1024 error(); end
        if (TABLE_SIZE != 0 && ROUTE_STAGE == 0) begin : bad_route_stage vcr_error_a_table_needs_a_route_stage error(); end
        if (VIA < 0 || VIA > 1) begin : bad_via vcr_error_via_must_be_0_or_1 error(); end
        if (REPEATS < 0 || REPEATS > 3) begin : bad_repeats vcr_error_repeats_must_be_0_to_3 error(); end
        if (REPEATS != 0 && SPEEDUP != 0) begin : repeats_with_speedup vcr_error_repeats_need_speedup_0 error(); end
    endgenerate

    localparam LANES     = PORTS * VCS;
    localparam LANE_BITS = $clog2(LANES);
    localparam FILL_BITS = $clog2(DEPTH + 1);

    // ---------------------------------------------------------------------
    // Wires between the mechanisms, by the one that drives them
    // ---------------------------------------------------------------------
    // Route
    wire [63:0]                           route_random;
    wire [PORTS-1:0]                      arrive;
    wire [PORTS-1:0]                      arrive_head;
    wire [PORTS-1:0]                      arrive_tail;
    wire [VC_BITS*PORTS-1:0]              arrive_vc;
    wire [FLIT_BITS*PORTS-1:0]            arrive_flit;
    wire [`VCR_ROUTE_BITS*PORTS-1:0]      arrive_route;

    // Input
    wire [4*PORTS-1:0]                    input_error;
    wire [LANES-1:0]                      input_committed;
    wire [4*LANES-1:0]                    input_commit_port;
    wire [4*LANES-1:0]                    input_out_port;
    wire [VC_BITS*LANES-1:0]              input_out_vc;
    wire [16*LANES-1:0]                   input_age;
    wire [LANES-1:0]                      request;
    wire [LANES-1:0]                      going;
    wire [LANES-1:0]                      front_head;
    wire [LANES-1:0]                      front_tail;
    wire [`VCR_ROUTE_BITS*LANES-1:0]      front_route;
    wire [FLIT_BITS*LANES-1:0]            front_flit;

    // Selection
    wire [LANES-1:0]                      want;
    wire [4*LANES-1:0]                    want_port;
    wire [VCS*LANES-1:0]                  want_vcs;
    wire [LANES-1:0]                      deflect;
    wire [LANES-1:0]                      commit;
    wire [4*LANES-1:0]                    choice;

    // Output
    wire [PORTS-1:0]                      output_hold;
    wire [PORTS-1:0]                      output_credit_error;
    wire [FILL_BITS*LANES-1:0]            credits_now;
    wire [LANES-1:0]                      free;
    wire [LANES-1:0]                      sendable;
    wire [PORTS-1:0]                      fall;

    // Allocation
    wire [LANES-1:0]                      grant;
    wire [PORTS-1:0]                      out_grant;
    wire [LANE_BITS*PORTS-1:0]            out_lane;
    wire [VC_BITS*PORTS-1:0]              out_vc;

    // Crossbar
    wire [PORTS-1:0]                      out_head;
    wire [PORTS-1:0]                      out_tail;

    // Configuration
    wire                                  config_write;
    wire [15:0]                           config_addr;
    wire [31:0]                           config_wdata;
    wire                                  quiet;
    wire [1:0]                            config_routing;
    wire                                  config_paired;
    wire                                  config_link_hold;
    wire                                  config_oldest;
    wire                                  config_by_input;
    wire [6:0]                            config_alloc_credits;
    wire [15:0]                           config_node;
    wire [3:0]                            config_x_bits;
    wire [3:0]                            config_y_bits;
    wire [3:0]                            config_level;
    wire [11:0]                           config_links;
    wire [3:0]                            config_local_port;
    wire [3:0]                            config_local_count;
    wire [1:0]                            config_local_bits;
    wire [1:0]                            config_sat_mode;
    wire                                  config_sat_root;
    wire [3:0]                            config_sat_parent;
    wire [11:0]                           config_sat_children;
    wire [4*PORTS-1:0]                    config_sat_next;
    wire [`VCR_CLASSES-1:0]               config_adaptive;
    wire [2*`VCR_CLASSES-1:0]             config_select;
    wire [`VCR_CLASSES-1:0]               config_busy_too;
    wire [`VCR_CLASSES-1:0]               config_redraw;
    wire [2*`VCR_CLASSES-1:0]             config_prefer;
    wire [16*`VCR_CLASSES-1:0]            config_vc_mask;
    wire [16*`VCR_CLASSES-1:0]            config_escape_low;
    wire [16*`VCR_CLASSES-1:0]            config_escape_high;

    // ---------------------------------------------------------------------
    // Mechanisms
    // ---------------------------------------------------------------------
    vcr_route #(
        .PORTS      (PORTS),
        .VCS        (VCS),
        .FLIT_BITS  (FLIT_BITS),
        .ROUTE_STAGE(ROUTE_STAGE),
        .TABLE_SIZE (TABLE_SIZE),
        .VIA        (VIA)
    ) u_route (
        .clk               (clk),
        .rst               (rst),
        .rx_valid          (rx_valid),
        .rx_head           (rx_head),
        .rx_tail           (rx_tail),
        .rx_vc             (rx_vc),
        .rx_flit           (rx_flit),
        .config_write      (config_write),
        .config_addr       (config_addr),
        .config_wdata      (config_wdata),
        .quiet             (quiet),
        .config_routing    (config_routing),
        .config_paired     (config_paired),
        .config_node       (config_node),
        .config_x_bits     (config_x_bits),
        .config_y_bits     (config_y_bits),
        .config_level      (config_level),
        .config_local_port (config_local_port),
        .config_local_count(config_local_count),
        .config_local_bits (config_local_bits),
        .config_prefer     (config_prefer),
        .route_random      (route_random),
        .arrive            (arrive),
        .arrive_head       (arrive_head),
        .arrive_tail       (arrive_tail),
        .arrive_vc         (arrive_vc),
        .arrive_flit       (arrive_flit),
        .arrive_route      (arrive_route)
    );

    vcr_input #(
        .PORTS      (PORTS),
        .VCS        (VCS),
        .DEPTH      (DEPTH),
        .FLIT_BITS  (FLIT_BITS),
        .BYPASS     (BYPASS)
    ) u_input (
        .clk              (clk),
        .rst              (rst),
        .quiet            (quiet),
        .arrive           (arrive),
        .arrive_head      (arrive_head),
        .arrive_tail      (arrive_tail),
        .arrive_vc        (arrive_vc),
        .arrive_flit      (arrive_flit),
        .arrive_route     (arrive_route),
        .fall             (fall),
        .grant            (grant),
        .want_port        (want_port),
        .grant_vc         (out_vc),
        .commit           (commit),
        .choice           (choice),
        .tx_up            (tx_up),
        .tx_credit        (tx_credit),
        .input_error      (input_error),
        .input_committed  (input_committed),
        .input_commit_port(input_commit_port),
        .input_out_port   (input_out_port),
        .input_out_vc     (input_out_vc),
        .input_age        (input_age),
        .request          (request),
        .going            (going),
        .front_head       (front_head),
        .front_tail       (front_tail),
        .front_route      (front_route),
        .front_flit       (front_flit)
    );

    vcr_select #(
        .PORTS      (PORTS),
        .VCS        (VCS),
        .DEPTH      (DEPTH),
        .FLIT_BITS  (FLIT_BITS)
    ) u_select (
        .request           (request),
        .going             (going),
        .front_route       (front_route),
        .front_flit        (front_flit),
        .input_committed   (input_committed),
        .input_commit_port (input_commit_port),
        .input_out_port    (input_out_port),
        .input_out_vc      (input_out_vc),
        .free              (free),
        .sendable          (sendable),
        .credits_now       (credits_now),
        .output_hold       (output_hold),
        .route_random      (route_random),
        .config_links      (config_links),
        .config_adaptive   (config_adaptive),
        .config_select     (config_select),
        .config_busy_too   (config_busy_too),
        .config_redraw     (config_redraw),
        .config_vc_mask    (config_vc_mask),
        .config_escape_low (config_escape_low),
        .config_escape_high(config_escape_high),
        .want              (want),
        .want_port         (want_port),
        .want_vcs          (want_vcs),
        .deflect           (deflect),
        .commit            (commit),
        .choice            (choice)
    );

    vcr_output #(
        .PORTS      (PORTS),
        .VCS        (VCS),
        .DEPTH      (DEPTH),
        .BYPASS     (BYPASS)
    ) u_output (
        .clk                 (clk),
        .rst                 (rst),
        .quiet               (quiet),
        .rx_up               (rx_up),
        .rx_credit           (rx_credit),
        .config_link_hold    (config_link_hold),
        .config_alloc_credits(config_alloc_credits),
        .out_grant           (out_grant),
        .out_head            (out_head),
        .out_tail            (out_tail),
        .out_vc              (out_vc),
        .output_hold         (output_hold),
        .output_credit_error (output_credit_error),
        .credits_now         (credits_now),
        .free                (free),
        .sendable            (sendable),
        .fall                (fall)
    );

    vcr_allocate #(
        .PORTS      (PORTS),
        .VCS        (VCS),
        .SPEEDUP    (SPEEDUP),
        .REPEATS    (REPEATS)
    ) u_allocate (
        .clk            (clk),
        .rst            (rst),
        .want           (want),
        .want_port      (want_port),
        .want_vcs       (want_vcs),
        .input_age      (input_age),
        .config_oldest  (config_oldest),
        .config_by_input(config_by_input),
        .grant          (grant),
        .out_grant      (out_grant),
        .out_lane       (out_lane),
        .out_vc         (out_vc)
    );

    vcr_crossbar #(
        .PORTS      (PORTS),
        .VCS        (VCS),
        .FLIT_BITS  (FLIT_BITS)
    ) u_crossbar (
        .clk       (clk),
        .rst       (rst),
        .out_grant (out_grant),
        .out_lane  (out_lane),
        .out_vc    (out_vc),
        .front_head(front_head),
        .front_tail(front_tail),
        .front_flit(front_flit),
        .deflect   (deflect),
        .out_head  (out_head),
        .out_tail  (out_tail),
        .tx_valid  (tx_valid),
        .tx_head   (tx_head),
        .tx_tail   (tx_tail),
        .tx_vc     (tx_vc),
        .tx_flit   (tx_flit)
    );

    vcr_sat_switch #(
        .PORTS      (PORTS)
    ) u_sat_switch (
        .clk                (clk),
        .rst                (rst),
        .quiet              (quiet),
        .rx_sat             (rx_sat),
        .tx_sat             (tx_sat),
        .config_sat_mode    (config_sat_mode),
        .config_sat_root    (config_sat_root),
        .config_sat_parent  (config_sat_parent),
        .config_sat_children(config_sat_children),
        .config_sat_next    (config_sat_next)
    );

    vcr_config #(
        .PORTS      (PORTS)
    ) u_config (
        .clk                 (clk),
        .rst                 (rst),
        .cfg_we              (cfg_we),
        .cfg_addr            (cfg_addr),
        .cfg_wdata           (cfg_wdata),
        .cfg_rdata           (cfg_rdata),
        .route_random        (route_random),
        .input_error         (input_error),
        .output_credit_error (output_credit_error),
        .config_write        (config_write),
        .config_addr         (config_addr),
        .config_wdata        (config_wdata),
        .quiet               (quiet),
        .config_routing      (config_routing),
        .config_paired       (config_paired),
        .config_link_hold    (config_link_hold),
        .config_oldest       (config_oldest),
        .config_by_input     (config_by_input),
        .config_alloc_credits(config_alloc_credits),
        .config_node         (config_node),
        .config_x_bits       (config_x_bits),
        .config_y_bits       (config_y_bits),
        .config_level        (config_level),
        .config_links        (config_links),
        .config_local_port   (config_local_port),
        .config_local_count  (config_local_count),
        .config_local_bits   (config_local_bits),
        .config_sat_mode     (config_sat_mode),
        .config_sat_root     (config_sat_root),
        .config_sat_parent   (config_sat_parent),
        .config_sat_children (config_sat_children),
        .config_sat_next     (config_sat_next),
        .config_adaptive     (config_adaptive),
        .config_select       (config_select),
        .config_busy_too     (config_busy_too),
        .config_redraw       (config_redraw),
        .config_prefer       (config_prefer),
        .config_vc_mask      (config_vc_mask),
        .config_escape_low   (config_escape_low),
        .config_escape_high  (config_escape_high)
    );

`ifdef VCR_RULES
    // Rules of section 7, since selection has no clock, and of section 12
    `VCR_RULED
    `VCR_CHECK begin : rules
        integer l;
        reg [16*VCS-1:0] can; // channels of all ports, with a credit
        reg [LANES-1:0] rule_want;   // per lane
        reg [LANES-1:0] rule_commit;

        can = {{16*VCS-LANES{1'b0}}, sendable};
        for (l = 0; l < LANES; l = l + 1) begin
            rule_want[l]   = !want[l] || ({1'b0, want_port[4*l +: 4]} < PORTS[4:0] && |want_vcs[VCS*l +: VCS] &&
                                          ~|(want_vcs[VCS*l +: VCS] & ~can[VCS*want_port[4*l +: 4] +: VCS]));
            rule_commit[l] = !commit[l] || (request[l] && {1'b0, choice[4*l +: 4]} < PORTS[4:0]);
        end
        `VCR_RULE(7, 1, ~|(want & ~(request | going)), "only a channel with something to send asks")
        `VCR_RULE(7, 2, &rule_want, "a lane asks for channels of an output that exists, and each has a credit")
        `VCR_RULE(7, 3, &rule_commit, "only a request commits, and to a port that exists")
        `VCR_RULE(7, 4, ~|(deflect & ~(request & ~input_committed)), "only a head that has not committed is deflected")
        `VCR_RULE(12, 1, !quiet || ~|{tx_up, tx_valid, tx_sat, tx_credit}, "a router that is quiet is not up and sends nothing")
    end
`endif

endmodule
`resetall
