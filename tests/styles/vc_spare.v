// Credits and three virtual channels, of which a flit has the number on the left and spare bits between; each queue is read in turn, a packet at a
// time goes through, and its credits come back with the number of the channel.
module vc_spare #(parameter W = 16) (
    input clk, input rst,
    input in_valid, input [W+5:0] in_link, output reg in_cr, output reg [1:0] in_cr_vc,
    output reg out_valid, output reg [W+5:0] out_link, input out_cr, input [1:0] out_cr_vc
);
    // link: vc (2), spare (3), last, data
    reg [W:0] queue0 [0:3], queue1 [0:3], queue2 [0:3];
    reg [2:0] wr [0:2], rd [0:2], room [0:2];
    reg [1:0] turn;
    reg [2:0] can;
    reg [1:0] pick;
    reg some;
    reg [W:0] word;
    integer k;
    always @* begin
        for (k = 0; k < 3; k = k + 1) can[k] = wr[k] != rd[k] && room[k] != 0;
        some = |can;
        pick = can[turn] ? turn : can[0] ? 2'd0 : can[1] ? 2'd1 : 2'd2;
        case (pick)
            2'd0: word = queue0[rd[0][1:0]];
            2'd1: word = queue1[rd[1][1:0]];
            default: word = queue2[rd[2][1:0]];
        endcase
    end
    always @(posedge clk) begin
        out_valid <= some;
        out_link <= {pick, 3'b000, word};
        in_cr <= some;
        in_cr_vc <= pick;
        if (in_valid)
            case (in_link[W+5:W+4])
                2'd0: queue0[wr[0][1:0]] <= in_link[W:0];
                2'd1: queue1[wr[1][1:0]] <= in_link[W:0];
                default: queue2[wr[2][1:0]] <= in_link[W:0];
            endcase
        if (in_valid) wr[in_link[W+5:W+4]] <= wr[in_link[W+5:W+4]] + 1'b1;
        if (some) rd[pick] <= rd[pick] + 1'b1;
        for (k = 0; k < 3; k = k + 1)
            room[k] <= room[k] + (out_cr && out_cr_vc == k) - (some && pick == k);
        if (some) turn <= pick == 2 ? 2'd0 : pick + 1'b1;
        if (rst) begin
            turn <= 0;
            out_valid <= 0;
            in_cr <= 0;
            for (k = 0; k < 3; k = k + 1) begin
                wr[k] <= 0;
                rd[k] <= 0;
                room[k] <= 3'd5;
            end
        end
    end
endmodule
