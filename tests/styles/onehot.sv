// A crossbar without queues: grants are one-hot, kept as long as a packet lasts, and data are gated and joined.
module onehot #(parameter int PORTS = 4, parameter int WIDTH = 32) (
    input  logic clk_i, input logic rst_ni,
    input  logic [PORTS-1:0] valid_i, output logic [PORTS-1:0] ready_o, input logic [PORTS-1:0][WIDTH-1:0] data_i,
    input  logic [PORTS-1:0][$clog2(PORTS)-1:0] dest_i, input logic [PORTS-1:0] last_i,
    output logic [PORTS-1:0] valid_o, input logic [PORTS-1:0] ready_i, output logic [PORTS-1:0][WIDTH-1:0] data_o,
    output logic [PORTS-1:0] last_o
);
    logic [PORTS-1:0][PORTS-1:0] request, grant, held_q, column;
    logic [PORTS-1:0] busy_q;

    for (genvar o = 0; o < PORTS; o++) begin : g_out
        for (genvar i = 0; i < PORTS; i++) begin : g_in
            assign request[o][i] = valid_i[i] && dest_i[i] == o;
            assign column[i][o] = grant[o][i] & ready_i[o];
        end
        // the lowest bit that is set
        assign grant[o] = busy_q[o] ? held_q[o] & request[o] : request[o] & (~request[o] + 1'b1);
        assign valid_o[o] = |grant[o];
        assign last_o[o] = |(grant[o] & last_i);

        always_comb begin
            data_o[o] = '0;
            for (int k = 0; k < PORTS; k++) data_o[o] |= {WIDTH{grant[o][k]}} & data_i[k];
        end
        always_ff @(posedge clk_i or negedge rst_ni)
            if (!rst_ni) begin
                busy_q[o] <= 1'b0;
                held_q[o] <= '0;
            end else if (valid_o[o]) begin
                busy_q[o] <= !(ready_i[o] && last_o[o]);
                held_q[o] <= grant[o];
            end
    end
    for (genvar i = 0; i < PORTS; i++) begin : g_ready
        assign ready_o[i] = |column[i];
    end
endmodule
