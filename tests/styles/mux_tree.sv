// Many inputs, one output: a tree of nodes in packed arrays, of which each has a side that it prefers, the other one than last time.
module mux_tree #(parameter int LEVELS = 2, parameter int W = 16, localparam int N = 1 << LEVELS) (
    input  logic clk, arst_n,
    input  logic [N-1:0] s_valid, output logic [N-1:0] s_ready, input logic [N-1:0][W-1:0] s_data, input logic [N-1:0] s_last,
    output logic m_valid, input logic m_ready, output logic [W-1:0] m_data, output logic m_last
);
    logic [LEVELS:0][N-1:0] valid, chosen;
    logic [LEVELS:0][N-1:0][W:0] flit;
    logic [LEVELS:0][N-1:0] prefer;
    logic [N-1:0] lock, now, open;
    logic locked;

    assign valid[0] = s_valid & open;
    assign open = locked ? lock : '1;
    for (genvar i = 0; i < N; i++) begin : leaf
        assign flit[0][i] = {s_last[i], s_data[i]};
    end
    for (genvar level = 0; level < LEVELS; level++) begin : row
        for (genvar n = 0; n < (N >> (level + 1)); n++) begin : node
            wire left = valid[level][2*n], right = valid[level][2*n+1];
            wire side = left && right ? prefer[level][n] : right;   // 1: the right one
            assign valid[level+1][n] = left | right;
            assign flit[level+1][n] = side ? flit[level][2*n+1] : flit[level][2*n];
            assign chosen[level][2*n] = chosen[level+1][n] & !side;
            assign chosen[level][2*n+1] = chosen[level+1][n] & side;
            always_ff @(posedge clk or negedge arst_n)
                if (!arst_n) prefer[level][n] <= 1'b0;
                else if (m_valid && m_ready && m_last && chosen[level+1][n]) prefer[level][n] <= !side;
        end
    end
    assign chosen[LEVELS][0] = 1'b1;
    assign now = chosen[0] & valid[0];
    assign m_valid = valid[LEVELS][0];
    assign {m_last, m_data} = flit[LEVELS][0];
    assign s_ready = now & {N{m_ready}};
    always_ff @(posedge clk or negedge arst_n)
        if (!arst_n) begin
            locked <= 1'b0;
            lock <= '0;
        end else if (m_valid) begin
            locked <= !(m_ready && m_last);
            lock <= now;
        end
endmodule
