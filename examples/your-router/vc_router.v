// SPDX-License-Identifier: Apache-2.0
//
// A router whose virtual channels have a valid and a ready each, and share the wires of data: three ports, two virtual channels.
// A valid waits for the ready of its channel. Of a first flit data[1:0] is the output that it is for, data[5:2] the number of flits
// behind it.
`default_nettype none

module vc_router (
    input  wire        clk,
    input  wire        rst_n, // asynchronous
    input  wire [5:0]  in_valid, // port p, virtual channel v: bit 2*p+v
    output wire [5:0]  in_ready,
    input  wire [95:0] in_data,
    output wire [5:0]  out_valid,
    input  wire [5:0]  out_ready,
    output wire [95:0] out_data
);
`ifdef FAULT_LENGTH
    localparam BITS = 3; // enough for all but the longest
`else
    localparam BITS = 4;
`endif
    reg [BITS-1:0] left_reg [0:5]; // flits of a packet that are still to come in
    reg rst_reg;
    wire [5:0] full, unused_read;
    wire [5:0] write = in_valid & in_ready;
    wire [2:0] unused_last;
    reg [2:0] last;
    integer i;

    always @(posedge clk or negedge rst_n)
        if (!rst_n) rst_reg <= 1;
        else rst_reg <= 0;

    always @* begin
        last = 0;
        for (i = 0; i < 6; i = i + 1)
            if (in_valid[i]) last[i/2] = left_reg[i] == 0 ? in_data[i/2*32+2 +: BITS] == 0 : left_reg[i] == 1;
    end

`ifdef FAULT_STALL
    // In the middle of a packet there is always room.
    assign in_ready = rst_reg ? 6'd0 : ~full | {left_reg[5] != 0, left_reg[4] != 0, left_reg[3] != 0, left_reg[2] != 0,
                                                left_reg[1] != 0, left_reg[0] != 0};
`else
    assign in_ready = rst_reg ? 6'd0 : ~full;
`endif

    wire [95:0] out;
    router_core #(.PORTS(3), .VCS(2), .WIDTH(32), .DEPTH(4)) u_core (
        .clk(clk), .rst(rst_reg), .write(write), .in(in_data), .in_last(last),
        .in_to({2'd0, in_data[65:64], 2'd0, in_data[33:32], 2'd0, in_data[1:0]}), .full(full), .read(unused_read),
        .go(out_ready), .send(out_valid), .out(out), .out_last(unused_last)
    );
`ifdef FAULT_DATA
    assign out_data = {out[95:33], out[32] & ~(out_valid[3] & out_valid[4]), out[31:0]}; // two ports share a wire
`else
    assign out_data = out;
`endif

    always @(posedge clk)
        for (i = 0; i < 6; i = i + 1)
            if (rst_reg) left_reg[i] <= 0;
            else if (write[i]) left_reg[i] <= left_reg[i] == 0 ? in_data[i/2*32+2 +: BITS] : left_reg[i] - 1'b1;
endmodule

`default_nettype wire
