// SPDX-License-Identifier: Apache-2.0
//
// A pipelined Wishbone bus, two requesters and two targets. A target belongs to one requester until all it was asked is answered, and
// a requester asks one target at a time: so an ack, which nothing can hold up, has one way to go, and comes in the order of requests.
// WRONG: 1 acks stay for a second cycle when another target answers; 2 of two acks in one cycle one is lost; 3 an ack goes to the
// requester that asks now; 4 the data of two acks are those of one target; 5 a target with four open requests forgets whose it is.
module bus #(parameter WRONG = 0) (
    input  wire        clk,
    input  wire        rst,
    input  wire [1:0]  req_stb,
    output reg  [1:0]  req_stall,
    input  wire [1:0]  req_adr,
    input  wire [15:0] req_dat,
    output reg  [1:0]  rsp_ack,
    output reg  [1:0]  rsp_err,
    output reg  [15:0] rsp_dat,
    output reg  [1:0]  tgt_stb,
    input  wire [1:0]  tgt_stall,
    output wire [15:0] tgt_dat,
    input  wire [1:0]  tgt_ack,
    input  wire [1:0]  tgt_err,
    input  wire [15:0] tgt_rdat
);
    reg [1:0] owner;      // of each target: a requester
    reg [2:0] open [0:1]; // requests of each target without an ack
    reg [1:0] again;      // the acks of the cycle before
    reg [1:0] mine;       // whether a requester may ask the target that it wants
    integer t, r, u;

    assign tgt_dat = {req_dat[8*owner[1] +: 8], req_dat[8*owner[0] +: 8]};

    always @* begin
        req_stall = 2'b11;
        for (t = 0; t < 2; t = t + 1) begin
            r = {31'd0, owner[t]};
            mine[t] = !(open[1-t] != 0 && owner[1-t] == owner[t]);
            tgt_stb[t] = req_stb[r[0]] && req_adr[r[0]] == t[0] && mine[t] && open[t] != 4;
            if (tgt_stb[t] && !tgt_stall[t]) req_stall[r[0]] = 0;
        end
    end

    always @* begin
        rsp_ack = 0;
        rsp_err = 0;
        rsp_dat = 16'h5a5a;
        for (u = 0; u < 2; u = u + 1)
            if (tgt_ack[u] && !(WRONG == 2 && u == 1 && tgt_ack[0])) begin
                rsp_ack[WRONG == 3 && &req_stb ? ~owner[u] : owner[u]] = 1;
                rsp_err[owner[u]] = tgt_err[u];
                rsp_dat[8*owner[u] +: 8] = tgt_rdat[8*(WRONG == 4 && &tgt_ack ? 0 : u) +: 8];
            end
        if (WRONG == 1 && ^tgt_ack) rsp_ack = rsp_ack | again;
    end

    always @(posedge clk) begin
        again <= rsp_ack;
        for (t = 0; t < 2; t = t + 1) begin
            if (open[t] == 0 && !tgt_stb[t]) owner[t] <= req_stb[~owner[t]] && req_adr[~owner[t]] == t[0] ? ~owner[t] : owner[t];
            if (WRONG == 5 && open[t] == 4 && req_stb[~owner[t]]) owner[t] <= ~owner[t];
            open[t] <= open[t] + {2'd0, tgt_stb[t] && !tgt_stall[t]} - {2'd0, tgt_ack[t]};
            if (rst) open[t] <= 0;
        end
        if (rst) owner <= 2'b10;
    end
endmodule
