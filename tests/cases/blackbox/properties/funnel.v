// SPDX-License-Identifier: Apache-2.0
//
// Two queues of 16 flits, each of which offers a packet when it is whole, and an output that takes them in turn, packet by packet. It is
// wrong with WRONG = 1: a packet is offered when its first flit is in, 2: a gap after each third flit, 3: queues have 12 flits, 4: input 0
// goes first whenever it has a packet, 5: from, which is the number of the input, stays 0.
module lane #(parameter WRONG = 0) (
    input wire clk, rst, s_valid, s_last, output wire s_ready, input wire [11:0] s_data,
    output wire m_valid, m_last, input wire m_ready, output wire [11:0] m_data
);
    reg [12:0] mem [0:15];
    reg [4:0] head, whole, tail;
    reg [1:0] pause;
    wire [4:0] used = tail - head;

    assign s_ready = used < (WRONG == 3 ? 12 : 16), {m_last, m_data} = mem[head[3:0]];
    assign m_valid = head != (WRONG == 1 ? tail : whole) && !(WRONG == 2 && pause == 3);
    always @(posedge clk) begin
        if (s_valid && s_ready) begin
            mem[tail[3:0]] <= {s_last, s_data};
            tail <= tail + 1;
            if (s_last) whole <= tail + 1;
        end
        if (m_valid && m_ready) head <= head + 1;
        if (pause == 3) pause <= 0;
        else if (m_valid && m_ready) pause <= m_last ? 0 : pause + 1;
        if (rst) {head, whole, tail, pause} <= 0;
    end
endmodule

module funnel #(parameter WRONG = 0) (
    input wire clk, rst, input wire [1:0] s_valid, s_last, output wire [1:0] s_ready, input wire [23:0] s_data,
    output wire m_valid, m_last, input wire m_ready, output wire [11:0] m_data, output wire m_from
);
    wire [1:0] valid, last;
    wire [23:0] data;
    reg busy, owner, turn;
    wire chosen = busy ? owner : WRONG == 4 ? !valid[0] : valid[turn] ? turn : !turn;

    assign m_from = chosen && WRONG != 5, m_valid = valid[chosen], m_last = last[chosen], m_data = chosen ? data[23:12] : data[11:0];
    lane #(WRONG) q [1:0] (clk, rst, s_valid, s_last, s_ready, s_data, valid, last, {m_ready && chosen, m_ready && !chosen}, data);
    always @(posedge clk) begin
        if (m_valid) {busy, owner} <= {!(m_ready && m_last), chosen};
        if (m_valid && m_ready && m_last) turn <= !chosen;
        if (rst) {busy, turn} <= 0;
    end
endmodule
