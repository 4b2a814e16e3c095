// SPDX-License-Identifier: Apache-2.0
//
// A buffer for each virtual channel of two ports, no two of the same depth: port 0 has 1 and 3 words, port 1 has 5 and 2. The output
// behind it takes OUT words of a channel: 2 and 4 at port 0, 3 and 1 at port 1. WRONG: 1 channel 1 of output 0 counts a credit
// too many, 2 channel 0 of input 1 has room for a word less, 3 channel 1 of input 1 keeps its last credit.
module buffers #(parameter WRONG = 0) (
    input wire clk, input wire rst, input wire [1:0][1:0] in_valid, input wire [1:0][7:0] in_data, output wire [1:0][1:0] in_credit,
    output wire [1:0][1:0] out_valid, output wire [1:0][7:0] out_data, input wire [1:0][1:0] out_credit
);
    wire [1:0][1:0][7:0] head;
    genvar p, v;
    generate
        for (p = 0; p < 2; p = p + 1) begin : port
            wire [1:0] ready;
            assign out_valid[p] = {ready[1] & ~ready[0], ready[0]};
            assign out_data[p] = ready[0] ? head[p][0] : head[p][1];
            for (v = 0; v < 2; v = v + 1) begin : channel
                localparam DEPTH = p == 0 ? (v == 0 ? 1 : 3) : v == 0 ? (WRONG == 2 ? 4 : 5) : 2;
                localparam OUT = p == 0 ? (v == 0 ? 2 : WRONG == 1 ? 5 : 4) : v == 0 ? 3 : 1;
                reg [7:0] words [0:7];
                reg [2:0] first, held, credit;
                wire full = held == DEPTH;
                wire out = out_valid[p][v];
                reg kept;
                assign ready[v] = held != 0 && credit != 0;
                assign head[p][v] = words[first];
                wire keeps = WRONG == 3 && p == 1 && v == 1 && held == 2 && !kept;
                assign in_credit[p][v] = out && !keeps;
                always @(posedge clk) begin
                    if (in_valid[p][v] && !full) words[first + held] <= in_data[p];
                    first <= first + {2'b0, out};
                    held <= held + {2'b0, in_valid[p][v] && !full} - {2'b0, out};
                    credit <= credit + {2'b0, out_credit[p][v]} - {2'b0, out};
                    if (out && keeps) kept <= 1;
                    if (rst) begin
                        first <= 0;
                        held <= 0;
                        credit <= OUT;
                        kept <= 0;
                    end
                end
            end
        end
    endgenerate
endmodule
