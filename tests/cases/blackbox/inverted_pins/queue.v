// SPDX-License-Identifier: Apache-2.0
//
// A queue with write and full, read and empty, and more bits than a description needs. WRONG: 1 it takes a word too many, 2 it says
// empty too late, 3 a read with bit 2 of take set is a read twice.
module queue #(parameter WRONG = 0) (
    input wire clk, input wire rst, input wire write, input wire [17:0] word, output wire full,
    output wire [20:0] head, output wire empty, input wire [2:0] take
);
    reg [16:0] memory [0:3];
    reg [2:0] in, out;
    reg was_empty;
    wire [2:0] held = in - out;
    assign full = WRONG == 1 ? held == 5 : held == 4;
    assign empty = WRONG == 2 ? held == 0 && was_empty : held == 0;
    assign head = {4'd9, memory[out[1:0]]};
    always @(posedge clk) begin
        was_empty <= held == 0;
        if (write && !full && !word[17]) begin
            memory[in[1:0]] <= word[16:0];
            in <= in + 3'd1;
        end
        if (take[0] && !empty) out <= out + (WRONG == 3 && take[2] && held > 1 ? 3'd2 : 3'd1);
        if (rst) begin
            in <= 0;
            out <= 0;
        end
    end
endmodule
