// SPDX-License-Identifier: Apache-2.0
//
// Output: the channels of the far ends, who has them, and what they have room for.
//
// docs/spec/vcr.md section 8; C twin cmodel/vcr/model/vcr_output.c
`resetall
`timescale 1ns / 1ps
`default_nettype none

`include "vcr_params.vh"

module vcr_output #(
    // Ports, 2 to 12
    parameter PORTS     = 5,
    // Virtual channels a port, 1 to 16
    parameter VCS       = 4,
    // Flits a channel, 2 to 64
    parameter DEPTH     = 4,
    // 1: credits on the wire count at once; 0: a cycle later
    parameter BYPASS    = 1,
    // Derived
    parameter VC_BITS   = VCS > 1 ? $clog2(VCS) : 1,
    parameter LANES     = PORTS * VCS
) (
    input  wire                             clk,
    input  wire                             rst,
    input  wire                             quiet,

    // Pins
    input  wire [PORTS-1:0]                 rx_up,
    input  wire [LANES-1:0]                 rx_credit,

    // From the other mechanisms
    input  wire                             config_link_hold,
    input  wire [6:0]                       config_alloc_credits,
    input  wire [PORTS-1:0]                 out_grant,            // outputs that send
    input  wire [PORTS-1:0]                 out_head,             // ... a head, a tail
    input  wire [PORTS-1:0]                 out_tail,
    input  wire [VC_BITS*PORTS-1:0]         out_vc,               // ... to this channel

    // Registers that the other mechanisms read
    output wire [PORTS-1:0]                 output_hold,
    output wire [PORTS-1:0]                 output_credit_error,

    // Channels
    output wire [$clog2(DEPTH+1)*LANES-1:0] credits_now,
    output reg  [LANES-1:0]                 free,                 // that a head may take
    output reg  [LANES-1:0]                 sendable,             // with a credit
    output wire [PORTS-1:0]                 fall                  // links that go down
);

    generate
        if (PORTS < 2 || PORTS > 12) begin : bad_ports vcr_error_ports_must_be_2_to_12 error(); end
        if (VCS < 1 || VCS > 16) begin : bad_vcs vcr_error_vcs_must_be_1_to_16 error(); end
        if (DEPTH < 2 || DEPTH > 64) begin : bad_depth vcr_error_depth_must_be_2_to_64 error(); end
    endgenerate

    localparam FILL_BITS = $clog2(DEPTH + 1);

    localparam [FILL_BITS-1:0] FULL = DEPTH[FILL_BITS-1:0];

    // ---------------------------------------------------------------------
    // Registers
    // ---------------------------------------------------------------------
    reg [PORTS-1:0]           up_last_reg;
    reg [PORTS-1:0]           linked_reg;
    reg [PORTS-1:0]           hold_reg;
    reg [PORTS-1:0]           credit_error_reg;
    reg [LANES-1:0]           owned_reg;
    reg [FILL_BITS*LANES-1:0] credits_reg;

    assign output_hold         = hold_reg;
    assign output_credit_error = credit_error_reg;

    // ---------------------------------------------------------------------
    // Channels in this cycle: credits that are on the wire count at once where pins go into logic
    // ---------------------------------------------------------------------
    wire [PORTS-1:0] rise = quiet ? {PORTS{1'b0}} : ~linked_reg & rx_up & up_last_reg;

    assign fall = linked_reg & ~rx_up & ~up_last_reg;

    wire [LANES-1:0] full;  // has all its credits
    wire [LANES-1:0] comes; // a credit comes that it can take

    genvar g;
    generate
        for (g = 0; g < LANES; g = g + 1) begin : lane
            assign full[g]  = credits_reg[FILL_BITS*g +: FILL_BITS] == FULL;
            assign comes[g] = linked_reg[g / VCS] & rx_credit[g] & ~full[g];
            if (BYPASS != 0) begin : at_once
                assign credits_now[FILL_BITS*g +: FILL_BITS] = credits_reg[FILL_BITS*g +: FILL_BITS] +
                                                               {{FILL_BITS-1{1'b0}}, comes[g]};
            end else begin : later
                assign credits_now[FILL_BITS*g +: FILL_BITS] = credits_reg[FILL_BITS*g +: FILL_BITS];
            end
        end
    endgenerate

    always @* begin : channels
        integer l;
        for (l = 0; l < LANES; l = l + 1) begin
            sendable[l] = |credits_now[FILL_BITS*l +: FILL_BITS];
            free[l]     = sendable[l] & ~owned_reg[l] &
                          ({{8-FILL_BITS{1'b0}}, credits_now[FILL_BITS*l +: FILL_BITS]} >= {1'b0, config_alloc_credits});
        end
    end

    // ---------------------------------------------------------------------
    // Next state
    // ---------------------------------------------------------------------
    always @(posedge clk) begin : outputs
        integer p;
        integer v;
        integer l;
        reg sent;

        up_last_reg <= rx_up;
        linked_reg  <= (linked_reg | rise) & ~fall;
        for (p = 0; p < PORTS; p = p + 1) begin
            for (v = 0; v < VCS; v = v + 1) begin
                l = VCS*p + v;
                sent = out_grant[p] && out_vc[VC_BITS*p +: VC_BITS] == v[VC_BITS-1:0];
                if (comes[l] != sent)
                    credits_reg[FILL_BITS*l +: FILL_BITS] <= comes[l] ? credits_reg[FILL_BITS*l +: FILL_BITS] + 1'b1
                                                                      : credits_reg[FILL_BITS*l +: FILL_BITS] - 1'b1;
                if (sent && (out_tail[p] || out_head[p]))
                    owned_reg[l] <= ~out_tail[p];
                if (rise[p] || fall[p])
                    credits_reg[FILL_BITS*l +: FILL_BITS] <= rise[p] ? FULL : {FILL_BITS{1'b0}};
            end
            if (linked_reg[p] && |(rx_credit[VCS*p +: VCS] & full[VCS*p +: VCS]))
                credit_error_reg[p] <= 1'b1;
            if (out_grant[p] && out_tail[p])
                hold_reg[p] <= 1'b0;
            else if (out_grant[p] && out_head[p])
                hold_reg[p] <= hold_reg[p] | config_link_hold;
        end

        if (rst) begin
            up_last_reg      <= {PORTS{1'b0}};
            linked_reg       <= {PORTS{1'b0}};
            hold_reg         <= {PORTS{1'b0}};
            credit_error_reg <= {PORTS{1'b0}};
            owned_reg        <= {LANES{1'b0}};
            credits_reg      <= {FILL_BITS*LANES{1'b0}};
        end
    end

`ifdef VCR_RULES
    // Rules of section 8
    `VCR_RULED
    `VCR_CHECK begin : rules
        integer l;
        integer p;
        reg [LANES-1:0] rule_credits; // per lane
        reg [PORTS-1:0] rule_credit;  // per port that sends
        reg [PORTS-1:0] rule_head;
        reg [PORTS-1:0] rule_hold;

        for (l = 0; l < LANES; l = l + 1)
            rule_credits[l] = credits_reg[FILL_BITS*l +: FILL_BITS] <= (linked_reg[l / VCS] ? FULL : {FILL_BITS{1'b0}});
        for (p = 0; p < PORTS; p = p + 1) begin
            l              = VCS*p + {{32-VC_BITS{1'b0}}, out_vc[VC_BITS*p +: VC_BITS]};
            rule_credit[p] = !out_grant[p] || |credits_now[FILL_BITS*l +: FILL_BITS];
            rule_head[p]   = !out_grant[p] || out_head[p] != owned_reg[l];
            rule_hold[p]   = !hold_reg[p] || |owned_reg[VCS*p +: VCS];
        end
        `VCR_RULE(8, 1, &rule_credits, "a channel has at most DEPTH credits, and none while its link is down")
        `VCR_RULE(8, 2, &rule_credit, "a flit is sent only with a credit of its channel")
        `VCR_RULE(8, 3, &rule_head, "a head takes a channel that no packet has, and other flits follow in that of their packet")
        `VCR_RULE(8, 4, &rule_hold, "a link is held only while a packet has one of its channels")
    end
`endif

endmodule
`resetall
