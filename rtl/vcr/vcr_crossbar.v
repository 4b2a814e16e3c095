// SPDX-License-Identifier: Apache-2.0
//
// Crossbar: from the fronts of the channels to the output registers.
//
// docs/spec/vcr.md section 10; C twin cmodel/vcr/model/vcr_crossbar.c
`resetall
`timescale 1ns / 1ps
`default_nettype none

`include "vcr_params.vh"

module vcr_crossbar #(
    // Ports, 2 to 12
    parameter PORTS     = 5,
    // Virtual channels a port, 1 to 16
    parameter VCS       = 4,
    // Bits of a flit, 64, 128 or 256
    parameter FLIT_BITS = 64,
    // Derived
    parameter VC_BITS   = VCS > 1 ? $clog2(VCS) : 1,
    parameter LANES     = PORTS * VCS,
    parameter LANE_BITS = $clog2(LANES)
) (
    input  wire                       clk,
    input  wire                       rst,

    // Who gets what
    input  wire [PORTS-1:0]           out_grant,
    input  wire [LANE_BITS*PORTS-1:0] out_lane,
    input  wire [VC_BITS*PORTS-1:0]   out_vc,

    // Fronts
    input  wire [LANES-1:0]           front_head,
    input  wire [LANES-1:0]           front_tail,
    input  wire [FLIT_BITS*LANES-1:0] front_flit,
    input  wire [LANES-1:0]           deflect,

    // What leaves at this edge
    output reg  [PORTS-1:0]           out_head,
    output reg  [PORTS-1:0]           out_tail,

    // Pins
    output wire [PORTS-1:0]           tx_valid,
    output wire [PORTS-1:0]           tx_head,
    output wire [PORTS-1:0]           tx_tail,
    output wire [VC_BITS*PORTS-1:0]   tx_vc,
    output wire [FLIT_BITS*PORTS-1:0] tx_flit
);

    generate
        if (PORTS < 2 || PORTS > 12) begin : bad_ports vcr_error_ports_must_be_2_to_12 error(); end
        if (VCS < 1 || VCS > 16) begin : bad_vcs vcr_error_vcs_must_be_1_to_16 error(); end
        if (FLIT_BITS < 64 || FLIT_BITS > 256 || FLIT_BITS == 192 || FLIT_BITS % 64 != 0)
            begin : bad_flit_bits vcr_error_flit_bits_must_be_64_128_or_256 error(); end
    endgenerate

    `include "vcr_flit.vh"

    // ---------------------------------------------------------------------
    // Registers
    // ---------------------------------------------------------------------
    reg [PORTS-1:0]           valid_reg;
    reg [PORTS-1:0]           head_reg;
    reg [PORTS-1:0]           tail_reg;
    reg [VC_BITS*PORTS-1:0]   vc_reg;
    reg [FLIT_BITS*PORTS-1:0] flit_reg;

    assign tx_valid = valid_reg;
    assign tx_head  = head_reg;
    assign tx_tail  = tail_reg;
    assign tx_vc    = vc_reg;
    assign tx_flit  = flit_reg;

    always @* begin : leaves
        integer p;
        out_head = {PORTS{1'b0}};
        out_tail = {PORTS{1'b0}};
        for (p = 0; p < PORTS; p = p + 1)
            if (out_grant[p]) begin
                out_head[p] = front_head[out_lane[LANE_BITS*p +: LANE_BITS]];
                out_tail[p] = front_tail[out_lane[LANE_BITS*p +: LANE_BITS]];
            end
    end

    // ---------------------------------------------------------------------
    // Next state
    // ---------------------------------------------------------------------
    always @(posedge clk) begin : outputs
        integer p;
        reg [LANE_BITS-1:0] lane;

        valid_reg <= out_grant;
        head_reg  <= out_head;
        tail_reg  <= out_tail;
        for (p = 0; p < PORTS; p = p + 1) begin
            lane = out_lane[LANE_BITS*p +: LANE_BITS];
            if (out_grant[p]) begin
                vc_reg[VC_BITS*p +: VC_BITS]       <= out_vc[VC_BITS*p +: VC_BITS];
                flit_reg[FLIT_BITS*p +: FLIT_BITS] <= front_flit[FLIT_BITS*lane +: FLIT_BITS];
                if (deflect[lane])
                    flit_reg[FLIT_BITS*p +: 64] <= flit_deflected(front_flit[FLIT_BITS*lane +: 64]);
            end else if (valid_reg[p]) begin
                vc_reg[VC_BITS*p +: VC_BITS]       <= {VC_BITS{1'b0}};
                flit_reg[FLIT_BITS*p +: FLIT_BITS] <= {FLIT_BITS{1'b0}};
            end
        end

        if (rst) begin
            valid_reg <= {PORTS{1'b0}};
            head_reg  <= {PORTS{1'b0}};
            tail_reg  <= {PORTS{1'b0}};
            vc_reg    <= {VC_BITS*PORTS{1'b0}};
            flit_reg  <= {FLIT_BITS*PORTS{1'b0}};
        end
    end

`ifdef VCR_RULES
    // Rules of section 10
    reg [LANES-1:0] open_reg;     // channels between a head and a tail

    always @(posedge clk) begin : packets
        integer p;
        for (p = 0; p < PORTS; p = p + 1)
            if (valid_reg[p])
                open_reg[VCS*p + {{32-VC_BITS{1'b0}}, vc_reg[VC_BITS*p +: VC_BITS]}] <= ~tail_reg[p];
        if (rst)
            open_reg <= {LANES{1'b0}};
    end

    `VCR_RULED
    `VCR_CHECK begin : rules
        integer p;
        reg [PORTS-1:0] rule_idle;    // per port
        reg [PORTS-1:0] rule_channel;
        reg [PORTS-1:0] rule_packet;

        for (p = 0; p < PORTS; p = p + 1) begin
            rule_idle[p]    = valid_reg[p] || ~|{head_reg[p], tail_reg[p], vc_reg[VC_BITS*p +: VC_BITS],
                                                flit_reg[FLIT_BITS*p +: FLIT_BITS]};
            rule_channel[p] = {1'b0, vc_reg[VC_BITS*p +: VC_BITS]} < VCS[VC_BITS:0];
            rule_packet[p]  = !valid_reg[p] || head_reg[p] != open_reg[VCS*p + {{32-VC_BITS{1'b0}}, vc_reg[VC_BITS*p +: VC_BITS]}];
        end
        `VCR_RULE(10, 1, &rule_idle, "wires without a flit are 0")
        `VCR_RULE(10, 2, &rule_channel, "a flit is of a channel that exists")
        `VCR_RULE(10, 3, &rule_packet, "in a channel of a link packets follow each other, each from its head to its tail")
    end
`endif

endmodule
`resetall
