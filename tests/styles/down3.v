// Words of three bytes one byte at a time, the byte on the left first, through a register that is shifted.
module down3 #(parameter W = 8) (
    input clk, input rst,
    input s_valid, output s_ready, input [3*W-1:0] s_data, input s_last,
    output m_valid, input m_ready, output [W-1:0] m_data, output m_last
);
    reg [3*W-1:0] word;
    reg [1:0] left;
    reg last;
    assign m_valid = left != 0;
    assign m_data = word[3*W-1 -: W];
    assign m_last = last && left == 1;
    assign s_ready = left == 0 || (left == 1 && m_ready);
    always @(posedge clk)
        if (rst) left <= 0;
        else if (s_valid && s_ready) begin
            word <= s_data;
            last <= s_last;
            left <= 3;
        end else if (m_valid && m_ready) begin
            word <= word << W;
            left <= left - 1'b1;
        end
endmodule
