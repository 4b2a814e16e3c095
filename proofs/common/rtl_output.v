// SPDX-License-Identifier: Apache-2.0
//
// Keeps an output port apart from the register that drives it, while Yosys makes
// ports of flip-flops (sim_scripts/prove.sh).
module rtl_output (I, O);
    parameter WIDTH = 1;
    input  wire [WIDTH-1:0] I;
    output wire [WIDTH-1:0] O;

    assign O = I;
endmodule
