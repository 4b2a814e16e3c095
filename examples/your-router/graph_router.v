// SPDX-License-Identifier: Apache-2.0
//
// A router for networks of any shape, with valid and ready: where a packet leaves is looked up in a table. Of a first flit data[7:0] is
// the number of the output of the network that it is for. A parameter has the tables of all routers, a hexadecimal digit for each
// destination of the first one from the left, then those of the next one.
`default_nettype none

module graph_router #(
    parameter PORTS = 4,
    parameter ENDS = 4,    // outputs of the network
    parameter ROUTERS = 1,
    parameter ROUTES = 16'h0123,
    parameter N = 0,       // number of this one
    parameter DEPTH = 4    // flits of a queue, a power of two
) (
    input  wire                clk,
    input  wire                rst,
    input  wire [PORTS-1:0]    in_valid,
    output wire [PORTS-1:0]    in_ready,
    input  wire [PORTS-1:0]    in_last,
    input  wire [PORTS*32-1:0] in_data,
    output wire [PORTS-1:0]    out_valid,
    input  wire [PORTS-1:0]    out_ready,
    output wire [PORTS-1:0]    out_last,
    output wire [PORTS*32-1:0] out_data
);
    localparam [4*ENDS*ROUTERS-1:0] ALL = ROUTES;
    localparam [4*ENDS-1:0] MINE = ALL[4*ENDS*(ROUTERS-1-N) +: 4*ENDS];

    wire [PORTS-1:0] full, unused_read;
    reg [4*PORTS-1:0] to;
    reg [7:0] end_of;
    integer p;

    always @*
        for (p = 0; p < PORTS; p = p + 1) begin
            end_of = in_data[32*p +: 8];
`ifdef FAULT_DEST
            if (N == 1) end_of[0] = 0; // a bit of the address that nobody looks at
`endif
            to[4*p +: 4] = end_of < ENDS ? MINE[4*(ENDS-1-end_of) +: 4] : 4'd0;
        end

`ifdef FAULT_STALL
    assign in_ready = ~full | ~in_last; // in the middle of a packet there is always room
`else
    assign in_ready = ~full;
`endif

    router_core #(.PORTS(PORTS), .WIDTH(32), .DEPTH(DEPTH), .SHOW(1)) u_core (
        .clk(clk), .rst(rst), .write(in_valid & in_ready), .in(in_data), .in_last(in_last), .in_to(to), .full(full),
        .read(unused_read), .go(out_ready), .send(out_valid), .out(out_data), .out_last(out_last)
    );
endmodule

`default_nettype wire
