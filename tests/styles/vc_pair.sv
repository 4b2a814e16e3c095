// Two virtual channels, each with a valid and a ready of its own on shared wires. Each channel of an output belongs to one input at a time;
// the channels of an output take turns, flit by flit.
module vc_pair #(parameter int N = 2, parameter int W = 20, parameter int LOG = 1) (
    input  logic clk, rst,
    input  logic [N-1:0][1:0] in_valid, output logic [N-1:0][1:0] in_ready, input logic [N-1:0][W-1:0] in_data, input logic [N-1:0] in_last,
    output logic [N-1:0][1:0] out_valid, input logic [N-1:0][1:0] out_ready, output logic [N-1:0][W-1:0] out_data, output logic [N-1:0] out_last
);
    localparam int B = $clog2(N);
    logic [N-1:0][1:0][W:0] head;
    logic [N-1:0][1:0] some, pop, amid;
    logic [N-1:0][1:0] owned, owned_d;
    logic [N-1:0][1:0][B-1:0] owner, owner_d;
    logic [N-1:0] turn;

    for (genvar i = 0; i < N; i++) begin : side
        for (genvar v = 0; v < 2; v++) begin : channel
            logic [W:0] mem [1<<LOG];
            logic [LOG:0] rd, wr;
            wire full = (wr ^ rd) == (LOG + 1)'(1 << LOG);
            wire put = in_valid[i][v] && !full;
            assign in_ready[i][v] = !full;
            assign some[i][v] = wr != rd;
            assign head[i][v] = mem[rd[LOG-1:0]];
            always_ff @(posedge clk) begin
                if (put) mem[wr[LOG-1:0]] <= {in_last[i], in_data[i]};
                if (rst) {rd, wr} <= '0;
                else begin
                    wr <= wr + (LOG + 1)'(put);
                    rd <= rd + (LOG + 1)'(pop[i][v]);
                end
            end
        end
    end

    always_comb begin : own
        owned_d = owned;
        owner_d = owner;
        amid = '0;
        for (int o = 0; o < N; o++)
            for (int v = 0; v < 2; v++) if (owned[o][v]) amid[owner[o][v]][v] = 1'b1;
        for (int o = 0; o < N; o++)
            for (int v = 0; v < 2; v++)
                for (int i = 0; i < N; i++)
                    if (!owned_d[o][v] && some[i][v] && !amid[i][v] && head[i][v][B-1:0] == B'(o)) begin
                        owned_d[o][v] = 1'b1;
                        owner_d[o][v] = B'(i);
                    end
    end
    always_comb begin : send
        out_valid = '0;
        out_last = '0;
        out_data = '0;
        pop = '0;
        for (int o = 0; o < N; o++) begin
            logic v;
            v = turn[o];
            if (!(owned[o][v] && some[owner[o][v]][v] && out_ready[o][v])) v = !v;
            if (owned[o][v] && some[owner[o][v]][v]) begin
                out_valid[o][v] = 1'b1;
                {out_last[o], out_data[o]} = head[owner[o][v]][v];
                pop[owner[o][v]][v] = out_ready[o][v];
            end
        end
    end
    always_ff @(posedge clk)
        if (rst) begin
            owned <= '0;
            turn <= '0;
        end else begin
            owned <= owned_d;
            owner <= owner_d;
            for (int o = 0; o < N; o++)
                for (int v = 0; v < 2; v++)
                    if (out_valid[o][v] && out_ready[o][v]) begin
                        turn[o] <= v == 0;
                        if (out_last[o]) owned[o][v] <= 1'b0;
                    end
        end
endmodule
