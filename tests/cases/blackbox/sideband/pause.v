// SPDX-License-Identifier: Apache-2.0
//
// A store of 16 flits: hold stops it before a flit is shown, mode turns its data round, and it drops a packet whose last flit has bad.
// dropped pulses for each of them, level counts flits, and error stays 0. It is wrong with WRONG = 1: a flit that is shown is taken back
// when hold comes, 2: a flit that comes in as hold goes is lost, 3: a dropped packet of one flit has no pulse, 4: level counts those that
// were dropped, 5: error rises when it is full.
module pause #(parameter WRONG = 0) (
    input wire clk, rst, hold, input wire [1:0] mode, output reg dropped, output wire [4:0] level, output wire error,
    input wire s_valid, s_last, s_bad, output wire s_ready, input wire [11:0] s_data,
    output wire m_valid, m_last, input wire m_ready, output wire [11:0] m_data
);
    reg [12:0] mem [0:15];
    reg [4:0] head, whole, tail, extra;
    reg amid, was_held, shown;
    wire [4:0] used = tail - head, next = tail + 5'd1;
    wire lost = WRONG == 2 && was_held && !hold;
    wire [11:0] unknown = mode == 3 ? 12'hfff : 12'h0;

    assign s_ready = used != 16, level = used + (WRONG == 4 ? extra : 5'd0), error = WRONG == 5 && used == 16;
    assign m_valid = head != whole && (!hold || (shown && WRONG != 1));
    assign {m_last, m_data} = mem[head[3:0]] ^ {1'b0, unknown};
    always @(posedge clk) begin
        dropped <= 0;
        was_held <= hold;
        shown <= m_valid && !m_ready;
        if (s_valid && s_ready) begin
            if (!lost || s_last) mem[tail[3:0]] <= {s_last, s_data};
            tail <= s_last && s_bad ? whole : lost && !s_last ? tail : next;
            if (s_last && !s_bad) whole <= next;
            if (s_last && s_bad) begin
                dropped <= !(WRONG == 3 && !amid);
                extra <= extra + 1;
            end
            amid <= !s_last;
        end
        if (m_valid && m_ready) head <= head + 1;
        if (rst) {head, whole, tail, extra, amid, was_held, shown, dropped} <= 0;
    end
endmodule
