// An elastic buffer that takes flits until it is three quarters full, and again from half full on; the level is shown.
module elastic #(parameter int W = 18, parameter int DEPTH = 16) (
    input  logic clk, reset,
    input  logic in_req, output logic in_ack, input logic [W-1:0] in_word,
    output logic out_req, input logic out_ack, output logic [W-1:0] out_word,
    output logic half_full, output logic [$clog2(DEPTH):0] level
);
    localparam int L = $clog2(DEPTH);
    logic [W-1:0] ram [DEPTH];
    logic [L:0] wr, rd;
    logic stopped;
    assign level = wr - rd;
    assign half_full = level >= (L + 1)'(DEPTH / 2);
    assign in_ack = !stopped;
    assign out_req = wr != rd;
    assign out_word = ram[rd[L-1:0]];
    always_ff @(posedge clk) begin
        if (in_req && in_ack) begin
            ram[wr[L-1:0]] <= in_word;
            wr <= wr + 1'b1;
        end
        if (out_req && out_ack) rd <= rd + 1'b1;
        if (level >= (L + 1)'(DEPTH * 3 / 4)) stopped <= 1'b1;
        else if (!half_full) stopped <= 1'b0;
        if (reset) begin
            wr <= '0;
            rd <= '0;
            stopped <= 1'b0;
        end
    end
endmodule
