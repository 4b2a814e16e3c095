// SPDX-License-Identifier: Apache-2.0
//
// Two lanes beside each other, in vectors that count upwards, that begin at 4, and in a packed array of ascending elements.
// FAULT: 1 lane 1 has bits 2 and 3 of its data exchanged, 2 ready of the lanes is exchanged.
module lanes #(parameter FAULT = 0) (
    input wire clk, input wire rst, input wire [0:1] in_valid, output wire [5:4] in_ready, input wire [0:15] in_data,
    output reg [4:5] out_valid, input wire [0:1] out_ready, output reg [0:1][7:0] out_data, output wire [0:3] state
);
    assign state = {out_valid, in_ready};
    assign in_ready[4] = !out_valid[4] || out_ready[FAULT == 2];
    assign in_ready[5] = !out_valid[5] || out_ready[FAULT != 2];
    always @(posedge clk) begin
        if (in_ready[4]) begin
            out_valid[4] <= in_valid[0];
            out_data[0] <= in_data[0:7];
        end
        if (in_ready[5]) begin
            out_valid[5] <= in_valid[1];
            out_data[1] <= FAULT == 1 ? {in_data[8:11], in_data[13], in_data[12], in_data[14:15]} : in_data[8:15];
        end
        if (rst) out_valid <= 0;
    end
endmodule
