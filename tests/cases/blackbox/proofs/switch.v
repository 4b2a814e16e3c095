// SPDX-License-Identifier: Apache-2.0
// A stream switch of two inputs and two outputs without queues: an output belongs to an input until its last flit. WRONG is a mistake.
`default_nettype none
module switch #(parameter WRONG = 0, parameter WIDTH = 32) (
    input wire clk,
    input wire rst,
    input wire [1:0] in_valid,
    output wire [1:0] in_ready,
    input wire [1:0] in_last,
    input wire [1:0] in_to,
    input wire [2*WIDTH-1:0] in_data,
    output wire [1:0] out_valid,
    input wire [1:0] out_ready,
    output wire [1:0] out_last,
    output wire [2*WIDTH-1:0] out_data
);
    reg [1:0] busy = 0;  // an output is in a packet ...
    reg [1:0] owner = 0; // ... of this input
    reg [1:0] turn;      // begins as anything, and is never reset
    wire [1:0] chosen, moves;
    wire drop;
    reg [2:0] lull = 0;    // cycles without a flit at inputs
    genvar o;
    generate
        for (o = 0; o < 2; o = o + 1) begin : g_out
            wire [1:0] wants = {in_valid[1] && in_to[1] == o, in_valid[0] && in_to[0] == o && !drop};
            wire first = &wants ? turn[o] && WRONG != 5 : wants[1]; // the first input comes first, always
            assign chosen[o] = busy[o] && !(WRONG == 1 && in_data[7:0] == 8'h5a) ? owner[o] : first;
            wire [WIDTH-1:0] data = chosen[o] ? in_data[WIDTH +: WIDTH] : in_data[0 +: WIDTH];
            wire ghost = WRONG == 10 && o == 0 && lull == 5 && !busy[0]; // a packet of zeros that nobody sent
            assign out_valid[o] = (ghost || wants[chosen[o]]) && !rst;
            assign out_last[o] = ghost || in_last[chosen[o]];
            // A value that no random packet has.
            assign out_data[o*WIDTH +: WIDTH] = ghost ? 0 : WRONG == 2 && data[WIDTH-5:0] == {WIDTH-4{1'b1}} << 5 ? data ^ 1'b1 : data;
            assign moves[o] = out_valid[o] && out_ready[o] && !ghost;
            always @(posedge clk)
                if (rst) begin
                    busy[o] <= WRONG == 7 && busy[o]; // it is not reset
                end else if (out_valid[o] && !ghost) begin
                    busy[o] <= !(moves[o] && out_last[o]);
                    owner[o] <= chosen[o];
                    if (moves[o])
                        turn[o] <= !chosen[o];
                end
        end
    endgenerate
    always @(posedge clk)
        if (rst)
            lull <= 0;
        else if (lull == 5)
            lull <= 5 + (out_ready[0] && !busy[0]); // then once is enough
        else if (lull != 6)
            lull <= |in_valid ? 0 : lull + 1;
    // A packet of one flit is dropped, at an output that nobody has taken yet.
    assign drop = WRONG == 4 && in_valid[0] && in_last[0] && !busy[in_to[0]];
    assign in_ready[0] = (moves[0] && !chosen[0]) || (moves[1] && !chosen[1]) || drop;
    // The last flit is lost when both outputs are taken in the same cycle.
    assign in_ready[1] = (moves[0] && chosen[0]) || (moves[1] && chosen[1]) || (WRONG == 3 && in_valid[1] && in_last[1] && &busy);
    always @(posedge clk)
        if (!rst)
            assert (WRONG == 6 ? in_ready != 2'd2 : !(&busy) || owner[0] != owner[1]);
endmodule
`default_nettype wire
