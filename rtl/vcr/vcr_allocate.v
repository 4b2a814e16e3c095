// SPDX-License-Identifier: Apache-2.0
//
// Allocation: of those that ask for an output, one gets it.
//
// docs/spec/vcr.md section 9; C twin cmodel/vcr/model/vcr_allocate.c
`resetall
`timescale 1ns / 1ps
`default_nettype none

`include "vcr_params.vh"

module vcr_allocate #(
    // Ports, 2 to 12
    parameter PORTS     = 5,
    // Virtual channels a port, 1 to 16
    parameter VCS       = 4,
    // 1: all channels of an input may send in a cycle; 0: one of them
    parameter SPEEDUP   = 0,
    // Iterations after the first one, for inputs and outputs that have nothing yet, 0 to 3; 0 with speedup
    parameter REPEATS   = 0,
    // Derived
    parameter VC_BITS   = VCS > 1 ? $clog2(VCS) : 1,
    parameter LANES     = PORTS * VCS,
    parameter LANE_BITS = $clog2(LANES)
) (
    input  wire                       clk,
    input  wire                       rst,

    // The request of a lane
    input  wire [LANES-1:0]           want,
    input  wire [4*LANES-1:0]         want_port,
    input  wire [VCS*LANES-1:0]       want_vcs,
    input  wire [16*LANES-1:0]        input_age,
    input  wire                       config_oldest,
    input  wire                       config_by_input,

    // Who gets what
    output reg  [LANES-1:0]           grant,     // lanes that send
    output reg  [PORTS-1:0]           out_grant, // outputs that do
    output reg  [LANE_BITS*PORTS-1:0] out_lane,
    output reg  [VC_BITS*PORTS-1:0]   out_vc
);

    generate
        if (PORTS < 2 || PORTS > 12) begin : bad_ports vcr_error_ports_must_be_2_to_12 error(); end
        if (VCS < 1 || VCS > 16) begin : bad_vcs vcr_error_vcs_must_be_1_to_16 error(); end
    endgenerate

    // ---------------------------------------------------------------------
    // Registers
    // ---------------------------------------------------------------------
    reg [VC_BITS*PORTS-1:0]   in_rr_reg;
    reg [LANE_BITS*PORTS-1:0] rr_reg;

    // Grants of the first iteration
    reg [LANES-1:0] first_grant;
    reg [PORTS-1:0] first_out;

    wire unused = &{1'b0, in_rr_reg, config_by_input, first_grant}; // with speedup

    // Who goes first: the older one, then he who is behind the pointer, then the lower one. 0 is nobody.
    function automatic [17:0] priority_key(input [15:0] age, input behind, input oldest);
        priority_key = {1'b0, oldest ? age : 16'd0, behind} + 18'd1;
    endfunction

    // The last lane of the same input
    function automatic [LANE_BITS-1:0] last_of_input(input [LANE_BITS-1:0] lane);
        integer l;
        begin
            last_of_input = lane;
            for (l = LANES - 1; l >= 0; l = l - 1)
                if (l % VCS == VCS - 1 && lane <= l[LANE_BITS-1:0])
                    last_of_input = l[LANE_BITS-1:0];
        end
    endfunction

    // ---------------------------------------------------------------------
    // Iterations: first the input stage, then the output stage
    // ---------------------------------------------------------------------
    reg [LANES-1:0] asks;

    always @* begin : stages
        integer n;
        integer p;
        integer l;
        integer v;
        reg [15:0]          taken;
        reg [17:0]          best;
        reg [17:0]          key;
        reg [LANE_BITS-1:0] lane;
        reg [VCS-1:0]       vcs;
        asks        = want;
        grant       = {LANES{1'b0}};
        first_grant = {LANES{1'b0}};
        first_out   = {PORTS{1'b0}};
        out_grant   = {PORTS{1'b0}};
        out_lane    = {LANE_BITS*PORTS{1'b0}};
        out_vc      = {VC_BITS*PORTS{1'b0}};
        taken       = 16'd0;
        best        = 18'd0;
        key         = 18'd0;
        lane        = {LANE_BITS{1'b0}};
        vcs         = {VCS{1'b0}};
        for (n = 0; n <= REPEATS; n = n + 1) begin
            // Without speedup, the channel of an input that may ask
            if (SPEEDUP == 0) begin
                asks = {LANES{1'b0}};
                for (p = 0; p < PORTS; p = p + 1)
                    if (|want[VCS*p +: VCS] && !(n > 0 && |grant[VCS*p +: VCS])) begin
                        best = 18'd0;
                        for (v = 0; v < VCS; v = v + 1)
                            if (want[VCS*p + v] && !(n > 0 && taken[want_port[4*(VCS*p + v) +: 4]])) begin
                                key = priority_key(input_age[16*(VCS*p + v) +: 16],
                                              v[VC_BITS-1:0] >= in_rr_reg[VC_BITS*p +: VC_BITS], config_oldest);
                                if (key > best) begin
                                    best = key;
                                    asks[VCS*p +: VCS] = {VCS{1'b0}};
                                    asks[VCS*p + v]    = 1'b1;
                                end
                            end
                    end
            end

            // Of those that ask for an output, the one that gets it
            if (|asks)
                for (p = 0; p < PORTS; p = p + 1) begin
                    best = 18'd0;
                    for (l = 0; l < LANES; l = l + 1)
                        if (asks[l] && want_port[4*l +: 4] == p[3:0]) begin
                            key = priority_key(input_age[16*l +: 16], l[LANE_BITS-1:0] >= rr_reg[LANE_BITS*p +: LANE_BITS],
                                          config_oldest);
                            if (key > best) begin
                                best = key;
                                lane = l[LANE_BITS-1:0];
                                vcs  = want_vcs[VCS*l +: VCS];
                            end
                        end
                    if (|best) begin
                        grant[lane]                        = 1'b1;
                        out_grant[p]                       = 1'b1;
                        out_lane[LANE_BITS*p +: LANE_BITS] = lane;
                        for (v = VCS - 1; v >= 0; v = v - 1)
                            if (vcs[v])
                                out_vc[VC_BITS*p +: VC_BITS] = v[VC_BITS-1:0];
                    end
                end

            taken[PORTS-1:0] = out_grant;
            if (n == 0) begin
                first_grant = grant;
                first_out   = out_grant;
            end
        end
    end

    // ---------------------------------------------------------------------
    // Next state: a pointer moves on a grant of the first iteration only, behind the lane that has it, or behind all of its
    // input
    // ---------------------------------------------------------------------
    always @(posedge clk) begin : pointers
        integer p;
        integer v;
        reg [LANE_BITS-1:0] lane;
        for (p = 0; p < PORTS; p = p + 1) begin
            lane = out_lane[LANE_BITS*p +: LANE_BITS];
            if (SPEEDUP == 0 && config_by_input)
                lane = last_of_input(lane);
            if (first_out[p])
                rr_reg[LANE_BITS*p +: LANE_BITS] <= {1'b0, lane} == LANES[LANE_BITS:0] - 1'b1 ? {LANE_BITS{1'b0}}
                                                                                              : lane + 1'b1;
            if (SPEEDUP == 0)
                for (v = 0; v < VCS; v = v + 1)
                    if (first_grant[VCS*p + v])
                        in_rr_reg[VC_BITS*p +: VC_BITS] <= v == VCS - 1 ? {VC_BITS{1'b0}} : v[VC_BITS-1:0] + 1'b1;
        end

        if (rst) begin
            in_rr_reg <= {VC_BITS*PORTS{1'b0}};
            rr_reg    <= {LANE_BITS*PORTS{1'b0}};
        end
    end

`ifdef VCR_RULES
    // Rules of section 9
    `VCR_RULED
    `VCR_CHECK begin : rules
        integer p;
        integer l;
        integer v;
        reg [PORTS-1:0] rule_output;  // per output
        reg [PORTS-1:0] rule_input;   // per input
        reg [PORTS-1:0] rule_pointer;
        reg [LANES-1:0] rule_lanes;   // that outputs are given to
        reg             rule_twice;

        rule_lanes = {LANES{1'b0}};
        rule_twice = 1'b0;
        for (p = 0; p < PORTS; p = p + 1) begin
            l               = {{32-LANE_BITS{1'b0}}, out_lane[LANE_BITS*p +: LANE_BITS]};
            v               = {{32-VC_BITS{1'b0}}, out_vc[VC_BITS*p +: VC_BITS]};
            rule_output[p]  = !out_grant[p] || (want[l] && want_port[4*l +: 4] == p[3:0] && want_vcs[VCS*l + v]);
            rule_input[p]   = SPEEDUP != 0 || ~|(grant[VCS*p +: VCS] & (grant[VCS*p +: VCS] - 1'b1));
            rule_pointer[p] = {1'b0, rr_reg[LANE_BITS*p +: LANE_BITS]} < LANES[LANE_BITS:0] &&
                              {1'b0, in_rr_reg[VC_BITS*p +: VC_BITS]} < VCS[VC_BITS:0];
            if (out_grant[p]) begin
                rule_twice    = rule_twice | rule_lanes[l];
                rule_lanes[l] = 1'b1;
            end
        end
        `VCR_RULE(9, 1, &rule_output, "an output goes to a lane that asks for it, and a channel that this lane asks for")
        `VCR_RULE(9, 2, grant == rule_lanes && !rule_twice, "a lane is granted if and only if it has one output")
        `VCR_RULE(9, 3, &rule_input, "without SPEEDUP one channel of an input sends")
        `VCR_RULE(9, 4, |out_grant || ~|want, "as long as lanes ask, one is granted")
        `VCR_RULE(9, 5, &rule_pointer, "a pointer points at a lane or channel that exists")
    end
`endif

endmodule
`resetall
