// SPDX-License-Identifier: Apache-2.0
//
// A queue of DEPTH words, a power of two. Wrong with LATE = 1: it is full one word too late, and the first word is written over.
module queue #(parameter DEPTH = 256, parameter LATE = 0) (
    input wire clk, rst, in_valid, output wire in_ready, input wire [15:0] in_data,
    output wire out_valid, input wire out_ready, output wire [15:0] out_data
);
    reg [15:0] store [0:DEPTH-1];
    reg [15:0] head, tail;
    wire [15:0] used = tail - head;

    assign in_ready = used < DEPTH + LATE, out_valid = tail != head, out_data = store[head % DEPTH];
    always @(posedge clk) begin
        if (in_valid && in_ready) begin
            store[tail % DEPTH] <= in_data;
            tail <= tail + 1;
        end
        if (out_valid && out_ready) head <= head + 1;
        if (rst) begin
            head <= 0;
            tail <= 0;
        end
    end
endmodule
