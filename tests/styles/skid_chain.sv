// A chain of half buffers and skid buffers in turn, made by a loop, with a structure as the type parameter.
typedef struct packed { logic [3:0] tag; logic [6:0] body; logic last; } chain_t;

module chain_link #(parameter type T = logic, parameter bit SKID = 1'b0) (
    input logic clk, arst_n, input T d, input logic v, output logic r, output T q, output logic qv, input logic qr
);
    if (SKID) begin : g_skid
        T spare;
        logic spare_v;
        assign r = !spare_v;
        assign qv = v || spare_v;
        assign q = spare_v ? spare : d;
        always_ff @(posedge clk or negedge arst_n)
            if (!arst_n) spare_v <= 1'b0;
            else if (qv && !qr) spare_v <= 1'b1;
            else spare_v <= 1'b0;
        always_ff @(posedge clk) if (v && r) spare <= d;
    end else begin : g_half
        assign r = !qv;
        always_ff @(posedge clk or negedge arst_n)
            if (!arst_n) qv <= 1'b0;
            else qv <= qv ? !qr : v;
        always_ff @(posedge clk) if (v && r) q <= d;
    end
endmodule

module skid_chain #(parameter int LINKS = 5) (
    input logic clk, arst_n, input chain_t in, input logic in_v, output logic in_r, output chain_t out, output logic out_v, input logic out_r
);
    chain_t d [LINKS+1];
    logic v [LINKS+1], r [LINKS+1];
    assign d[0] = in;
    assign v[0] = in_v;
    assign in_r = r[0];
    assign out = d[LINKS];
    assign out_v = v[LINKS];
    assign r[LINKS] = out_r;
    for (genvar k = 0; k < LINKS; k++) begin : g_link
        chain_link #(.T(chain_t), .SKID(k % 2 == 1)) link (.clk, .arst_n, .d(d[k]), .v(v[k]), .r(r[k]), .q(d[k+1]), .qv(v[k+1]), .qr(r[k+1]));
    end
endmodule
