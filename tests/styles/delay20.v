// Twenty stages that stand still together while the last one is not taken; bubbles stay where they are.
module delay20 #(parameter STAGES = 20, parameter W = 24) (
    input clk, input reset, input [W-1:0] in, input in_vld, output in_rdy, output [W-1:0] out, output out_vld, input out_rdy
);
    reg [W-1:0] d [0:STAGES-1];
    reg [STAGES-1:0] v;
    wire en = out_rdy | ~out_vld;
    integer s;
    assign in_rdy = en;
    assign out = d[STAGES-1];
    assign out_vld = v[STAGES-1];
    always @(posedge clk)
        if (reset) v <= {STAGES{1'b0}};
        else if (en) begin
            v <= {v[STAGES-2:0], in_vld};
            d[0] <= in;
            for (s = 1; s < STAGES; s = s + 1) d[s] <= d[s-1];
        end
endmodule
