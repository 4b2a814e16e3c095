// Valid and yummy; a header says where a packet goes and how many flits follow it. A route is kept by counting them down.
package yummy_pkg;
    typedef struct packed {
        logic [3:0] to;
        logic [5:0] more;
        logic [21:0] free;
    } header_t;
endpackage

module yummy import yummy_pkg::*; #(parameter int N = 2, parameter int ROOM = 4) (
    input  logic clk, rst_n,
    input  logic [N-1:0] vi, input logic [N-1:0][31:0] di, output logic [N-1:0] yi,
    output logic [N-1:0] vo, output logic [N-1:0][31:0] do_, input logic [N-1:0] yo
);
    localparam int P = $clog2(ROOM), B = N > 1 ? $clog2(N) : 1;
    logic [N-1:0][31:0] front;
    logic [N-1:0] some, take;
    logic [N-1:0][P:0] space;
    logic [N-1:0][5:0] left_q, left_d;      // flits of an input's packet that are still to come
    logic [N-1:0] inside_q, inside_d;
    logic [N-1:0][B-1:0] from_q, from_d;
    logic [N-1:0] tied_q, tied_d;
    header_t h;

    generate
        for (genvar i = 0; i < N; i++) begin : g_fifo
            logic [ROOM-1:0][31:0] shift;   // the newest at 0
            logic [P:0] n;
            assign some[i] = n != 0;
            assign front[i] = shift[P'(n - 1'b1)];
            always_ff @(posedge clk or negedge rst_n)
                if (!rst_n) n <= '0;
                else n <= n + (P + 1)'(vi[i]) - (P + 1)'(take[i]);
            always_ff @(posedge clk) if (vi[i]) shift <= {shift[ROOM-2:0], di[i]};
        end
    endgenerate

    always_comb begin
        h = '0;
        take = '0;
        vo = '0;
        do_ = '0;
        left_d = left_q;
        inside_d = inside_q;
        from_d = from_q;
        tied_d = tied_q;
        for (int o = 0; o < N; o++) begin
            for (int i = 0; i < N; i++) begin
                h = front[i];
                if (!tied_d[o] && some[i] && !inside_d[i] && !take[i] && int'(h.to) == o) begin
                    tied_d[o] = 1'b1;
                    from_d[o] = B'(i);
                    inside_d[i] = 1'b1;
                    left_d[i] = h.more;
                end
            end
            if (tied_d[o] && some[from_d[o]] && space[o] != 0) begin
                vo[o] = 1'b1;
                do_[o] = front[from_d[o]];
                take[from_d[o]] = 1'b1;
                if (left_d[from_d[o]] == 0) begin
                    tied_d[o] = 1'b0;
                    inside_d[from_d[o]] = 1'b0;
                end else left_d[from_d[o]] = left_d[from_d[o]] - 1'b1;
            end
        end
    end
    assign yi = take;
    always_ff @(posedge clk or negedge rst_n)
        if (!rst_n) begin
            inside_q <= '0;
            tied_q <= '0;
            left_q <= '0;
            from_q <= '0;
            for (int o = 0; o < N; o++) space[o] <= (P + 1)'(ROOM);
        end else begin
            inside_q <= inside_d;
            tied_q <= tied_d;
            left_q <= left_d;
            from_q <= from_d;
            for (int o = 0; o < N; o++) space[o] <= space[o] + (P + 1)'(yo[o]) - (P + 1)'(vo[o]);
        end
endmodule
