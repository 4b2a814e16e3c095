// SPDX-License-Identifier: Apache-2.0
//
// AXI4-Stream switch: packets go from any input to the output that takes their tdest. Every input and every output is a
// register: no path leads from a pin to a pin.
//
// docs/spec/axis.md section 4; C twin cmodel/axis/model/axis_switch.c
`resetall
`timescale 1ns / 1ps
`default_nettype none

`include "axis_params.vh"

module axis_switch #(
    parameter INPUTS    = 4,
    parameter OUTPUTS   = 4,
    parameter DEST_BITS = 4,
    // tdata, and all that rides along: tkeep, tid, tuser
    parameter DATA_BITS = 64
) (
    input  wire                                        clk,
    input  wire                                        rst,

    input  wire [INPUTS-1:0]                           s_tvalid,
    input  wire [INPUTS-1:0]                           s_tlast,
    input  wire [INPUTS*DEST_BITS-1:0]                 s_tdest,
    input  wire [INPUTS*DATA_BITS-1:0]                 s_tdata,
    input  wire [OUTPUTS-1:0]                          m_tready,
    output wire [INPUTS-1:0]                           s_tready,
    output wire [OUTPUTS-1:0]                          m_tvalid,
    output wire [OUTPUTS-1:0]                          m_tlast,
    output wire [OUTPUTS*DEST_BITS-1:0]                m_tdest,
    output wire [OUTPUTS*DATA_BITS-1:0]                m_tdata,

    // Settings, per output: constants, or changed in reset
    input  wire [OUTPUTS*DEST_BITS-1:0]                low,
    input  wire [OUTPUTS*DEST_BITS-1:0]                high,
    input  wire [OUTPUTS*INPUTS-1:0]                   allow,
    input  wire [2*OUTPUTS-1:0]                        mode,
    input  wire [OUTPUTS*INPUTS*`AXIS_WEIGHT_BITS-1:0] weight,
    input  wire [OUTPUTS-1:0]                          mix,

    output wire [INPUTS-1:0]                           drop,
    output wire [15:0]                                 dropped
);

    generate
        if (INPUTS < 1 || INPUTS > `AXIS_MOST_PORTS) begin : bad_inputs axis_error_inputs_must_be_1_to_16 error(); end
        if (OUTPUTS < 1 || OUTPUTS > `AXIS_MOST_PORTS) begin : bad_outputs axis_error_outputs_must_be_1_to_16 error(); end
        if (DEST_BITS < 1 || DEST_BITS > `AXIS_MOST_DEST_BITS) begin : bad_dest axis_error_dest_bits_must_be_1_to_16 error(); end
        if (DATA_BITS < 1) begin : bad_data axis_error_data_bits_must_be_1_or_more error(); end
    endgenerate

    // Bits of an input's number
    localparam INPUT_BITS = INPUTS <= 2 ? 1 : INPUTS <= 4 ? 2 : INPUTS <= 8 ? 3 : 4;

    // Fronts of the inputs
    wire [INPUTS-1:0]            ingress_valid;
    wire [INPUTS-1:0]            ingress_last;
    wire [INPUTS*DEST_BITS-1:0]  ingress_dest;
    wire [INPUTS*DATA_BITS-1:0]  ingress_data;

    wire [OUTPUTS*INPUTS-1:0]    request;
    wire [OUTPUTS*INPUTS-1:0]    grant;
    wire [INPUTS-1:0]            mixed;
    wire [INPUTS-1:0]            refuse;
    wire [INPUTS-1:0]            sent;

    // In front of the outputs
    wire [OUTPUTS-1:0]           beat_valid;
    wire [OUTPUTS-1:0]           beat_last;
    wire [OUTPUTS*DEST_BITS-1:0] beat_dest;
    wire [OUTPUTS*DATA_BITS-1:0] beat_data;
    wire [OUTPUTS-1:0]           egress_ready;

    axis_skid #(.LANES(INPUTS), .DEST_BITS(DEST_BITS), .DATA_BITS(DATA_BITS)) u_ingress (
        .clk(clk), .rst(rst),
        .in_valid(s_tvalid), .in_last(s_tlast), .in_dest(s_tdest), .in_data(s_tdata), .in_ready(s_tready),
        .valid(ingress_valid), .last(ingress_last), .dest(ingress_dest), .data(ingress_data), .taken(sent | refuse)
    );

    axis_decode #(.INPUTS(INPUTS), .OUTPUTS(OUTPUTS), .DEST_BITS(DEST_BITS)) u_decode (
        .clk(clk), .rst(rst),
        .low(low), .high(high), .allow(allow),
        .valid(ingress_valid), .last(ingress_last), .dest(ingress_dest),
        .sent(sent), .mixed(mixed), .request(request), .refuse(refuse), .drop(drop), .dropped(dropped)
    );

    axis_arbitrate #(.INPUTS(INPUTS), .OUTPUTS(OUTPUTS), .INPUT_BITS(INPUT_BITS)) u_arbitrate (
        .clk(clk), .rst(rst),
        .mode(mode), .weight(weight), .mix(mix),
        .request(request), .valid(ingress_valid), .last(ingress_last), .ready(egress_ready),
        .grant(grant), .mixed(mixed)
    );

    axis_crossbar #(.INPUTS(INPUTS), .OUTPUTS(OUTPUTS), .DEST_BITS(DEST_BITS), .DATA_BITS(DATA_BITS)) u_crossbar (
        .grant(grant),
        .last(ingress_last), .dest(ingress_dest), .data(ingress_data),
        .sent(sent), .to_valid(beat_valid), .to_last(beat_last), .to_dest(beat_dest), .to_data(beat_data)
    );

    axis_skid #(.LANES(OUTPUTS), .DEST_BITS(DEST_BITS), .DATA_BITS(DATA_BITS)) u_egress (
        .clk(clk), .rst(rst),
        .in_valid(beat_valid), .in_last(beat_last), .in_dest(beat_dest), .in_data(beat_data), .in_ready(egress_ready),
        .valid(m_tvalid), .last(m_tlast), .dest(m_tdest), .data(m_tdata), .taken(m_tready)
    );

endmodule

`resetall
