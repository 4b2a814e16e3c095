// Several streams of frames to one. The header of a frame (kind, port) has a handshake of its own, and so it has behind registers at the
// output: an input that offers a header gets its turn, and after the header its frame passes. WRONG: see run.sh.
module frames #(parameter INPUTS = 2, WRONG = 0) (
    input wire clk, input wire rst_n,
    input wire [INPUTS-1:0] s_hdr_valid, output wire [INPUTS-1:0] s_hdr_ready, input wire [8*INPUTS-1:0] s_kind, input wire [4*INPUTS-1:0] s_port,
    input wire [INPUTS-1:0] s_valid, output wire [INPUTS-1:0] s_ready, input wire [8*INPUTS-1:0] s_data, input wire [INPUTS-1:0] s_last,
    output reg m_hdr_valid, input wire m_hdr_ready, output reg [7:0] m_kind, output reg [3:0] m_port,
    output wire m_valid, input wire m_ready, output wire [7:0] m_data, output wire m_last
);
    reg frame;
    reg [3:0] turn;
    reg [7:0] count;
    wire take = !frame && s_hdr_valid[turn] && !m_hdr_valid;
    assign s_hdr_ready = take << turn;
    assign s_ready = (frame && m_ready) << turn;
    assign m_valid = frame && s_valid[turn];
    assign m_data = s_data >> 8*turn;
    assign m_last = s_last[turn];
    always @(posedge clk)
        if (!rst_n) begin
            frame <= 0;
            turn <= 0;
            m_hdr_valid <= 0;
            count <= 0;
        end else begin
            if (m_hdr_valid && m_hdr_ready) m_hdr_valid <= 0;
            if (take) begin
                frame <= 1;
                count <= count + 1;
                m_hdr_valid <= !(WRONG == 1 && count == 9);
                m_kind <= WRONG == 2 && s_last[turn] && s_valid[turn] ? 8'hff : s_kind >> 8*turn;
                m_port <= s_port >> 4*(WRONG == 3 && &s_hdr_valid ? INPUTS - 1 - turn : turn);
            end else if (!frame)
                turn <= turn == INPUTS - 1 ? 0 : turn + 1;
            if (m_valid && m_ready && m_last) begin
                frame <= 0;
                turn <= turn == INPUTS - 1 ? 0 : turn + 1;
                if (WRONG == 4 && count == 12 && !m_hdr_valid) m_hdr_valid <= 1;
                if (WRONG == 5 && count == 5) m_hdr_valid <= 0;
            end
            if (WRONG == 6 && m_hdr_valid && !m_hdr_ready && m_valid && m_ready) m_kind <= m_kind + 1;
        end
endmodule
