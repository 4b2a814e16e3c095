// All is active low: reset, valid, ready, and the mark of the last word. Two inputs, one-hot states, registers that the reset sets to one.
module negedge_all (
    input clk, rst_n, input a_valid_n, b_valid_n, output a_ready_n, b_ready_n, input [7:0] a_data, b_data, input a_last_n, b_last_n,
    output reg q_valid_n, input q_ready_n, output reg [7:0] q_data, output reg q_last_n
);
    parameter [2:0] IDLE = 3'b001, A = 3'b010, B = 3'b100;
    reg [2:0] state_n;                       // inverted, too
    wire [2:0] state = ~state_n;
    reg last_a_n;
    wire free_n = ~(q_valid_n | ~q_ready_n);
    assign a_ready_n = ~state[1] | free_n;
    assign b_ready_n = ~state[2] | free_n;
    always @(posedge clk or negedge rst_n)
        if (~rst_n) begin
            state_n   <= ~IDLE;
            q_valid_n <= 1'b1;
            last_a_n  <= 1'b1;
        end else begin
            if (~free_n) q_valid_n <= 1'b1;
            case (state)
                IDLE:
                    if (~a_valid_n & (last_a_n | b_valid_n)) state_n <= ~A;
                    else if (~b_valid_n) state_n <= ~B;
                A:
                    if (~a_valid_n & ~free_n) begin
                        {q_valid_n, q_data, q_last_n} <= {1'b0, a_data, a_last_n};
                        if (~a_last_n) {last_a_n, state_n} <= {1'b0, ~IDLE};
                    end
                B:
                    if (~b_valid_n & ~free_n) begin
                        {q_valid_n, q_data, q_last_n} <= {1'b0, b_data, b_last_n};
                        if (~b_last_n) {last_a_n, state_n} <= {1'b1, ~IDLE};
                    end
                default: state_n <= ~IDLE;
            endcase
        end
endmodule
