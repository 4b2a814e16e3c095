// SPDX-License-Identifier: Apache-2.0
//
// The virtual-channel router of this project (docs/spec/vcr.md) as a router of any other make: nothing but flits and credits. What the
// pins of a stream have no words for is done here: the settings of a router in a mesh are written while it is silent after a reset, and
// all links are up. Its ports: 0 to the next column, 1 back, 2 to the next row, 3 back, 4 its own terminal.
`default_nettype none

module vcr_box #(
    parameter VCS = 4,
    parameter DEPTH = 4,
    parameter VC_BITS = 2
) (
    input  wire                 clk,
    input  wire                 rst,
    input  wire [1:0]           my_x, // its column, of four
    input  wire [1:0]           my_y, // its row, of four
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
    // Settings, one a cycle, over and over until the first flit may come.
    reg [2:0] step_reg;
    reg [6:0] left_reg;
    reg [15:0] addr;
    reg [31:0] wdata;

    always @* begin
        addr = 16'd0;
        wdata = 32'h00000101;                                                 // MODE: a mesh, alloc_credits 1
        if (step_reg[0]) begin
            addr = 16'd1;
            wdata = {4'd0, 4'd0, 4'd2, 4'd2, 12'd0, my_y, my_x};              // PLACE
        end else if (step_reg[1]) begin
            addr = 16'd2;
            wdata = {6'd0, 2'd0, 4'd1, 4'd4, 4'd0, 12'h00f};                  // PORTS: links, the local one
        end
    end

    always @(posedge clk)
        if (rst) begin
            step_reg <= 3'd1;
            left_reg <= 7'd30;
        end else begin
            step_reg <= {step_reg[1:0], step_reg[2]};
            if (left_reg != 0) left_reg <= left_reg - 7'd1;
        end

    wire [319:0] rx_flit, tx_flit;
    wire [4:0] rx_head, rx_tail, tx_head, tx_tail;
    wire [4:0] unused_up, unused_sat;
    wire [31:0] unused_rdata;

    genvar p;
    generate
        for (p = 0; p < 5; p = p + 1) begin : port
            assign {rx_tail[p], rx_head[p]} = in_kind[2*p +: 2];
            assign rx_flit[64*p +: 64] = {in_to[16*p +: 16], in_class[3*p +: 3], in_deflections[3*p +: 3], in_data[42*p +: 42]};
            assign out_kind[2*p +: 2] = {tx_tail[p], tx_head[p]};
            assign {out_to[16*p +: 16], out_class[3*p +: 3], out_deflections[3*p +: 3], out_data[42*p +: 42]} = tx_flit[64*p +: 64];
        end
    endgenerate

    vcr_router #(.PORTS(5), .VCS(VCS), .DEPTH(DEPTH), .FLIT_BITS(64)) u_router (
        .clk(clk), .rst(rst),
        .rx_valid(in_valid), .rx_head(rx_head), .rx_tail(rx_tail), .rx_up(5'b11111), .rx_sat(5'd0), .rx_credit(out_credit), .rx_vc(in_vc),
        .rx_flit(rx_flit),
        .tx_valid(out_valid), .tx_head(tx_head), .tx_tail(tx_tail), .tx_up(unused_up), .tx_sat(unused_sat), .tx_credit(in_credit),
        .tx_vc(out_vc), .tx_flit(tx_flit),
        .cfg_we(left_reg != 0), .cfg_addr(addr), .cfg_wdata(wdata), .cfg_rdata(unused_rdata)
    );
endmodule

`default_nettype wire
