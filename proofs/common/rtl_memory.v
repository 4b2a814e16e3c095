// SPDX-License-Identifier: Apache-2.0
//
// A memory of the RTL, for proofs: one element of it, at any address. Yosys puts
// this in place of each $mem_v2.
//
// The address in sample_reg is arbitrary and stays; cell_reg is the element
// there. Reads elsewhere give 0, here and in the C (ir_verilog.c). That is
// enough: what is read is only ever copied. Did C and RTL read different
// addresses, they would differ with the sample at one of them; did they write
// differently, with the sample there.
(* techmap_celltype = "$mem_v2" *)
module rtl_memory (RD_CLK, RD_EN, RD_ARST, RD_SRST, RD_ADDR, RD_DATA, WR_CLK, WR_EN, WR_ADDR, WR_DATA);
    parameter MEMID = "";
    parameter SIZE = 0;
    parameter OFFSET = 0;
    parameter ABITS = 1;
    parameter WIDTH = 1;
    parameter INIT = 0;
    parameter RD_PORTS = 1;
    parameter RD_CLK_ENABLE = 0;
    parameter RD_CLK_POLARITY = 0;
    parameter RD_TRANSPARENCY_MASK = 0;
    parameter RD_COLLISION_X_MASK = 0;
    parameter RD_WIDE_CONTINUATION = 0;
    parameter RD_CE_OVER_SRST = 0;
    parameter RD_ARST_VALUE = 0;
    parameter RD_SRST_VALUE = 0;
    parameter RD_INIT_VALUE = 0;
    parameter WR_PORTS = 1;
    parameter WR_CLK_ENABLE = 0;
    parameter WR_CLK_POLARITY = 0;
    parameter WR_PRIORITY_MASK = 0;
    parameter WR_WIDE_CONTINUATION = 0;

    input  wire [RD_PORTS-1:0]       RD_CLK, RD_EN, RD_ARST, RD_SRST;
    input  wire [RD_PORTS*ABITS-1:0] RD_ADDR;
    output reg  [RD_PORTS*WIDTH-1:0] RD_DATA;
    input  wire [WR_PORTS-1:0]       WR_CLK;
    input  wire [WR_PORTS*WIDTH-1:0] WR_EN, WR_DATA;
    input  wire [WR_PORTS*ABITS-1:0] WR_ADDR;

    // Combinational reads and one clocked write port, or this does not fit.
    wire _TECHMAP_FAIL_ = RD_CLK_ENABLE != 0 || WR_PORTS != 1 || !WR_CLK_ENABLE;

    reg [WIDTH-1:0] cell_reg;
    reg [ABITS-1:0] sample_reg;
    integer k;

    always @(posedge WR_CLK) begin
        sample_reg <= sample_reg;
        if (WR_ADDR == sample_reg)
            cell_reg <= (WR_DATA & WR_EN) | (cell_reg & ~WR_EN);
    end

    always @* begin
        RD_DATA = 0;
        for (k = 0; k < RD_PORTS; k = k + 1)
            if (RD_ADDR[ABITS*k +: ABITS] == sample_reg)
                RD_DATA[WIDTH*k +: WIDTH] = cell_reg;
    end
endmodule
