// SPDX-License-Identifier: Apache-2.0
//
// Two queues of one word, from input 0 or 1 to output 0 or 1 by bit 0 of the word. It is right; its reset is active when low.
module exchange (
    input wire clk, rst_n,
    input wire [1:0] in_valid, output wire [1:0] in_ready, input wire [15:0] in_data,
    output wire [1:0] out_valid, input wire [1:0] out_ready, output wire [15:0] out_data
);
    reg [1:0] full;
    reg [7:0] word0, word1;
    wire to0 = word0[0], to1 = word1[0];
    wire blocked = full[0] && to0 == to1; // input 0 comes first
    wire [1:0] go = {full[1] && !blocked && out_ready[to1], full[0] && out_ready[to0]};

    assign in_ready = {2{rst_n}} & (~full | go);
    assign out_valid[0] = full[0] && !to0 || full[1] && !to1 && !blocked;
    assign out_valid[1] = full[0] && to0 || full[1] && to1 && !blocked;
    assign out_data[7:0] = full[0] && !to0 ? word0 : word1;
    assign out_data[15:8] = full[0] && to0 ? word0 : word1;
    always @(posedge clk or negedge rst_n)
        if (!rst_n) full <= 0;
        else begin
            full <= in_valid & in_ready | full & ~go;
            if (in_valid[0] && in_ready[0]) word0 <= in_data[7:0];
            if (in_valid[1] && in_ready[1]) word1 <= in_data[15:8];
        end
endmodule
