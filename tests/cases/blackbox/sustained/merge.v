// SPDX-License-Identifier: Apache-2.0
//
// Two streams into one, packet by packet. Wrong: behind LIMIT flits of input 1 a counter wraps, and bit 0 of its data is changed.
module merge #(parameter LIMIT = 0) (
    input wire clk, rst,
    input wire [1:0] s_valid, s_last, output wire [1:0] s_ready, input wire [31:0] s_data,
    output wire m_valid, m_last, input wire m_ready, output wire [15:0] m_data
);
    reg busy, owner;
    reg [15:0] count;
    wire pick = busy ? owner : !s_valid[0];
    wire wraps = LIMIT != 0 && pick && count == LIMIT;

    assign m_valid = s_valid[pick], m_last = s_last[pick];
    assign m_data = (pick ? s_data[31:16] : s_data[15:0]) ^ {15'd0, wraps};
    assign s_ready = m_ready ? 2'd1 << pick : 2'd0;
    always @(posedge clk)
        if (rst) begin
            busy <= 0;
            owner <= 0;
            count <= 0;
        end else if (m_valid) begin
            owner <= pick;
            busy <= !(m_ready && m_last);
            if (m_ready && pick) count <= count + 1;
        end
endmodule
