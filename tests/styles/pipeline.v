// Several cycles from pin to pin: registers with a ready chain before and behind a stage that chooses.
module pipe_stages #(parameter STAGES = 2, parameter W = 8) (
    input clk, input rst, input v, output r, input [W-1:0] d, output qv, input qr, output [W-1:0] q);
    reg  [STAGES-1:0] full;
    reg  [STAGES*W-1:0] data;
    wire [STAGES:0] can;                 // what stage s may take; the last one is what follows
    assign can[STAGES] = qr;
    assign r = can[0];
    assign qv = full[STAGES-1];
    assign q = data[(STAGES-1)*W +: W];
    genvar s;
    generate for (s = 0; s < STAGES; s = s + 1) begin : stage
        assign can[s] = !full[s] || can[s+1];
        always @(posedge clk)
            if (rst) full[s] <= 1'b0;
            else if (can[s]) full[s] <= s == 0 ? v : full[s == 0 ? 0 : s-1];
        always @(posedge clk) if (can[s]) data[s*W +: W] <= s == 0 ? d : data[(s == 0 ? 0 : s-1)*W +: W];
    end endgenerate
endmodule

module pipeline #(parameter BEFORE = 2, parameter BEHIND = 3, parameter WIDTH = 12) (
    input clk, input rst,
    input a_valid, output a_ready, input [WIDTH-1:0] a_data, input a_last,
    input b_valid, output b_ready, input [WIDTH-1:0] b_data, input b_last,
    output x_valid, input x_ready, output [WIDTH-1:0] x_data, output x_last,
    output y_valid, input y_ready, output [WIDTH-1:0] y_data, output y_last
);
    localparam W = WIDTH + 1;
    wire av, bv, xr, yr;
    wire [W-1:0] a, b;
    reg ar, br, xv, yv;
    reg [W-1:0] x, y;
    reg a_in, b_in, a_y, b_y;            // within a packet, and for which output
    reg x_busy, x_b, y_busy, y_b, turn;
    pipe_stages #(.STAGES(BEFORE), .W(W)) pa (.clk(clk), .rst(rst), .v(a_valid), .r(a_ready), .d({a_last, a_data}), .qv(av), .qr(ar), .q(a));
    pipe_stages #(.STAGES(BEFORE), .W(W)) pb (.clk(clk), .rst(rst), .v(b_valid), .r(b_ready), .d({b_last, b_data}), .qv(bv), .qr(br), .q(b));
    pipe_stages #(.STAGES(BEHIND), .W(W)) px (.clk(clk), .rst(rst), .v(xv), .r(xr), .d(x), .qv(x_valid), .qr(x_ready), .q({x_last, x_data}));
    pipe_stages #(.STAGES(BEHIND), .W(W)) py (.clk(clk), .rst(rst), .v(yv), .r(yr), .d(y), .qv(y_valid), .qr(y_ready), .q({y_last, y_data}));

    wire a_to_y = a_in ? a_y : a[0], b_to_y = b_in ? b_y : b[0];
    wire ax = av && !a_to_y, bx = bv && !b_to_y, ay = av && a_to_y, by = bv && b_to_y;
    always @* begin : choose
        reg take_b;
        take_b = x_busy ? x_b : bx && (!ax || turn);
        xv = take_b ? bx : ax;
        x = take_b ? b : a;
        ar = xv && xr && !take_b;
        br = xv && xr && take_b;
        take_b = y_busy ? y_b : by && (!ay || turn);
        yv = take_b ? by : ay;
        y = take_b ? b : a;
        if (yv && yr && !take_b) ar = 1'b1;
        if (yv && yr && take_b) br = 1'b1;
    end
    always @(posedge clk)
        if (rst) {a_in, b_in, x_busy, y_busy, turn} <= 5'd0;
        else begin
            if (av && ar) {a_in, a_y} <= {!a[WIDTH], a_to_y};
            if (bv && br) {b_in, b_y} <= {!b[WIDTH], b_to_y};
            if (xv && xr) {x_busy, x_b} <= {!x[WIDTH], br && !b_to_y};
            if (yv && yr) {y_busy, y_b} <= {!y[WIDTH], br && b_to_y};
            turn <= !turn;
        end
endmodule
