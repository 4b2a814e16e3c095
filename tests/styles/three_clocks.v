// Two inputs of clocks of their own, and an output of a third one: each input has a place, handed over by a toggle through two registers.
module handover #(parameter W = 8) (
    input wclk, input wrst, input put, output free, input [W-1:0] din,
    input rclk, input rrst, output has, input get, output [W-1:0] dout
);
    reg [W-1:0] word;
    reg w_flag, r_flag, w1, w2, r1, r2;
    assign free = w_flag == r2;
    assign has = r_flag != w2;
    assign dout = word;
    always @(posedge wclk)
        if (wrst) {w_flag, r1, r2} <= 0;
        else begin
            {r2, r1} <= {r1, r_flag};
            if (put && free) begin
                word <= din;
                w_flag <= !w_flag;
            end
        end
    always @(posedge rclk)
        if (rrst) {r_flag, w1, w2} <= 0;
        else begin
            {w2, w1} <= {w1, w_flag};
            if (has && get) r_flag <= w2;
        end
endmodule

module three_clocks #(parameter W = 13) (
    input clk_a, input rst_a, input va, output ra, input [W-1:0] da, input la,
    input clk_b, input rst_b, input vb, output rb, input [W-1:0] db, input lb,
    input clk_y, input rst_y, output vy, input ry, output [W-1:0] dy, output ly
);
    wire ha, hb, own_b;
    wire [W:0] wa, wb;
    reg busy, last_b;
    assign own_b = busy ? last_b : hb && (!ha || !last_b);
    assign vy = own_b ? hb : ha;
    assign {ly, dy} = own_b ? wb : wa;
    handover #(.W(W + 1)) h_a (.wclk(clk_a), .wrst(rst_a), .put(va), .free(ra), .din({la, da}), .rclk(clk_y), .rrst(rst_y), .has(ha), .get(ry && !own_b), .dout(wa));
    handover #(.W(W + 1)) h_b (.wclk(clk_b), .wrst(rst_b), .put(vb), .free(rb), .din({lb, db}), .rclk(clk_y), .rrst(rst_y), .has(hb), .get(ry && own_b), .dout(wb));
    always @(posedge clk_y)
        if (rst_y) {busy, last_b} <= 0;
        else if (vy) {busy, last_b} <= {!(ry && ly), own_b};
endmodule
