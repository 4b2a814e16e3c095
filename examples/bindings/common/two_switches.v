// SPDX-License-Identifier: Apache-2.0
//
// A small design with two Fed-X switches, for the benches in ../dpi and ../vpi:
//
//     sender -> PE port | switch a | link 0 ==== link 0 | switch b | PE port -> receiver
//
// The sender hands over one packet after the other. Links 1 to 5 of both switches hear noise.
`resetall
`timescale 1ns / 1ps
`default_nettype none

`include "fedx_params.vh"

module two_switches (
    input  wire          clk,
    input  wire          rst,      // for 260 cycles, in which the route tables are written
    input  wire [31:0]   mode,     // for configuration address FEDX_CFG_MODE of both switches
    input  wire [1279:0] packet,   // packet number `sent`, byte i in bits [8i+7:8i]
    input  wire [55:0]   flip,     // a fault: bits inverted on their way into switch b, beside its model

    output reg  [31:0]   sent,     // packets that the sender got rid of
    output reg  [31:0]   received, // packets that have arrived
    output reg  [1279:0] arrived,  // the last of them
    output reg  [31:0]   latency   // cycles from its first byte on the sender's wires to its last in `arrived`
);

    localparam PE = `FEDX_LINKS;
    localparam [7:0] LAST = `FEDX_PACKET_BYTES - 1;

    // ---------------------------------------------------------------------
    // The wires of both switches; side: switch b is end 1 of link 0
    // ---------------------------------------------------------------------
    reg  [63:0] noise;
    wire [55:0] a_rx_data, a_tx_data, b_rx_data, b_tx_data;
    wire [6:0]  a_rx_valid, a_rx_turn, a_rx_req, a_rx_refuse, a_rx_acc;
    wire [6:0]  a_tx_valid, a_tx_turn, a_tx_req, a_tx_refuse, a_tx_acc;
    wire [6:0]  b_rx_valid, b_rx_turn, b_rx_req, b_rx_refuse, b_rx_acc;
    wire [6:0]  b_tx_valid, b_tx_turn, b_tx_req, b_tx_refuse, b_tx_acc;
    wire [5:0]  a_side = 6'b000000;
    wire [5:0]  b_side = 6'b000001;
    wire [31:0] a_cfg_rdata, b_cfg_rdata;
    reg         cfg_we;
    reg  [15:0] cfg_addr;
    reg  [31:0] a_cfg_wdata, b_cfg_wdata;

    // The sender never refuses, never gives the port away, and wants it always
    reg         sending;
    reg  [7:0]  send_count;
    wire [7:0]  send_byte = packet[8*send_count +: 8];
    reg         receive_acc;

    assign a_rx_data   = {sending ? send_byte : 8'd0, noise[39:0], b_tx_data[7:0]};
    assign a_rx_valid  = {sending, noise[44:40], b_tx_valid[0]};
    assign a_rx_turn   = {1'b0, noise[49:45], b_tx_turn[0]};
    assign a_rx_req    = {1'b1, noise[54:50], b_tx_req[0]};
    assign a_rx_refuse = {1'b0, 5'b11111, b_tx_refuse[0]};
    assign a_rx_acc    = {1'b0, noise[59:55], b_tx_acc[0]};

    assign b_rx_data   = {8'd0, noise[47:8], a_tx_data[7:0]};
    assign b_rx_valid  = {1'b0, noise[44:40], a_tx_valid[0]};
    assign b_rx_turn   = {1'b0, noise[49:45], a_tx_turn[0]};
    assign b_rx_req    = {1'b0, noise[54:50], a_tx_req[0]};
    assign b_rx_refuse = {1'b0, 5'b11111, a_tx_refuse[0]};
    assign b_rx_acc    = {receive_acc, noise[59:55], a_tx_acc[0]};

    always @(posedge clk) noise <= {$random, $random};

    fedx_switch a (
        .clk(clk), .rst(rst), .side(a_side),
        .rx_data(a_rx_data), .rx_valid(a_rx_valid), .rx_turn(a_rx_turn), .rx_req(a_rx_req),
        .rx_refuse(a_rx_refuse), .rx_acc(a_rx_acc),
        .tx_data(a_tx_data), .tx_valid(a_tx_valid), .tx_turn(a_tx_turn), .tx_req(a_tx_req),
        .tx_refuse(a_tx_refuse), .tx_acc(a_tx_acc),
        .cfg_we(cfg_we), .cfg_addr(cfg_addr), .cfg_wdata(a_cfg_wdata), .cfg_rdata(a_cfg_rdata));

    fedx_switch b (
        .clk(clk), .rst(rst), .side(b_side),
        .rx_data(b_rx_data ^ flip), .rx_valid(b_rx_valid), .rx_turn(b_rx_turn), .rx_req(b_rx_req),
        .rx_refuse(b_rx_refuse), .rx_acc(b_rx_acc),
        .tx_data(b_tx_data), .tx_valid(b_tx_valid), .tx_turn(b_tx_turn), .tx_req(b_tx_req),
        .tx_refuse(b_tx_refuse), .tx_acc(b_tx_acc),
        .cfg_we(cfg_we), .cfg_addr(cfg_addr), .cfg_wdata(b_cfg_wdata), .cfg_rdata(b_cfg_rdata));

    // ---------------------------------------------------------------------
    // Configuration: the route tables under reset, all of them, since noise may look like a header; then the mode;
    // then the status of the ports is read
    // ---------------------------------------------------------------------
    localparam [15:0] MODE_ADDRESS = `FEDX_CFG_MODE, TABLE_ADDRESS = `FEDX_CFG_TABLE, STATUS_ADDRESS = `FEDX_CFG_STATUS;
    // Node 0 is at switch a, node 1 at switch b; section 10: valid, other, preferred, deterministic, best, distance
    localparam [31:0] HERE  = {1'b1, 2'd0, 7'd0, 3'd6, 3'd6, 1'b0, 7'b1000000, 8'd0};
    localparam [31:0] THERE = {1'b1, 2'd0, 7'd0, 3'd0, 3'd0, 1'b0, 7'b0000001, 8'd1};
    reg [8:0] boot; // table entries written

    initial {cfg_we, cfg_addr, a_cfg_wdata, b_cfg_wdata, boot} = 0;
    always @(posedge clk) begin
        if (!boot[8]) begin
            {cfg_we, cfg_addr} <= {1'b1, TABLE_ADDRESS + {7'd0, boot}};
            a_cfg_wdata <= boot == 0 ? HERE : boot == 1 ? THERE : 32'd0;
            b_cfg_wdata <= boot == 0 ? THERE : boot == 1 ? HERE : 32'd0;
            boot <= boot + 9'd1;
        end else if (rst) begin // pins that are up in its last cycle act
            {cfg_we, cfg_addr} <= {1'b1, MODE_ADDRESS};
            {a_cfg_wdata, b_cfg_wdata} <= {mode, mode};
        end else begin
            {cfg_we, cfg_addr} <= {1'b0, STATUS_ADDRESS + {13'd0, noise[2:0]}};
        end
    end

    // ---------------------------------------------------------------------
    // Sender: end 1 of the PE port of switch a (sections 6 and 7). It owns the port when the turn levels differ;
    // what it wants to know, it reads in two cycles
    // ---------------------------------------------------------------------
    reg        await, own_last, acc_last, refuse_last;
    reg [31:0] cycle;
    reg [31:0] started [0:1]; // two packets can be under way
    wire       own    = a_tx_turn[PE];
    wire       acc    = a_tx_acc[PE] ^ sent[0]; // the packets carry the stop-and-wait bit 0, 1, 0, ...
    wire       refuse = a_tx_refuse[PE];

    always @(posedge clk) begin
        {own_last, acc_last, refuse_last} <= {own, acc, refuse};
        if (sending) begin
            send_count <= send_count + 8'd1;
            if (refuse || send_count == LAST) sending <= 0;
            if (send_count == LAST) await <= 1;
        end else if (await) begin
            if (acc && acc_last && !refuse && !refuse_last) begin
                await <= 0;
                acc_last <= 0;
                sent <= sent + 1;
            end
        end else if (own && own_last && !acc && !acc_last && !refuse && !refuse_last) begin
            sending <= 1;
            send_count <= 0;
            started[sent[0]] <= cycle + 1;
        end
        if (rst) {sending, await, own_last, acc_last, refuse_last, sent} <= 0;
    end

    // ---------------------------------------------------------------------
    // Receiver: end 1 of the PE port of switch b (section 5), which never needs to own it
    // ---------------------------------------------------------------------
    reg [7:0] receive_count;

    initial cycle = 0;
    always @(posedge clk) begin
        cycle <= cycle + 1;
        receive_count <= 0;
        if (b_tx_valid[PE]) begin
            arrived <= {b_tx_data[8*PE +: 8], arrived[1279:8]};
            receive_count <= receive_count + 8'd1;
            if (receive_count == LAST) begin
                receive_acc <= ~receive_acc;
                received <= received + 1;
                latency <= cycle + 1 - started[received[0]];
            end
        end
        if (rst) {receive_count, receive_acc, received} <= 0;
    end

endmodule

`resetall
