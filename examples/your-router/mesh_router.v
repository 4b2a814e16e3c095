// SPDX-License-Identifier: Apache-2.0
//
// A router for meshes with valid and ready: five ports (0 its own, 1 to the next column, 2 back, 3 to the next row, 4 back), first
// along the row. A flit is two bits of its kind (1 first, 0 middle, 2 last, 3 both) and 32 of data; of a first one data[3:0] is the
// column and data[7:4] the row that it is for.
`default_nettype none

module mesh_router #(
    parameter X = 0, // its column
    parameter Y = 0, // its row
    parameter DEPTH = 4
) (
    input  wire         clk,
    input  wire         rst,
    input  wire [4:0]   in_valid,
    output wire [4:0]   in_ready,
    input  wire [169:0] in_flit,
    output wire [4:0]   out_valid,
    input  wire [4:0]   out_ready,
    output wire [169:0] out_flit
);
    wire [4:0] full;
    reg [19:0] to;
    reg [4:0] last;
    reg [3:0] x, y;
    integer p;

    always @*
        for (p = 0; p < 5; p = p + 1) begin
            x = in_flit[34*p +: 4];
            y = in_flit[34*p+4 +: 4];
            last[p] = in_flit[34*p+33];
            to[4*p +: 4] = x > X ? 4'd1 : x < X ? 4'd2 : y > Y ? 4'd3 : y < Y ? 4'd4 : 4'd0;
`ifdef FAULT_DEST
            if (x == X && y < Y) to[4*p +: 4] = 4'd0; // where it turns back, it has arrived
`endif
        end

`ifdef FAULT_STALL
    assign in_ready = ~full | in_flit_middle; // in the middle of a packet there is always room
    wire [4:0] in_flit_middle = {in_flit[169:168] == 0, in_flit[135:134] == 0, in_flit[101:100] == 0, in_flit[67:66] == 0,
                                 in_flit[33:32] == 0};
`else
    assign in_ready = ~full;
`endif

    wire [4:0] unused_read, unused_last;
    router_core #(.PORTS(5), .WIDTH(34), .DEPTH(DEPTH), .SHOW(1)) u_core (
        .clk(clk), .rst(rst), .write(in_valid & in_ready), .in(in_flit), .in_last(last), .in_to(to), .full(full),
        .read(unused_read), .go(out_ready), .send(out_valid), .out(out_flit), .out_last(unused_last)
    );
endmodule

`default_nettype wire
