// SPDX-License-Identifier: Apache-2.0
// Two requesters and two targets. A request is for the target in req_to, and keeps its id; the target learns the requester's number
// and returns both with its answer. Answers with the same id come to a requester in the order of its requests: as long as one is open,
// no other one with its id goes to the other target. All outputs but ready come from registers.
// WRONG: 1 two answers at once take the way of the first, 2 and the id of the other one, 3 an answer is lost when both requesters wait,
// 4 one comes twice, 5 a bit of it changes, 6 nothing keeps the order, 7 an answer waits until its target takes the next request.
`default_nettype none

module exchange #(
    parameter WRONG = 0
) (
    input  wire        clk,
    input  wire        rst,
    input  wire [1:0]  req_valid,
    output wire [1:0]  req_ready,
    input  wire [1:0]  req_to,
    input  wire [5:0]  req_id,
    input  wire [15:0] req_data,
    output reg  [1:0]  tgt_valid,
    input  wire [1:0]  tgt_ready,
    output reg  [1:0]  tgt_from,
    output reg  [5:0]  tgt_id,
    output reg  [15:0] tgt_data,
    input  wire [1:0]  ans_valid,
    output wire [1:0]  ans_ready,
    input  wire [1:0]  ans_from,
    input  wire [5:0]  ans_id,
    input  wire [15:0] ans_data,
    output reg  [1:0]  rsp_valid,
    input  wire [1:0]  rsp_ready,
    output reg  [5:0]  rsp_id,
    output reg  [15:0] rsp_data
);
    reg [3:0] open [0:15];  // requests of a requester with an id: {requester, id}
    reg       where [0:15]; // and their target
    reg [1:0] first;        // the requester that a target prefers, and the target that a requester does
    reg [1:0] prefers;

    // Requests
    wire [1:0] free; // to go
    assign free[0] = (open[{1'b0, req_id[2:0]}] == 0 || where[{1'b0, req_id[2:0]}] == req_to[0] || WRONG == 6) && open[{1'b0, req_id[2:0]}] != 15;
    assign free[1] = (open[{1'b1, req_id[5:3]}] == 0 || where[{1'b1, req_id[5:3]}] == req_to[1] || WRONG == 6) && open[{1'b1, req_id[5:3]}] != 15;
    wire [1:0] room = ~tgt_valid | tgt_ready;
    wire [1:0] ask = req_valid & free;
    wire [1:0] pick; // the requester of each target
    assign pick[0] = ask[0] && req_to[0] == 0 && ask[1] && req_to[1] == 0 ? first[0] : ask[1] && req_to[1] == 0;
    assign pick[1] = ask[0] && req_to[0] == 1 && ask[1] && req_to[1] == 1 ? first[1] : ask[1] && req_to[1] == 1;
    assign req_ready[0] = ask[0] && room[req_to[0]] && pick[req_to[0]] == 0;
    assign req_ready[1] = ask[1] && room[req_to[1]] && pick[req_to[1]] == 1;

    // Answers
    wire [1:0] way = WRONG == 1 && ans_valid == 2'b11 ? {2{ans_from[0]}} : ans_from;
    wire [1:0] space = ~rsp_valid | rsp_ready;
    wire [1:0] may = ans_valid & (WRONG == 7 ? ~tgt_valid : 2'b11);
    wire [1:0] from; // the target of each requester
    assign from[0] = may[0] && way[0] == 0 && may[1] && way[1] == 0 ? prefers[0] : may[1] && way[1] == 0;
    assign from[1] = may[0] && way[0] == 1 && may[1] && way[1] == 1 ? prefers[1] : may[1] && way[1] == 1;
    assign ans_ready[0] = may[0] && space[way[0]] && from[way[0]] == 0;
    assign ans_ready[1] = may[1] && space[way[1]] && from[way[1]] == 1;

    integer i;
    reg [3:0] at, back;

    always @(posedge clk) begin
        for (i = 0; i < 2; i = i + 1) begin
            if (tgt_ready[i]) tgt_valid[i] <= 0;
            if (rsp_ready[i] && !(WRONG == 4 && rsp_valid == 2'b11 && rsp_ready != 2'b11)) rsp_valid[i] <= 0;
        end
        for (i = 0; i < 2; i = i + 1)
            if (req_ready[i] && req_valid[i]) begin
                at = {i[0], req_id[3*i +: 3]};
                open[at] = open[at] + 1'b1;
                where[at] <= req_to[i];
                tgt_valid[req_to[i]] <= 1;
                tgt_from[req_to[i]] <= i[0];
                tgt_id[3*req_to[i] +: 3] <= req_id[3*i +: 3];
                tgt_data[8*req_to[i] +: 8] <= req_data[8*i +: 8];
                first[req_to[i]] <= ~i[0];
            end
        for (i = 0; i < 2; i = i + 1)
            if (ans_ready[i] && ans_valid[i]) begin
                back = {ans_from[i], ans_id[3*i +: 3]};
                open[back] = open[back] - 1'b1;
                rsp_valid[way[i]] <= !(WRONG == 3 && rsp_valid == 2'b11);
                rsp_id[3*way[i] +: 3] <= WRONG == 2 && may == 2'b11 ? ans_id[3*(1-i) +: 3] : ans_id[3*i +: 3];
                rsp_data[8*way[i] +: 8] <= ans_data[8*i +: 8] ^ (WRONG == 5 && i == 1 && ans_id[5:3] == 5 ? 8'd16 : 8'd0);
                prefers[way[i]] <= ~i[0];
            end
        if (rst) begin
            tgt_valid <= 0;
            rsp_valid <= 0;
            first <= 0;
            prefers <= 0;
            for (i = 0; i < 16; i = i + 1) open[i] = 0;
        end
    end
endmodule

`default_nettype wire
