// Wires from the input that is selected to the output; and one with a register, whose select has a bit for each input.
module mux #(parameter WRONG = 0) (
    input wire clk, input wire rst, input wire [1:0] select,
    input wire [2:0] s_valid, output wire [2:0] s_ready, input wire [23:0] s_data, input wire [2:0] s_last,
    output wire m_valid, input wire m_ready, output wire [7:0] m_data, output wire m_last
);
    wire [1:0] from = WRONG == 1 && select == 2 && s_last[1] ? 2'd1 : select;
    assign m_valid = s_valid[from] && !rst;
    assign m_data = s_data[8*from +: 8] ^ (WRONG == 2 && from == 1 && s_valid[2]);
    assign m_last = s_last[from];
    assign s_ready = m_ready && !rst ? 3'd1 << from : 3'd0;
endmodule

module slow #(parameter WRONG = 0) (
    input wire clk, input wire rst, input wire [1:0] sel,
    input wire [1:0] s_valid, output wire [1:0] s_ready, input wire [15:0] s_data, input wire [1:0] s_last,
    output reg m_valid, input wire m_ready, output reg [7:0] m_data, output reg m_last
);
    wire free = !m_valid || m_ready;
    assign s_ready = sel & {2{free}};
    always @(posedge clk)
        if (rst) m_valid <= 0;
        else if (free) begin
            m_valid <= |(s_valid & sel) && !(WRONG == 3 && sel[1] && s_last[1] && s_valid == 3);
            m_data <= sel[0] ? s_data[7:0] : s_data[15:8];
            m_last <= |(s_last & sel);
        end
endmodule
