// SPDX-License-Identifier: Apache-2.0
// A stream switch of two inputs and two outputs that drops packets for outputs 2 and 3, and those whose first flit has a wrong parity.
// WRONG is a mistake.
`default_nettype none
module stray #(parameter WRONG = 0) (
    input wire clk,
    input wire rst,
    input wire [1:0] in_valid,
    output wire [1:0] in_ready,
    input wire [1:0] in_last,
    input wire [3:0] in_to,
    input wire [1:0] in_odd,
    input wire [15:0] in_data,
    output wire [1:0] out_valid,
    input wire [1:0] out_ready,
    output wire [1:0] out_last,
    output wire [15:0] out_data
);
    reg [1:0] behind, dropping, hung; // of an input: behind the first flit of a packet, of one that is dropped
    reg [1:0] busy, owner, turn;      // of an output
    wire [1:0] drop, moved, chosen;
    genvar i;
    generate
        for (i = 0; i < 2; i = i + 1) begin : g_in
            wire none = in_to[2*i+1] && !(WRONG == 1 && in_to[2*i]);
            wire damaged = (^in_data[8*i +: 8] ^ in_odd[i]) != 1'b1 && WRONG != 4;
            assign drop[i] = behind[i] ? dropping[i] : none || damaged;
            assign moved[i] = (out_valid[0] && out_ready[0] && chosen[0] == i) || (out_valid[1] && out_ready[1] && chosen[1] == i);
            assign in_ready[i] = (moved[i] || (in_valid[i] && drop[i])) && !hung[i] && !rst;
            always @(posedge clk)
                if (rst)
                    {behind[i], dropping[i], hung[i]} <= 0;
                else if (in_valid[i] && in_ready[i]) begin
                    behind[i] <= !in_last[i];
                    dropping[i] <= drop[i] && WRONG != 2;
                    hung[i] <= WRONG == 5 && drop[i] && in_last[i] && !behind[i] && behind[1-i];
                end
        end
        for (i = 0; i < 2; i = i + 1) begin : g_out
            wire [1:0] wants = {in_valid[1] && !drop[1] && !hung[1] && in_to[2] == i, in_valid[0] && !drop[0] && !hung[0] && in_to[0] == i};
            assign chosen[i] = busy[i] ? owner[i] : &wants ? turn[i] : wants[1];
            assign out_valid[i] = wants[chosen[i]] && !rst;
            assign out_last[i] = in_last[chosen[i]];
            assign out_data[8*i +: 8] = chosen[i] ? in_data[15:8] : in_data[7:0];
            // The end of a packet that is dropped ends the one that goes by the output, too.
            wire torn = WRONG == 3 && in_valid[0] && drop[0] && in_last[0] && in_to[0] == i && owner[i];
            always @(posedge clk)
                if (rst)
                    busy[i] <= 0;
                else if (out_valid[i]) begin
                    busy[i] <= !(out_ready[i] && out_last[i]) && !torn;
                    owner[i] <= chosen[i];
                    if (out_ready[i])
                        turn[i] <= !chosen[i];
                end
        end
    endgenerate
endmodule
`default_nettype wire
