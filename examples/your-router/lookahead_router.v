// SPDX-License-Identifier: Apache-2.0
//
// A router of a row in the style of credits with lookahead: the head of a packet says which output it takes here, which the router before it
// worked out, and each router writes what the next one is to do. Port 0 leads to the left, 1 to the right, 2 is the router's own. Each input
// has room for DEPTH flits; packets of one input stay together at an output.
//
// With one of the macros FAULT_... defined it is wrong.
`default_nettype none

module lookahead_router #(
    parameter X = 0,
    parameter DEPTH = 4,
    parameter PAYLOAD = 16
) (
    input  wire                 clk,
    input  wire                 rst,
    input  wire [2:0]           in_valid,
    input  wire [3*FLIT-1:0]    in_flit,
    output reg  [2:0]           in_credit,
    output reg  [2:0]           out_valid,
    output reg  [3*FLIT-1:0]    out_flit,
    input  wire [2:0]           out_credit
);
    // A flit: what it carries, the column that it is for, the output that it takes here, and whether it is the last one.
    localparam FLIT = PAYLOAD + 3 + 2 + 1;
    localparam BITS = $clog2(DEPTH + 1);

    reg [FLIT-1:0] queue_reg [0:3*DEPTH-1];
    reg [BITS-1:0] count_reg [0:2], credits_reg [0:2];
    reg [2:0] busy_reg; // of each output
    reg [1:0] owner_reg [0:2], turn_reg [0:2];
    reg [2:0] body_reg; // of each input: behind a first flit
    reg [2:0] moves;
    reg [1:0] pick [0:2];
    reg [2:0] some;
    reg [FLIT-1:0] head;
    integer k, o, n; // where to look
    integer i, j, q; // in the clock's block: a variable is of one block

    // Where a packet for a column goes at a router of a row.
    function automatic [1:0] way;
        input [2:0] column, at;
        way = column < at ? 2'd0 : column > at ? 2'd1 : 2'd2;
    endfunction

    // The head of a packet as the next router is to have it.
    function automatic [FLIT-1:0] ahead;
        input [FLIT-1:0] flit;
        input [1:0] output_;
        begin
            ahead = flit;
            if (output_ == 0) ahead[2:1] = way(flit[5:3], X[2:0] - 3'd1);
`ifdef FAULT_AHEAD // as if the next router to the right were this one
            if (output_ == 1) ahead[2:1] = way(flit[5:3], X[2:0]);
`else
            if (output_ == 1) ahead[2:1] = way(flit[5:3], X[2:0] + 3'd1);
`endif
        end
    endfunction

    always @* begin
        moves = 0;
        some = 0;
        for (o = 0; o < 3; o = o + 1) begin
            pick[o] = owner_reg[o];
            for (n = 0; n < 3; n = n + 1) begin
                k = (turn_reg[o] + n) % 3;
                if (!busy_reg[o] && !some[o] && count_reg[k] != 0 && !body_reg[k] && queue_reg[k*DEPTH][2:1] == o) begin
                    pick[o] = k[1:0];
                    some[o] = 1;
                end
            end
            if (busy_reg[o]) some[o] = count_reg[pick[o]] != 0;
`ifdef FAULT_CREDIT // the last credit is used twice
            if (some[o] && (credits_reg[o] != 0 || busy_reg[o])) moves[pick[o]] = 1;
`else
            if (some[o] && credits_reg[o] != 0) moves[pick[o]] = 1;
`endif
            else some[o] = 0;
        end
    end

    always @(posedge clk) begin
        out_valid <= some;
        in_credit <= moves;
        for (i = 0; i < 3; i = i + 1) begin
            if (moves[i]) begin
                for (j = 0; j < DEPTH - 1; j = j + 1) queue_reg[i*DEPTH+j] <= queue_reg[i*DEPTH+j+1];
                body_reg[i] <= !queue_reg[i*DEPTH][0];
            end
            if (in_valid[i]) queue_reg[i*DEPTH + count_reg[i] - moves[i]] <= in_flit[i*FLIT +: FLIT];
            count_reg[i] <= count_reg[i] + in_valid[i] - moves[i];
        end
        for (q = 0; q < 3; q = q + 1) begin
            credits_reg[q] <= credits_reg[q] + out_credit[q] - some[q];
            if (some[q]) begin
                head = queue_reg[pick[q]*DEPTH];
`ifdef FAULT_BODY // every flit is taken for a head
                out_flit[q*FLIT +: FLIT] <= ahead(head, q[1:0]);
`else
                out_flit[q*FLIT +: FLIT] <= body_reg[pick[q]] ? head : ahead(head, q[1:0]);
`endif
                busy_reg[q] <= !head[0];
                owner_reg[q] <= pick[q];
                if (head[0]) turn_reg[q] <= pick[q] == 2 ? 2'd0 : pick[q] + 2'd1;
            end
        end
        if (rst) begin
            out_valid <= 0;
            in_credit <= 0;
            busy_reg <= 0;
            body_reg <= 0;
            for (i = 0; i < 3; i = i + 1) begin
                count_reg[i] <= 0;
                credits_reg[i] <= DEPTH;
                owner_reg[i] <= 0;
                turn_reg[i] <= 0;
            end
        end
    end
endmodule
`default_nettype wire
