// SPDX-License-Identifier: Apache-2.0
// Queues between two clocks, with faults by WRONG.

// Gray pointers through two registers. WRONG 1: a word is written a cycle after its pointer, which crosses at once. 2: what waits while
// it is full goes in all the same. 3: it is empty for a moment when the pointer turns.
module crossing #(parameter WIDTH = 17, parameter WRONG = 0) (
    input wire wclk, input wire wrst_n, input wire put, output wire full, input wire [WIDTH-1:0] in,
    input wire rclk, input wire rrst_n, output wire empty, input wire get, output wire [WIDTH-1:0] out,
    output reg [3:0] most, output wire error
);
    reg [WIDTH-1:0] word [0:7];
    reg [3:0] wgray, rgray, wgray1, wgray2, rgray1, rgray2, wbin, rbin;
    reg [WIDTH-1:0] late;
    reg [2:0] late_at;
    wire takes = put && !full, gives = get && !empty;
    wire [3:0] wnext = wbin + {3'b0, takes}, rnext = rbin + {3'b0, gives};
    assign full = wgray == {~rgray2[3:2], rgray2[1:0]} && !(WRONG == 2 && put_before);
    assign empty = rgray == (WRONG == 1 ? wgray : wgray2) || (WRONG == 3 && wgray1 == 0 && wgray2 != 0);
    assign out = word[rbin[2:0]];
    assign error = 0;
    reg put_before;
    always @(posedge wclk or negedge wrst_n)
        if (!wrst_n) begin
            wbin <= 0; wgray <= 0; rgray1 <= 0; rgray2 <= 0; put_before <= 0; most <= 0;
        end else begin
            wbin <= wnext;
            wgray <= wnext ^ wnext >> 1;
            {rgray2, rgray1} <= {rgray1, rgray};
            put_before <= put && full;
        end
    always @(posedge wclk) begin
        late <= in;
        late_at <= wbin[2:0];
        if (WRONG == 1) word[late_at] <= late;
        else if (takes) word[wbin[2:0]] <= in;
    end
    always @(posedge rclk or negedge rrst_n)
        if (!rrst_n) begin
            rbin <= 0; rgray <= 0; wgray1 <= 0; wgray2 <= 0;
        end else begin
            rbin <= rnext;
            rgray <= rnext ^ rnext >> 1;
            {wgray2, wgray1} <= {wgray1, wgray};
        end
endmodule

// A word is said to be there by a level that turns. WRONG 1: by a pulse of the fast clock, which works as long as the other clock is no
// slower.
module handover #(parameter WRONG = 0) (
    input wire aclk, input wire bclk, input wire rst,
    input wire s_valid, output wire s_ready, input wire [7:0] s_data,
    output reg m_valid, input wire m_ready, output reg [7:0] m_data,
    input wire hold
);
    reg [7:0] data;
    reg turn, pulse, back;
    reg [2:0] seen;
    reg [1:0] done;
    assign s_ready = turn == done[1] && !hold;
    wire comes = WRONG == 1 ? seen[0] && !seen[1] : seen[2] != seen[1];
    always @(posedge aclk) begin
        done <= {done[0], back};
        pulse <= s_valid && s_ready;
        if (s_valid && s_ready) begin data <= s_data; turn <= !turn; end
        if (rst) begin turn <= 0; done <= 0; pulse <= 0; end
    end
    always @(posedge bclk) begin
        seen <= {seen[1:0], WRONG == 1 ? pulse : turn};
        if (comes) begin m_valid <= 1; m_data <= data; end
        if (m_valid && m_ready) begin m_valid <= 0; back <= !back; end
        if (rst) begin seen <= 0; m_valid <= 0; back <= 0; end
    end
endmodule

// Two inputs, each with a clock of its own, to one output.
module join_clocks #(parameter WRONG = 0) (
    input wire [1:0] s_clk, input wire m_clk, input wire rst_n,
    input wire [1:0] s_valid, output wire [1:0] s_ready, input wire [33:0] s_word,
    output wire m_valid, input wire m_ready, output wire [16:0] m_word
);
    wire [1:0] full, empty;
    wire [33:0] words;
    reg busy, from;
    wire now = busy ? from : empty[0];
    assign s_ready = ~full;
    assign m_valid = !empty[now];
    assign m_word = words[17*now +: 17];
    wire [1:0] get = {now, !now} & {2{m_ready}};
    genvar i;
    generate
        for (i = 0; i < 2; i = i + 1) begin : input_of
            crossing #(.WRONG(i == 1 ? WRONG : 0)) queue (
                .wclk(s_clk[i]), .wrst_n(rst_n), .put(s_valid[i]), .full(full[i]), .in(s_word[17*i +: 17]),
                .rclk(m_clk), .rrst_n(rst_n), .empty(empty[i]), .get(get[i]), .out(words[17*i +: 17]), .most(), .error()
            );
        end
    endgenerate
    always @(posedge m_clk or negedge rst_n)
        if (!rst_n) begin
            busy <= 0;
            from <= 0;
        end else if (m_valid) begin
            busy <= !(m_ready && m_word[16]);
            from <= now;
        end
endmodule

// The clocks of join_clocks, one pin each.
module joined #(parameter WRONG = 0) (
    input wire clk0, input wire clk1, input wire m_clk, input wire rst_n,
    input wire [1:0] s_valid, output wire [1:0] s_ready, input wire [33:0] s_word,
    output wire m_valid, input wire m_ready, output wire [16:0] m_word
);
    join_clocks #(.WRONG(WRONG)) both (
        .s_clk({clk1, clk0}), .m_clk(m_clk), .rst_n(rst_n), .s_valid(s_valid), .s_ready(s_ready), .s_word(s_word),
        .m_valid(m_valid), .m_ready(m_ready), .m_word(m_word)
    );
endmodule

// Words of 16 bits in a queue between clocks, with names that --init knows.
module words (
    input wire wclk, input wire wrst_n, input wire w_valid, output wire w_ready, input wire [15:0] w_data,
    input wire rclk, input wire rrst_n, output wire r_valid, input wire r_ready, output wire [15:0] r_data
);
    wire full, empty;
    assign w_ready = !full;
    assign r_valid = !empty;
    crossing #(.WIDTH(16)) queue (
        .wclk(wclk), .wrst_n(wrst_n), .put(w_valid), .full(full), .in(w_data), .rclk(rclk), .rrst_n(rrst_n), .empty(empty),
        .get(r_ready), .out(r_data), .most(), .error()
    );
endmodule
