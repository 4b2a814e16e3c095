// It swallows packets once a reset has come behind 255 of them: no earlier reset shows that, nor does any run without one in the middle.
module worn (
    input wire clk, input wire rst,
    input wire in_valid, output wire in_ready, input wire [15:0] in_data,
    output wire out_valid, input wire out_ready, output wire [15:0] out_data
);
    reg [7:0] used = 0;
    reg worn_out = 0;
    assign out_valid = in_valid & ~rst & ~worn_out;
    assign in_ready = out_ready & ~rst;
    assign out_data = in_data;
    always @(posedge clk) begin
        if (in_valid && in_ready && used != 255) used <= used + 1;
        if (rst && used == 255) worn_out <= 1;
    end
endmodule
