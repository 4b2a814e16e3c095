// Packets of different streams may be mixed flit by flit, those of one stream may not: an output is owned once for each stream.
module streams #(parameter int N = 3, parameter int W = 12, parameter int IDS = 4) (
    input  logic clk, rst,
    input  logic [N-1:0] tvalid_i, output logic [N-1:0] tready_o, input logic [N-1:0][W-1:0] tdata_i, input logic [N-1:0] tlast_i,
    input  logic [N-1:0][$clog2(IDS)-1:0] tid_i, input logic [N-1:0] tdest_i,
    output logic [1:0] tvalid_o, input logic [1:0] tready_i, output logic [1:0][W-1:0] tdata_o, output logic [1:0] tlast_o,
    output logic [1:0][$clog2(IDS)-1:0] tid_o
);
    typedef struct packed {
        logic taken;
        logic [$clog2(N)-1:0] by;
    } owner_t;
    typedef struct packed {
        logic last;
        logic [$clog2(IDS)-1:0] id;
        logic [W-1:0] data;
    } beat_t;
    owner_t [1:0][IDS-1:0] owner;
    beat_t [N-1:0] beat;
    logic [1:0][N-1:0] may, grant;
    logic [1:0][N-1:0] after;            // inputs behind the one that was last

    for (genvar i = 0; i < N; i++) begin : bundle
        assign beat[i] = {tlast_i[i], tid_i[i], tdata_i[i]};
    end
    for (genvar o = 0; o < 2; o++) begin : side
        wire room = !tvalid_o[o] || tready_i[o];
        always_comb
            for (int i = 0; i < N; i++) may[o][i] = tvalid_i[i] && tdest_i[i] == o && (!owner[o][tid_i[i]].taken || int'(owner[o][tid_i[i]].by) == i);
        always_comb begin
            logic [N-1:0] ahead;
            ahead = may[o] & after[o];
            if (ahead == 0) ahead = may[o];
            grant[o] = room ? ahead & -ahead : '0;
        end
        always_ff @(posedge clk)
            if (rst) begin
                owner[o] <= '0;
                tvalid_o[o] <= 1'b0;
                after[o] <= '0;
            end else begin
                if (room) tvalid_o[o] <= |grant[o];
                for (int i = 0; i < N; i++)
                    if (grant[o][i]) begin
                        {tlast_o[o], tid_o[o], tdata_o[o]} <= beat[i];
                        owner[o][beat[i].id] <= {!beat[i].last, ($clog2(N))'(i)};
                        after[o] <= ~((N'(2) << i) - 1'b1);
                    end
            end
    end
    assign tready_o = grant[0] | grant[1];
endmodule
