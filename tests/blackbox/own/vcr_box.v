// SPDX-License-Identifier: Apache-2.0
//
// The virtual-channel router of this project (docs/spec/vcr.md) as a router of any other make: nothing but flits and credits. What the
// pins of a stream have no words for is done here: the settings of a router in a mesh or torus, which are parameters, are written while it
// is silent after a reset; which links are up does not change; and deflections that are counted down are counted up again, where each
// packet has one. Its ports: 0 to the next column, 1 back, 2 to the next row, 3 back, 4 its own terminal.
`default_nettype none

module vcr_box #(
    parameter VCS = 4,
    parameter DEPTH = 4,
    parameter VC_BITS = 2,
    // Columns and rows of the grid, as powers of two, up to 4 each
    parameter X_BITS = 2,
    parameter Y_BITS = 2,
    // Words of MODE, of CLASS 0 to 3, and of ESCAPE for each of them (docs/spec/vcr.md section 12)
    parameter MODE = 32'h00000101, // a mesh, alloc_credits 1
    parameter CLASS_0 = 32'hffff0000,
    parameter CLASS_1 = 32'hffff0000,
    parameter CLASS_2 = 32'hffff0000,
    parameter CLASS_3 = 32'hffff0000,
    parameter ESCAPE = 32'h00000000,
    // Ports that are links, if the grid does not end there; ports whose links are up
    parameter LINKS = 4'b1111,
    parameter UP = 5'b11111,
    // Ports by which no packet leaves but deflected: in heads there is one deflection less. Where there are such ports a head that
    // would have none has seven, and bit 2 of its class says so.
    parameter DEFLECTED = 5'b00000
) (
    input  wire                 clk,
    input  wire                 rst,
    input  wire [3:0]           my_x, // its column
    input  wire [3:0]           my_y, // its row
    input  wire [4:0]           in_valid,
    input  wire [5*VC_BITS-1:0] in_vc,
    input  wire [9:0]           in_kind, // 1 first, 0 middle, 2 last, 3 both
    input  wire [79:0]          in_to,   // number of the terminal
    input  wire [14:0]          in_class,
    input  wire [14:0]          in_deflections,
    input  wire [209:0]         in_data,
    output wire [5*VCS-1:0]     in_credit,
    output wire [4:0]           out_valid,
    output wire [5*VC_BITS-1:0] out_vc,
    output wire [9:0]           out_kind,
    output wire [79:0]          out_to,
    output wire [14:0]          out_class,
    output wire [14:0]          out_deflections,
    output wire [209:0]         out_data,
    input  wire [5*VCS-1:0]     out_credit
);
    // A mesh ends at its border: there, too, links are up, but none of them is told to lead to a router.
    localparam LAST_X = (1 << X_BITS) - 1;
    localparam LAST_Y = (1 << Y_BITS) - 1;
    wire       torus = MODE[1:0] == 2'd2;
    wire [3:0] links = LINKS & ({my_y != 4'd0, my_y != LAST_Y[3:0], my_x != 4'd0, my_x != LAST_X[3:0]} | {4{torus}});

    // Settings, one a cycle, over and over until the first flit may come: MODE, PLACE, PORTS, 8 to 11 CLASS, 12 to 15 ESCAPE.
    wire [15:0] node = {12'd0, my_y} << X_BITS | {12'd0, my_x};
    reg [3:0] addr_reg;
    reg [6:0] left_reg;
    reg [31:0] wdata;

    always @*
        case (addr_reg)
        4'd0: wdata = MODE;
        4'd1: wdata = {4'd0, 4'd0, Y_BITS[3:0], X_BITS[3:0], node};
        4'd2: wdata = {6'd0, 2'd0, 4'd1, 4'd4, 4'd0, 8'd0, links};
        4'd8: wdata = CLASS_0;
        4'd9: wdata = CLASS_1;
        4'd10: wdata = CLASS_2;
        4'd11: wdata = CLASS_3;
        default: wdata = ESCAPE;
        endcase

    always @(posedge clk)
        if (rst) begin
            addr_reg <= 4'd0;
            left_reg <= 7'd30;
        end else begin
            addr_reg <= addr_reg == 4'd2 ? 4'd8 : addr_reg + 4'd1;
            if (left_reg != 0) left_reg <= left_reg - 7'd1;
        end

    wire [319:0] rx_flit, tx_flit;
    wire [4:0] rx_head, rx_tail, tx_head, tx_tail;
    wire [4:0] unused_up, unused_sat;
    wire [31:0] unused_rdata;
    wire [14:0] left; // deflections

    genvar p;
    generate
        for (p = 0; p < 5; p = p + 1) begin : port
            assign {rx_tail[p], rx_head[p]} = in_kind[2*p +: 2];
            wire none = DEFLECTED != 0 && in_deflections[3*p +: 3] == 3'd0;
            wire made_up = DEFLECTED != 0 && tx_flit[64*p + 47];
            assign rx_flit[64*p +: 64] = {in_to[16*p +: 16], in_class[3*p+2] || none, in_class[3*p +: 2], in_deflections[3*p +: 3] | {3{none}},
                                          in_data[42*p +: 42]};
            assign out_kind[2*p +: 2] = {tx_tail[p], tx_head[p]};
            assign {out_to[16*p +: 16], out_class[3*p+2], out_class[3*p +: 2], left[3*p +: 3], out_data[42*p +: 42]} =
                tx_flit[64*p +: 64] ^ {16'd0, made_up, 47'd0};
            assign out_deflections[3*p +: 3] = made_up ? 3'd0 : left[3*p +: 3] + {2'd0, DEFLECTED[p] && tx_head[p]};
        end
    endgenerate

    vcr_router #(.PORTS(5), .VCS(VCS), .DEPTH(DEPTH), .FLIT_BITS(64)) u_router (
        .clk(clk), .rst(rst),
        .rx_valid(in_valid), .rx_head(rx_head), .rx_tail(rx_tail), .rx_up(UP), .rx_sat(5'd0), .rx_credit(out_credit), .rx_vc(in_vc),
        .rx_flit(rx_flit),
        .tx_valid(out_valid), .tx_head(tx_head), .tx_tail(tx_tail), .tx_up(unused_up), .tx_sat(unused_sat), .tx_credit(in_credit),
        .tx_vc(out_vc), .tx_flit(tx_flit),
        .cfg_we(left_reg != 0), .cfg_addr({12'd0, addr_reg}), .cfg_wdata(wdata), .cfg_rdata(unused_rdata)
    );
endmodule

`default_nettype wire
