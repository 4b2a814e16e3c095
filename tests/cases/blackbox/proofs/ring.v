// Two inputs take turns by a ring that no reset sets: it begins with one bit and always has one. From no bit at all nothing would go.
module ring (
    input wire clk, input wire rst,
    input wire [1:0] in_valid, output wire [1:0] in_ready, input wire [31:0] in_data,
    output wire out_valid, input wire out_ready, output wire [15:0] out_data
);
    reg [1:0] turn = 2'b01;
    assign out_valid = |(in_valid & turn) & ~rst;
    assign in_ready = turn & {2{out_ready & ~rst}};
    assign out_data = turn[1] ? in_data[31:16] : in_data[15:0];
    always @(posedge clk) if (!out_valid || out_ready) turn <= {turn[0], turn[1]};
endmodule
