// On/off: a queue says stop while there is room for what may still be on the way. The sender's last stage sees stop a cycle late.
module onoff #(parameter W = 16, parameter LG = 3) (
    input clk, input rst,
    input [1:0] in_req, input [2*W-1:0] in_flit, input [1:0] in_eop, output [1:0] in_stop,
    output out_req, output [W-1:0] out_flit, output out_eop, input out_stop
);
    reg [W:0] q0 [0:(1<<LG)-1], q1 [0:(1<<LG)-1];
    reg [LG:0] w0, r0, w1, r1;
    wire [LG:0] n0 = w0 - r0, n1 = w1 - r1;
    reg [1:0] stop_q;
    reg side, busy;
    wire pick = busy ? side : (n0 == 0 || (side == 0 && n1 != 0));
    wire some = pick ? n1 != 0 : n0 != 0;
    wire [W:0] word = pick ? q1[r1[LG-1:0]] : q0[r0[LG-1:0]];
    wire go = some && !out_stop;

    assign in_stop = stop_q;
    assign out_req = go;
    assign {out_eop, out_flit} = word;
    always @(posedge clk) begin
        if (in_req[0]) q0[w0[LG-1:0]] <= {in_eop[0], in_flit[0 +: W]};
        if (in_req[1]) q1[w1[LG-1:0]] <= {in_eop[1], in_flit[W +: W]};
        if (rst) begin
            {w0, r0, w1, r1} <= 0;
            {side, busy} <= 0;
            stop_q <= 2'b11;
        end else begin
            if (in_req[0]) w0 <= w0 + 1;
            if (in_req[1]) w1 <= w1 + 1;
            if (go && !pick) r0 <= r0 + 1;
            if (go && pick) r1 <= r1 + 1;
            if (go) begin
                side <= pick;
                busy <= !out_eop;
            end
            stop_q <= {n1 > (1 << LG) - 4, n0 > (1 << LG) - 4};
        end
    end
endmodule
