// SPDX-License-Identifier: Apache-2.0
//
// Two streams without a ready, each to the output that its flits name, through a register: an output has one input. WRONG: 1 a flit
// behind three others is lost; 2 so is the first one behind a reset; 3 a flit comes out for two cycles when nothing is behind it.
module split #(parameter WRONG = 0) (
    input  wire        clk,
    input  wire        rst,
    input  wire [1:0]  in_valid,
    input  wire [15:0] in_data,
    input  wire [1:0]  in_last,
    output reg  [1:0]  out_valid,
    output reg  [15:0] out_data,
    output reg  [1:0]  out_last
);
    reg [1:0] run [0:1];
    reg fresh, held;
    integer i;

    always @(posedge clk) begin
        out_data <= in_data;
        out_last <= in_last;
        out_valid <= in_valid;
        fresh <= fresh && in_valid == 0;
        held <= 0;
        for (i = 0; i < 2; i = i + 1) begin
            run[i] <= !in_valid[i] ? 0 : run[i] == 3 ? 3 : run[i] + 1;
            if (WRONG == 1 && run[i] == 3) out_valid[i] <= 0;
        end
        if (WRONG == 2 && fresh && &in_valid) out_valid[1] <= 0;
        if (WRONG == 3 && out_valid[0] && !in_valid[0] && !held) begin
            out_valid[0] <= 1;
            out_data[7:0] <= out_data[7:0];
            out_last[0] <= out_last[0];
            held <= 1;
        end
        if (rst) begin
            out_valid <= 0;
            run[0] <= 0;
            run[1] <= 0;
            fresh <= 1;
            held <= 0;
        end
    end
endmodule
