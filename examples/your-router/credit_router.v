// SPDX-License-Identifier: Apache-2.0
//
// A router with credits: three ports, two virtual channels whose number goes beside each flit, and four flits for each of them at
// every input. A credit comes back for each flit that has left the queue, one wire for each virtual channel. data[1:0] of a first
// flit is the output that it is for.
`default_nettype none

module credit_router (
    input  wire        clk,
    input  wire        rst,
    input  wire [2:0]  in_valid,
    input  wire [2:0]  in_vc,
    input  wire [2:0]  in_last,
    input  wire [95:0] in_data,
    output wire [5:0]  in_credit,
    output wire [2:0]  out_valid,
    output wire [2:0]  out_vc,
    output wire [2:0]  out_last,
    output wire [95:0] out_data,
    input  wire [5:0]  out_credit
);
    reg [2:0] left_reg [0:5]; // credits of an output and virtual channel
    wire [5:0] read, send, unused_full;
    wire [5:0] go;
    integer i;

`ifdef FAULT_COUNT
    assign go = 6'b111111; // who counts credits?
`else
    assign go = {left_reg[5] != 0, left_reg[4] != 0, left_reg[3] != 0, left_reg[2] != 0, left_reg[1] != 0, left_reg[0] != 0};
`endif

    router_core #(.PORTS(3), .VCS(2), .WIDTH(32), .DEPTH(4)) u_core (
        .clk(clk), .rst(rst),
        .write({in_valid[2] & in_vc[2], in_valid[2] & ~in_vc[2], in_valid[1] & in_vc[1], in_valid[1] & ~in_vc[1],
                in_valid[0] & in_vc[0], in_valid[0] & ~in_vc[0]}),
        .in(in_data), .in_last(in_last), .in_to({2'd0, in_data[65:64], 2'd0, in_data[33:32], 2'd0, in_data[1:0]}),
        .full(unused_full), .read(read), .go(go), .send(send), .out(out_data), .out_last(out_last)
    );
    assign out_valid = {|send[5:4], |send[3:2], |send[1:0]};
    assign out_vc = {send[5], send[3], send[1]};
`ifdef FAULT_CREDIT
    // Of two credits at once the second one is lost.
    assign in_credit = {read[5] & ~read[4], read[4], read[3] & ~read[2], read[2], read[1] & ~read[0], read[0]};
`else
    assign in_credit = read;
`endif

    always @(posedge clk)
        for (i = 0; i < 6; i = i + 1) left_reg[i] <= rst ? 3'd4 : left_reg[i] + {2'd0, out_credit[i]} - {2'd0, send[i]};
endmodule

`default_nettype wire
