// A router of a mesh, along the row first. Bits 7 to 4 of the first flit are the column, bits 3 to 0 the row. An input holds two flits.
module turns #(parameter W = 24) (
    input clk, input nreset, input [3:0] x, input [3:0] y,
    input [4:0] vi, output [4:0] ri, input [5*W-1:0] di, input [4:0] li,
    output reg [4:0] vo, input [4:0] ro, output reg [5*W-1:0] dout, output reg [4:0] lo
);
    // east, west, south, north, here
    localparam [4:0] EAST = 5'b00001, WEST = 5'b00010, SOUTH = 5'b00100, NORTH = 5'b01000, HERE = 5'b10000;

    function [4:0] route(input [3:0] tx, input [3:0] ty, input [3:0] cx, input [3:0] cy);
        casez ({tx > cx, tx < cx, ty > cy, ty < cy})
            4'b1???: route = EAST;
            4'b01??: route = WEST;
            4'b001?: route = SOUTH;
            4'b0001: route = NORTH;
            default: route = HERE;
        endcase
    endfunction

    wire [4:0] some;
    reg [4:0] get;
    wire [5*(W+1)-1:0] top;
    wire [5*5-1:0] way;                  // [input][output]
    reg [5*5-1:0] tie, tie_next;         // [output][input]
    genvar g;
    generate for (g = 0; g < 5; g = g + 1) begin : port
        reg [W:0] d0, d1;
        reg [1:0] n;
        reg amid;
        wire put = vi[g] && ri[g];
        assign ri[g] = !n[1];
        assign some[g] = |n;
        assign top[g*(W+1) +: W+1] = d0;
        assign way[g*5 +: 5] = some[g] && !amid ? route(d0[7:4], d0[3:0], x, y) : 5'd0;
        always @(posedge clk or negedge nreset)
            if (!nreset) begin
                n <= 0;
                amid <= 0;
            end else begin
                n <= n + put - get[g];
                if (get[g]) amid <= !d0[W];
            end
        always @(posedge clk) begin
            if (get[g]) d0 <= n == 2 ? d1 : {li[g], di[g*W +: W]};
            else if (put && n == 0) d0 <= {li[g], di[g*W +: W]};
            if (put && n != 0) d1 <= {li[g], di[g*W +: W]};
        end
    end endgenerate

    integer o, i;
    always @* begin
        get = 0;
        vo = 0;
        lo = 0;
        dout = 0;
        tie_next = tie;
        for (o = 0; o < 5; o = o + 1) begin
            if (tie[o*5 +: 5] == 0)
                for (i = 0; i < 5; i = i + 1)
                    if (way[i*5 + o]) tie_next[o*5 +: 5] = 5'd1 << i;
            for (i = 0; i < 5; i = i + 1)
                if (tie_next[o*5 + i]) begin
                    vo[o] = some[i];
                    {lo[o], dout[o*W +: W]} = top[i*(W+1) +: W+1];
                    get[i] = some[i] && ro[o];
                end
            if (vo[o] && ro[o] && lo[o]) tie_next[o*5 +: 5] = 0;
        end
    end
    always @(posedge clk or negedge nreset)
        if (!nreset) tie <= 0;
        else tie <= tie_next;
endmodule
