// A loop of places that turns by one each cycle: a cell gets on where its input passes an empty place, and off where it passes its output
// and that has room; else it goes round once more. So cells of a flow may overtake each other.
module recirculate #(parameter N = 3, parameter LOOP = 5, parameter W = 11) (
    input clk, input rst_n,
    input [N-1:0] sv, output reg [N-1:0] sr, input [N*W-1:0] sd,
    output reg [N-1:0] mv, input [N-1:0] mr, output reg [N*W-1:0] md
);
    reg [LOOP-1:0] used, used_n;
    reg [LOOP*W-1:0] body, body_n;
    reg [N-1:0] mv_n;
    reg [N*W-1:0] md_n;
    integer i;
    // Place i is in front of output i, and then of input i.
    always @* begin
        used_n = used;
        body_n = body;
        mv_n = mv & ~mr;
        md_n = md;
        sr = 0;
        for (i = 0; i < N; i = i + 1) begin
            if (used_n[i] && body_n[i*W +: 2] == i && !mv_n[i]) begin
                mv_n[i] = 1;
                md_n[i*W +: W] = body_n[i*W +: W];
                used_n[i] = 0;
            end
            if (!used_n[i]) begin
                sr[i] = 1;
                used_n[i] = sv[i];
                body_n[i*W +: W] = sd[i*W +: W];
            end
        end
    end
    always @(posedge clk or negedge rst_n)
        if (!rst_n) begin
            used <= 0;
            mv <= 0;
        end else begin
            used <= {used_n[LOOP-2:0], used_n[LOOP-1]};
            mv <= mv_n;
        end
    always @(posedge clk) begin
        body <= {body_n[(LOOP-1)*W-1:0], body_n[LOOP*W-1 -: W]};
        md <= md_n;
    end
endmodule
