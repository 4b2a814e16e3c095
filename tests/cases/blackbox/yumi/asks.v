// SPDX-License-Identifier: Apache-2.0
//
// The other way round: yumi says that a word was taken, and a word is shown only to who is ready. WRONG: 1 yumi whenever there is
// room, 2 valid without ready, 3 a word that is shown as the next one comes is lost.
module asks #(parameter WRONG = 0) (
    input wire clk, input wire rst, input wire v_i, input wire [8:0] data_i, output wire yumi_o,
    input wire ready_i, output wire v_o, output reg [8:0] data_o
);
    reg full;
    wire room = !full || v_o;
    assign yumi_o = room && (v_i || WRONG == 1);
    assign v_o = full && (ready_i || WRONG == 2);
    always @(posedge clk) begin
        if (v_i && room) data_o <= data_i;
        full <= (v_i && room && !(WRONG == 3 && v_o)) || (full && !v_o);
        if (rst) full <= 0;
    end
endmodule
