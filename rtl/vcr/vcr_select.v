// SPDX-License-Identifier: Apache-2.0
//
// Selection: which output a head asks for in this cycle.
//
// docs/spec/vcr.md section 7; C twin cmodel/vcr/model/vcr_select.c
`resetall
`timescale 1ns / 1ps
`default_nettype none

`include "vcr_params.vh"

module vcr_select #(
    // Ports, 2 to 12
    parameter PORTS     = 5,
    // Virtual channels a port, 1 to 16
    parameter VCS       = 4,
    // Flits a channel, 2 to 64
    parameter DEPTH     = 4,
    // Bits of a flit, 64, 128 or 256
    parameter FLIT_BITS = 64,
    // Derived
    parameter VC_BITS   = VCS > 1 ? $clog2(VCS) : 1,
    parameter LANES     = PORTS * VCS
) (
    // Fronts
    input  wire [LANES-1:0]                    request,
    input  wire [LANES-1:0]                    going,
    input  wire [`VCR_ROUTE_BITS*LANES-1:0]    front_route,
    input  wire [FLIT_BITS*LANES-1:0]          front_flit,
    input  wire [LANES-1:0]                    input_committed,
    input  wire [4*LANES-1:0]                  input_commit_port,
    input  wire [4*LANES-1:0]                  input_out_port,
    input  wire [VC_BITS*LANES-1:0]            input_out_vc,

    // Outputs
    input  wire [LANES-1:0]                    free,        // channels that a head may take
    input  wire [LANES-1:0]                    sendable,    // channels with a credit
    input  wire [$clog2(DEPTH+1)*LANES-1:0]    credits_now,
    input  wire [PORTS-1:0]                    output_hold,

    // Settings
    input  wire [63:0]                         route_random,
    input  wire [11:0]                         config_links,
    input  wire [`VCR_CLASSES-1:0]             config_adaptive,
    input  wire [2*`VCR_CLASSES-1:0]           config_select,
    input  wire [`VCR_CLASSES-1:0]             config_busy_too,
    input  wire [`VCR_CLASSES-1:0]             config_redraw,
    input  wire [16*`VCR_CLASSES-1:0]          config_vc_mask,
    input  wire [16*`VCR_CLASSES-1:0]          config_escape_low,
    input  wire [16*`VCR_CLASSES-1:0]          config_escape_high,

    // The request of a lane
    output wire [LANES-1:0]                    want,
    output wire [4*LANES-1:0]                  want_port,
    output wire [VCS*LANES-1:0]                want_vcs,    // of which one will do
    output wire [LANES-1:0]                    deflect,     // that takes one of its deflections
    output wire [LANES-1:0]                    commit,      // commits, unless it is granted
    output wire [4*LANES-1:0]                  choice       // ... to this port
);

    generate
        if (PORTS < 2 || PORTS > 12) begin : bad_ports vcr_error_ports_must_be_2_to_12 error(); end
        if (VCS < 1 || VCS > 16) begin : bad_vcs vcr_error_vcs_must_be_1_to_16 error(); end
        if (DEPTH < 2 || DEPTH > 64) begin : bad_depth vcr_error_depth_must_be_2_to_64 error(); end
        if (FLIT_BITS < 64 || FLIT_BITS > 256 || FLIT_BITS == 192 || FLIT_BITS % 64 != 0)
            begin : bad_flit_bits vcr_error_flit_bits_must_be_64_128_or_256 error(); end
    endgenerate

    localparam FILL_BITS  = $clog2(DEPTH + 1);
    localparam LEVEL_BITS = 11;  // of 16 channels with 64 credits
    localparam LEVELS     = 256; // bits of those of all ports: a power of two, so that a class picks its own by a shift

    `include "vcr_route.vh"

    // ---------------------------------------------------------------------
    // What heads of a traffic class can have, ports as masks
    // ---------------------------------------------------------------------
    reg [16*`VCR_CLASSES-1:0]     room;  // a channel of the class can be taken
    reg [16*`VCR_CLASSES-1:0]     idle;  // ... and no packet holds the link
    reg [LEVELS*`VCR_CLASSES-1:0] level; // credits of all channels of the class

    always @* begin : look
        integer c;
        integer p;
        integer v;
        reg [LEVEL_BITS-1:0] sum;
        room  = {16*`VCR_CLASSES{1'b0}};
        idle  = {16*`VCR_CLASSES{1'b0}};
        level = {LEVELS*`VCR_CLASSES{1'b0}};
        sum   = {LEVEL_BITS{1'b0}};
        if (|request)
            for (c = 0; c < `VCR_CLASSES; c = c + 1)
                for (p = 0; p < PORTS; p = p + 1) begin
                    room[16*c + p] = |(free[VCS*p +: VCS] & config_vc_mask[16*c +: VCS]);
                    idle[16*c + p] = room[16*c + p] & ~output_hold[p];
                    if (config_select[2*c +: 2] == `VCR_SELECT_CREDITS) begin
                        sum = {LEVEL_BITS{1'b0}};
                        for (v = 0; v < VCS; v = v + 1)
                            if (config_vc_mask[16*c + v])
                                sum = sum + {{LEVEL_BITS-FILL_BITS{1'b0}},
                                             credits_now[FILL_BITS*(VCS*p + v) +: FILL_BITS]};
                        level[LEVELS*c + LEVEL_BITS*p +: LEVEL_BITS] = sum;
                    end
                end
    end

    // Those of a set where most credits are
    function automatic [11:0] fullest(input [LEVEL_BITS*12-1:0] levels, input [11:0] set);
        integer p;
        reg [LEVEL_BITS-1:0] most;
        begin
            most    = {LEVEL_BITS{1'b0}};
            fullest = 12'd0;
            for (p = 0; p < 12; p = p + 1)
                if (set[p]) begin
                    if (levels[LEVEL_BITS*p +: LEVEL_BITS] > most) begin
                        most    = levels[LEVEL_BITS*p +: LEVEL_BITS];
                        fullest = 12'd0;
                    end
                    if (levels[LEVEL_BITS*p +: LEVEL_BITS] == most)
                        fullest[p] = 1'b1;
                end
        end
    endfunction

    // One of a set, which is not empty
    function automatic [3:0] pick(input [LEVEL_BITS*12-1:0] levels, input [1:0] how, input [11:0] set, input [3:0] preferred,
                                  input [7:0] draw);
        reg [15:0] ports;
        begin
            ports = {4'd0, set};
            case (how)
            `VCR_SELECT_RANDOM:  pick = route_pick(set, draw);
            `VCR_SELECT_CREDITS: pick = route_pick(fullest(levels, set), draw);
            default:             pick = ports[preferred] ? preferred : route_lowest(set);
            endcase
        end
    endfunction

    // ---------------------------------------------------------------------
    // The request of a lane
    // ---------------------------------------------------------------------
    wire [16*16-1:0]  free_all;     // sixteen channels of sixteen ports, so that any number finds one
    wire [16*16-1:0]  sendable_all;
    wire [15:0]       hold_all = {{16-PORTS{1'b0}}, output_hold};
    wire              unused   = &{1'b0, route_random, front_flit, config_links, config_vc_mask};

    genvar g;
    generate
        for (g = 0; g < 16; g = g + 1) begin : bank
            if (g < PORTS) begin : real_port
                if (VCS < 16) begin : padded
                    assign free_all[16*g + VCS +: 16 - VCS]     = {16-VCS{1'b0}};
                    assign sendable_all[16*g + VCS +: 16 - VCS] = {16-VCS{1'b0}};
                end
                assign free_all[16*g +: VCS]     = free[VCS*g +: VCS];
                assign sendable_all[16*g +: VCS] = sendable[VCS*g +: VCS];
            end else begin : no_port
                assign free_all[16*g +: 16]     = 16'd0;
                assign sendable_all[16*g +: 16] = 16'd0;
            end
        end

        for (g = 0; g < LANES; g = g + 1) begin : lane
            localparam ROTATE = (5 * (g / VCS) + 7 * (g % VCS)) % 64;

            wire [7:0] draw;
            if (ROTATE <= 56) begin : draw_whole
                assign draw = route_random[ROTATE +: 8];
            end else begin : draw_wrapped
                assign draw = {route_random[ROTATE - 57:0], route_random[63:ROTATE]};
            end

            wire [63:0] head      = front_flit[FLIT_BITS*g +: 64];
            wire [1:0]  tclass    = head[`VCR_HEAD_CLASS +: 2];
            wire [11:0] best      = front_route[`VCR_ROUTE_BITS*g +: 12];
            wire [3:0]  preferred = front_route[`VCR_ROUTE_BITS*g + 12 +: 4];
            wire [3:0]  escape    = front_route[`VCR_ROUTE_BITS*g + 16 +: 4];
            wire        clear     = front_route[`VCR_ROUTE_BITS*g + 20];
            wire [3:0]  out_port  = input_out_port[4*g +: 4];
            wire [3:0]  committed = input_commit_port[4*g +: 4];

            reg         asks;
            reg  [3:0]  port;
            reg  [15:0] vcs;
            reg         deflects;
            reg         commits;
            reg  [3:0]  chosen;
            reg  [15:0] vc_mask;
            reg  [15:0] room_of;
            reg  [15:0] idle_of;
            reg  [15:0] leaving; // escape channels that are free
            reg         arrived;
            reg  [11:0] candidates;
            reg  [11:0] idle_here;
            reg  [11:0] others;
            wire        unused_here = &{1'b0, head, vcs};

            always @* begin
                asks       = 1'b0;
                port       = 4'd0;
                vcs        = 16'd0;
                deflects   = 1'b0;
                commits    = 1'b0;
                chosen     = 4'd0;
                vc_mask    = 16'd0;
                room_of    = 16'd0;
                idle_of    = 16'd0;
                leaving    = 16'd0;
                arrived    = 1'b0;
                candidates = 12'd0;
                idle_here  = 12'd0;
                others     = 12'd0;
                if (going[g]) begin
                    // A packet under way goes on where it is
                    port = out_port;
                    vcs  = 16'd1 << input_out_vc[VC_BITS*g +: VC_BITS];
                    asks = |(sendable_all[16*out_port +: 16] & vcs);
                end else if (request[g]) begin
                    vc_mask = config_vc_mask[16*tclass +: 16];
                    room_of = room[16*tclass +: 16];
                    idle_of = idle[16*tclass +: 16];
                    leaving = hold_all[escape] ? 16'd0 : free_all[16*escape +: 16] &
                              (clear ? config_escape_high[16*tclass +: 16] : config_escape_low[16*tclass +: 16]);
                    if (input_committed[g]) begin
                        if (idle_of[committed]) begin
                            asks = 1'b1;
                            port = committed;
                            vcs  = free_all[16*committed +: 16] & vc_mask;
                        end else if (!room_of[committed]) begin
                            asks = |leaving;
                            port = escape;
                            vcs  = leaving;
                        end
                    end else begin
                        arrived    = |(best & ~config_links);
                        candidates = arrived || (config_adaptive[tclass] && head[`VCR_HEAD_ADAPTIVE]) ? best
                                                                                                      : 12'd1 << preferred;
                        idle_here  = candidates & idle_of[11:0];
                        others     = arrived || |idle_here || head[`VCR_HEAD_DEFLECTIONS +: 3] == 3'd0
                                     ? 12'd0 : config_links & ~best & idle_of[11:0];
                        chosen     = pick(level[LEVELS*tclass +: LEVEL_BITS*12], config_select[2*tclass +: 2],
                                          config_busy_too[tclass] || idle_here == 12'd0 ? candidates : idle_here, preferred,
                                          draw);
                        if (idle_of[chosen]) begin
                            asks = 1'b1;
                            port = chosen;
                            vcs  = free_all[16*chosen +: 16] & vc_mask;
                        end else if (|others) begin
                            asks     = 1'b1;
                            port     = route_lowest(others);
                            vcs      = free_all[16*port +: 16] & vc_mask;
                            deflects = 1'b1;
                        end else if ((candidates & room_of[11:0]) == 12'd0) begin
                            asks = |leaving;
                            port = escape;
                            vcs  = leaving;
                        end
                        commits = !config_redraw[tclass] && (config_busy_too[tclass] || idle_here == 12'd0);
                    end
                end
            end

            assign want[g]               = asks;
            assign want_port[4*g +: 4]   = port;
            assign want_vcs[VCS*g +: VCS] = vcs[VCS-1:0];
            assign deflect[g]            = deflects;
            assign commit[g]             = commits;
            assign choice[4*g +: 4]      = chosen;
        end
    endgenerate

endmodule
`resetall
