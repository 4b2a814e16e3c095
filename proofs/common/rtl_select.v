// SPDX-License-Identifier: Apache-2.0
//
// A part of a word that a variable picks, for proofs: $shiftx as a tree that
// takes one bit of the index after the other, the highest first, and keeps only
// what the lower ones can still pick. Bits of the index that are 0, as those
// below the width of a lane are, cost nothing; the map of Yosys shifts the whole
// word for each of them, which memory does not hold where a word is a router's
// flits. What lies outside the word is x, as there.
(* techmap_celltype = "$shiftx" *)
module rtl_select (A, B, Y);
    parameter A_SIGNED = 0;
    parameter B_SIGNED = 0;
    parameter A_WIDTH = 1;
    parameter B_WIDTH = 1;
    parameter Y_WIDTH = 1;
    parameter _TECHMAP_CONSTMSK_B_ = 0;
    parameter _TECHMAP_CONSTVAL_B_ = 0;

    input  wire [A_WIDTH-1:0] A;
    input  wire [B_WIDTH-1:0] B;
    output wire [Y_WIDTH-1:0] Y;

    // Bits that vary; none of the constant ones may be 1, and an index may not be negative.
    localparam [B_WIDTH-1:0] VARY = ~_TECHMAP_CONSTMSK_B_;
    localparam [B_WIDTH-1:0] SET  = _TECHMAP_CONSTMSK_B_ & _TECHMAP_CONSTVAL_B_;

    wire _TECHMAP_FAIL_ = SET != 0 || (B_SIGNED != 0 && VARY[B_WIDTH-1]) || (VARY >> 16) != 0;

    // How far the bits below i can still reach
    function automatic integer reach(input integer i);
        integer k;
        begin
            reach = 0;
            for (k = 0; k < i && k < B_WIDTH; k = k + 1)
                if (VARY[k])
                    reach = reach + (1 << k);
        end
    endfunction

    // Word i is what the bits from i upwards have left.
    genvar i;
    generate
        for (i = 0; i <= B_WIDTH && i <= 16; i = i + 1) begin : left
            wire [Y_WIDTH+reach(i)-1:0] word;
            if (i == B_WIDTH || i == 16) begin : all
                wire [A_WIDTH+Y_WIDTH+reach(i)-1:0] extended = {{Y_WIDTH+reach(i){1'bx}}, A};
                assign word = extended[Y_WIDTH+reach(i)-1:0];
            end else if (VARY[i]) begin : pick
                assign word = B[i] ? left[i+1].word[(1 << i) +: Y_WIDTH + reach(i)] : left[i+1].word[Y_WIDTH+reach(i)-1:0];
            end else begin : keep
                assign word = left[i+1].word[Y_WIDTH+reach(i)-1:0];
            end
        end
    endgenerate

    assign Y = left[0].word;
endmodule
