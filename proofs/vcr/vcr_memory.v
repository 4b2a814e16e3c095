// SPDX-License-Identifier: Apache-2.0
//
// The memory of a channel (rtl/vcr/vcr_store.v), for proofs: what is read, and
// one slot, at any address. Yosys puts this in place of each $mem_v2 with one
// read; the route table, with one a port, is that of proofs/common/rtl_memory.v.
//
// What is read decides what the channel asks for and whether it is dropped, so
// it is any value whichever slot is looked at: cell_reg when that is the one, at
// sample_reg, else front_reg. The C has other values still in the slots that it
// has no business to read (proofs/vcr/vcr_proof.c). So a read of another slot
// and a write of another slot, or of other data, differ for some of them.
(* techmap_celltype = "$mem_v2" *)
module vcr_memory (RD_CLK, RD_EN, RD_ARST, RD_SRST, RD_ADDR, RD_DATA, WR_CLK, WR_EN, WR_ADDR, WR_DATA);
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
    output wire [RD_PORTS*WIDTH-1:0] RD_DATA;
    input  wire [WR_PORTS-1:0]       WR_CLK;
    input  wire [WR_PORTS*WIDTH-1:0] WR_EN, WR_DATA;
    input  wire [WR_PORTS*ABITS-1:0] WR_ADDR;

    // A combinational read and a clocked write, of a flit of one word and what is kept with it, or this does not fit.
    wire _TECHMAP_FAIL_ = RD_PORTS != 1 || RD_CLK_ENABLE != 0 || WR_PORTS != 1 || !WR_CLK_ENABLE || WIDTH <= 64;

    reg [ABITS-1:0]    sample_reg;
    reg [63:0]         cell_reg;
    reg [WIDTH-65:0]   cell_kept_reg;
    reg [63:0]         front_reg;
    reg [WIDTH-65:0]   front_kept_reg;
    wire [WIDTH-1:0]   next = (WR_DATA & WR_EN) | ({cell_kept_reg, cell_reg} & ~WR_EN);

    always @(posedge WR_CLK) begin
        sample_reg     <= sample_reg;
        front_reg      <= front_reg;
        front_kept_reg <= front_kept_reg;
        if (WR_ADDR == sample_reg) begin
            cell_reg      <= next[63:0];
            cell_kept_reg <= next[WIDTH-1:64];
        end
    end

    assign RD_DATA = RD_ADDR == sample_reg ? {cell_kept_reg, cell_reg} : {front_kept_reg, front_reg};
endmodule
