// In the manner of basejump: fifos of two elements, valid then yumi, and a round robin of which the yumi of its output is a part.
module two_fifo #(parameter int width_p = 8) (
    input  logic clk_i, reset_i,
    output logic ready_and_o, input logic [width_p-1:0] data_i, input logic v_i,
    output logic v_o, output logic [width_p-1:0] data_o, input logic yumi_i
);
    logic [1:0][width_p-1:0] mem;
    logic head, tail, empty, full;
    wire enq = v_i & ready_and_o;
    assign ready_and_o = ~full;
    assign v_o = ~empty;
    assign data_o = mem[head];
    always_ff @(posedge clk_i) begin
        if (enq) mem[tail] <= data_i;
        if (reset_i) begin
            {head, tail, full} <= '0;
            empty <= 1'b1;
        end else begin
            tail <= tail ^ enq;
            head <= head ^ yumi_i;
            empty <= (empty & ~enq) | (~full & yumi_i & ~enq);
            full <= ~empty & (full ? ~yumi_i : enq & ~yumi_i);
        end
    end
endmodule

module yumi_merge #(parameter int width_p = 14, parameter int num_in_p = 3) (
    input  logic clk_i, reset_i,
    input  logic [num_in_p-1:0] v_i, output logic [num_in_p-1:0] ready_and_o, input logic [num_in_p-1:0][width_p-1:0] data_i,
    output logic v_o, input logic yumi_i, output logic [width_p-1:0] data_o, output logic [1:0] tag_o
);
    logic [num_in_p-1:0] v_lo, yumi_li;
    logic [num_in_p-1:0][width_p-1:0] data_lo;
    logic [1:0] last_r, chosen;
    for (genvar i = 0; i < num_in_p; i++) begin : f
        two_fifo #(.width_p(width_p)) fifo (.clk_i, .reset_i, .ready_and_o(ready_and_o[i]), .data_i(data_i[i]), .v_i(v_i[i]), .v_o(v_lo[i]),
                                            .data_o(data_lo[i]), .yumi_i(yumi_li[i]));
    end
    always_comb begin
        chosen = '0;
        for (int k = num_in_p; k >= 1; k--) begin
            automatic int n = (int'(last_r) + k) % num_in_p;
            if (v_lo[n]) chosen = 2'(n);
        end
    end
    assign v_o = |v_lo;
    assign tag_o = chosen;
    assign data_o = data_lo[chosen];
    always_comb for (int i = 0; i < num_in_p; i++) yumi_li[i] = yumi_i && chosen == 2'(i);
    always_ff @(posedge clk_i)
        if (reset_i) last_r <= '0;
        else if (yumi_i) last_r <= chosen;
endmodule
