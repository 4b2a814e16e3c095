// SPDX-License-Identifier: Apache-2.0
//
// A queue that trusts its neighbours: valid comes only with ready, and yumi only with valid. WRONG: 1 ready comes a word too long,
// 2 valid goes away for a cycle.
module trusts #(parameter WRONG = 0) (
    input wire clk, input wire rst, output wire ready_o, input wire v_i, input wire [8:0] data_i,
    output wire v_o, output wire [8:0] data_o, input wire yumi_i
);
    reg [8:0] word [0:1];
    reg [1:0] in, out;
    reg odd;
    wire [1:0] held = in - out;
    assign ready_o = WRONG == 1 ? held != 3 : held != 2;
    assign v_o = held != 0 && !(WRONG == 2 && odd && held == 2);
    assign data_o = word[out[0]];
    always @(posedge clk) begin
        odd <= ~odd;
        if (v_i) word[in[0]] <= data_i;
        in <= in + {1'b0, v_i};
        out <= out + {1'b0, yumi_i};
        if (rst) begin
            in <= 0;
            out <= 0;
            odd <= 0;
        end
    end
endmodule
