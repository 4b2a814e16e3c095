// A FIFO of shift registers: new words enter at place 0, and a pointer says which one is the oldest. Almost full at two free places.
`timescale 1ns / 1ps
`default_nettype none
module srl_fifo #(parameter DW = 12, parameter DEPTH = 16, parameter AW = 4) (
    input  wire          clk,
    input  wire          srst,
    input  wire [DW-1:0] din,
    input  wire          wr_en,
    output wire          full,
    output reg           prog_full,
    output wire [DW-1:0] dout,
    input  wire          rd_en,
    output wire          empty,
    output wire [AW:0]   data_count
);
    reg [DW-1:0] srl [0:DEPTH-1];
    reg [AW:0]   count = 0;
    integer      k;
    wire         push = wr_en & ~full;
    wire         pop  = rd_en & ~empty;
    wire [AW:0]  last = count - 1'b1;

    assign full       = (count == DEPTH);
    assign empty      = (count == 0);
    assign dout       = srl[last[AW-1:0]];
    assign data_count = count;

    always @(posedge clk)
        if (push) begin
            for (k = DEPTH - 1; k > 0; k = k - 1)
                srl[k] <= srl[k-1];
            srl[0] <= din;
        end

    always @(posedge clk)
        if (srst) begin
            count     <= 0;
            prog_full <= 1'b0;
        end else begin
            case ({push, pop})
                2'b10:   count <= count + 1'b1;
                2'b01:   count <= count - 1'b1;
                default: count <= count;
            endcase
            prog_full <= (count >= DEPTH - 2);
        end
endmodule
`default_nettype wire
