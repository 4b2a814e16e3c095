// SPDX-License-Identifier: Apache-2.0
//
// A store of 32 flits that sends whole packets with the id of their first flit, and drops a packet whose last flit has bad. It is wrong
// with WRONG = 1: bad counts in the first flit, 2: a packet behind a dropped one is lost, 3: a long packet is sent though it is bad,
// 4: the id is that of the packet before.
module frames #(parameter WRONG = 0) (
    input wire clk, rst, s_valid, s_last, s_bad, output wire s_ready, input wire [11:0] s_data, input wire [2:0] s_id,
    output wire m_valid, m_last, input wire m_ready, output wire [11:0] m_data, output wire [2:0] m_id
);
    reg [15:0] mem [0:31];
    reg [5:0] head, whole, tail;
    reg amid, first_bad, dropped;
    reg [2:0] id, previous;
    reg [3:0] flits;
    wire [2:0] id_now = WRONG == 4 ? previous : amid ? id : s_id;
    wire bad = WRONG == 1 ? (amid ? first_bad : s_bad) : (s_bad && !(WRONG == 3 && flits > 4)) || (WRONG == 2 && dropped);
    wire [5:0] used = tail - head, next = tail + 6'd1;

    assign s_ready = used != 32, m_valid = head != whole, {m_last, m_id, m_data} = mem[head[4:0]];
    always @(posedge clk) begin
        if (s_valid && s_ready) begin
            mem[tail[4:0]] <= {s_last, id_now, s_data};
            tail <= s_last && bad ? whole : next;
            if (s_last && !bad) whole <= next;
            if (s_last) dropped <= bad && s_bad;
            if (!amid) {first_bad, id} <= {s_bad, s_id};
            if (s_last) previous <= amid ? id : s_id;
            amid <= !s_last;
            flits <= s_last ? 0 : flits + 1;
        end
        if (m_valid && m_ready) head <= head + 1;
        if (rst) {head, whole, tail, amid, dropped, flits} <= 0;
    end
endmodule
