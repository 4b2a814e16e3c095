// One input, many outputs: a node is a register and two smaller trees. A node looks at the lowest bit of what is left of the address, so
// that leaves come in the order of reversed bits.
module demux_node #(parameter LEVELS = 2, parameter W = 8) (
    input clk, input rst,
    input v, output r, input [W-1:0] d, input l, input [LEVELS:0] to,
    output [(1<<LEVELS)-1:0] mv, input [(1<<LEVELS)-1:0] mr, output [(W<<LEVELS)-1:0] md, output [(1<<LEVELS)-1:0] ml
);
    localparam HALF = (1 << LEVELS) / 2;
    reg full, last;
    reg [W-1:0] data;
    reg [LEVELS:0] rest;
    wire gone;
    assign r = !full | gone;
    always @(posedge clk) begin
        if (r) begin
            data <= d;
            last <= l;
            rest <= to;
            full <= v;
        end
        if (rst) full <= 1'b0;
    end
    generate
        if (LEVELS == 0) begin : leaf
            assign mv = full;
            assign md = data;
            assign ml = last;
            assign gone = mr;
        end else begin : fork_
            wire even, odd;
            demux_node #(.LEVELS(LEVELS - 1), .W(W)) low (
                .clk(clk), .rst(rst), .v(full & !rest[0]), .r(even), .d(data), .l(last), .to(rest[LEVELS:1]),
                .mv(mv[HALF-1:0]), .mr(mr[HALF-1:0]), .md(md[HALF*W-1:0]), .ml(ml[HALF-1:0]));
            demux_node #(.LEVELS(LEVELS - 1), .W(W)) high (
                .clk(clk), .rst(rst), .v(full & rest[0]), .r(odd), .d(data), .l(last), .to(rest[LEVELS:1]),
                .mv(mv[2*HALF-1:HALF]), .mr(mr[2*HALF-1:HALF]), .md(md[2*HALF*W-1:HALF*W]), .ml(ml[2*HALF-1:HALF]));
            assign gone = rest[0] ? odd : even;
        end
    endgenerate
endmodule

module demux_tree #(parameter LEVELS = 2, parameter W = 8) (
    input clk, input rst,
    input in_valid, output in_ready, input [W-1:0] in_data, input in_last, input [LEVELS-1:0] in_dest,
    output reg [(1<<LEVELS)-1:0] out_valid, input [(1<<LEVELS)-1:0] out_ready, output reg [(W<<LEVELS)-1:0] out_data, output reg [(1<<LEVELS)-1:0] out_last
);
    localparam N = 1 << LEVELS;
    wire [N-1:0] mv, ml;
    wire [N*W-1:0] md;
    reg [N-1:0] mr;

    function integer reversed(input integer n);
        integer bit_, rest;
        begin
            reversed = 0;
            rest = n;
            for (bit_ = 0; bit_ < LEVELS; bit_ = bit_ + 1) begin
                reversed = 2 * reversed + rest % 2;
                rest = rest / 2;
            end
        end
    endfunction

    integer n;
    always @* begin
        out_valid = 0;
        out_last = 0;
        out_data = 0;
        mr = 0;
        for (n = 0; n < N; n = n + 1) begin
            out_valid[n] = mv[reversed(n)];
            out_last[n] = ml[reversed(n)];
            out_data[n*W +: W] = md[reversed(n)*W +: W];
            mr[reversed(n)] = out_ready[n];
        end
    end
    demux_node #(.LEVELS(LEVELS), .W(W)) root (
        .clk(clk), .rst(rst), .v(in_valid), .r(in_ready), .d(in_data), .l(in_last), .to({1'b0, in_dest}), .mv(mv), .mr(mr), .md(md), .ml(ml));
endmodule
