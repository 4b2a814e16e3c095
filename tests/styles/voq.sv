// A queue at each input for each output, in one memory, and a matching that a shift register begins at random: of each input one queue at most.
module voq #(parameter int N = 3, parameter int W = 14, parameter int D = 4, localparam int B = $clog2(N)) (
    input  logic clk, rst,
    input  logic [N-1:0] iv, output logic [N-1:0] ir, input logic [N-1:0][W-1:0] id,
    output logic [N-1:0] ov, input logic [N-1:0] or_, output logic [N-1:0][W-1:0] od
);
    localparam int L = $clog2(D);
    logic [W-1:0] mem [N][N][D];
    logic [N-1:0][N-1:0][L:0] fill;
    logic [N-1:0][N-1:0][L-1:0] rd, wr;
    logic [N-1:0][N-1:0] match, free_;
    logic [7:0] lfsr;
    logic [N-1:0] used;
    always_comb begin
        for (int i = 0; i < N; i++) begin
            ir[i] = 1'b0;
            for (int o = 0; o < N; o++) begin
                free_[i][o] = fill[i][o] != (L + 1)'(D);
                if (int'(id[i][B-1:0]) == o) ir[i] = free_[i][o];
            end
        end
        match = '0;
        used = '0;
        for (int o = 0; o < N; o++) begin
            logic done;
            done = ov[o] && !or_[o];
            for (int k = 0; k < N; k++) begin
                automatic int i = (k + int'(lfsr[1:0])) % N;
                if (!done && !used[i] && fill[i][o] != 0) begin
                    done = 1'b1;
                    used[i] = 1'b1;
                    match[i][o] = 1'b1;
                end
            end
        end
    end
    always_ff @(posedge clk) begin
        lfsr <= {lfsr[6:0], lfsr[7] ^ lfsr[5] ^ lfsr[4] ^ lfsr[3]};
        for (int o = 0; o < N; o++) begin
            if (or_[o]) ov[o] <= 1'b0;
            for (int i = 0; i < N; i++) begin
                logic put;
                put = iv[i] && ir[i] && int'(id[i][B-1:0]) == o;
                if (put) begin
                    mem[i][o][wr[i][o]] <= id[i];
                    wr[i][o] <= wr[i][o] + 1'b1;
                end
                if (match[i][o]) begin
                    ov[o] <= 1'b1;
                    od[o] <= mem[i][o][rd[i][o]];
                    rd[i][o] <= rd[i][o] + 1'b1;
                end
                fill[i][o] <= fill[i][o] + (L + 1)'(put) - (L + 1)'(match[i][o]);
            end
        end
        if (rst) begin
            ov <= '0;
            fill <= '0;
            rd <= '0;
            wr <= '0;
            lfsr <= 8'h5a;
        end
    end
endmodule
