// SPDX-License-Identifier: Apache-2.0
//
// A router with credits: two virtual channels whose number goes beside each flit, and a queue for each of them at
// every input. A credit comes back for each flit that has left the queue, one wire for each virtual channel. data[1:0] of a first
// flit is the output that it is for.
`default_nettype none

module credit_router #(
    parameter PORTS = 3, // at most four
    parameter WIDTH = 32,
    parameter DEPTH = 4  // flits of a queue, a power of two, and credits of an output and virtual channel
) (
    input  wire                   clk,
    input  wire                   rst,
    input  wire [PORTS-1:0]       in_valid,
    input  wire [PORTS-1:0]       in_vc,
    input  wire [PORTS-1:0]       in_last,
    input  wire [PORTS*WIDTH-1:0] in_data,
    output wire [2*PORTS-1:0]     in_credit,
    output reg  [PORTS-1:0]       out_valid,
    output reg  [PORTS-1:0]       out_vc,
    output wire [PORTS-1:0]       out_last,
    output wire [PORTS*WIDTH-1:0] out_data,
    input  wire [2*PORTS-1:0]     out_credit
);
    localparam LANES = 2 * PORTS, BITS = $clog2(DEPTH) + 1;

    reg [BITS-1:0] left_reg [0:LANES-1]; // credits of an output and virtual channel
    wire [LANES-1:0] read, send, unused_full;
    reg [LANES-1:0] go, write;
    reg [4*PORTS-1:0] to;
    integer i;

    always @*
        for (i = 0; i < LANES; i = i + 1) begin
`ifdef FAULT_COUNT
            go[i] = 1; // who counts credits?
`else
            go[i] = left_reg[i] != 0;
`endif
            write[i] = in_valid[i/2] && in_vc[i/2] == i % 2;
            to[4*(i/2) +: 4] = {2'd0, in_data[i/2*WIDTH +: 2]};
            out_valid[i/2] = send[i] || send[i/2*2];
            out_vc[i/2] = send[i];
        end

    router_core #(.PORTS(PORTS), .VCS(2), .WIDTH(WIDTH), .DEPTH(DEPTH)) u_core (
        .clk(clk), .rst(rst), .write(write), .in(in_data), .in_last(in_last), .in_to(to), .full(unused_full), .read(read), .go(go),
        .send(send), .out(out_data), .out_last(out_last)
    );
`ifdef FAULT_CREDIT
    assign in_credit = read & ~({read[LANES-2:0], 1'b0} & {PORTS{2'b10}}); // of two credits at once the second one is lost
`else
    assign in_credit = read;
`endif

    always @(posedge clk)
        for (i = 0; i < LANES; i = i + 1) left_reg[i] <= rst ? DEPTH : left_reg[i] + out_credit[i] - send[i];
endmodule

`default_nettype wire
