// No register and no memory: a one-hot select holds a way open from an input to the output for as long as a packet takes.
module plain_mux #(parameter N = 3, parameter W = 12) (
    input clk, input rst_n,
    input [N-1:0] sel,
    input [N-1:0] i_valid, output [N-1:0] i_ready, input [N*W-1:0] i_data, input [N-1:0] i_last,
    output o_valid, input o_ready, output reg [W-1:0] o_data, output o_last
);
    integer n;
    assign o_valid = rst_n && |(i_valid & sel);
    assign i_ready = sel & {N{o_ready & rst_n}};
    assign o_last = |(i_last & sel);
    always @* begin
        o_data = 0;
        for (n = 0; n < N; n = n + 1) o_data = o_data | (i_data[n*W +: W] & {W{sel[n]}});
    end
endmodule
