// SPDX-License-Identifier: Apache-2.0
//
// A register for each of three virtual channels, with one valid and the number of the channel. At the input one ready answers for
// that channel, or with IN_MASK a ready for each channel, channel 0 on the left; OUT_MASK is the same at the output. FAULT: 1 ready is
// that of the next channel, 2 the output looks at the ready of the next channel.
module turns #(parameter FAULT = 0, parameter IN_MASK = 0, parameter OUT_MASK = 0) (
    input wire clk, input wire rst, input wire in_valid, input wire [1:0] in_vc, input wire [7:0] in_data,
    output wire in_ready, output wire [0:2] in_readies,
    output wire out_valid, output wire [1:0] out_vc, output wire [7:0] out_data, input wire out_ready, input wire [0:2] out_readies
);
    reg [7:0] word [0:2];
    reg [2:0] full;
    reg [1:0] turn;
    wire [2:0] room = ~full, takes = OUT_MASK ? {out_readies[2], out_readies[1], out_readies[0]} : {3{out_ready}};
    wire [1:0] next = in_vc == 2 ? 0 : in_vc + 1;
    assign in_readies = {room[0], room[1], room[2]};
    assign in_ready = room[FAULT == 1 ? next : in_vc];
    assign out_vc = full[turn] ? turn : full[0] ? 0 : full[1] ? 1 : 2;
    assign out_valid = |full;
    assign out_data = word[out_vc];
    wire taken = in_valid && (IN_MASK ? room[in_vc] : in_ready);
    wire gone = out_valid && takes[FAULT == 2 && OUT_MASK ? (out_vc == 2 ? 0 : out_vc + 1) : out_vc];
    always @(posedge clk) begin
        turn <= turn == 2 ? 0 : turn + 1;
        if (gone) full[out_vc] <= 0;
        if (taken) begin
            full[in_vc] <= 1;
            word[in_vc] <= in_data;
        end
        if (rst) begin
            full <= 0;
            turn <= 0;
        end
    end
endmodule
