// SPDX-License-Identifier: Apache-2.0
//
// axis_switch (docs/spec/axis.md section 4) with the pins of AXI4-Stream by their names, and settings as parameters. What rides
// along with tdata is joined in front of the switch and taken apart behind it. Lane i of a signal belongs to port i.
//
// Tie the inputs of a signal that is not used to 0: the registers that carry it are then constant, and synthesis removes them.
`resetall
`timescale 1ns / 1ps
`default_nettype none

`include "axis_params.vh"

module axis_switch_wrap #(
    parameter INPUTS     = 4,
    parameter OUTPUTS    = 4,
    // Bits of a beat: tdata whole bytes, the others at least 1
    parameter DATA_WIDTH = 64,
    parameter ID_WIDTH   = 1,
    parameter DEST_WIDTH = 4,
    parameter USER_WIDTH = 1,
    // The range of tdest that an output takes; where both are 0, output j takes tdest = j alone
    parameter [OUTPUTS*DEST_WIDTH-1:0] LOW  = 0,
    parameter [OUTPUTS*DEST_WIDTH-1:0] HIGH = 0,
    // Per output: the inputs that may send to it, its arbitration, 4 bits of weight per input, and whether packets mix
    parameter [OUTPUTS*INPUTS-1:0]                   ALLOW  = {OUTPUTS*INPUTS{1'b1}},
    parameter [2*OUTPUTS-1:0]                        MODE   = 0,
    parameter [OUTPUTS*INPUTS*`AXIS_WEIGHT_BITS-1:0] WEIGHT = 0,
    parameter [OUTPUTS-1:0]                          MIX    = 0
) (
    input  wire                            aclk,
    input  wire                            aresetn,    // sampled at the rising edge of aclk

    input  wire [INPUTS-1:0]               s_axis_tvalid,
    output wire [INPUTS-1:0]               s_axis_tready,
    input  wire [INPUTS*DATA_WIDTH-1:0]    s_axis_tdata,
    input  wire [INPUTS*DATA_WIDTH/8-1:0]  s_axis_tkeep,
    input  wire [INPUTS-1:0]               s_axis_tlast,
    input  wire [INPUTS*ID_WIDTH-1:0]      s_axis_tid,
    input  wire [INPUTS*DEST_WIDTH-1:0]    s_axis_tdest,
    input  wire [INPUTS*USER_WIDTH-1:0]    s_axis_tuser,

    output wire [OUTPUTS-1:0]              m_axis_tvalid,
    input  wire [OUTPUTS-1:0]              m_axis_tready,
    output wire [OUTPUTS*DATA_WIDTH-1:0]   m_axis_tdata,
    output wire [OUTPUTS*DATA_WIDTH/8-1:0] m_axis_tkeep,
    output wire [OUTPUTS-1:0]              m_axis_tlast,
    output wire [OUTPUTS*ID_WIDTH-1:0]     m_axis_tid,
    output wire [OUTPUTS*DEST_WIDTH-1:0]   m_axis_tdest,
    output wire [OUTPUTS*USER_WIDTH-1:0]   m_axis_tuser,

    // Packets that no output takes (section 6)
    output wire [INPUTS-1:0]               drop,
    output wire [15:0]                     dropped
);

    generate
        if (DATA_WIDTH < 8 || DATA_WIDTH % 8 != 0) begin : bad_data axis_error_data_width_must_be_whole_bytes error(); end
        if (ID_WIDTH < 1) begin : bad_id axis_error_id_width_must_be_1_or_more error(); end
        if (USER_WIDTH < 1) begin : bad_user axis_error_user_width_must_be_1_or_more error(); end
    endgenerate

    localparam KEEP_WIDTH = DATA_WIDTH / 8;
    localparam BEAT_WIDTH = DATA_WIDTH + KEEP_WIDTH + ID_WIDTH + USER_WIDTH;

    wire [INPUTS*BEAT_WIDTH-1:0]  s_beat;
    wire [OUTPUTS*BEAT_WIDTH-1:0] m_beat;
    wire [OUTPUTS*DEST_WIDTH-1:0] numbers;

    genvar i;
    generate
        for (i = 0; i < INPUTS; i = i + 1) begin : joined
            assign s_beat[i*BEAT_WIDTH +: BEAT_WIDTH] = {
                s_axis_tuser[i*USER_WIDTH +: USER_WIDTH], s_axis_tid[i*ID_WIDTH +: ID_WIDTH],
                s_axis_tkeep[i*KEEP_WIDTH +: KEEP_WIDTH], s_axis_tdata[i*DATA_WIDTH +: DATA_WIDTH]
            };
        end
        for (i = 0; i < OUTPUTS; i = i + 1) begin : apart
            assign numbers[i*DEST_WIDTH +: DEST_WIDTH] = i;
            assign {
                m_axis_tuser[i*USER_WIDTH +: USER_WIDTH], m_axis_tid[i*ID_WIDTH +: ID_WIDTH],
                m_axis_tkeep[i*KEEP_WIDTH +: KEEP_WIDTH], m_axis_tdata[i*DATA_WIDTH +: DATA_WIDTH]
            } = m_beat[i*BEAT_WIDTH +: BEAT_WIDTH];
        end
    endgenerate

    axis_switch #(.INPUTS(INPUTS), .OUTPUTS(OUTPUTS), .DEST_BITS(DEST_WIDTH), .DATA_BITS(BEAT_WIDTH)) u_switch (
        .clk(aclk), .rst(~aresetn),
        .s_tvalid(s_axis_tvalid), .s_tlast(s_axis_tlast), .s_tdest(s_axis_tdest), .s_tdata(s_beat), .s_tready(s_axis_tready),
        .m_tvalid(m_axis_tvalid), .m_tlast(m_axis_tlast), .m_tdest(m_axis_tdest), .m_tdata(m_beat), .m_tready(m_axis_tready),
        .low(LOW == 0 && HIGH == 0 ? numbers : LOW), .high(LOW == 0 && HIGH == 0 ? numbers : HIGH),
        .allow(ALLOW), .mode(MODE), .weight(WEIGHT), .mix(MIX),
        .drop(drop), .dropped(dropped)
    );

`ifdef AXIS_RULES
    // Per lane all of a beat that must stay until it is taken
    localparam STAYS_WIDTH = 1 + DEST_WIDTH + BEAT_WIDTH;

    wire [INPUTS*STAYS_WIDTH-1:0]  s_stays;
    wire [OUTPUTS*STAYS_WIDTH-1:0] m_stays;

    generate
        for (i = 0; i < INPUTS; i = i + 1) begin : s_rules
            assign s_stays[i*STAYS_WIDTH +: STAYS_WIDTH] = {
                s_axis_tlast[i], s_axis_tdest[i*DEST_WIDTH +: DEST_WIDTH], s_beat[i*BEAT_WIDTH +: BEAT_WIDTH]
            };
        end
        for (i = 0; i < OUTPUTS; i = i + 1) begin : m_rules
            assign m_stays[i*STAYS_WIDTH +: STAYS_WIDTH] = {
                m_axis_tlast[i], m_axis_tdest[i*DEST_WIDTH +: DEST_WIDTH], m_beat[i*BEAT_WIDTH +: BEAT_WIDTH]
            };
        end
    endgenerate

    axis_rules #(.LANES(INPUTS), .WIDTH(STAYS_WIDTH), .ASSUME(1'b1)) s_axis (
        .clk(aclk), .rst(~aresetn), .valid(s_axis_tvalid), .ready(s_axis_tready), .beat(s_stays)
    );
    axis_rules #(.LANES(OUTPUTS), .WIDTH(STAYS_WIDTH)) m_axis (
        .clk(aclk), .rst(~aresetn), .valid(m_axis_tvalid), .ready(m_axis_tready), .beat(m_stays)
    );
`endif

endmodule

`resetall
