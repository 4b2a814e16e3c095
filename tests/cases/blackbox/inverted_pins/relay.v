// SPDX-License-Identifier: Apache-2.0
//
// Relay stations: void says that there is no word, stop that none is taken; data are on the wires upside down. Two words have room.
// WRONG: 1 stop comes a word too late, 2 void is 1 for a cycle in which a word waits.
module relay #(parameter WRONG = 0) (
    input wire clk, input wire rst_n, input wire [1:0] in_void, output wire [1:0] in_stop, input wire [15:0] in_data_n,
    output wire [1:0] out_void, input wire [1:0] out_stop, output wire [15:0] out_data_n
);
    genvar lane;
    generate
        for (lane = 0; lane < 2; lane = lane + 1) begin : station
            reg [7:0] first, second;
            reg [1:0] held;
            reg blink;
            assign in_stop[lane] = WRONG == 1 ? held == 2 && blink : held == 2;
            assign out_void[lane] = held == 0 || (WRONG == 2 && blink && out_stop[lane]);
            assign out_data_n[8*lane +: 8] = ~first;
            wire taken = !in_void[lane] && !in_stop[lane], gone = !out_void[lane] && !out_stop[lane];
            always @(posedge clk) begin
                blink <= held == 2;
                if (gone) first <= second;
                if (taken && held - {1'b0, gone} == 0) first <= ~in_data_n[8*lane +: 8];
                else if (taken) second <= ~in_data_n[8*lane +: 8];
                held <= held + {1'b0, taken} - {1'b0, gone};
                if (!rst_n) held <= 0;
            end
        end
    endgenerate
endmodule
