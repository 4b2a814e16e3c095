// No arbiter: a counter says which input each output looks at in this cycle. Cells of one flit.
module slots #(parameter LOG = 2, parameter W = 9) (
    input clk, input rst,
    input [(1<<LOG)-1:0] iv, output [(1<<LOG)-1:0] ir, input [(W<<LOG)-1:0] id,
    output reg [(1<<LOG)-1:0] ov, input [(1<<LOG)-1:0] or_, output [(W<<LOG)-1:0] od
);
    localparam N = 1 << LOG;
    reg [LOG-1:0] slot;
    reg [N-1:0] held;
    reg [W-1:0] cell_ [0:N-1], result [0:N-1];
    reg [N-1:0] moves;                   // inputs whose cell goes on
    reg [N-1:0] loads;                   // outputs that get one
    reg [LOG-1:0] at;
    integer o, n;

    assign ir = ~held | moves;
    genvar g;
    generate for (g = 0; g < N; g = g + 1) begin : flat
        assign od[g*W +: W] = result[g];
    end endgenerate

    wire [N*LOG-1:0] to;
    generate for (g = 0; g < N; g = g + 1) begin : address
        assign to[g*LOG +: LOG] = cell_[g][LOG-1:0];
    end endgenerate
    always @* begin
        moves = 0;
        loads = 0;
        at = 0;
        for (o = 0; o < N; o = o + 1) begin
            at = o[LOG-1:0] + slot;
            if (held[at] && to[at*LOG +: LOG] == o && (!ov[o] || or_[o])) begin
                moves[at] = 1;
                loads[o] = 1;
            end
        end
    end
    always @(posedge clk or posedge rst)
        if (rst) begin
            slot <= 0;
            held <= 0;
            ov <= 0;
        end else begin
            slot <= slot + 1'b1;
            held <= (held & ~moves) | (iv & ir);
            ov <= (ov & ~or_) | loads;
        end
    always @(posedge clk)
        for (n = 0; n < N; n = n + 1) begin
            if (iv[n] && ir[n]) cell_[n] <= id[n*W +: W];
            if (loads[n]) result[n] <= cell_[(n + slot) % N];
        end
endmodule
