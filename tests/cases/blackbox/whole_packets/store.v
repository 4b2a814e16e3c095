// SPDX-License-Identifier: Apache-2.0
//
// A queue of 16 flits that sends a packet when all of it is there. It is right, and has no room for packets of more than 16 flits; with
// DROP = 1 it drops them.
module store #(parameter DROP = 0) (
    input wire clk, rst, s_valid, s_last, output wire s_ready, input wire [15:0] s_data,
    output wire m_valid, m_last, input wire m_ready, output wire [15:0] m_data
);
    reg [16:0] mem [0:15];
    reg [7:0] head, whole, tail;
    reg drop;
    wire [7:0] used = tail - head;
    wire full = used == 16, dropping = drop || DROP && full && whole == head;

    assign s_ready = !full || dropping, m_valid = head != whole, {m_last, m_data} = mem[head[3:0]];
    always @(posedge clk) begin
        if (s_valid && s_ready) begin
            if (!dropping) begin
                mem[tail[3:0]] <= {s_last, s_data};
                tail <= tail + 1;
                if (s_last) whole <= tail + 1;
            end else if (s_last) tail <= whole;
            drop <= dropping && !s_last;
        end
        if (m_valid && m_ready) head <= head + 1;
        if (rst) begin
            head <= 0;
            whole <= 0;
            tail <= 0;
            drop <= 0;
        end
    end
endmodule
