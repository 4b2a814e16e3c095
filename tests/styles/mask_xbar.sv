// Multicast with a register at each output: an input goes on once every output of its mask has room, whole packets at a time.
module mask_xbar #(parameter int N = 3, parameter int W = 16) (
    input  logic clk, arst_n,
    input  logic [N-1:0] ivalid, output logic [N-1:0] iready, input logic [N-1:0][W-1:0] idata, input logic [N-1:0][N-1:0] imask, input logic [N-1:0] ilast,
    output logic [N-1:0] ovalid, input logic [N-1:0] oready, output logic [N-1:0][W-1:0] odata, output logic [N-1:0] olast
);
    localparam int B = $clog2(N);
    logic [N-1:0][N-1:0] held;
    logic [B-1:0] base;
    logic [N-1:0] room;
    assign room = ~ovalid | oready;
    for (genvar i = 0; i < N; i++) assign iready[i] = held[i] != 0 && (held[i] & ~room) == 0;
    always_ff @(posedge clk or negedge arst_n)
        if (!arst_n) begin
            held <= '0;
            base <= '0;
            ovalid <= '0;
        end else begin : arbitrate
            automatic logic [N-1:0] left = '0;
            for (int i = 0; i < N; i++) left |= held[i];
            for (int k = 0; k < N; k++) begin
                automatic int i = (int'(base) + k) % N;
                if (ivalid[i] && held[i] == 0) begin
                    if ((imask[i] & left) == 0) begin
                        held[i] <= imask[i];
                        base <= B'((i + 1) % N);
                    end
                    left |= imask[i];       // those behind it in line do not take what it waits for
                end
            end
            ovalid <= ovalid & ~oready;
            for (int i = 0; i < N; i++) if (ivalid[i] && iready[i]) begin
                ovalid <= (ovalid & ~oready) | held[i];
                if (ilast[i]) held[i] <= '0;
            end
            for (int o = 0; o < N; o++) begin
                automatic logic put = 1'b0;
                for (int i = 0; i < N; i++) if (ivalid[i] && iready[i] && held[i][o]) begin
                    put = 1'b1;
                    odata[o] <= idata[i];
                    olast[o] <= ilast[i];
                end
                ovalid[o] <= put || (ovalid[o] && !oready[o]);
            end
        end
endmodule
