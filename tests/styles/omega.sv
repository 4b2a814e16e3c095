// An omega network: stages of elements of two by two, a perfect shuffle before each. An element looks at one bit of the destination, and
// keeps its way as long as a packet lasts.
module omega_element #(parameter int W = 8, parameter int BIT = 0) (
    input  logic clk, rst_n,
    input  logic [1:0] v, output logic [1:0] r, input logic [1:0][W-1:0] d,
    output logic [1:0] qv, input logic [1:0] qr, output logic [1:0][W-1:0] q
);
    logic [1:0] busy, from, room, pick, go;
    assign room = ~qv | qr;
    for (genvar o = 0; o < 2; o++) begin : way
        wire [1:0] ask = {v[1] && d[1][BIT] == o, v[0] && d[0][BIT] == o};
        assign pick[o] = busy[o] ? from[o] : ask == 2'b11 ? !from[o] : ask[1];
        assign go[o] = room[o] && ask[pick[o]];
        always_ff @(posedge clk)
            if (!rst_n) {qv[o], busy[o], from[o]} <= '0;
            else begin
                if (room[o]) qv[o] <= go[o];
                if (go[o]) begin
                    q[o] <= d[pick[o]];
                    busy[o] <= !d[pick[o]][W-1];
                    from[o] <= pick[o];
                end
            end
    end
    assign r[0] = (go[0] && !pick[0]) || (go[1] && !pick[1]);
    assign r[1] = (go[0] && pick[0]) || (go[1] && pick[1]);
endmodule

module omega #(parameter int LOG = 2, parameter int DATA = 12) (
    input  logic clk, rst_n,
    input  logic [(1<<LOG)-1:0] sv, output logic [(1<<LOG)-1:0] sr, input logic [(1<<LOG)-1:0][DATA-1:0] sd, input logic [(1<<LOG)-1:0] sl,
    input  logic [(1<<LOG)-1:0][LOG-1:0] st,
    output logic [(1<<LOG)-1:0] mv, input logic [(1<<LOG)-1:0] mr, output logic [(1<<LOG)-1:0][DATA-1:0] md, output logic [(1<<LOG)-1:0] ml
);
    localparam int N = 1 << LOG, W = DATA + LOG + 1;

    function automatic int shuffled(int n);   // rotated to the left
        return (2 * n) % N + (2 * n) / N;
    endfunction

    logic [LOG:0][N-1:0] v, r;
    logic [LOG:0][N-1:0][W-1:0] d;
    for (genvar i = 0; i < N; i++) begin : edge_
        assign v[0][i] = sv[i];
        assign d[0][i] = {sl[i], sd[i], st[i]};
        assign sr[i] = r[0][i];
        assign mv[i] = v[LOG][i];
        assign md[i] = d[LOG][i][LOG +: DATA];
        assign ml[i] = d[LOG][i][W-1];
        assign r[LOG][i] = mr[i];
    end
    for (genvar s = 0; s < LOG; s++) begin : stage
        logic [N-1:0] shuffled_v, shuffled_r;
        logic [N-1:0][W-1:0] shuffled_d;
        for (genvar i = 0; i < N; i++) begin : wire_
            assign shuffled_v[shuffled(i)] = v[s][i];
            assign shuffled_d[shuffled(i)] = d[s][i];
            assign r[s][i] = shuffled_r[shuffled(i)];
        end
        for (genvar e = 0; e < N / 2; e++) begin : element
            omega_element #(.W(W), .BIT(LOG - 1 - s)) x (
                .clk(clk), .rst_n(rst_n), .v(shuffled_v[2*e +: 2]), .r(shuffled_r[2*e +: 2]), .d(shuffled_d[2*e +: 2]),
                .qv(v[s+1][2*e +: 2]), .qr(r[s+1][2*e +: 2]), .q(d[s+1][2*e +: 2]));
        end
    end
endmodule
