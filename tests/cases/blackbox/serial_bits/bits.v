// Bits of a serial line. bit_queue: frames through four places. bit_turn: the first bit of a frame says which of two lines it goes to, and a mark
// tells which one that is.
module bit_queue #(parameter WRONG = 0) (
    input wire clk, input wire rst, input wire s_valid, output wire s_ready, input wire s_bit, input wire s_last,
    output wire m_valid, input wire m_ready, output wire m_bit, output wire m_last
);
    reg [1:0] place [0:3];
    reg [2:0] wr, rd;
    reg [9:0] count;
    wire full = wr[1:0] == rd[1:0] && wr[2] != rd[2];
    wire put = s_valid && s_ready, get = m_valid && m_ready;
    assign s_ready = WRONG == 1 ? !full || count[3:0] == 15 : !full;
    assign m_valid = wr != rd;
    assign {m_last, m_bit} = place[rd[1:0]] ^ {1'b0, WRONG == 2 && count == 200};
    always @(posedge clk)
        if (rst) begin
            wr <= 0;
            rd <= 0;
            count <= 0;
        end else begin
            if (put) place[wr[1:0]] <= {s_last, s_bit};
            wr <= wr + (put && !(WRONG == 3 && count == 100));
            rd <= rd + (get && !(WRONG == 4 && count == 100));
            count <= count + put;
        end
endmodule

module bit_turn #(parameter WRONG = 0) (
    input wire clk, input wire rst, input wire s_valid, output wire s_ready, input wire s_bit, input wire s_first, input wire s_last,
    output reg [1:0] m_valid, input wire [1:0] m_ready, output reg [1:0] m_bit, output reg [1:0] m_first, output reg [1:0] m_last
);
    reg way;
    wire to = s_first ? s_bit : WRONG == 1 && s_last ? s_bit : way;
    assign s_ready = !m_valid[to] || m_ready[to];
    always @(posedge clk)
        if (rst) m_valid <= 0;
        else begin
            m_valid <= m_valid & ~m_ready;
            if (s_valid && s_ready) begin
                m_valid[to] <= 1;
                m_bit[to] <= s_bit;
                m_first[to] <= s_first || (WRONG == 2 && s_last);
                m_last[to] <= s_last;
                way <= to;
            end
        end
endmodule

// Frames of two lines by turns.
module bit_merge #(parameter WRONG = 0) (
    input wire clk, input wire rst, input wire [1:0] s_valid, output wire [1:0] s_ready, input wire [1:0] s_bit, input wire [1:0] s_last,
    output wire m_valid, input wire m_ready, output wire m_bit, output wire m_last
);
    reg turn, amid;
    reg [3:0] bits;
    wire from = amid || s_valid[turn] ? turn : !turn;
    assign m_valid = s_valid[from];
    assign m_bit = s_bit[from] ^ (WRONG == 1 && bits == 12);
    assign m_last = s_last[from];
    assign s_ready = {m_ready && from, m_ready && !from};
    always @(posedge clk)
        if (rst) begin
            turn <= 0;
            amid <= 0;
            bits <= 0;
        end else if (m_valid && m_ready) begin
            turn <= m_last ? !from : from;
            amid <= !m_last;
            bits <= bits + 1;
        end
endmodule
