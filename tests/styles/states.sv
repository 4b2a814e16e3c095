// A state machine for each output: idle, looking at one input after the other, open to one, and one flit in a register.
module states #(parameter int N = 3, parameter int W = 16) (
    input  logic clk_i, arst_ni,
    input  logic [N-1:0] valid_i, output logic [N-1:0] ready_o, input logic [W-1:0] data_i [N], input logic [N-1:0] eop_i,
    output logic [N-1:0] valid_o, input logic [N-1:0] ready_i, output logic [W-1:0] data_o [N], output logic [N-1:0] eop_o
);
    localparam int B = $clog2(N);
    typedef enum logic [1:0] {LOOK = 2'b01, OPEN = 2'b10} state_t;
    state_t state_q [N], state_d [N];
    logic [B-1:0] at_q [N], at_d [N];
    logic [N-1:0] amid_q;                // inputs whose first flit is gone
    logic [N-1:0] load;

    always_comb begin
        ready_o = '0;
        load = '0;
        for (int o = 0; o < N; o++) begin
            state_d[o] = state_q[o];
            at_d[o] = at_q[o];
            unique case (state_q[o])
                LOOK:
                    if (valid_i[at_q[o]] && !amid_q[at_q[o]] && data_i[at_q[o]][B-1:0] == B'(o)) state_d[o] = OPEN;
                    else at_d[o] = at_q[o] == B'(N - 1) ? '0 : at_q[o] + 1'b1;
                OPEN: begin
                    load[o] = valid_i[at_q[o]] && (!valid_o[o] || ready_i[o]);
                    if (load[o]) ready_o[at_q[o]] = 1'b1;
                    if (load[o] && eop_i[at_q[o]]) begin
                        state_d[o] = LOOK;
                        at_d[o] = at_q[o] == B'(N - 1) ? '0 : at_q[o] + 1'b1;
                    end
                end
                default: state_d[o] = LOOK;
            endcase
        end
    end
    always_ff @(posedge clk_i or negedge arst_ni)
        if (!arst_ni) begin
            valid_o <= '0;
            amid_q <= '0;
            for (int o = 0; o < N; o++) begin
                state_q[o] <= LOOK;
                at_q[o] <= B'(o);
            end
        end else begin
            state_q <= state_d;
            at_q <= at_d;
            valid_o <= (valid_o & ~ready_i) | load;
            for (int i = 0; i < N; i++) if (valid_i[i] && ready_o[i]) amid_q[i] <= !eop_i[i];
        end
    always_ff @(posedge clk_i)
        for (int o = 0; o < N; o++)
            if (load[o]) begin
                data_o[o] <= data_i[at_q[o]];
                eop_o[o] <= eop_i[at_q[o]];
            end
endmodule

// Pins are vectors.
module states_box #(parameter int N = 3, parameter int W = 16) (
    input  logic clk_i, arst_ni,
    input  logic [N-1:0] valid_i, output logic [N-1:0] ready_o, input logic [N*W-1:0] data_i, input logic [N-1:0] eop_i,
    output logic [N-1:0] valid_o, input logic [N-1:0] ready_i, output logic [N*W-1:0] data_o, output logic [N-1:0] eop_o
);
    logic [W-1:0] in [N], out [N];
    for (genvar p = 0; p < N; p++) begin : vector
        assign in[p] = data_i[p*W +: W];
        assign data_o[p*W +: W] = out[p];
    end
    states #(.N(N), .W(W)) inner (.data_i(in), .data_o(out), .*);
endmodule
