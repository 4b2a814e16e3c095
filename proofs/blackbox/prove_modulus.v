// SPDX-License-Identifier: Apache-2.0
//
// The remainder as wide as its operands: that of Yosys is as wide as the result, 32 bits for an integer, and takes minutes to prove.
(* techmap_celltype = "$mod" *)
module prove_modulus (A, B, Y);
    parameter A_SIGNED = 0;
    parameter B_SIGNED = 0;
    parameter A_WIDTH = 1;
    parameter B_WIDTH = 1;
    parameter Y_WIDTH = 1;
    input [A_WIDTH-1:0] A;
    input [B_WIDTH-1:0] B;
    output [Y_WIDTH-1:0] Y;
    wire a_below = A_SIGNED && A[A_WIDTH-1], b_below = B_SIGNED && B[B_WIDTH-1];
    wire [A_WIDTH-1:0] a = a_below ? -A : A;
    wire [B_WIDTH-1:0] b = b_below ? -B : B;
    reg [B_WIDTH:0] rest;
    integer i;
    always @* begin
        rest = 0;
        for (i = A_WIDTH - 1; i >= 0; i = i - 1) begin
            rest = {rest[B_WIDTH-1:0], a[i]};
            if (rest >= b)
                rest = rest - b;
        end
    end
    wire [Y_WIDTH-1:0] size = rest;
    assign Y = a_below ? -size : size;
endmodule
