// SPDX-License-Identifier: Apache-2.0
//
// A register slice. Wrong with STUCK = 1: bit 0 of the data is always 0.
module slice #(parameter STUCK = 0) (
    input wire clk, rst, s_valid, output wire s_ready, input wire [11:0] s_data, input wire [3:0] s_user,
    output reg m_valid, input wire m_ready, output reg [11:0] m_data, output reg [3:0] m_user
);
    assign s_ready = !m_valid || m_ready;
    always @(posedge clk) begin
        if (s_ready) begin
            m_valid <= s_valid;
            m_data <= STUCK ? {s_data[11:1], 1'b0} : s_data;
            m_user <= s_user;
        end
        if (rst) m_valid <= 0;
    end
endmodule
