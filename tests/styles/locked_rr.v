// A switch whose outputs are locked for a packet by a round robin with two priority encoders of Verilog-95 loops; inputs are registered once.
module locked_rr #(parameter N = 3, parameter M = 3, parameter W = 16) (
    input clk, input nrst,
    input [N-1:0] i_vld, output [N-1:0] i_rdy, input [N*W-1:0] i_dat, input [N-1:0] i_eop, input [N*2-1:0] i_dst,
    output reg [M-1:0] o_vld, input [M-1:0] o_rdy, output reg [M*W-1:0] o_dat, output reg [M-1:0] o_eop
);
    reg [N-1:0] v, e;
    reg [N*W-1:0] d;
    reg [N*2-1:0] t;
    reg [M-1:0] lock;
    reg [7:0] own [0:M-1], base [0:M-1];
    reg [7:0] pick;
    reg found;
    reg [N-1:0] pop;
    integer o, i, k;
    assign i_rdy = ~v | pop;
    reg [7:0] win [0:M-1];
    reg [M-1:0] any;
    always @* begin
        pop = 0;
        for (o = 0; o < M; o = o + 1) begin
            found = 0;
            pick = own[o];
            if (lock[o]) found = v[own[o]] && t[own[o]*2 +: 2] == o;
            else
                for (k = N - 1; k >= 0; k = k - 1) begin
                    i = base[o] + k >= N ? base[o] + k - N : base[o] + k;
                    if (v[i] && t[i*2 +: 2] == o) begin
                        found = 1;
                        pick = i;
                    end
                end
            any[o] = found;
            win[o] = pick;
            if (found && (!o_vld[o] || o_rdy[o])) pop[pick] = 1;
        end
    end
    always @(posedge clk or negedge nrst)
        if (!nrst) begin
            v <= 0;
            o_vld <= 0;
            lock <= 0;
            for (o = 0; o < M; o = o + 1) base[o] <= 0;
        end else begin
            for (i = 0; i < N; i = i + 1)
                if (i_rdy[i]) begin
                    v[i] <= i_vld[i];
                    e[i] <= i_eop[i];
                    d[i*W +: W] <= i_dat[i*W +: W];
                    t[i*2 +: 2] <= i_dst[i*2 +: 2];
                end
            for (o = 0; o < M; o = o + 1)
                if (!o_vld[o] || o_rdy[o]) begin
                    o_vld[o] <= any[o];
                    if (any[o]) begin
                        o_dat[o*W +: W] <= d[win[o]*W +: W];
                        o_eop[o] <= e[win[o]];
                        own[o] <= win[o];
                        lock[o] <= !e[win[o]];
                        if (e[win[o]]) base[o] <= win[o] == N - 1 ? 0 : win[o] + 1;
                    end
                end
        end
endmodule
