// SPDX-License-Identifier: Apache-2.0
// A switch of two inputs and two outputs for the mutants of the monitor of proofs. WRONG is a mistake; each shows in another property.
`default_nettype none
module stream #(parameter WRONG = 0) (
    input wire clk,
    input wire rst,
    input wire [1:0] in_valid,
    output wire [1:0] in_ready,
    input wire [1:0] in_last,
    input wire [1:0] in_to,
    input wire [19:0] in_data,
    output wire [1:0] out_valid,
    input wire [1:0] out_ready,
    output wire [1:0] out_last,
    output wire [19:0] out_data
);
    wire [1:0] takes0, takes1;
    assign in_ready = takes0 | takes1;
    stream_output #(.WRONG(WRONG), .OUT(0)) out0 (.clk(clk), .rst(rst), .in_valid(in_valid), .in_ready(takes0), .in_last(in_last), .in_to(in_to),
        .in_data(in_data), .valid(out_valid[0]), .ready(out_ready[0]), .last(out_last[0]), .data(out_data[9:0]));
    stream_output #(.WRONG(WRONG), .OUT(1)) out1 (.clk(clk), .rst(rst), .in_valid(in_valid), .in_ready(takes1), .in_last(in_last), .in_to(in_to),
        .in_data(in_data), .valid(out_valid[1]), .ready(out_ready[1]), .last(out_last[1]), .data(out_data[19:10]));
endmodule

// An output: it belongs to an input until the last flit of a packet.
module stream_output #(parameter WRONG = 0, parameter OUT = 0) (
    input wire clk,
    input wire rst,
    input wire [1:0] in_valid,
    output wire [1:0] in_ready,
    input wire [1:0] in_last,
    input wire [1:0] in_to,
    input wire [19:0] in_data,
    output wire valid,
    input wire ready,
    output wire last,
    output wire [9:0] data
);
    reg busy = 0, owner = 0, turn = 0, second = 0, waited = 0, dead = 0, again = 0, full = 0;
    reg [9:0] kept = 0;
    reg [10:0] saved = 0;
    wire [1:0] to = WRONG == 1 ? in_to ^ {2{OUT == 0 && in_data[1:0] == 2'd3}} : in_to; // 1: an output takes packets of the other one
    wire [1:0] wants = in_valid & (OUT ? to : ~to);
    wire first = &wants ? turn && WRONG != 2 : wants[1]; // 2: the first input comes first, always
    wire chosen = busy && !(WRONG == 3 && waited) ? owner : first; // 3: a flit that is held up makes way for that of another input
    wire [9:0] word = chosen ? in_data[19:10] : in_data[9:0];
    wire ends = in_last[chosen];
    wire offers = wants[chosen] && !rst && !dead && !full;
    // 4: the second flit of three is swallowed; 5: a packet of one flit is; 6: a last flit is.
    wire drop = offers && ((WRONG == 4 && busy && !second && !ends) || (WRONG == 5 && !busy && ends) || (WRONG == 6 && busy && ends && second));
    // 7: a packet of one flit is saved and comes behind the next one; 8: a flit comes twice.
    wire save = WRONG == 7 && offers && !busy && ends && saved == 0 && word[0];
    wire twice = WRONG == 8 && !again && !ends;
    assign valid = (offers && !drop && !save && !(WRONG == 10 && waited && word[1])) || full; // 10: valid is taken back
    assign data = full ? saved[9:0] : WRONG == 11 && waited ? word ^ 10'd2     // 11: a flit changes while it is held up
                : WRONG == 12 ? word ^ {9'd0, busy && !second && !ends}       // 12: a bit of a second flit changes
                : WRONG == 13 ? (&word[3:0] ? word ^ 10'd1 : word)             // 13, 14: for one value
                : WRONG == 14 ? (word[3:0] == 0 && ends && !busy ? word ^ 10'd4 : word) : word;
    assign last = full || (ends && !(WRONG == 15 && second)) || (WRONG == 16 && !busy); // 15: no last flit; 16: the first one is one
    wire moves = valid && ready && !full;
    assign in_ready = {chosen, !chosen} & {2{((moves && !twice) || drop || save) && !rst}};
    always @(posedge clk) begin
        waited <= valid && !ready && !rst;
        kept <= data;
        if (offers && (moves || drop || save))
            again <= twice && !ends;
        if (offers && !save && !(twice && moves)) begin
            busy <= !((moves || drop) && ends);
            owner <= chosen;
            if (moves || drop) begin
                second <= busy && !ends;
                turn <= ends ? !chosen : turn;
            end
        end
        if (save)
            saved <= {1'b1, word};
        full <= (full && !ready) || (saved[10] && moves && ends && WRONG == 7 && !full);
        if (full && ready)
            saved <= 0;
        if (WRONG == 17 && moves && word[4:0] == 5'd21) // 17: it ends for ever, after one value
            dead <= 1;
        if (WRONG == 18 && in_valid == 2'd3 && in_to == 2'd2) // 18: ... after two inputs at once
            dead <= 1;
        if (rst) begin
            busy <= WRONG == 19 && busy; // 19: not all is reset
            full <= WRONG == 9 && (busy || full); // 9: a flit of before a reset comes behind it
            saved <= WRONG != 9 ? 0 : full ? saved : {1'b1, kept};
            second <= 0;
            again <= 0;
            dead <= 0;
        end
    end
endmodule
`default_nettype wire
