// SPDX-License-Identifier: Apache-2.0
//
// Reads of AXI4 whose beats are mixed: two requesters, two targets, up to eight beats, ids of five bits. A requester gets beats of both
// targets in turn, as they come, and a target may send those of several reads in turn. As long as a read is open, another one with its
// id goes nowhere else. WRONG: 1 the last beat of a read right behind one of the other target has no mark; 2 right behind a beat of the
// other target an id is that of it; 3 the data of two beats in one cycle are swapped; 4 reads with one id go to both targets; 5 a beat
// is lost when a requester gets four others in a row.
module mix #(parameter WRONG = 0) (
    input  wire        clk,
    input  wire        rst,
    input  wire [1:0]  q_valid,
    output reg  [1:0]  q_ready,
    input  wire [1:0]  q_to,
    input  wire [9:0]  q_id,
    input  wire [5:0]  q_len,
    input  wire [15:0] q_addr,
    output reg  [1:0]  t_valid,
    input  wire [1:0]  t_ready,
    output reg  [11:0] t_id, // requester, id
    output reg  [5:0]  t_len,
    output reg  [15:0] t_addr,
    input  wire [1:0]  d_valid,
    output reg  [1:0]  d_ready,
    input  wire [11:0] d_id,
    input  wire [31:0] d_data,
    input  wire [1:0]  d_last,
    output reg  [1:0]  r_valid,
    input  wire [1:0]  r_ready,
    output reg  [9:0]  r_id,
    output reg  [31:0] r_data,
    output reg  [1:0]  r_last
);
    reg [2:0] open [0:63];  // reads of a requester and an id
    reg [63:0] place;       // and which target has them
    reg [1:0] turn, pick;   // the requester that a target looks at first, and the one that it takes
    reg [1:0] from, source; // the target of the beat of a requester before, and that of this one
    reg [1:0] free, any;
    reg [2:0] run [0:1];
    integer q, t, n, i;

    always @* begin
        q_ready = 0;
        for (q = 0; q < 2; q = q + 1) begin
            n = 32 * q + q_id[5*q +: 5];
            free[q] = q_valid[q] && open[n] != 7 && (open[n] == 0 || place[n] == q_to[q] || WRONG == 4);
        end
        for (t = 0; t < 2; t = t + 1) begin
            pick[t] = free[turn[t]] && q_to[turn[t]] == t ? turn[t] : !turn[t];
            any[t] = free[pick[t]] && q_to[pick[t]] == t && (!t_valid[t] || t_ready[t]);
            if (any[t]) q_ready[pick[t]] = 1;
        end
        d_ready = 0;
        for (q = 0; q < 2; q = q + 1) begin
            source[q] = d_valid[!from[q]] && d_id[6*(!from[q])+5] == q ? !from[q] : from[q];
            if (!r_valid[q] || r_ready[q]) d_ready[source[q]] = d_id[6*source[q]+5] == q || d_ready[source[q]];
        end
    end

    always @(posedge clk) begin
        for (i = 0; i < 2; i = i + 1) begin
            if (r_valid[i] && r_ready[i] && r_last[i]) begin
                n = 32 * i + r_id[5*i +: 5];
                open[n] = open[n] - 1'b1;
            end
            if (r_ready[i]) r_valid[i] <= 0;
            if (d_valid[source[i]] && d_ready[source[i]] && d_id[6*source[i]+5] == i) begin
                r_valid[i] <= 1;
                r_id[5*i +: 5] <= d_id[6*source[i] +: 5];
                if (WRONG == 2 && source[i] != from[i] && r_valid[i]) r_id[5*i +: 5] <= r_id[5*i +: 5];
                r_data[16*i +: 16] <= d_data[16*(WRONG == 3 && &(d_valid & d_ready) ? !source[i] : source[i]) +: 16];
                r_last[i] <= d_last[source[i]] && !(WRONG == 1 && source[i] != from[i] && r_valid[i]);
                from[i] <= source[i];
                run[i] <= r_valid[i] && run[i] != 4 ? run[i] + 1 : 0;
                if (WRONG == 5 && run[i] == 4) r_valid[i] <= 0;
            end
        end
        for (i = 0; i < 2; i = i + 1) begin
            if (t_ready[i]) t_valid[i] <= 0;
            if (any[i]) begin
                n = 32 * pick[i] + q_id[5*pick[i] +: 5];
                open[n] = open[n] + 1'b1;
                place[n] <= i;
                t_valid[i] <= 1;
                t_id[6*i +: 6] <= {pick[i], q_id[5*pick[i] +: 5]};
                t_len[3*i +: 3] <= q_len[3*pick[i] +: 3];
                t_addr[8*i +: 8] <= q_addr[8*pick[i] +: 8];
                turn[i] <= !pick[i];
            end
        end
        if (rst) begin
            t_valid <= 0;
            r_valid <= 0;
            turn <= 0;
            from <= 0;
            for (i = 0; i < 64; i = i + 1) open[i] = 0;
        end
    end
endmodule
