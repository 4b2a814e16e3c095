// SPDX-License-Identifier: Apache-2.0
// Converters between widths, with faults by WRONG.

// Flits of BYTES bytes become flits of one byte, the low byte first; a flit ends with its last valid byte. WRONG 1: the high byte
// first. 2: a partial flit is sent whole. 3: end with each flit of the input. 4: the class is that of the flit before.
module to_bytes #(parameter BYTES = 4, parameter WRONG = 0) (
    input wire clk, input wire rst_n,
    input wire s_valid, output wire s_ready, input wire [8*BYTES-1:0] s_data, input wire [BYTES-1:0] s_keep, input wire s_last, input wire [2:0] s_class,
    output wire m_valid, input wire m_ready, output wire [7:0] m_data, output wire m_keep, output wire m_last, output wire [2:0] m_class
);
    reg [8*BYTES-1:0] data;
    reg [BYTES-1:0] keep;
    reg last, full;
    reg [2:0] class_of, previous;
    wire more = WRONG == 2 ? |keep[BYTES-1:1] || !only : keep[BYTES-1:0] >> 1 != 0;
    reg only;
    integer left;
    assign s_ready = !full;
    assign m_valid = full;
    assign m_data = WRONG == 1 ? data[8*BYTES-1 -: 8] : data[7:0];
    assign m_keep = keep[0];
    assign m_last = (last || WRONG == 3) && !more;
    assign m_class = WRONG == 4 ? previous : class_of;
    always @(posedge clk) begin
        if (s_valid && s_ready) begin
            data <= s_data;
            keep <= s_keep;
            last <= s_last;
            class_of <= s_class;
            previous <= class_of;
            full <= 1;
            only <= 0;
            left <= BYTES - 1;
        end else if (m_valid && m_ready) begin
            data <= WRONG == 1 ? data << 8 : data >> 8;
            keep <= keep >> 1;
            left <= left - 1;
            only <= left == 1;
            if (!more) full <= 0;
        end
        if (!rst_n) begin full <= 0; only <= 0; class_of <= 0; end
    end
endmodule

// Flits of one byte become flits of BYTES bytes; HIGH: the high byte first. WRONG 1: the last flit has all bytes. 2: bytes behind the
// end are missing in keep from the wrong end. 3: a full last flit that came after another is lost. 4: the last byte is doubled.
module from_bytes #(parameter BYTES = 4, parameter HIGH = 0, parameter WRONG = 0) (
    input wire clk, input wire rst_n,
    input wire s_valid, output wire s_ready, input wire [7:0] s_data, input wire s_last, input wire s_bad,
    output reg m_valid, input wire m_ready, output reg [8*BYTES-1:0] m_data, output reg [BYTES-1:0] m_keep, output reg m_last, output reg m_bad
);
    reg [8*BYTES-1:0] data;
    reg [BYTES-1:0] keep;
    reg later;
    integer at;
    integer i;
    assign s_ready = !m_valid || m_ready;
    always @(posedge clk) begin
        if (m_valid && m_ready) m_valid <= 0;
        if (s_valid && s_ready) begin
            data = at == 0 ? {8*BYTES{1'b0}} : data;
            keep = at == 0 ? {BYTES{1'b0}} : keep;
            i = HIGH ? BYTES - 1 - at : at;
            data[8*i +: 8] = s_data;
            keep[i] = 1;
            if (WRONG == 4 && s_last && at > 0) data[8*i +: 8] = data[8*(HIGH ? i + 1 : i - 1) +: 8];
            at <= at + 1;
            if (s_last || at == BYTES - 1) begin
                at <= 0;
                later <= !s_last;
                m_valid <= !(WRONG == 3 && s_last && later && at == BYTES - 1);
                m_data <= data;
                m_keep <= WRONG == 1 ? {BYTES{1'b1}} : WRONG == 2 ? keep << (BYTES - 1 - at) : keep;
                m_last <= s_last;
                m_bad <= s_bad;
            end
        end
        if (!rst_n) begin m_valid <= 0; at <= 0; later <= 0; end
    end
endmodule

// A queue that takes words of three bytes and gives words of two, without an end of packets. WRONG 1: it loses a word when it is full.
// 2: two words change places when it was empty.
module three_to_two #(parameter WRONG = 0) (
    input wire clk, input wire rst,
    input wire put, output wire full, input wire [23:0] in,
    output wire empty, input wire get, output wire [15:0] out
);
    reg [95:0] bytes;
    reg [3:0] count;
    wire takes = put && !full, gives = get && !empty;
    wire [3:0] rest = gives ? count - 2 : count;
    wire [95:0] moved = gives ? bytes >> 16 : bytes;
    wire [23:0] word = WRONG == 2 && rest == 0 && in[0] ? {in[15:8], in[23:16], in[7:0]} : in;
    assign full = count > 9;
    assign empty = count < 2;
    assign out = bytes[15:0];
    always @(posedge clk) begin
        count <= takes ? rest + 3 : rest;
        bytes <= takes ? (moved & ~({96{1'b1}} << 8*rest)) | ({72'b0, word} << 8*rest) : moved;
        if (WRONG == 1 && takes && count == 9) count <= rest;
        if (rst) count <= 0;
    end
endmodule

// Two inputs of 16 bits and two outputs of 4, each input to the output that bit 9 of its header names.
module sort_parts #(parameter WRONG = 0) (
    input wire clk, input wire rst,
    input wire [1:0] s_valid, output wire [1:0] s_ready, input wire [31:0] s_data, input wire [1:0] s_last,
    output wire [1:0] m_valid, input wire [1:0] m_ready, output wire [7:0] m_data, output wire [1:0] m_last
);
    reg [1:0] part [0:1];
    reg [1:0] busy, from; // of outputs
    reg [1:0] going, to; // of inputs
    wire [1:0] now_to = {going[1] ? to[1] : s_data[25], going[0] ? to[0] : s_data[9]};
    genvar o;
    generate
        for (o = 0; o < 2; o = o + 1) begin : output_of
            wire [1:0] asks = s_valid & (o ? now_to : ~now_to);
            wire takes_from = busy[o] ? from[o] : !asks[0];
            wire valid = asks[takes_from];
            assign m_valid[o] = valid;
            assign m_data[4*o +: 4] = s_data[16*takes_from + 4*part[o] +: 4];
            assign m_last[o] = s_last[takes_from] && part[o] == 3;
            always @(posedge clk) begin
                if (valid && m_ready[o]) begin
                    part[o] <= part[o] + (WRONG == 1 && o == 1 && part[o] == 1 && takes_from ? 2 : 1);
                    busy[o] <= !m_last[o];
                    from[o] <= takes_from;
                end else if (valid) begin
                    busy[o] <= 1;
                    from[o] <= takes_from;
                end
                if (rst) begin part[o] <= 0; busy[o] <= 0; end
            end
        end
    endgenerate
    wire [1:0] done = {m_ready[1] && m_valid[1] && part[1] == 3, m_ready[0] && m_valid[0] && part[0] == 3};
    wire [1:0] whose = {output_of[1].takes_from, output_of[0].takes_from};
    assign s_ready = {(done[1] && whose[1]) || (done[0] && whose[0]), (done[1] && !whose[1]) || (done[0] && !whose[0])};
    integer n;
    always @(posedge clk)
        for (n = 0; n < 2; n = n + 1) begin
            if (s_valid[n] && s_ready[n]) begin going[n] <= !s_last[n]; to[n] <= now_to[n]; end
            if (rst) going[n] <= 0;
        end
endmodule
