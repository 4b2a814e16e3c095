// A buffer of 4096 flits in one RAM with a registered read, and two places behind it that hide the latency.
module deep4k #(parameter int LG = 12, parameter int W = 36) (
    input  logic clk, rst, input logic in_valid, output logic in_ready, input logic [W-1:0] in_data, input logic in_last,
    output logic out_valid, input logic out_ready, output logic [W-1:0] out_data, output logic out_last
);
    (* ram_style = "block" *) logic [W:0] ram [2**LG];
    logic [LG-1:0] wa, ra;
    logic [LG:0] used;
    logic [W:0] q, place [2];
    logic fetched;
    logic [1:0] n;
    wire put = in_valid && in_ready;
    wire take = out_valid && out_ready;
    wire fetch = used != 0 && (3'(n) + 3'(fetched) < 3'd2 || take);
    assign in_ready = used != (LG+1)'(2**LG);
    assign out_valid = n != 0;
    assign {out_last, out_data} = place[0];
    always_ff @(posedge clk) begin
        if (put) ram[wa] <= {in_last, in_data};
        if (fetch) q <= ram[ra];
    end
    always_ff @(posedge clk) begin
        if (take) place[0] <= place[1];
        if (fetched) place[n - 2'(take)] <= q;
        if (rst) begin
            {wa, ra, used, fetched, n} <= '0;
        end else begin
            wa <= wa + LG'(put);
            ra <= ra + LG'(fetch);
            used <= used + (LG+1)'(put) - (LG+1)'(fetch);
            fetched <= fetch;
            n <= n + 2'(fetched) - 2'(take);
        end
    end
endmodule
