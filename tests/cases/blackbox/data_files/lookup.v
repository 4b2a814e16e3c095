// The upper bits of a flit are an address, and a table of outputs is in a file.
module lookup #(parameter NAME = "tables/ways.hex") (
    input wire clk, input wire rst, input wire s_valid, output wire s_ready, input wire [15:0] s_data,
    output reg [1:0] m_valid, input wire [1:0] m_ready, output reg [15:0] m_data
);
    reg [3:0] ways [0:7];
    initial $readmemh(NAME, ways);
    assign s_ready = (m_valid & ~m_ready) == 0;
    always @(posedge clk)
        if (rst) m_valid <= 0;
        else if (s_ready) begin
            m_valid <= s_valid ? 2'd1 << ways[s_data[15:13]][0] : 2'd0;
            m_data <= s_data;
        end
endmodule
