// SPDX-License-Identifier: Apache-2.0
//
// Routers that join packets. WRONG is the fault that one has; 0: none.

// One input: packets of it leave as one frame, of COUNT packets, of FLITS flits at least, or up to a packet with user in its last flit; 0: that
// does not end a frame. With STORE a frame leaves when all of it is in.
module join_stream #(
    parameter COUNT = 4,
    parameter FLITS = 0,
    parameter USER = 0,
    parameter STORE = 0,
    parameter WRONG = 0
) (
    input wire clk,
    input wire rst,
    input wire s_valid,
    output wire s_ready,
    input wire [15:0] s_data,
    input wire s_last,
    input wire s_user,
    output wire m_valid,
    input wire m_ready,
    output wire [15:0] m_data,
    output wire m_first,
    output wire m_last,
    output wire m_user
);
    reg [18:0] store [0:255];
    reg [7:0] in_at, out_at, whole;
    reg [7:0] packets, flits;
    reg begun; // of a frame
    wire take = s_valid && s_ready;
    wire [7:0] packets_now = packets + 1, flits_now = flits + 1;
    wire few = WRONG == 1 && packets_now == COUNT - 1 && s_data[3:0] == 5;
    wire ends = s_last && ((COUNT != 0 && (packets_now >= COUNT || few)) || (FLITS != 0 && flits_now >= FLITS + (WRONG == 2)) ||
                           (USER != 0 && s_user && !(WRONG == 3 && flits_now > 7)));

    assign s_ready = !rst && in_at + 8'd1 != out_at;
    assign m_valid = !rst && (STORE ? out_at != whole : out_at != in_at);
    assign {m_user, m_first, m_last, m_data} = store[out_at];

    always @(posedge clk)
        if (rst) begin
            in_at <= 0;
            out_at <= 0;
            whole <= 0;
            packets <= 0;
            flits <= 0;
            begun <= 0;
        end else begin
            if (take) begin
                store[in_at] <= {s_user, WRONG == 4 ? !begun || packets == 2 && flits == 2 : !begun, ends, WRONG == 5 && ends ? ~s_data : s_data};
                in_at <= in_at + 1;
                flits <= ends ? 0 : WRONG == 6 && s_last && packets == 1 ? flits : flits_now;
                packets <= ends ? 0 : s_last ? packets_now : packets;
                begun <= !ends;
                if (ends) whole <= in_at + 1;
            end
            if (m_valid && m_ready) out_at <= out_at + 1;
        end
endmodule

// A packet of each input in their order leaves as one frame.
module join_inputs #(
    parameter INPUTS = 3,
    parameter WRONG = 0
) (
    input wire clk,
    input wire rst,
    input wire [INPUTS-1:0] s_valid,
    output wire [INPUTS-1:0] s_ready,
    input wire [INPUTS*16-1:0] s_data,
    input wire [INPUTS-1:0] s_last,
    output wire m_valid,
    input wire m_ready,
    output wire [15:0] m_data,
    output wire m_last
);
    reg [7:0] turn, frames;
    wire now_last = s_last[turn];

    assign s_ready = rst ? 0 : m_ready << turn;
    assign m_valid = !rst && s_valid[turn];
    assign m_data = s_data[turn*16 +: 16];
    assign m_last = now_last && (WRONG == 1 ? turn >= INPUTS - 2 : turn == INPUTS - 1);

    always @(posedge clk)
        if (rst) begin
            turn <= 0;
            frames <= 0;
        end else if (m_valid && m_ready && now_last) begin
            // the fault: after some frames a turn is passed over, when the next input is not ready yet
            if (WRONG == 2 && frames > 3 && turn == 0 && !s_valid[1]) turn <= 2;
            else turn <= turn == INPUTS - 1 ? 0 : turn + 1;
            frames <= frames + (turn == INPUTS - 1);
        end
endmodule
