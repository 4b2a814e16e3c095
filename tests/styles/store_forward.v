// Stores whole packets in a RAM with registered reads at each input; what is not whole cannot be read yet. The lowest input
// that wants an output gets it.
module sf_ram #(parameter W = 9, parameter A = 4) (input clk, input we, input [A-1:0] wa, input [W-1:0] d, input re, input [A-1:0] ra, output reg [W-1:0] q);
    reg [W-1:0] cell_array [0:(1<<A)-1];
    always @(posedge clk) begin
        if (we) cell_array[wa] <= d;
        if (re) q <= cell_array[ra];
    end
endmodule

module sf_queue #(parameter W = 9, parameter A = 4) (
    input clk, input rst, input v, input [W-1:0] d, input last, output r, output reg qv, output [W-1:0] q, input take);
    reg [A:0] wr, whole, rd;
    wire [A:0] used = wr - rd;
    assign r = !used[A];
    wire we = v & r;
    wire re = (rd != whole) & (!qv | take);
    sf_ram #(.W(W), .A(A)) ram (.clk(clk), .we(we), .wa(wr[A-1:0]), .d(d), .re(re), .ra(rd[A-1:0]), .q(q));
    always @(posedge clk)
        if (rst) {wr, whole, rd, qv} <= 0;
        else begin
            if (we) wr <= wr + 1'b1;
            if (we & last) whole <= wr + 1'b1;
            if (re) rd <= rd + 1'b1;
            qv <= re | (qv & !take);
        end
endmodule

module store_forward #(parameter N = 2, parameter WIDTH = 8, parameter LOG = 4) (
    input clk, input rst,
    input [N-1:0] s_v, output [N-1:0] s_r, input [N*WIDTH-1:0] s_d, input [N-1:0] s_l,
    output reg [N-1:0] m_v, input [N-1:0] m_r, output reg [N*WIDTH-1:0] m_d, output reg [N-1:0] m_l
);
    localparam W = WIDTH + 1, B = $clog2(N);
    wire [N-1:0] qv;
    wire [N*W-1:0] q;
    reg [N-1:0] take;
    reg [N-1:0] busy, busy_n;            // outputs amid a packet
    reg [N*B-1:0] who, who_n;            // of which input
    reg [N-1:0] body;                    // inputs amid a packet
    genvar g;
    generate for (g = 0; g < N; g = g + 1) begin : side
        sf_queue #(.W(W), .A(LOG)) queue (
            .clk(clk), .rst(rst), .v(s_v[g]), .d({s_l[g], s_d[g*WIDTH +: WIDTH]}), .last(s_l[g]), .r(s_r[g]),
            .qv(qv[g]), .q(q[g*W +: W]), .take(take[g]));
    end endgenerate
    integer o, i;
    always @* begin
        body = 0;
        for (o = 0; o < N; o = o + 1) if (busy[o]) body[who[o*B +: B]] = 1'b1;
        m_v = 0; m_d = 0; m_l = 0; take = 0;
        busy_n = busy;
        who_n = who;
        for (o = 0; o < N; o = o + 1) begin
            for (i = N - 1; i >= 0; i = i - 1)
                if (!busy[o] && qv[i] && !body[i] && q[i*W +: B] == o) begin
                    busy_n[o] = 1;
                    who_n[o*B +: B] = i;
                end
            i = who_n[o*B +: B];
            if (busy_n[o]) begin
                m_v[o] = qv[i];
                {m_l[o], m_d[o*WIDTH +: WIDTH]} = q[i*W +: W];
                if (qv[i] & m_r[o]) begin
                    take[i] = 1;
                    if (q[i*W + WIDTH]) busy_n[o] = 0;
                end
            end
        end
    end
    always @(posedge clk) begin
        who <= who_n;
        busy <= rst ? {N{1'b0}} : busy_n;
    end
endmodule
