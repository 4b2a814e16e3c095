// 2048 bits at two inputs; the lower number goes first.
module wide2k #(parameter W = 2047) (
    input clk, input rst_n, input [1:0] v, output [1:0] r, input [2*W-1:0] d, input [1:0] l, output qv, input qr, output [W-1:0] q, output ql
);
    reg mine, amid;
    wire sel = amid ? mine : ~v[0];
    assign {ql, q} = sel ? {l[1], d[W +: W]} : {l[0], d[0 +: W]};
    assign qv = v[sel];
    assign r = {sel, ~sel} & {2{qr}};
    always @(posedge clk or negedge rst_n)
        if (!rst_n) amid <= 0;
        else if (qv) begin
            mine <= sel;
            amid <= ~(qr & ql);
        end
endmodule
