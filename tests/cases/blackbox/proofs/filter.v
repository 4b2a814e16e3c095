// SPDX-License-Identifier: Apache-2.0
// A stage of a stream that drops packets whose first flit is bad, and begins no flit while it is paused. WRONG is a mistake.
`default_nettype none
module filter #(parameter WRONG = 0) (
    input wire clk,
    input wire rst,
    input wire pause,
    input wire in_valid,
    output wire in_ready,
    input wire in_last,
    input wire in_bad,
    input wire in_odd,
    input wire [1:0] in_keep,
    input wire [4:0] in_kind,
    input wire [15:0] in_data,
    output wire out_valid,
    input wire out_ready,
    output wire out_last,
    output wire out_odd,
    output wire [1:0] out_keep,
    output wire [4:0] out_kind,
    output wire [15:0] out_data
);
    reg in_packet = 0, dropping = 0, offered = 0;
    // A packet passes that must not, for a value in its first flit.
    wire drop = in_packet ? dropping : in_bad && !(WRONG == 1 && in_data == 16'h3c5a);
    wire waits = pause && !offered;
    wire moves = in_valid && in_ready;
    assign out_valid = in_valid && !drop && !waits && !rst;
    assign in_ready = (drop || (out_ready && !waits)) && !rst;
    assign out_last = in_last;
    assign out_keep = in_keep;
    // Bytes that do not count are not kept.
    assign out_data = {in_keep[1] ? in_data[15:8] : 8'd0, in_data[7:0]};
    // A bit changes where a byte does not count; the parity fits it.
    wire change = WRONG == 2 && in_kind[3:0] == 4'h9 && !in_keep[1];
    assign out_kind = in_kind ^ change;
    assign out_odd = in_odd ^ change;
    always @(posedge clk)
        if (rst) begin
            in_packet <= 0;
            offered <= 0;
        end else begin
            offered <= out_valid && !out_ready;
            if (moves) begin
                // The end of a packet that is dropped is missed in a pause.
                in_packet <= !in_last || (WRONG == 3 && drop && pause);
                dropping <= drop;
            end
        end
endmodule
`default_nettype wire
