// A fork: each output takes its copy when it can; the input goes on once all have theirs.
module fork_eager #(parameter int unsigned N_OUP = 3, parameter int unsigned DW = 10) (
    input  logic clk_i, rst_ni,
    input  logic valid_i, output logic ready_o, input logic [DW-1:0] data_i, input logic last_i,
    output logic [N_OUP-1:0] valid_o, input logic [N_OUP-1:0] ready_i, output logic [DW-1:0] data_o, output logic last_o
);
    typedef enum logic {READY, WAIT} state_t;
    logic [N_OUP-1:0] done;
    assign ready_o = &done;
    assign data_o = data_i;
    assign last_o = last_i;
    for (genvar i = 0; i < N_OUP; i++) begin : gen_oup
        state_t state_d, state_q;
        always_comb begin
            valid_o[i] = 1'b0;
            done[i]    = 1'b0;
            state_d    = state_q;
            unique case (state_q)
                READY: if (valid_i) begin
                    valid_o[i] = 1'b1;
                    if (ready_i[i]) begin
                        done[i] = 1'b1;
                        if (!ready_o) state_d = WAIT;
                    end
                end
                WAIT: begin
                    done[i] = 1'b1;
                    if (valid_i && ready_o) state_d = READY;
                end
            endcase
        end
        always_ff @(posedge clk_i or negedge rst_ni)
            if (!rst_ni) state_q <= READY;
            else         state_q <= state_d;
    end
endmodule
