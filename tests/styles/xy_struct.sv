// A router of a mesh whose ports are structures: requests with a header of structures, and a response that is a ready. Column first.
package xy_struct_pkg;
    typedef struct packed { logic [2:0] x, y; } xy_t;
    typedef struct packed { logic last; logic [7:0] payload; xy_t dst; } flit_t;
    typedef struct packed { logic valid; flit_t flit; } req_t;
    typedef struct packed { logic ready; } rsp_t;
    typedef enum logic [2:0] {North, East, South, West, Eject} way_e;
endpackage

module xy_struct import xy_struct_pkg::*; (
    input  logic clk_i, rst_ni, input xy_t id_i,
    input  req_t [4:0] req_i, output rsp_t [4:0] rsp_o,
    output req_t [4:0] req_o, input rsp_t [4:0] rsp_i
);
    function automatic way_e route(input xy_t dst, input xy_t here);
        if (dst.y > here.y) return North;
        if (dst.y < here.y) return South;
        if (dst.x > here.x) return East;
        if (dst.x < here.x) return West;
        return Eject;
    endfunction
    flit_t [4:0] head;
    logic [4:0] some, pop, amid;
    way_e [4:0] way, kept;
    logic [4:0][4:0] want;             // [output][input]
    logic [4:0][2:0] owner, last_owner;
    logic [4:0] held;
    for (genvar i = 0; i < 5; i++) begin : g_in
        flit_t [1:0] mem;
        logic [1:0] n;
        assign head[i] = mem[0];
        assign some[i] = n != 0;
        assign rsp_o[i].ready = n != 2;
        assign way[i] = amid[i] ? kept[i] : route(head[i].dst, id_i);
        wire push = req_i[i].valid && rsp_o[i].ready;
        always_ff @(posedge clk_i or negedge rst_ni)
            if (!rst_ni) begin
                n <= '0;
                amid[i] <= 1'b0;
            end else begin
                n <= n + 2'(push) - 2'(pop[i]);
                if (pop[i]) begin
                    mem[0] <= mem[1];
                    amid[i] <= !head[i].last;
                    kept[i] <= way[i];
                end
                if (push) mem[n - 2'(pop[i]) == 0 ? 0 : 1] <= req_i[i].flit;
            end
    end
    always_comb begin
        pop = '0;
        for (int o = 0; o < 5; o++) begin
            want[o] = '0;
            for (int i = 0; i < 5; i++) want[o][i] = some[i] && way[i] == way_e'(o) && (held[o] ? last_owner[o] == 3'(i) : !amid[i]);
            owner[o] = last_owner[o];
            for (int k = 5; k >= 1; k--)
                if (want[o][(int'(last_owner[o]) + k) % 5]) owner[o] = 3'((int'(last_owner[o]) + k) % 5);
            req_o[o].valid = |want[o];
            req_o[o].flit = head[owner[o]];
            if (|want[o] && rsp_i[o].ready) pop[owner[o]] = 1'b1;
        end
    end
    always_ff @(posedge clk_i or negedge rst_ni)
        if (!rst_ni) begin
            held <= '0;
            last_owner <= '0;
        end else
            for (int o = 0; o < 5; o++)
                if (req_o[o].valid) begin
                    held[o] <= !(rsp_i[o].ready && req_o[o].flit.last);
                    last_owner[o] <= owner[o];
                end
endmodule
