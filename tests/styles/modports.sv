// Arrays of interfaces with modports on both sides, and a type as the parameter of the interface: two ports in, two out, a turn each.
interface link_if #(parameter int W = 8);
    logic [W-1:0] data;
    logic dst, last, valid, ready;
    modport source (output data, dst, last, valid, input ready);
    modport sink (input data, dst, last, valid, output ready);
endinterface

module modports #(parameter int W = 11) (input logic clk, input logic rst_n, link_if.sink in_port [2], link_if.source out_port [2]);
    logic [1:0] v, d, l, r_out;
    logic [1:0][W-1:0] w;
    logic [1:0] busy, own;             // of outputs
    logic [1:0] grant;                 // of inputs
    logic [1:0] full, pick, any;
    logic [1:0][W+1:0] store;
    for (genvar i = 0; i < 2; i++) begin : g_port
        assign {v[i], d[i], l[i], w[i]} = {in_port[i].valid, in_port[i].dst, in_port[i].last, in_port[i].data};
        assign in_port[i].ready = grant[i];
        assign {out_port[i].dst, out_port[i].last, out_port[i].data} = store[i];
        assign out_port[i].valid = full[i];
        assign r_out[i] = !full[i] || out_port[i].ready;
    end
    always_comb begin
        grant = '0;
        for (int o = 0; o < 2; o++) begin
            pick[o] = busy[o] ? own[o] : (v[!own[o]] && d[!own[o]] == o[0]) ? !own[o] : own[o];
            any[o] = v[pick[o]] && d[pick[o]] == o[0];
            if (any[o] && r_out[o]) grant[pick[o]] = 1'b1;
        end
    end
    always_ff @(posedge clk or negedge rst_n)
        if (!rst_n) begin
            busy <= '0;
            own <= '0;
            full <= '0;
        end else
            for (int o = 0; o < 2; o++)
                if (r_out[o]) begin
                    full[o] <= any[o];
                    if (any[o]) begin
                        store[o] <= {d[pick[o]], l[pick[o]], w[pick[o]]};
                        busy[o] <= !l[pick[o]];
                        own[o] <= pick[o];
                    end
                end
endmodule
