// One input to all outputs without a register between them: an output takes a flit while the input still waits for others; if LATE, it
// is told in the cycle after the last one took it.
module wires #(parameter N = 3, LATE = 0) (
    input wire clk, input wire rst, input wire s_valid, output wire s_ready, input wire [9:0] s_data, input wire s_last,
    output wire [N-1:0] m_valid, input wire [N-1:0] m_ready, output wire [10*N-1:0] m_data, output wire [N-1:0] m_last
);
    reg [N-1:0] had;
    assign m_valid = {N{s_valid}} & ~had;
    assign m_data = {N{s_data}};
    assign m_last = {N{s_last}};
    assign s_ready = LATE ? &had : (had | m_ready) == {N{1'b1}};
    always @(posedge clk) had <= rst || s_ready ? 0 : had | (m_ready & {N{s_valid}});
endmodule
