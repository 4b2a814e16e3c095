// A queue at each crosspoint, pointers with a bit for the lap. An output polls its queues one a cycle, and stays with one
// until its packet is through.
module cross_cell #(parameter W = 8, parameter LOG = 2) (
    input  clk, input rst_n,
    input  put, input [W-1:0] d, output full,
    input  get, output [W-1:0] q, output some
);
    reg [W-1:0] ram [(1<<LOG)-1:0];
    reg [LOG:0] head, tail;
    assign some = head != tail;
    assign full = head == (tail ^ (1 << LOG));
    assign q = ram[head[LOG-1:0]];
    always @(posedge clk or negedge rst_n)
        if (!rst_n) begin
            head <= 0;
            tail <= 0;
        end else begin
            if (put && !full) tail <= tail + 1;
            if (get && some) head <= head + 1;
        end
    always @(posedge clk) if (put && !full) ram[tail[LOG-1:0]] <= d;
endmodule

module cross_out #(parameter N = 3, parameter W = 8) (
    input  clk, input rst_n,
    input  [N-1:0] some, input [N*W-1:0] q, output [N-1:0] get,
    output m_valid, input m_ready, output reg [W-1:0] m
);
    reg [N-1:0] turn;
    reg inside_packet;
    integer i;
    assign m_valid = |(turn & some);
    assign get = m_ready ? turn & some : {N{1'b0}};
    always @* begin
        m = 0;
        for (i = 0; i < N; i = i + 1) m = m | ({W{turn[i]}} & q[i*W +: W]);
    end
    wire taken = m_valid && m_ready;
    wire ends = taken && m[W-1];
    always @(posedge clk or negedge rst_n)
        if (!rst_n) begin
            turn <= 1;
            inside_packet <= 0;
        end else begin
            if (taken) inside_packet <= !m[W-1];
            if (ends || (!m_valid && !inside_packet)) turn <= {turn[N-2:0], turn[N-1]};
        end
endmodule

module crosspoint #(parameter IN = 3, parameter OUT = 2, parameter WIDTH = 24, parameter LOG_DEPTH = 2) (
    input  clk, input rst_n,
    input  [IN-1:0] s_valid, output [IN-1:0] s_ready, input [IN*WIDTH-1:0] s_data, input [IN-1:0] s_last, input [IN*3-1:0] s_dest,
    output [OUT-1:0] m_valid, input [OUT-1:0] m_ready, output [OUT*WIDTH-1:0] m_data, output [OUT-1:0] m_last
);
    localparam W = WIDTH + 1;
    wire [OUT*IN-1:0] some, get, full;
    wire [OUT*IN*W-1:0] q;
    genvar i, o;
    generate
        for (i = 0; i < IN; i = i + 1) begin : row
            wire [OUT-1:0] here, blocked;
            assign s_ready[i] = |(here & ~blocked);
            for (o = 0; o < OUT; o = o + 1) begin : cell_
                assign here[o] = s_dest[i*3 +: 3] == o;
                assign blocked[o] = full[o*IN + i];
                cross_cell #(.W(W), .LOG(LOG_DEPTH)) store (
                    .clk(clk), .rst_n(rst_n), .put(s_valid[i] & here[o]), .d({s_last[i], s_data[i*WIDTH +: WIDTH]}), .full(full[o*IN + i]),
                    .get(get[o*IN + i]), .q(q[(o*IN + i)*W +: W]), .some(some[o*IN + i]));
            end
        end
        for (o = 0; o < OUT; o = o + 1) begin : column
            cross_out #(.N(IN), .W(W)) read (
                .clk(clk), .rst_n(rst_n), .some(some[o*IN +: IN]), .q(q[o*IN*W +: IN*W]), .get(get[o*IN +: IN]),
                .m_valid(m_valid[o]), .m_ready(m_ready[o]), .m({m_last[o], m_data[o*WIDTH +: WIDTH]}));
        end
    endgenerate
endmodule
