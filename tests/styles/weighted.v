// Weighted turns: an input may send as many packets as its weight says before the next one. An idle input loses its turn at once.
module weighted #(parameter N = 4, parameter W = 16, parameter [4*N-1:0] WEIGHTS = 16'h1234) (
    input clk, input rst,
    input [N-1:0] req_valid, output [N-1:0] req_ready, input [N*W-1:0] req_data, input [N-1:0] req_eop,
    output gnt_valid, input gnt_ready, output [W-1:0] gnt_data, output gnt_eop, output [$clog2(N)-1:0] gnt_src
);
    reg [$clog2(N)-1:0] turn;
    reg [3:0] left;
    reg amid;
    wire [$clog2(N)-1:0] next = turn == N - 1 ? 0 : turn + 1;
    assign gnt_valid = req_valid[turn] && (amid || left != 0);
    assign gnt_data  = req_data[turn*W +: W];
    assign gnt_eop   = req_eop[turn];
    assign gnt_src   = turn;
    genvar g;
    generate for (g = 0; g < N; g = g + 1) begin : grant
        assign req_ready[g] = gnt_ready && turn == g && (amid || left != 0);
    end endgenerate
    always @(posedge clk)
        if (rst) begin
            turn <= 0; left <= WEIGHTS[3:0]; amid <= 0;
        end else if (gnt_valid && gnt_ready) begin
            amid <= !gnt_eop;
            if (!amid) left <= left - 1;
        end else if (!amid && !gnt_valid) begin
            turn <= next; left <= WEIGHTS[next*4 +: 4];
        end
endmodule
