// SPDX-License-Identifier: Apache-2.0
// A router of one input and two outputs, with two virtual channels and credits, for the mutants of the monitor of proofs. WRONG is a
// mistake; each shows in another property.
`default_nettype none
module credit #(parameter WRONG = 0) (
    input wire clk,
    input wire rst,
    input wire in_valid,
    input wire in_vc,
    input wire [1:0] in_kind,
    input wire in_to,
    input wire [9:0] in_data,
    output wire [1:0] in_credit,
    output reg [1:0] out_valid,
    output wire [1:0] out_vc,
    output wire [3:0] out_kind,
    output wire [19:0] out_data,
    input wire [3:0] out_credit
);
    reg [12:0] q0 [0:1], q1 [0:1]; // a queue of each channel
    reg [1:0] fill0 = 0, fill1 = 0;
    reg [1:0] used00 = 0, used01 = 0, used10 = 0, used11 = 0; // credits of output and channel
    reg turn = 0, owes = 0;
    wire [12:0] head0 = q0[0], head1 = q1[0];
    wire to0 = head0[10] ^ (WRONG == 1 && head0[3:0] == 5), to1 = head1[10]; // 1: a wrong output
    // 2: a flit goes without a credit.
    wire room0 = (to0 ? used10 : used00) != 2 || (WRONG == 2 && head0[0]), room1 = (to1 ? used11 : used01) != 2;
    wire may0 = fill0 != 0 && room0, may1 = fill1 != 0 && room1;
    wire vc = may0 && may1 ? turn : may1;
    wire goes = (may0 || may1) && !rst;
    wire [12:0] word = vc ? head1 : head0;
    wire to = vc ? to1 : to0;
    wire drop = WRONG == 3 && word[5:4] == 2 && word[12]; // 3: a packet ends too soon
    wire keep = WRONG == 4 && fill0 == 1 && word[2:0] == 6; // 4: a flit comes twice
    always @* begin
        out_valid = 0;
        out_valid[to] = goes && !drop;
        if (WRONG == 5 && goes && word[0] && word[12:11] == 3) // 5: it comes out of both outputs
            out_valid = 3;
    end
    // 6: a packet changes its channel; 7, 8, 9: bits change; 10: a place in a packet is not as it says.
    assign out_vc = {2{vc ^ (WRONG == 6 && used01 == 0 && !vc)}};
    wire [9:0] flip = WRONG == 7 && word[12:11] == 0 ? 10'd1 : WRONG == 8 && &word[5:2] ? 10'd2 : WRONG == 9 && word[5:0] == 0 ? 10'd1 : 10'd0;
    wire [9:0] data = word[9:0] ^ flip;
    assign out_data = {data, data};
    assign out_kind = {2{word[12:11] ^ {1'b0, WRONG == 10 && word[12:11] == 2 && word[0]}}};
    // 11: a credit comes back twice; 12: it does not, for one value; 13: it comes before the flit.
    wire [1:0] back = {goes && vc, goes && !vc && !keep};
    assign in_credit = WRONG == 12 && word[5:4] == 3 ? 2'd0 : WRONG == 13 ? {back[1], in_valid && !in_vc && in_kind == 3} : back | {1'b0, owes};
    always @(posedge clk) begin
        turn <= goes ? !vc : turn;
        owes <= WRONG == 11 && back[0] && fill0 == 2 && word[3];
        fill0 <= fill0 + (in_valid && !in_vc) - (goes && !vc && !keep);
        fill1 <= fill1 + (in_valid && in_vc) - (goes && vc);
        if (goes && !vc) q0[0] <= q0[1];
        if (goes && vc) q1[0] <= q1[1];
        if (in_valid && !in_vc) q0[fill0 - (goes && !vc && !keep)] <= {in_kind, in_to, in_data};
        if (in_valid && in_vc) q1[fill1 - (goes && vc)] <= {in_kind, in_to, in_data};
        if (keep && goes && !vc) q0[0] <= {q0[0][12:1], !q0[0][0]};
        // 14: credits are forgotten, so that a channel ends.
        used00 <= used00 + (out_valid[0] && !vc) - out_credit[0];
        used01 <= used01 + (out_valid[0] && vc) - (out_credit[1] && WRONG != 14);
        used10 <= used10 + (out_valid[1] && !vc) - out_credit[2];
        used11 <= used11 + (out_valid[1] && vc) - out_credit[3];
        if (rst) begin
            {turn, owes} <= 0;
            fill0 <= WRONG == 15 ? fill0 : 2'd0; // 15: a queue is not emptied
            fill1 <= 0;
            {used00, used01, used10, used11} <= 0;
        end
    end
endmodule
`default_nettype wire
