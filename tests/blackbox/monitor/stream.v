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
    wire [1:0] takes0, takes1, valid, last;
    wire [19:0] data;
    assign in_ready = takes0 | takes1;
    wire twin = WRONG == 32 && valid == 2'd1 && out_ready == 2'd3 && data[0]; // 32: a flit comes out of both outputs at once
    assign out_valid = valid | {twin, 1'b0};
    assign out_last = {twin ? last[0] : last[1], last[0]};
    assign out_data = {twin ? data[9:0] : data[19:10], data[9:0]};
    stream_output #(.WRONG(WRONG), .OUT(0)) out0 (.clk(clk), .rst(rst), .in_valid(in_valid), .in_ready(takes0), .in_last(in_last), .in_to(in_to),
        .in_data(in_data), .valid(valid[0]), .ready(out_ready[0]), .last(last[0]), .data(data[9:0]));
    stream_output #(.WRONG(WRONG), .OUT(1)) out1 (.clk(clk), .rst(rst), .in_valid(in_valid), .in_ready(takes1), .in_last(in_last), .in_to(in_to),
        .in_data(in_data), .valid(valid[1]), .ready(out_ready[1]), .last(last[1]), .data(data[19:10]));
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
    wire [1:0] wants = in_valid & (OUT ? to : ~to) & ~(WRONG == 41 ? {1'b0, dead} : WRONG == 42 ? {dead, 1'b0} : 2'd0);
    wire first = &wants ? turn && WRONG != 2 : wants[1]; // 2: the first input comes first, always
    wire chosen = busy && !(WRONG == 3 && waited) ? owner : first; // 3: a flit that is held up makes way for that of another input
    wire [9:0] word = chosen ? in_data[19:10] : in_data[9:0];
    wire ends = in_last[chosen];
    wire offers = wants[chosen] && !rst && !(dead && WRONG < 20) && !full;
    // 4: the second flit of three is swallowed; 5: a packet of one flit is, 33, 34: of one input, 37 to 40: for one output; 6: a last flit is.
    wire lone = WRONG == 5 || (WRONG == 33 && !chosen) || (WRONG == 34 && chosen) || WRONG == 37 + 2 * OUT + chosen;
    wire drop = offers && ((WRONG == 4 && busy && !second && !ends) || (lone && !busy && ends) || (WRONG == 6 && busy && ends && second));
    // 7: a packet of one flit is saved and comes behind the next one; 8: a flit comes twice.
    // 44: a packet of zeros that nobody sent comes behind one of a value; 45: the second and third of three flits change places.
    wire swap = WRONG == 45 && busy && !waited && !second && !ends;
    wire save = offers && saved == 0 && (swap || (WRONG == 7 && !busy && ends && word[0]));
    wire twice = WRONG == 8 && !again && !ends;
    assign valid = (offers && !drop && !save && !(WRONG == 10 && waited && word[1])) || full; // 10: valid is taken back
    // 20 to 31: bits change of flits of one input that are all 0 or all 1, while they are held up, or of first or other flits at once;
    // 35, 36: of one that stays as it is while it is held up.
    wire [5:0] at = WRONG - 20;
    wire rare = chosen == at[0] && word[5:0] == {6{at[1]}} && waited == (at[3:2] == 0) && (waited || busy == at[2]);
    wire held = waited && word[5:0] == kept[5:0] && WRONG == (chosen ? 36 : 35);
    wire odd = (WRONG >= 20 && WRONG < 32 && rare) || held;
    wire halts = (WRONG == 41 && !chosen) || (WRONG == 42 && chosen); // 41, 42: an input stops for ever, after one value
    assign data = full ? saved[9:0] : WRONG == 11 && waited ? word ^ 10'd2     // 11: a flit changes while it is held up
                : odd ? word ^ 10'd3
                : WRONG == 43 && &word[3:0] ? word ^ 10'h80 // 43: a bit that marks packets changes
                : WRONG == 12 ? word ^ {9'd0, busy && !second && !ends}       // 12: a bit of a second flit changes
                : WRONG == 13 ? (&word[3:0] ? word ^ 10'd1 : word)             // 13, 14: for one value
                : WRONG == 14 ? (word[3:0] == 0 && ends && !busy ? word ^ 10'd4 : word) : word;
    assign last = full || (ends && !(WRONG == 15 && second) && !(WRONG == 45 && saved[10])) || (WRONG == 16 && !busy); // 15: no last flit; 16: the first one is one
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
        full <= (full && !ready) || (saved[10] && moves && ends && (WRONG == 7 || WRONG == 45) && !full) ||
            (WRONG == 44 && moves && ends && word[4:0] == 5'd21);
        if (full && ready)
            saved <= 0;
        if ((WRONG == 17 || (halts && ends)) && moves && word[4:0] == 5'd21) // 17: it ends for ever, after one value
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
