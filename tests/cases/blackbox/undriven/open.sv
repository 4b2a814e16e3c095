// SPDX-License-Identifier: Apache-2.0
//
// A pass-through whose ready is driven under a wrong name, and whose other names are those of a module within it.
module inner (input logic in_ready, output logic out_ready);
    assign out_ready = in_ready;
endmodule

module open (
    input logic clk, rst, in_valid, output logic in_ready, input logic [7:0] in_data,
    output logic out_valid, input logic out_ready, output logic [7:0] out_data
);
    logic in_raedy;
    inner u_inner (.in_ready(out_ready), .out_ready(in_raedy));
    assign out_valid = in_valid, out_data = in_data;
endmodule
