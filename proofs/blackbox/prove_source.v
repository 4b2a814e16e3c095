// SPDX-License-Identifier: Apache-2.0
//
// An input of a router in a proof: it sends legal packets, whatever is chosen at its pins pick_*, and every legal packet can be
// chosen. So a proof needs no assumptions. Four bits of each flit are colours: packet a is tracked, packet b follows it in its flow, and
// flits c and d, which may be any ones, are compared.
`default_nettype none

module prove_source #(
    parameter CREDITS = 0,            // 1: credits come back, 0: ready
    parameter VCS = 1,                // virtual channels, or values by which packets are mixed
    parameter VB = 1,                 // bits of the number of a virtual channel
    parameter [8*VCS-1:0] DEPTH = 0,  // with credits: flits that the router takes, of each virtual channel
    parameter OUTS = 2,
    parameter OB = 1,                 // bits of the number of an output
    parameter MIN = 1,
    parameter MAX = 4,                // flits of a packet
    parameter LB = 3,                 // bits of their number
    parameter KNOWN = 0,              // 1: a first flit says how many there are
    parameter GAPS = 1,               // 1: a packet may have idle cycles in_packet
    // What is not legal, and comes while wild is 1
    parameter LEAST = MIN,
    parameter MOST = MAX,             // flits of a packet
    parameter BREAKS = 0,             // 1: a packet may have idle cycles, whatever GAPS says
    parameter OVERRUN = 0,            // flits without a credit, at most
    parameter WITHDRAWN = 0,          // 1: a first flit that was not taken at once may be taken back, and comes again
    parameter ALONE = 0,              // 1: a packet goes in whole before one of another channel
    parameter TURNS = 0,              // 1: channels have a ready each and take turns, so that none holds up another; 0: a flit stays until it is taken
    parameter BITS = 8,               // of a flit
    parameter [BITS-1:0] HELD = 0     // bits that all flits of a packet share
) (
    input wire clk,
    input wire rst,
    input wire drain,                 // no packet begins any more, and those that have begun end as soon as they may
    input wire prompt,                // those that have begun go on at once
    input wire pick_valid,
    input wire pick_last,
    input wire pick_a,
    input wire pick_b,
    input wire pick_c,
    input wire pick_d,
    input wire pick_illegal,
    input wire pick_hidden,
    input wire [VB-1:0] pick_vc,
    input wire [OB-1:0] pick_to,
    input wire [LB-1:0] pick_len,
    input wire [BITS-1:0] pick_word,
    input wire [OUTS-1:0] allowed,    // outputs that it may send to
    input wire may_begin,
    input wire may_a,
    input wire may_b,                 // the next packet of the flow may have this colour
    input wire may_c,                 // ... or the next flit this one
    input wire may_d,
    input wire may_be_illegal,        // the next packet may be one that the router must drop: all its flits are flits d
    input wire old,                   // what goes in now must not come out behind the reset: all flits are flits d
    input wire wild,                  // packets that begin now need not be legal: all their flits are flits d
    input wire overruns,              // flits may go without a credit
    input wire [OB-1:0] flow_to,
    input wire [VB-1:0] flow_vc,
    input wire [VCS-1:0] back,        // ready, or credits
    output wire [VCS-1:0] valid,
    output wire [VB-1:0] vc,
    output wire head,
    output wire last,
    output wire a,
    output wire b,
    output wire c,
    output wire d,
    output wire illegal,
    output wire hidden,               // the flit was taken back
    output wire [OB-1:0] to,
    output wire [LB-1:0] len,
    output wire [BITS-1:0] word,
    output wire fresh,                // the flit is on the wires for the first time
    output wire fire,                 // it goes in
    output wire mark_a,
    output wire mark_b,
    output wire mark_c,               // ... and is the first one with this colour
    output wire mark_d,
    output wire begins,               // the first flit of a packet is there
    output wire waits,                // it has something to send
    output reg owed,                  // the router owes credits
    output reg bad_credit             // a credit came back that nothing took
);
    reg [VCS-1:0] in_packet = 0, is_a = 0, is_b = 0, is_illegal = 0, is_wild = 0; // of the packet that is going in
    reg [VCS*OB-1:0] goes = 0;
    reg [VCS*LB-1:0] count = 0;                   // flits that went in, or are to go in if KNOWN
    reg [VCS*BITS-1:0] first = 0;                 // what all flits share
    reg [8*VCS-1:0] used = 0;                     // credits
    // Flits that wait
    localparam WAITS = TURNS ? VCS : 1;
    reg [WAITS-1:0] hold = 0, h_head = 0, h_last = 0, h_a = 0, h_b = 0, h_c = 0, h_d = 0, h_illegal = 0, h_wild = 0;
    reg [WAITS*OB-1:0] h_to = 0;
    reg [WAITS*LB-1:0] h_len = 0;
    reg [WAITS*BITS-1:0] h_word = 0;
    reg [VB-1:0] h_vc = 0, turn = 0, n_vc;
    reg [2:0] hides = 0;               // cycles for which the flit that waits has been hidden
    reg was_fresh = 0;                 // it was there for the first time in the last cycle
    integer v;

    // What may be offered now.
    wire [VCS-1:0] room;
    genvar g;
    generate
        for (g = 0; g < VCS; g = g + 1) begin : g_room
            // Unequal where that will do: it takes fewer gates.
            assign room[g] = OVERRUN ? used[8*g +: 8] < DEPTH[8*g +: 8] + (overruns ? OVERRUN : 0)
                                     : !CREDITS || used[8*g +: 8] != DEPTH[8*g +: 8];
        end
    endgenerate
    wire gaps = GAPS || (BREAKS && wild);
    always @* begin
        n_vc = VCS == 1 ? 1'b0 : pick_vc;
        for (v = VCS - 1; v >= 0; v = v - 1)
            if ((in_packet[v] && (!gaps || ALONE || (prompt && room[v]))) || (TURNS && prompt && hold[v % WAITS]))
                n_vc = v;
        if (TURNS ? gaps && prompt && (in_packet[turn] || hold[turn % WAITS]) : hold[0])
            n_vc = TURNS ? turn : h_vc;
    end
    wire in_range = n_vc < VCS;
    wire n_head = !in_packet[n_vc];
    wire [OB-1:0] n_to = n_head ? pick_to : goes[n_vc*OB +: OB];
    wire [LB-1:0] n_count = n_head ? {LB{1'b0}} : count[n_vc*LB +: LB];
    wire [LB-1:0] n_next = n_count + 1'b1;
    wire n_wild = n_head ? wild : is_wild[n_vc];
    wire [LB-1:0] least = n_wild ? LEAST : MIN;
    wire [LB-1:0] most = n_wild ? MOST : MAX;
    wire n_last = KNOWN ? (n_head ? pick_len == 1 : n_count == 1) : n_next >= most || (n_next >= least && (pick_last || drain));
    wire in_flow = n_to == flow_to && n_vc == flow_vc;
    wire n_illegal = n_head ? pick_illegal && may_be_illegal : is_illegal[n_vc];
    wire n_a = n_head ? pick_a && may_a && in_flow && !n_illegal && !n_wild : is_a[n_vc];
    wire n_b = n_head ? pick_b && may_b && in_flow && !n_a && !n_illegal && !n_wild : is_b[n_vc];
    wire fits = n_to < OUTS && allowed[n_to] && may_begin && !drain && (!KNOWN || (pick_len >= least && pick_len <= most));
    wire n_valid = !rst && in_range && room[n_vc] && (!n_head || fits) && (pick_valid || ((prompt || !gaps) && !n_head));
    wire [BITS-1:0] n_word = n_head ? pick_word : (pick_word & ~HELD) | (first[n_vc*BITS +: BITS] & HELD);

    wire [VB-1:0] at = TURNS ? n_vc : 1'b0;
    wire held = in_range && hold[at];
    assign fresh = !held && n_valid;
    assign vc = n_vc;
    assign head = held ? h_head[at] : n_head;
    assign last = held ? h_last[at] : n_last;
    assign a = held ? h_a[at] : n_a;
    assign b = held ? h_b[at] : n_b;
    assign c = held ? h_c[at] : pick_c && may_c && !n_illegal && !n_wild;
    assign d = held ? h_d[at] : old || n_wild || n_illegal || (pick_d && may_d);
    assign illegal = held ? h_illegal[at] : n_illegal;
    assign to = held ? h_to[at*OB +: OB] : n_to;
    assign len = held ? h_len[at*LB +: LB] : pick_len;
    assign word = held ? h_word[at*BITS +: BITS] : n_word;
    // It is taken back in its second cycle, for up to four.
    assign hidden = WITHDRAWN && wild && held && h_head[0] && pick_hidden && (was_fresh || (hides != 0 && hides < 4));
    assign valid = (held && !hidden) || (!held && n_valid) ? {{VCS{1'b0}}, 1'b1} << vc : {VCS{1'b0}};
    assign fire = |(valid & (CREDITS ? {VCS{1'b1}} : back));
    assign begins = fresh && n_head;
    assign mark_a = begins && n_a;
    assign mark_b = begins && n_b;
    assign mark_c = fresh && c;
    assign mark_d = fresh && d;
    assign waits = |hold || |in_packet;

    always @(posedge clk)
        if (rst) begin
            in_packet <= 0;
            used <= 0;
            hold <= 0;
            turn <= 0;
            hides <= 0;
            was_fresh <= 0;
        end else begin
            turn <= turn == VCS - 1 ? 0 : turn + 1'b1;
            if (in_range)
                hold[at] <= hidden || (|valid && !fire);
            hides <= hidden ? hides + 1'b1 : 0;
            was_fresh <= fresh && !fire;
            if (in_range && !held) begin
                h_vc <= n_vc;
                h_head[at] <= n_head;
                h_last[at] <= n_last;
                h_a[at] <= n_a;
                h_b[at] <= n_b;
                h_c[at] <= c;
                h_d[at] <= d;
                h_illegal[at] <= illegal;
                h_wild[at] <= n_wild;
                h_to[at*OB +: OB] <= n_to;
                h_len[at*LB +: LB] <= pick_len;
                h_word[at*BITS +: BITS] <= n_word;
            end
            if (fire) begin
                in_packet[vc] <= !last;
                is_a[vc] <= a;
                is_b[vc] <= b;
                is_illegal[vc] <= illegal;
                is_wild[vc] <= held ? h_wild[at] : n_wild;
                goes[vc*OB +: OB] <= to;
                count[vc*LB +: LB] <= KNOWN ? (head ? len : count[vc*LB +: LB]) - 1'b1 : head ? 1 : count[vc*LB +: LB] + 1'b1;
                if (head)
                    first[vc*BITS +: BITS] <= word;
            end
            for (v = 0; v < VCS; v = v + 1)
                if (CREDITS)
                    used[8*v +: 8] <= used[8*v +: 8] + (fire && vc == v) - back[v];
        end

    always @* begin
        bad_credit = 0;
        owed = 0;
        for (v = 0; v < VCS; v = v + 1)
            if (CREDITS && !rst) begin
                bad_credit = bad_credit | (back[v] && used[8*v +: 8] == 0 && !(fire && vc == v));
                owed = owed | used[8*v +: 8] != 0;
            end
    end
endmodule
`default_nettype wire
