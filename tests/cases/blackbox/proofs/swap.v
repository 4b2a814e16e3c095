// SPDX-License-Identifier: Apache-2.0
// An element that stores the second flit of a packet until the third one is there. With WRONG = 1 the third one leaves first, if it is not
// the last: a packet with all its flits, in another order.
`default_nettype none
module swap #(parameter WRONG = 0, parameter WIDTH = 16) (
    input wire clk,
    input wire rst,
    input wire in_valid,
    output wire in_ready,
    input wire in_last,
    input wire [WIDTH-1:0] in_data,
    output wire out_valid,
    input wire out_ready,
    output wire out_last,
    output wire [WIDTH-1:0] out_data
);
    reg [1:0] place; // of the flit that comes next; 3: or later
    reg held, overtaken;
    reg [WIDTH-1:0] store;
    wire keep = place == 1 && !in_last && !held;
    wire overtakes = WRONG && place == 2 && held && !overtaken && !in_last;
    wire stored = overtaken || (in_valid && held && !overtakes);
    assign out_valid = !rst && (stored || (in_valid && !keep));
    assign out_data = stored ? store : in_data;
    assign out_last = !stored && in_last;
    assign in_ready = !rst && !stored && (keep || out_ready);
    always @(posedge clk)
        if (rst) begin
            place <= 0;
            held <= 0;
            overtaken <= 0;
        end else begin
            if (in_valid && in_ready) begin
                place <= in_last ? 0 : place == 3 ? 3 : place + 1;
                overtaken <= overtakes;
                if (keep) begin
                    held <= 1;
                    store <= in_data;
                end
            end
            if (stored && out_ready) begin
                held <= 0;
                overtaken <= 0;
            end
        end
endmodule
`default_nettype wire
