// SPDX-License-Identifier: Apache-2.0
//
// The Fed-X switch (docs/spec/fedx.md) as a router of any other make: seven inputs and outputs with valid and ready, each through
// fedx_port.v, and a route table in which destination n is port n. It is written under reset, over and over.
`default_nettype none

module fedx_box (
    input  wire            clk,
    input  wire            rst,
    input  wire [6:0]      in_valid,
    output wire [6:0]      in_ready,
    input  wire [111:0]    in_to,
    input  wire [7*1208-1:0] in_data,
    output wire [6:0]      out_valid,
    input  wire [6:0]      out_ready,
    output wire [111:0]    out_to,
    output wire [7*1208-1:0] out_data
);
    wire [55:0] rx_data, tx_data;
    wire [6:0] rx_valid, rx_turn, rx_req, rx_refuse, rx_acc, tx_valid, tx_turn, tx_req, tx_refuse, tx_acc;
    wire [31:0] unused_rdata;
    reg [2:0] entry_reg;
    initial entry_reg = 0;
    always @(posedge clk) entry_reg <= entry_reg + 3'd1;

    genvar p;
    generate
        for (p = 0; p < 7; p = p + 1) begin : port
            fedx_port u_port (
                .clk(clk), .rst(rst),
                .in_valid(in_valid[p]), .in_ready(in_ready[p]), .in_to(in_to[16*p +: 16]), .in_data(in_data[1208*p +: 1208]),
                .out_valid(out_valid[p]), .out_ready(out_ready[p]), .out_to(out_to[16*p +: 16]), .out_data(out_data[1208*p +: 1208]),
                .rx_data(tx_data[8*p +: 8]), .rx_valid(tx_valid[p]), .rx_turn(tx_turn[p]), .rx_req(tx_req[p]),
                .rx_refuse(tx_refuse[p]), .rx_acc(tx_acc[p]),
                .tx_data(rx_data[8*p +: 8]), .tx_valid(rx_valid[p]), .tx_turn(rx_turn[p]), .tx_req(rx_req[p]),
                .tx_refuse(rx_refuse[p]), .tx_acc(rx_acc[p])
            );
        end
    endgenerate

    // Entry: valid, no further ports, preferred and deterministic port, best ports, distance
    fedx_switch u_switch (
        .clk(clk), .rst(rst), .side(6'd0),
        .rx_data(rx_data), .rx_valid(rx_valid), .rx_turn(rx_turn), .rx_req(rx_req), .rx_refuse(rx_refuse), .rx_acc(rx_acc),
        .tx_data(tx_data), .tx_valid(tx_valid), .tx_turn(tx_turn), .tx_req(tx_req), .tx_refuse(tx_refuse), .tx_acc(tx_acc),
        .cfg_we(rst), .cfg_addr({13'h1000, entry_reg}),
        .cfg_wdata({1'b1, 9'd0, entry_reg, entry_reg, 1'b0, 7'd1 << entry_reg, 7'd0, entry_reg != 3'd6}), .cfg_rdata(unused_rdata)
    );
endmodule

`default_nettype wire
