// A tree of arbiters as in common_cells: each has a request and gets a grant, and the data go along; a lock keeps what it chose until it is granted.
module grant_node #(parameter type T = logic [7:0]) (
    input  logic clk_i, rst_ni, input logic [1:0] req_i, output logic [1:0] gnt_o, input T [1:0] data_i,
    output logic req_o, input logic gnt_i, output T data_o
);
    logic prio_q, lock_q, sel_q, sel;
    assign sel = lock_q ? sel_q : req_i[prio_q] ? prio_q : ~prio_q;
    assign req_o = |req_i;
    assign data_o = data_i[sel];
    always_comb begin
        gnt_o = '0;
        gnt_o[sel] = gnt_i & req_i[sel];
    end
    always_ff @(posedge clk_i or negedge rst_ni)
        if (!rst_ni) {prio_q, lock_q, sel_q} <= '0;
        else begin
            lock_q <= req_o & ~gnt_i;
            sel_q <= sel;
            if (req_o & gnt_i) prio_q <= ~sel;
        end
endmodule

module grant_tree #(parameter int unsigned Levels = 2, parameter int unsigned Width = 10, localparam int unsigned N = 1 << Levels) (
    input  logic clk_i, rst_ni,
    input  logic [N-1:0] req_i, output logic [N-1:0] gnt_o, input logic [N-1:0][Width-1:0] data_i,
    output logic req_o, input logic gnt_i, output logic [Width-1:0] data_o
);
    typedef logic [Width-1:0] word_t;
    for (genvar l = Levels; l >= 0; l--) begin : g_level
        logic [(1<<l)-1:0] req, gnt;
        word_t [(1<<l)-1:0] data;
        if (l == Levels) begin : g_leaves
            assign {req, data} = {req_i, data_i};
            assign gnt_o = gnt;
        end else begin : g_nodes
            for (genvar n = 0; n < 1 << l; n++) begin : g_node
                grant_node #(.T(word_t)) node (.clk_i, .rst_ni, .req_i(g_level[l+1].req[2*n+1:2*n]), .gnt_o(g_level[l+1].gnt[2*n+1:2*n]),
                    .data_i(g_level[l+1].data[2*n+1:2*n]), .req_o(req[n]), .gnt_i(gnt[n]), .data_o(data[n]));
            end
        end
    end
    assign req_o = g_level[0].req[0];
    assign data_o = g_level[0].data[0];
    assign g_level[0].gnt[0] = gnt_i;
endmodule
