// A network that turns by one place each cycle: an input is joined with each output once in N cycles, whatever it has, and goes on if it is for it.
module rotator #(parameter int N = 4, parameter int W = 12, localparam int B = $clog2(N)) (
    input  logic clk, rst,
    input  logic [N-1:0] req, output logic [N-1:0] gnt, input logic [N-1:0][W-1:0] din,
    output logic [N-1:0] val, input logic [N-1:0] ack, output logic [N-1:0][W-1:0] dout
);
    logic [B-1:0] phase;
    logic [N-1:0] full;
    logic [N-1:0][W-1:0] kept;
    logic [B-1:0] o;
    always_comb begin
        gnt = '0;
        o = '0;
        for (int i = 0; i < N; i++) begin
            o = B'(i) + phase;
            gnt[i] = req[i] && din[i][B-1:0] == o && !full[o];
        end
    end
    always_ff @(posedge clk) begin
        phase <= phase + 1'b1;
        full <= full & ~ack;
        for (int i = 0; i < N; i++)
            if (gnt[i]) begin
                full[B'(B'(i) + phase)] <= 1'b1;
                kept[B'(B'(i) + phase)] <= din[i];
            end
        if (rst) begin
            phase <= '0;
            full <= '0;
        end
    end
    assign val = full;
    assign dout = kept;
endmodule
