// SPDX-License-Identifier: Apache-2.0
// A stream multiplexer of two inputs for packets of two flits, which survives others. WRONG is a mistake that shows once it did.
`default_nettype none
module rough #(parameter WRONG = 0) (
    input wire clk,
    input wire rst,
    input wire [1:0] in_valid,
    output wire [1:0] in_ready,
    input wire [1:0] in_last,
    input wire [15:0] in_data,
    output wire out_valid,
    input wire out_ready,
    output wire out_last,
    output wire [7:0] out_data
);
    reg busy, owner, turn;
    reg [1:0] behind, third, waited; // of an input: behind the first flit, behind the second one, a flit was there and not taken
    reg [1:0] hung = 0;
    wire [1:0] wants = in_valid & ~hung;
    wire chosen = busy ? owner : &wants ? turn : wants[1];
    wire ends = WRONG == 3 ? behind[chosen] : in_last[chosen]; // 3: whoever sends one flit is out of step
    genvar i;
    assign out_valid = wants[chosen] && !rst;
    assign out_last = in_last[chosen];
    assign out_data = chosen ? in_data[15:8] : in_data[7:0];
    generate
        for (i = 0; i < 2; i = i + 1) begin : g_in
            wire fire = in_valid[i] && in_ready[i];
            wire withdrawn = WRONG == 1 && waited[i] && !in_valid[i];
            wire long = (WRONG == 2 || WRONG == 5) && fire && third[i];
            wire gap = WRONG == 4 && behind[i] && !in_valid[i];
            assign in_ready[i] = out_valid && out_ready && chosen == i;
            always @(posedge clk) begin
                waited[i] <= !rst && in_valid[i] && !in_ready[i];
                if (rst)
                    {behind[i], third[i]} <= 0;
                else if (fire) begin
                    behind[i] <= WRONG == 3 ? !behind[i] : !in_last[i];
                    third[i] <= behind[i] && !in_last[i];
                end
                if (rst && WRONG != 5)
                    hung[i] <= 0;
                else if (withdrawn || long || gap)
                    hung[i] <= 1;
            end
        end
    endgenerate
    always @(posedge clk)
        if (rst)
            {busy, owner, turn} <= 0;
        else if (out_valid) begin
            busy <= !(out_ready && ends);
            owner <= chosen;
            if (out_ready)
                turn <= !chosen;
        end
endmodule
`default_nettype wire
