// SPDX-License-Identifier: Apache-2.0
// A stream switch of two inputs and two outputs without queues. RARE is a mistake that needs a rare value, a conjunction or a power-up
// state. The four highest bits of data, which mark packets in a proof, are looked at by none.
`default_nettype none
module rare #(parameter RARE = 0) (
    input wire clk,
    input wire rst,
    input wire [1:0] in_valid,
    output wire [1:0] in_ready,
    input wire [1:0] in_last,
    input wire [1:0] in_to,
    input wire [63:0] in_data,
    output wire [1:0] out_valid,
    input wire [1:0] out_ready,
    output wire [1:0] out_last,
    output wire [63:0] out_data
);
    localparam [27:0] KEY = 28'h5eed5a1;
    wire [1:0] ready0, ready1;
    // 1: inputs with the same data at the same time
    wire twins = RARE == 1 && in_valid == 2'd3 && in_data[27:0] == in_data[59:32];
    // 2: two values one behind the other, and then it ends
    reg armed = 0, dead = 0;
    always @(posedge clk) begin
        if (in_valid[0] && in_ready[0])
            armed <= in_data[19:0] == KEY[19:0];
        if (RARE == 2 && armed && in_valid[0] && in_ready[0] && in_data[19:0] == 20'd7)
            dead <= 1;
        if (rst)
            {armed, dead} <= 0;
    end
    assign in_ready = (ready0 | ready1) & {2{!dead}};
    rare_output #(.RARE(RARE), .OUT(0), .KEY(KEY)) out0 (.clk(clk), .rst(rst), .in_valid(in_valid & {2{!dead}}), .in_ready(ready0), .in_last(in_last),
        .in_to(in_to ^ {1'b0, twins}), .in_data(in_data), .valid(out_valid[0]), .ready(out_ready[0]), .last(out_last[0]), .data(out_data[31:0]));
    rare_output #(.RARE(RARE), .OUT(1), .KEY(KEY)) out1 (.clk(clk), .rst(rst), .in_valid(in_valid & {2{!dead}}), .in_ready(ready1), .in_last(in_last),
        .in_to(in_to ^ {1'b0, twins}), .in_data(in_data), .valid(out_valid[1]), .ready(out_ready[1]), .last(out_last[1]), .data(out_data[63:32]));
endmodule

// An output: it belongs to an input until the last flit of a packet.
module rare_output #(parameter RARE = 0, parameter OUT = 0, parameter [27:0] KEY = 0) (
    input wire clk,
    input wire rst,
    input wire [1:0] in_valid,
    output wire [1:0] in_ready,
    input wire [1:0] in_last,
    input wire [1:0] in_to,
    input wire [63:0] in_data,
    output wire valid,
    input wire ready,
    output wire last,
    output wire [31:0] data
);
    reg busy = 0, owner = 0, turn, favours = 0;
    reg [3:0] stalled = 0;
    reg [27:0] sum = 0, previous = 0;
    reg [1:0] mode; // 8: begins as anything, is never reset, and changes with packets
    wire [1:0] wants = in_valid & (OUT ? in_to : ~in_to);
    // 3: after a value the first input comes first, always
    wire chosen = busy ? owner : &wants ? turn && !favours : wants[1];
    wire [31:0] word = chosen ? in_data[63:32] : in_data[31:0];
    wire ends = in_last[chosen];
    wire offers = wants[chosen] && !rst;
    wire moves = valid && ready;
    // 4: a value in a flit that is neither first nor last is swallowed
    wire drop = RARE == 4 && offers && busy && !ends && word[27:0] == KEY;
    assign valid = offers && !drop;
    assign in_ready = {chosen, !chosen} & {2{moves || drop}};
    // 5: the last flit of a packet whose flits have a sum is none
    assign last = ends && !(RARE == 5 && busy && sum + word[27:0] == KEY);
    // 6: a bit changes for one value; 7: after so many cycles that a value was held up; 8: in one mode, for one value; 9: for the value
    // behind another one
    wire flip = (RARE == 6 && word[27:0] == KEY) || (RARE == 7 && stalled == 9 && word[23:0] == KEY[23:0]) ||
                (RARE == 8 && mode == 2'd2 && word[23:0] == KEY[23:0]) || (RARE == 9 && previous == ~word[27:0]);
    assign data = word ^ {31'd0, flip};
    always @(posedge clk) begin
        stalled <= valid && !ready ? stalled + (stalled != 15) : 4'd0;
        if (moves) begin
            previous <= word[27:0];
            if (ends)
                mode <= {mode[0], mode[1]};
            sum <= ends ? 28'd0 : sum + word[27:0];
            favours <= favours || (RARE == 3 && word[27:0] == KEY);
        end
        if (valid || drop) begin
            busy <= !((moves || drop) && ends);
            owner <= chosen;
            if (moves)
                turn <= !chosen;
        end
        if (rst) begin
            busy <= RARE == 10 && previous == KEY && busy; // 10: a reset behind a value does not reach all
            {favours, stalled, sum} <= 0;
            previous <= RARE == 10 && busy ? previous : 28'd0;
        end
    end
endmodule
`default_nettype wire
