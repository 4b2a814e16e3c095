// SPDX-License-Identifier: Apache-2.0
//
// A router whose two virtual channels have a valid and a ready each, and share the wires of data.
// A valid waits for the ready of its channel. Of a first flit data[1:0] is the output that it is for, data[5:2] the number of flits
// behind it.
`default_nettype none

module vc_router #(
    parameter PORTS = 3, // at most four
    parameter WIDTH = 32,
    parameter DEPTH = 4  // flits of a queue, a power of two
) (
    input  wire                   clk,
    input  wire                   rst_n,    // asynchronous
    input  wire [2*PORTS-1:0]     in_valid, // port p, virtual channel v: bit 2*p+v
    output wire [2*PORTS-1:0]     in_ready,
    input  wire [PORTS*WIDTH-1:0] in_data,
    output wire [2*PORTS-1:0]     out_valid,
    input  wire [2*PORTS-1:0]     out_ready,
    output wire [PORTS*WIDTH-1:0] out_data
);
    localparam LANES = 2 * PORTS;
`ifdef FAULT_LENGTH
    localparam BITS = 3; // enough for all but the longest
`else
    localparam BITS = 4;
`endif
    reg [BITS-1:0] left_reg [0:LANES-1]; // flits of a packet that are still to come in
    reg rst_reg;
    wire [LANES-1:0] full, unused_read;
    wire [LANES-1:0] write = in_valid & in_ready;
    wire [PORTS-1:0] unused_last;
    reg [LANES-1:0] in_packet;
    reg [PORTS-1:0] last;
    reg [4*PORTS-1:0] to;
    integer i;

    always @(posedge clk or negedge rst_n)
        if (!rst_n) rst_reg <= 1;
        else rst_reg <= 0;

    always @* begin
        last = 0;
        for (i = 0; i < LANES; i = i + 1) begin
            if (in_valid[i]) last[i/2] = left_reg[i] == 0 ? in_data[i/2*WIDTH+2 +: BITS] == 0 : left_reg[i] == 1;
            in_packet[i] = left_reg[i] != 0;
            to[4*(i/2) +: 4] = {2'd0, in_data[i/2*WIDTH +: 2]};
        end
    end

`ifdef FAULT_STALL
    // In the middle of a packet there is always room.
    assign in_ready = rst_reg ? {LANES{1'b0}} : ~full | in_packet;
`else
    assign in_ready = rst_reg ? {LANES{1'b0}} : ~full;
`endif

    wire [PORTS*WIDTH-1:0] out;
    router_core #(.PORTS(PORTS), .VCS(2), .WIDTH(WIDTH), .DEPTH(DEPTH)) u_core (
        .clk(clk), .rst(rst_reg), .write(write), .in(in_data), .in_last(last),
        .in_to(to), .full(full), .read(unused_read), .go(out_ready), .send(out_valid), .out(out), .out_last(unused_last)
    );
`ifdef FAULT_DATA
    assign out_data = out & ~({{PORTS*WIDTH-1{1'b0}}, out_valid[3] & out_valid[4 % LANES]} << WIDTH); // two ports share a wire
`else
    assign out_data = out;
`endif

    always @(posedge clk)
        for (i = 0; i < LANES; i = i + 1)
            if (rst_reg) left_reg[i] <= 0;
            else if (write[i]) left_reg[i] <= left_reg[i] == 0 ? in_data[i/2*WIDTH+2 +: BITS] : left_reg[i] - 1'b1;
endmodule

`default_nettype wire
