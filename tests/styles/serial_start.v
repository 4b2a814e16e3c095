// A serial line with a mark of the first bit of a frame, turned to one of two lines by that bit.
module serial_start (
    input clk, input rstn,
    input in_v, output in_r, input in_bit, input in_sof, input in_eof,
    output reg [1:0] out_v, input [1:0] out_r, output reg [1:0] out_bit, output reg [1:0] out_sof, output reg [1:0] out_eof
);
    reg way;
    wire to = in_sof ? in_bit : way;
    assign in_r = ~out_v[to] | out_r[to];
    always @(posedge clk or negedge rstn)
        if (!rstn) begin
            out_v <= 2'b00;
            way <= 1'b0;
        end else begin
            out_v <= out_v & ~out_r;
            if (in_v & in_r) begin
                out_v[to] <= 1'b1;
                out_bit[to] <= in_bit;
                out_sof[to] <= in_sof;
                out_eof[to] <= in_eof;
                way <= to;
            end
        end
endmodule
