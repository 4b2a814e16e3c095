// Six stations on a one-way ring with two virtual channels: packets begin in channel 0 and change to channel 1 behind the dateline, the link
// into station 0. Wormhole; each channel of a link belongs to one packet at a time.
package dateline_pkg;
    localparam int STOPS = 6;
    typedef struct packed { logic last; logic [2:0] to; logic [15:0] body; } flit_t;
endpackage

module dateline_stop import dateline_pkg::*; #(parameter logic [2:0] ME = 0) (
    input  logic clk, rst_n,
    input  logic [1:0] ring_v, input flit_t ring_f, output logic [1:0] ring_r,
    output logic [1:0] next_v, output flit_t next_f, input logic [1:0] next_r,
    input  logic put_v, input flit_t put_f, output logic put_r,
    output logic got_v, output flit_t got_f, input logic got_r
);
    typedef enum logic [1:0] {FREE, FROM_RING, FROM_PUT} owner_t;
    // from each place: channels 0 and 1 of the ring, and the station's own
    flit_t buf_q [2];
    logic [1:0] some_q;
    owner_t own_q [2], own_d [2];
    logic [1:0] src_q, src_d;            // which channel of the ring an output channel serves
    logic [1:0] eject_q, eject_d;        // this channel of the ring goes out here; bit per channel
    logic turn_q;
    logic [1:0] pop, ready_v, want_on, want_off, sel;
    logic crossed;
    assign crossed = ME == 3'(STOPS - 1);
    assign ring_r = ~some_q;
    function automatic logic out_vc(input logic vc);
        return vc | crossed;
    endfunction
    always_comb begin
        own_d = own_q; src_d = src_q; eject_d = eject_q;
        for (int v = 0; v < 2; v++) begin
            want_off[v] = some_q[v] && (eject_q[v] || (!eject_q[v] && buf_q[v].to == ME && !(own_q[0] == FROM_RING && src_q[0] == v[0]) &&
                          !(own_q[1] == FROM_RING && src_q[1] == v[0])));
            want_on[v] = some_q[v] && !want_off[v];
        end
        // the station's exit belongs to one channel until its packet is through
        sel = '0;
        if (eject_q != 0) sel = eject_q;
        else if (want_off[turn_q]) sel[turn_q] = 1'b1;
        else if (want_off[~turn_q]) sel[~turn_q] = 1'b1;
        got_v = |(sel & want_off);
        got_f = sel[1] ? buf_q[1] : buf_q[0];
        // owners of the channels of the next link
        for (int v = 0; v < 2; v++)
            if (own_q[v] == FREE) begin
                if (want_on[1] && !(own_q[0] == FROM_RING && src_q[0]) && !(own_q[1] == FROM_RING && src_q[1]) && out_vc(1'b1) == v[0]) begin
                    own_d[v] = FROM_RING; src_d[v] = 1'b1;
                end else if (want_on[0] && !(own_q[0] == FROM_RING && !src_q[0]) && !(own_q[1] == FROM_RING && !src_q[1]) && out_vc(1'b0) == v[0]) begin
                    own_d[v] = FROM_RING; src_d[v] = 1'b0;
                end else if (put_v && own_q[0] != FROM_PUT && own_q[1] != FROM_PUT && out_vc(1'b0) == v[0]) own_d[v] = FROM_PUT;
            end
        next_v = '0;
        next_f = '0;
        pop = '0;
        put_r = 1'b0;
        for (int k = 0; k < 2; k++) begin
            automatic logic v = turn_q ^ k[0];
            if (next_v == 0 && own_q[v] == FROM_RING && some_q[src_q[v]] && next_r[v]) begin
                next_v[v] = 1'b1; next_f = buf_q[src_q[v]]; pop[src_q[v]] = 1'b1;
                if (next_f.last) own_d[v] = FREE;
            end else if (next_v == 0 && own_q[v] == FROM_PUT && put_v && next_r[v]) begin
                next_v[v] = 1'b1; next_f = put_f; put_r = 1'b1;
                if (next_f.last) own_d[v] = FREE;
            end
        end
        if (got_v && got_r) begin
            pop |= sel;
            eject_d = got_f.last ? '0 : sel;
        end else if (got_v) eject_d = sel;
    end
    always_ff @(posedge clk or negedge rst_n)
        if (!rst_n) begin
            some_q <= '0; own_q <= '{default: FREE}; src_q <= '0; eject_q <= '0; turn_q <= 1'b0;
        end else begin
            turn_q <= eject_d == 0 ? ~turn_q : turn_q;
            own_q <= own_d; src_q <= src_d; eject_q <= eject_d;
            some_q <= (some_q & ~pop) | ring_v;
        end
    always_ff @(posedge clk) for (int v = 0; v < 2; v++) if (ring_v[v]) buf_q[v] <= ring_f;
endmodule

module dateline import dateline_pkg::*; (
    input  logic clk, rst_n,
    input  logic [STOPS-1:0] put_valid, output logic [STOPS-1:0] put_ready, input flit_t [STOPS-1:0] put_flit,
    output logic [STOPS-1:0] got_valid, input logic [STOPS-1:0] got_ready, output flit_t [STOPS-1:0] got_flit
);
    logic [1:0] v [STOPS], r [STOPS];
    flit_t f [STOPS];
    for (genvar s = 0; s < STOPS; s++) begin : g_stop
        dateline_stop #(.ME(s)) u (.clk, .rst_n, .ring_v(v[s]), .ring_f(f[s]), .ring_r(r[s]),
            .next_v(v[(s+1) % STOPS]), .next_f(f[(s+1) % STOPS]), .next_r(r[(s+1) % STOPS]),
            .put_v(put_valid[s]), .put_f(put_flit[s]), .put_r(put_ready[s]), .got_v(got_valid[s]), .got_f(got_flit[s]), .got_r(got_ready[s]));
    end
endmodule
