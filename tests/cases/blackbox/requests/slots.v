// SPDX-License-Identifier: Apache-2.0
// One requester and one target. A request of some beats takes a slot, whose number is all that the target gets of its id; what comes
// back has the id of the slot again, in as many beats as the request asked for. Requests wait for an open one with the same id.
// WRONG 1: a slot is free as soon as the first beat of its answer is there.
`default_nettype none

module slots #(
    parameter WRONG = 0
) (
    input  wire        clk,
    input  wire        rst,
    input  wire        q_valid,
    output wire        q_ready,
    input  wire [4:0]  q_id,
    input  wire [2:0]  q_beats,
    input  wire [7:0]  q_data,
    input  wire        q_last,
    output wire        t_valid,
    input  wire        t_ready,
    output wire [1:0]  t_slot,
    output wire [2:0]  t_beats,
    output wire [7:0]  t_data,
    output wire        t_last,
    input  wire        a_valid,
    output wire        a_ready,
    input  wire [1:0]  a_slot,
    input  wire [15:0] a_data,
    input  wire        a_last,
    output wire        r_valid,
    input  wire        r_ready,
    output wire [4:0]  r_id,
    output wire [15:0] r_data,
    output wire        r_last
);
    reg [3:0] used;
    reg [4:0] id [0:3];
    wire same = used[0] && id[0] == q_id || used[1] && id[1] == q_id || used[2] && id[2] == q_id || used[3] && id[3] == q_id;
    reg amid; // in a request
    wire may = amid || !same && used != 4'b1111;
    reg waits; // with this slot
    reg [1:0] held;
    wire [1:0] slot = waits ? held : !used[0] ? 0 : !used[1] ? 1 : !used[2] ? 2 : 3;

    assign t_valid = q_valid && may;
    assign q_ready = t_ready && may;
    assign t_slot = slot;
    assign t_beats = q_beats;
    assign t_data = q_data;
    assign t_last = q_last;
    assign r_valid = a_valid;
    assign a_ready = r_ready;
    assign r_id = id[a_slot];
    assign r_data = a_data;
    assign r_last = a_last;

    always @(posedge clk) begin
        if (a_valid && a_ready && (a_last || WRONG == 1)) used[a_slot] <= 0;
        waits <= t_valid && !t_ready;
        held <= slot;
        if (q_valid && q_ready) amid <= !q_last;
        if (q_valid && q_ready && !amid) begin
            used[slot] <= 1;
            id[slot] <= q_id;
        end
        if (rst) begin
            used <= 0;
            amid <= 0;
            waits <= 0;
        end
    end
endmodule

`default_nettype wire
