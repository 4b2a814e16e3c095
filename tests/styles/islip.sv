// Virtual output queues and one iteration of grants and accepts, whose pointers move only when a grant was accepted.
module islip #(parameter int N = 3, parameter int W = 10, parameter int DEPTH = 3) (
    input  logic clk, rst,
    input  logic [N-1:0] s_valid, output logic [N-1:0] s_ready, input logic [N-1:0][W-1:0] s_data,
    output logic [N-1:0] m_valid, input logic [N-1:0] m_ready, output logic [N-1:0][W-1:0] m_data
);
    localparam int B = $clog2(N), C = $clog2(DEPTH + 1);
    logic [N-1:0][N-1:0][DEPTH-1:0][W-1:0] voq;   // [input][output][place]
    logic [N-1:0][N-1:0][C-1:0] fill;
    logic [N-1:0][N-1:0] granted, matched;        // [output][input]
    logic [N-1:0][B-1:0] grant_at, accept_at;
    logic [N-1:0] free;

    assign free = ~m_valid | m_ready;

    function automatic logic [B-1:0] after(input logic [B-1:0] n);
        return n == B'(N - 1) ? '0 : n + 1'b1;
    endfunction

    always_comb begin : grant
        logic found;
        logic [B-1:0] at;
        granted = '0;
        for (int o = 0; o < N; o++) begin
            found = 0;
            at = grant_at[o];
            for (int k = 0; k < N; k++) begin
                if (!found && free[o] && fill[at][o] != 0) begin
                    found = 1;
                    granted[o][at] = 1;
                end
                at = after(at);
            end
        end
    end
    always_comb begin : accept
        logic found;
        logic [B-1:0] at;
        matched = '0;
        for (int i = 0; i < N; i++) begin
            found = 0;
            at = accept_at[i];
            for (int k = 0; k < N; k++) begin
                if (!found && granted[at][i]) begin
                    found = 1;
                    matched[at][i] = 1;
                end
                at = after(at);
            end
        end
    end
    always_comb
        for (int i = 0; i < N; i++) s_ready[i] = int'(s_data[i][B-1:0]) < N && fill[i][s_data[i][B-1:0]] != C'(DEPTH);

    always_ff @(posedge clk)
        if (rst) begin
            fill <= '0;
            m_valid <= '0;
            grant_at <= '0;
            accept_at <= '0;
        end else begin
            for (int o = 0; o < N; o++) begin
                if (free[o]) m_valid[o] <= |matched[o];
                for (int i = 0; i < N; i++) begin
                    logic in, out;
                    in = s_valid[i] && s_ready[i] && s_data[i][B-1:0] == B'(o);
                    out = matched[o][i];
                    if (out) begin
                        m_data[o] <= voq[i][o][0];
                        for (int p = 0; p < DEPTH - 1; p++) voq[i][o][p] <= voq[i][o][p+1];
                        grant_at[o] <= after(B'(i));
                        accept_at[i] <= after(B'(o));
                    end
                    if (in) voq[i][o][fill[i][o] - C'(out)] <= s_data[i];
                    fill[i][o] <= fill[i][o] + C'(in) - C'(out);
                end
            end
        end
endmodule
