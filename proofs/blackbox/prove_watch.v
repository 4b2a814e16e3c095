// SPDX-License-Identifier: Apache-2.0
//
// What is wrong with the tracked packet of a proof, wherever it comes out, and whether the router still moves. Flits c and d are compared.
`default_nettype none

module prove_watch #(
    parameter OUTS = 2,
    parameter OB = 1,
    parameter VCS = 1,
    parameter VB = 1,
    parameter LB = 3,
    parameter BITS = 8,
    parameter KEPT = 1,               // 1: a packet stays in its virtual channel
    parameter DROPS = 0,              // 1: packets of more than LONGER flits may be dropped, whole
    parameter LONGER = 0,
    parameter BUSY = 0,               // 1: ... but none that is alone
    parameter MARKED = 0,             // 1: packets that are marked must be dropped
    parameter BYTES = 0,              // in a flit, of which those count whose bits are set from KEEP_AT on
    parameter KEEP_AT = 0,
    parameter DATA_AT = 0,
    parameter K = 4,                  // cycles without a move after which nothing will move; then 4 K and 16 K
    parameter WAIT = 0,               // cycles that a flit waits to go in, and a packet to come out, at most; 0: any number
    parameter MARK = 0,               // the bit that marks flit c: this one is compared in flit d
    parameter [4*BITS-1:0] LOOK = 0   // bits that stay: of a flit that is neither first nor last, not first, not last; of a single one
) (
    input wire clk,
    input wire rst,
    input wire drain,
    input wire [OB-1:0] flow_to,
    input wire [VB-1:0] flow_vc,
    input wire calm,                  // packets are alone, one at a time, and no output is held up
    input wire open,                  // no output is held up, and packets have no gaps
    input wire in_shown,              // a flit of the packet is on the wires of its input
    input wire in_a,                  // ... and goes in
    input wire in_last,
    input wire in_marks,              // ... and has the mark
    input wire in_c,
    input wire in_ca,                 // ... and is of the packet
    input wire [1:0] in_c_place,      // not first, last
    input wire [BITS-1:0] in_c_flit,  // flit c goes in, or waits to
    input wire in_d,                  // ... or flit d
    input wire in_d_bit,
    input wire [OUTS-1:0] out_fire,
    input wire [OUTS-1:0] out_first,
    input wire [OUTS-1:0] out_last,
    input wire [OUTS-1:0] out_a,
    input wire [OUTS-1:0] out_b,
    input wire [OUTS-1:0] out_c,
    input wire [OUTS-1:0] out_d,
    input wire [OUTS-1:0] out_shown,  // the flit is on the wires, and must be right
    input wire [OUTS*VB-1:0] out_vc,
    input wire [OUTS*BITS-1:0] out_flit,
    input wire moves,
    input wire waits,
    input wire owed,
    output wire bad_misdelivered,
    output wire bad_duplicate,
    output wire bad_order,
    output wire [1:0] bad_length,     // flits too few or too many, or not in their order
    output wire bad_marked,
    output wire [5:0] bad_starvation, // to go in, to come out: a sixteenth of WAIT, a quarter, WAIT
    output wire [BITS-1:0] bad_corrupted,
    output wire [2:0] bad_lost,
    output wire [2:0] bad_stuck,
    output wire [2:0] bad_owed,
    output wire came_out              // all of it is out
);
    reg [LB-1:0] n_in = 0, n_out = 0;
    reg in_done = 0, out_done = 0, has_c = 0, has_ca = 0;
    reg [LB-1:0] c_at = 0;            // flits of the packet before flit c
    reg kept_d = 0, has_d = 0, d_bit;
    reg [BITS-1:0] kept_c = 0;
    reg [1:0] kept_place = 0;
    reg [BITS-1:0] c_flit;
    reg o_last, elsewhere;
    integer o;

    wire [OUTS-1:0] flits = out_fire & out_a;
    wire any = |flits;
    // A flit may leave an output before its input accepts it.
    wire [LB-1:0] n_in_now = n_in + in_shown;
    wire in_done_now = in_done || (in_shown && in_last);
    wire is_last = in_done_now && n_out + 1'b1 == n_in_now;
    always @* begin
        d_bit = 0;
        c_flit = 0;
        o_last = 0;
        elsewhere = 0;
        for (o = 0; o < OUTS; o = o + 1)
            if (flits[o]) begin
                o_last = o_last | out_last[o];
                elsewhere = elsewhere | o != flow_to | (VCS > 1 && KEPT && out_vc[o*VB +: VB] != flow_vc);
            end
        for (o = 0; o < OUTS; o = o + 1)
            if (out_shown[o] && out_c[o])
                c_flit = c_flit | out_flit[o*BITS +: BITS];
        for (o = 0; o < OUTS; o = o + 1)
            if (out_shown[o] && out_d[o])
                d_bit = d_bit | out_flit[o*BITS + MARK];
    end
    // A first flit comes again, or before it went in; or two flits of the packet come at once.
    wire again = |(flits & out_first) && (n_out != 0 || out_done || n_in_now == 0);
    assign bad_misdelivered = !rst && elsewhere;
    assign bad_duplicate = !rst && (again || |(flits & (flits - 1'b1)));
    // Where packets may be dropped, the first one may be missing, but it must not follow. Where they may change their virtual channel,
    // the second one may begin within the first one.
    wire b_comes = |(out_fire & out_first & out_b);
    reg b_came = 0, marked = 0;
    wire marked_now = MARKED && (marked || in_marks);
    assign bad_marked = !rst && marked_now && (any || n_out != 0);
    assign bad_order = !rst && (DROPS || MARKED ? (KEPT && b_comes && n_out != 0 && !out_done) || (b_came && (KEPT ? any : |(flits & out_first)))
                                      : b_comes && !out_done && (KEPT || n_out == 0));
    wire ca_comes = |(flits & out_c);
    assign bad_length[0] = !rst && any && (n_out >= n_in_now || o_last != is_last);
    assign bad_length[1] = !rst && ca_comes && (in_ca || has_ca) && n_out != (in_ca ? n_in : c_at);
    wire [1:0] c_place = in_c ? in_c_place : kept_place;
    wire any_c = |(out_shown & out_c);
    wire [BITS-1:0] c_sent = in_c ? in_c_flit : kept_c;
    reg [BITS-1:0] c_look;
    integer i;
    always @* begin
        c_look = LOOK[c_place*BITS +: BITS];
        for (i = 0; i < BYTES; i = i + 1)
            if (!c_sent[KEEP_AT+i])
                c_look[DATA_AT+8*i +: 8] = 0;
    end
    wire [BITS-1:0] differs = any_c && (has_c || in_c) ? (c_flit ^ c_sent) & c_look : {BITS{1'b0}};
    wire any_d = |(out_shown & out_d);
    wire mark_differs = any_d && (has_d || in_d) && d_bit != (in_d ? in_d_bit : kept_d);
    genvar k;
    generate
        for (k = 0; k < BITS; k = k + 1) begin : g_bit
            assign bad_corrupted[k] = !rst && (k == MARK ? mark_differs : differs[k]);
        end
    endgenerate
    assign came_out = out_done && in_done;

    // How long flit c has waited, and how long packet a was inside before it began to come out. One that may be dropped counts when it does.
    // Most routers keep to a smaller bound than is asked for, which is proved sooner.
    genvar w;
    generate
        for (w = 0; w < 3; w = w + 1) begin : g_wait
            localparam MOST = WAIT >> (4 - 2 * w);
            localparam BITS = $clog2(MOST + 2);
            reg [BITS-1:0] c_waits = 0, a_waits = 0;
            wire late = a_waits > MOST && n_out == 0 && !out_done;
            assign bad_starvation[2*w] = WAIT && open && !rst && in_c && c_waits > MOST;
            assign bad_starvation[2*w+1] = WAIT && open && !rst && late && (any || !(DROPS || MARKED));
            always @(posedge clk) begin
                c_waits <= rst ? 0 : c_waits + (in_c && c_waits <= MOST);
                a_waits <= rst ? 0 : a_waits + ((in_a || n_in != 0) && a_waits <= MOST);
            end
        end
    endgenerate

    // Whether anything still moves: three counters, so that a bound that is too small for a slow router has a larger one beside it.
    wire due = marked ? 1'b0 : !DROPS || n_out != 0 || n_in <= LONGER || (BUSY && calm);
    genvar g;
    generate
        for (g = 0; g < 3; g = g + 1) begin : g_idle
            localparam [9:0] BOUND = K << (2 * g);
            reg [9:0] idle = 0;
            wire dead = !rst && idle == BOUND;
            always @(posedge clk) idle <= rst || !drain || moves ? 10'd0 : dead ? idle : idle + 1'b1;
            assign bad_lost[g] = dead && in_done && !out_done && due;
            assign bad_stuck[g] = dead && waits;
            assign bad_owed[g] = dead && owed;
        end
    endgenerate
    always @(posedge clk)
        if (rst) begin
            n_in <= 0;
            n_out <= 0;
            in_done <= 0;
            out_done <= 0;
            has_c <= 0;
            has_ca <= 0;
            has_d <= 0;
            b_came <= 0;
            marked <= 0;
        end else begin
            marked <= marked_now;
            b_came <= b_came || b_comes;
            if (in_c) begin
                has_c <= 1;
                kept_c <= in_c_flit;
                kept_place <= in_c_place;
            end
            if (in_ca) begin
                has_ca <= 1;
                c_at <= n_in;
            end
            n_in <= n_in + in_a;
            in_done <= in_done || (in_a && in_last);
            if (in_d) begin
                has_d <= 1;
                kept_d <= in_d_bit;
            end
            if (any)
                n_out <= n_out + 1'b1;
            if (any && o_last)
                out_done <= 1;
        end
endmodule
`default_nettype wire
